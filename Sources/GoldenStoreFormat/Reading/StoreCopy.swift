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
  /// What the `-wal` holds, where damage is tolerated; nil without one.
  let writeAheadLog: WriteAheadLog?
  let connection: Connection
  private let directory: TemporaryDirectory

  init(of source: StoreFiles, damage: DamageRule) throws {
    _ = try source.files()
    name = source.name
    header = try DatabaseHeader(contentsOf: source.main)
    let hasLog = source.existingParts.contains(.writeAheadLog)
    func scan(_ files: StoreFiles) throws(StoreError) -> WriteAheadLog? {
      hasLog ? try WriteAheadLog(contentsOf: files.path(of: .writeAheadLog)) : nil
    }
    writeAheadLog = damage == .tolerate ? try scan(source) : nil
    try Self.requireComplete(source, header: header) { () throws(StoreError) in try scan(source) }
    directory = try TemporaryDirectory()
    files = StoreFiles(main: directory.path.appendingPathComponent(source.name))
    try source.copy(to: files)
    let copy = files
    do {
      connection = try StoreError.wrappingSQLite(name) {
        try Connection(path: copy.main, mode: .readWrite)
      }
    } catch {
      // Without its log a store may be no database at all.
      if damage == .refuse { try Self.requireSound(source, scan(copy)) }
      throw error
    }
    if damage == .refuse, hasLog {
      let isSound =
        try header.isWriteAheadLogged
        && WriteAheadLog.isUsedCompletely(
          copy.path(of: .writeAheadLog), index: copy.path(of: .sharedMemory))
      if !isSound { try Self.requireSound(source, scan(copy)) }
    }
    // The copy is deleted afterwards, so a checkpoint would be work for nothing.
    try StoreError.wrappingSQLite(name) { try connection.keepWriteAheadLogOnClose() }
    try requireTables([StoreNames.metadataTable, StoreNames.primaryKeyTable])
  }

  /// SQLite leaves out what was not committed, rightly; anything else it leaves out is a loss.
  private static func requireSound(_ source: StoreFiles, _ log: WriteAheadLog?) throws {
    switch log?.damage {
    case nil, .uncommittedFrames:
      return
    case let damage?:
      throw StoreError.damagedWriteAheadLog(file: source.name + "-wal", damage: damage)
    }
  }

  /// Refuses a main file that is too short for its header, unless a `-wal` or a journal may hold
  /// the missing pages.
  private static func requireComplete(
    _ source: StoreFiles, header: DatabaseHeader, scan: () throws -> WriteAheadLog?
  ) throws {
    let files = try source.files()
    let size = files.first { $0.part == .main }?.bytes ?? 0
    guard size < header.expectedBytes,
      !files.contains(where: { $0.part == .rollbackJournal }),
      try (scan()?.committedFrames ?? 0) == 0
    else { return }
    throw StoreError.cutShort(store: source.name, bytes: size, expected: header.expectedBytes)
  }

  private func requireTables(_ names: [String]) throws {
    let tables = try tableNames()
    for name in names where !tables.contains(name) {
      throw StoreError.notACoreDataStore(store: self.name, missingTable: name)
    }
  }

  /// Returns the names of all tables, in code-unit order.
  func tableNames() throws -> [String] {
    try StoreError.wrappingSQLite(name) {
      try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
        try $0.text(at: 0)
      }
    }
  }

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
      let rows = try connection.integer("SELECT count(*) FROM Z_METADATA WHERE Z_VERSION = 1")
      let all = try connection.integer("SELECT count(*) FROM Z_METADATA")
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
      try connection.integer("SELECT count(*) FROM \(identifier: table)\(condition)")
    }
  }

  /// Returns the rows of `Z_PRIMARYKEY`, by number.
  func numberedEntities() throws -> [StoreReader.PrimaryKeyRow] {
    let columns: [(name: String, storage: ColumnStorage)] = [
      ("Z_ENT", .integer), ("Z_NAME", .text), ("Z_SUPER", .integer), ("Z_MAX", .integer),
    ]
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
        return StoreReader.PrimaryKeyRow(
          number: statement.integer(at: 0), name: try statement.text(at: 1),
          superNumber: statement.integer(at: 2), maximum: statement.integer(at: 3))
      }
    }
  }
}
