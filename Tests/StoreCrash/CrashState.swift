import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// What a store holds, read with plain SQL and compared with what was computed from the keys.
struct CrashState {
  /// The position of the version.
  let version: Int
  /// Whether the handler that runs before a change has left its mark.
  let isTagMarked: Bool
  /// Whether the handler that runs after a change has left its mark.
  let isTeamMarked: Bool

  /// Opens a store, which rolls back or recovers what was interrupted, and looks at everything.
  ///
  /// - Throws: `CrashFailure` for whatever is missing, wrong or too much.
  init(_ files: StoreFiles, path: CrashPath, persons: Int64, storeUUID: UUID) throws {
    let connection = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
    try Self.require(
      connection, "PRAGMA integrity_check", [[.text("ok")]], "the integrity check")
    try Self.require(
      connection, "SELECT Z_UUID FROM Z_METADATA", [[.text(storeUUID.uuidString)]], "the UUID")
    version = try Self.version(of: connection, path: path, storeUUID: storeUUID)
    let expected = path.versions[version]
    try Self.requirePersons(connection, expected, persons)
    try Self.requirePairs(connection, expected, persons)
    isTagMarked = try Self.mark(connection, "ZTAG", CrashObjects.tags, CrashObjects.tagName)
    isTeamMarked = try Self.mark(connection, "ZTEAM", CrashObjects.teams, CrashObjects.teamName)
    if expected.features.contains(.aisle) {
      try Self.require(connection, "SELECT count(*) FROM ZAISLE", [[.integer(0)]], "the aisles")
    }
    try Self.require(
      connection, "SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT",
      expected.highestKeys(persons: persons).map { [$0] }, "the highest keys")
    try connection.close()
  }

  private static func version(
    of connection: Connection, path: CrashPath, storeUUID: UUID
  ) throws -> Int {
    let list = try connection.firstRow(SQL(raw: "SELECT Z_PLIST FROM Z_METADATA")) {
      $0.bytes(at: 0)
    }
    let metadata = try StoreMetadata(
      propertyList: list ?? Data(), storeUUID: storeUUID.uuidString, store: connection.fileName)
    guard
      let version = try path.versions.firstIndex(where: {
        try VersionHash.entityHashes(of: $0.model.validated()) == metadata.entityHashes
      })
    else { throw CrashFailure("the hashes are those of no version") }
    return version
  }

  private static func requirePersons(
    _ connection: Connection, _ version: CrashVersion, _ persons: Int64
  ) throws {
    let columns = version.personColumns
    let table = try connection.rows(SQL(raw: "SELECT name FROM pragma_table_info('ZPERSON')")) {
      try $0.text(at: 0)
    }
    let names = columns.map(\.name) + ["Z_OPT"]
    guard table.sorted() == names.sorted() else {
      throw CrashFailure("ZPERSON has columns \(table), expected \(names)")
    }
    let list = columns.map(\.name).joined(separator: ", ")
    let statement = try connection.prepare(
      SQL(raw: "SELECT \(list) FROM ZPERSON ORDER BY Z_PK"))
    var key: Int64 = 0
    while try statement.step() {
      key += 1
      for (index, column) in columns.enumerated() {
        let (found, expected) = (try statement.value(at: index), column.value(key))
        guard found == expected else {
          throw CrashFailure(
            "ZPERSON row \(key), \(column.name): \(found), expected \(expected)")
        }
      }
    }
    guard key == persons else { throw CrashFailure("\(key) persons, expected \(persons)") }
  }

  private static func requirePairs(
    _ connection: Connection, _ version: CrashVersion, _ persons: Int64
  ) throws {
    let table = version.pairTable
    let statement = try connection.prepare(
      SQL(raw: "SELECT \(table.person), \(table.tag) FROM \(table.name) ORDER BY 1, 2"))
    for key in 1...persons {
      for tag in CrashObjects.tags(of: key) {
        guard try statement.step(), statement.integer(at: 0) == key,
          statement.integer(at: 1) == tag
        else { throw CrashFailure("person \(key) has lost tag \(tag), or has others") }
      }
    }
    guard try !statement.step() else { throw CrashFailure("too many rows in \(table.name)") }
  }

  /// Whether all rows of a table have names with a mark; a failure where only some have one.
  private static func mark(
    _ connection: Connection, _ table: String, _ count: Int64, _ name: (Int64) -> String
  ) throws -> Bool {
    let found = try connection.rows(SQL(raw: "SELECT ZNAME FROM \(table) ORDER BY Z_PK")) {
      try $0.text(at: 0)
    }
    let names = (1...count).map(name)
    if found == names { return false }
    if found == names.map({ $0 + CrashPath.mark }) { return true }
    throw CrashFailure("the names in \(table) are neither all old nor all new")
  }

  private static func require(
    _ connection: Connection, _ sql: String, _ expected: [[SQLValue]], _ what: String
  ) throws {
    let found = try connection.rows(SQL(raw: sql)) { row in
      try (0..<row.columnCount).map { try row.value(at: $0) }
    }
    guard found == expected else {
      throw CrashFailure("\(what): \(found.prefix(5)), expected \(expected)")
    }
  }
}

/// Something that must never be after a crash.
struct CrashFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
