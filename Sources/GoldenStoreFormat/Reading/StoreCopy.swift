import Foundation
import GoldenStoreSQLite

/// A private copy of all files of a store, opened.
///
/// Opening a store, even to read it, makes sidecars beside it and rolls journals back; so nothing
/// opens a source.
final class StoreCopy {
  /// How to treat a `-wal` that SQLite would use in part only, without a word.
  enum DamageRule {
    case refuse
    case tolerate
  }

  /// The name of the source's main file, for messages; the copy has the same.
  let name: String
  let files: StoreFiles
  let header: DatabaseHeader
  /// What is wrong with the `-wal`; nil for a sound one, and without one.
  let logDamage: WriteAheadLogDamage?
  let connection: Connection
  private let directory: TemporaryDirectory

  init(of source: StoreFiles, damage rule: DamageRule) throws {
    _ = try source.files()
    // Before anything large is copied that is no store at all.
    _ = try DatabaseHeader(contentsOf: source.main)
    name = source.name
    directory = try TemporaryDirectory()
    files = StoreFiles(main: directory.path.appendingPathComponent(source.name))
    try source.copy(to: files)
    let copy = files
    let header = try DatabaseHeader(contentsOf: copy.main)
    self.header = header
    let hasLog = copy.existingParts.contains(.writeAheadLog)
    // Before the copy is opened, which makes its -shm anew.
    let committed =
      hasLog
      ? try WriteAheadLog.committedFrames(
        of: copy.path(of: .writeAheadLog), index: copy.path(of: .sharedMemory)) : nil
    func scan() throws(StoreError) -> WriteAheadLog? {
      hasLog
        ? try WriteAheadLog(contentsOf: copy.path(of: .writeAheadLog), committed: committed) : nil
    }
    try Self.requireComplete(copy, header: header) { () throws(StoreError) in try scan() }
    // With pages of another size SQLite would make of it whatever the log holds.
    if hasLog {
      try WriteAheadLog.requireSound(WriteAheadLog.foreignPages(of: copy, header), of: copy.name)
    }
    var damage = rule == .tolerate ? try scan()?.damage : nil
    do {
      connection = try StoreError.wrappingSQLite(name) {
        let connection = try Connection(path: copy.main, mode: .readWrite)
        // The copy is deleted afterwards, so a checkpoint would be work for nothing.
        try connection.keepWriteAheadLogOnClose()
        return connection
      }
    } catch {
      // Without its log a store may be no database at all.
      if rule == .refuse { try WriteAheadLog.requireSound(scan()?.damage, of: copy.name) }
      throw error
    }
    if rule == .refuse, hasLog {
      let isSound =
        try header.isWriteAheadLogged
        && WriteAheadLog.isUsedCompletely(
          copy.path(of: .writeAheadLog), index: copy.path(of: .sharedMemory))
      if !isSound { damage = try scan()?.damage }
    }
    if hasLog, damage == nil {
      damage = WriteAheadLog.foreignIdentifier(of: copy, connection: connection)
    }
    logDamage = damage
    if rule == .refuse { try WriteAheadLog.requireSound(damage, of: copy.name) }
    try requireTables([StoreNames.metadataTable, StoreNames.primaryKeyTable])
  }

  /// Refuses a main file that is too short for its header, unless a `-wal` or a journal may hold
  /// the missing pages.
  private static func requireComplete(
    _ copy: StoreFiles, header: DatabaseHeader, scan: () throws -> WriteAheadLog?
  ) throws {
    let files = try copy.files()
    let size = files.first { $0.part == .main }?.bytes ?? 0
    guard size < header.expectedBytes,
      !files.contains(where: { $0.part == .rollbackJournal }),
      try (scan()?.committedFrames ?? 0) == 0
    else { return }
    throw StoreError.cutShort(store: copy.name, bytes: size, expected: header.expectedBytes)
  }

