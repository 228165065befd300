import CGoldenStoreSQLite
import Foundation

/// One connection to one SQLite file, for one task at a time.
///
/// Every connection reports extended result codes, treats `"x"` as a name and never as a text,
/// and waits for a lock for a bounded time. A connection that is not trusted (the default) also
/// runs no trigger and no view of the file, evaluates no CHECK and follows no foreign key, calls no
/// function from its schema that has side effects, refuses to write the schema or shadow tables
/// directly, and gives up a statement that takes more steps than the bytes of the file can need.
package final class Connection {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// Reads an existing file. In WAL mode SQLite may still make a -shm beside it.
    case readOnly
    /// Reads and writes an existing file.
    case readWrite
    /// Reads and writes a file, which is made when it does not exist.
    case create
    /// Reads an existing file that nobody changes and that has no -wal; touches nothing beside it.
    case immutable
  }

  /// When a transaction takes its lock.
  package enum Transaction: String, Sendable {
    case deferred = "DEFERRED"
    case immediate = "IMMEDIATE"
    case exclusive = "EXCLUSIVE"
  }

  /// How far a checkpoint goes.
  package enum Checkpoint: Sendable {
    /// Copies all frames into the main file and keeps the -wal's bytes.
    case passive
    /// Copies all frames into the main file and cuts the -wal to no bytes.
    case truncate
  }

  /// The file's name without its folder, for messages.
  package let fileName: String
  private var handle: OpaquePointer?
  /// What bounds the statements of a file that is not trusted.
  var stepBudget = StepBudget()

  /// The version of the SQLite library in use, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// Opens a file and reads its header, so that a file that is no database is refused here.
  ///
  /// - Parameters:
  ///   - path: The file; `:memory:` is a database in memory.
  ///   - isTrusted: True only for a file that this process made itself.
  ///   - busyTimeout: How long a statement waits for a lock, in milliseconds.
  /// - Throws: `SQLiteError.cannotOpen` for a file that is missing, locked, or not a database.
  package init(path: String, mode: Mode, isTrusted: Bool = false, busyTimeout: Int32 = 5000) throws
  {
    fileName = path.split(separator: "/").last.map(String.init) ?? path
    guard !path.utf8.contains(0) else {
      throw SQLiteError.cannotOpen(
        file: fileName, code: SQLITE_CANTOPEN, message: "the path holds a zero byte")
    }
    let code = sqlite3_open_v2(
      Self.name(path, mode: mode), &handle, Self.flags(mode) | SQLITE_OPEN_NOMUTEX, nil)
    do {
      try checkOpen(code)
      try configure(isTrusted: isTrusted, busyTimeout: busyTimeout)
      // The first read finds out whether this is a database at all.
      try checkOpen(sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil))
      if !isTrusted { try adaptStepBudget() }
    } catch SQLiteError.failed(_, let code, let message, _) {
      // That read the schema for the first time.
      sqlite3_close_v2(handle)
      handle = nil
      throw SQLiteError.cannotOpen(file: fileName, code: code, message: message)
    } catch {
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Closes the file, which a `deinit` does too, but without a chance to see the error.
  ///
  /// - Throws: `SQLiteError.refused` when a statement of this connection is still alive.
  package func close() throws {
    try check(sqlite3_close(handle), action: "close")
    handle = nil
  }

  /// Makes the next close leave the -wal as it is: not checkpointed, not deleted.
  package func keepWriteAheadLogOnClose(_ isKept: Bool = true) throws {
    try check(goldenstore_keep_wal(open(), isKept ? 1 : 0), action: "keep the '-wal'")
  }

  /// Says whether the triggers of the file run, which they don't on a connection that is not
  /// trusted.
  ///
  /// For a file all of whose triggers are known to be Core Data's.
  package func enableTriggers(_ isEnabled: Bool = true) throws {
    try check(
      goldenstore_db_config(open(), SQLITE_DBCONFIG_ENABLE_TRIGGER, isEnabled ? 1 : 0),
      action: "switch triggers")
  }

  /// Moves the frames of the -wal into the main file.
  ///
  /// - Throws: `SQLiteError.incompleteCheckpoint` or `.refused` when another connection is in
  ///   the way. A file that is not in WAL mode has nothing to move and never throws.
  package func checkpoint(_ mode: Checkpoint) throws {
    var frames: Int32 = 0
    var checkpointed: Int32 = 0
    let flag = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let code = sqlite3_wal_checkpoint_v2(try open(), "main", flag, &frames, &checkpointed)
    try check(code, action: "checkpoint")
    guard frames == checkpointed else {
      throw SQLiteError.incompleteCheckpoint(
        file: fileName, frames: Int(frames), checkpointed: Int(checkpointed))
    }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int64 { handle.map { Int64(sqlite3_changes($0)) } ?? 0 }

  /// The row id of the last INSERT.
  package var lastInsertRowID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// True while a transaction is open.
  package var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  func open() throws -> OpaquePointer {
    guard let handle else { throw SQLiteError.closed(file: fileName) }
    return handle
  }

  var lastMessage: String { String(cString: sqlite3_errmsg(handle)) }

  private func check(_ code: Int32, action: String) throws {
    guard code == SQLITE_OK else {
      throw SQLiteError.refused(file: fileName, action: action, code: code, message: lastMessage)
    }
  }

  private func checkOpen(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw SQLiteError.cannotOpen(
        file: fileName, code: handle == nil ? code : sqlite3_extended_errcode(handle),
        message: handle == nil ? String(cString: sqlite3_errstr(code)) : lastMessage)
    }
  }

  private func configure(isTrusted: Bool, busyTimeout: Int32) throws {
    let handle = try open()
    try checkOpen(sqlite3_extended_result_codes(handle, 1))
    try checkOpen(sqlite3_busy_timeout(handle, busyTimeout))
    var options: [(option: Int32, value: Int32)] = [
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    if !isTrusted {
      options += [
        (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
        (SQLITE_DBCONFIG_ENABLE_FKEY, 0),
      ]
    }
    for (option, value) in options {
      try checkOpen(goldenstore_db_config(handle, option, value))
    }
    guard !isTrusted else { return }
    limitSteps(of: handle)
    for setting in ["cell_size_check = ON", "mmap_size = 0", "ignore_check_constraints = ON"] {
      try checkOpen(sqlite3_exec(handle, "PRAGMA \(setting)", nil, nil, nil))
    }
  }

  private static func flags(_ mode: Mode) -> Int32 {
    switch mode {
    case .readOnly: SQLITE_OPEN_READONLY
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
  }

  /// What SQLite is told to open: a plain path, which must not look like a URI, or a URI.
  private static func name(_ path: String, mode: Mode) -> String {
    guard mode == .immutable else { return path.hasPrefix("file:") ? "./" + path : path }
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
    return (path.hasPrefix("/") ? "file://" : "file:") + encoded + "?immutable=1"
  }
}