  private func requireTables(_ names: [String]) throws {
    for name in names { try schema.requireStored(table: name) }
    let tables = try tableNames()
    for name in names where !tables.contains(name) {
      throw StoreError.notACoreDataStore(store: self.name, missingTable: name)
    }
  }

  /// What looks through the schema before a table is asked.
  var schema: SchemaGuard { SchemaGuard(connection, store: name) }

  /// Returns the names of all ordinary tables, in code-unit order.
  func tableNames() throws -> [String] { try schema.tableNames() }

  /// Returns the names of the columns of a table; none if there is no such table.
  func columnNames(of table: String) throws -> [String] {
    try StoreError.wrappingSQLite(name) {
      try connection.rows("SELECT name FROM pragma_table_info(\(table))") { try $0.text(at: 0) }
    }
  }

  /// Reads the one row of `Z_METADATA`.
  func metadata() throws -> StoreMetadata {
    let name = name
    return try StoreError.wrappingSQLite(name) {
      let rows = try connection.integer("SELECT count(1) FROM Z_METADATA WHERE Z_VERSION = 1")
      let all = try connection.integer("SELECT count(1) FROM Z_METADATA")
      guard rows == 1, all == 1 else {
        throw StoreError.metadataRows(store: name, found: all)
      }
      let cells = try connection.firstRow(
        "SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1"
      ) { statement in
        guard statement.storage(at: 0) == .text else {
          throw StoreError.unexpectedType(
            store: name, table: "Z_METADATA", row: 1, column: "Z_UUID", expected: "TEXT",
            found: statement.excerpt(at: 0))
        }
        guard statement.storage(at: 1) == .blob else {
          throw StoreError.unexpectedType(
            store: name, table: "Z_METADATA", row: 1, column: "Z_PLIST", expected: "BLOB",
            found: statement.excerpt(at: 1))
        }
        return (uuid: try statement.text(at: 0), list: statement.bytes(at: 1))
      }
      guard let cells else { throw StoreError.metadataRows(store: name, found: 0) }
      return try StoreMetadata(propertyList: cells.list, storeUUID: cells.uuid, store: name)
    }
  }

  /// Returns the number of rows of a table, or of one entity in it.
  func rowCount(of table: String, entityNumber: Int64? = nil) throws -> Int64 {
    let condition: SQL = entityNumber.map { " WHERE Z_ENT = \($0)" } ?? ""
    return try StoreError.wrappingSQLite(name) {
      // SQLite counts `count(*)` in one step, which nothing could bound in a damaged table.
      try connection.integer("SELECT count(1) FROM \(identifier: table)\(condition)")
    }
  }

  /// Returns the rows of `Z_PRIMARYKEY`, by number.
  func numberedEntities() throws -> [StoreReader.PrimaryKeyRow] {
    let columns: [(name: String, storage: ColumnStorage)] = [
      ("Z_ENT", .integer), ("Z_NAME", .text), ("Z_SUPER", .integer), ("Z_MAX", .integer),
    ]
    var last: Int64?
    return try StoreError.wrappingSQLite(name) {
      try connection.rows(
        "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
      ) { statement in
        for (index, column) in columns.enumerated()
        where statement.storage(at: index) != column.storage {
          throw StoreError.unexpectedType(
            store: name, table: "Z_PRIMARYKEY", row: statement.integer(at: 0),
            column: column.name, expected: column.storage.rawValue,
            found: statement.excerpt(at: index))
        }
        let number = statement.integer(at: 0)
        if let last, last >= number {
          throw StoreError.unexpectedValue(
            store: name, table: "Z_PRIMARYKEY", row: number, column: "Z_ENT",
            problem: "comes after row \(last); the pages of the table are damaged")
        }
        last = number
        return StoreReader.PrimaryKeyRow(
          number: statement.integer(at: 0), name: try statement.text(at: 1),
          superNumber: statement.integer(at: 2), maximum: statement.integer(at: 3))
      }
    }
  }
}
