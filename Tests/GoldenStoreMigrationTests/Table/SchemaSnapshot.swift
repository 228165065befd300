import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite
import TestSupport

/// What plain SQL sees in a store, -wal included.
struct SchemaSnapshot: Equatable {
  struct Table: Equatable {
    /// The row of `sqlite_master`, which a rename and a new column leave in its place.
    let row: String
    let statement: String
    /// The declared types in the order of the columns.
    let types: [String]
    let columns: [String]
  }

  var tables: [String: Table] = [:]
  /// `Z_PK|Z_OPT|`, and the cells of the attributes that never change, of every row of an entity.
  var objects: [String] = []
  /// Everything else in `sqlite_master`, and metadata and bookkeeping to the byte.
  var rest: [String] = []

  /// Reads a copy of a store.
  init(of path: String) throws {
    self = try withTemporaryDirectory { folder in
      let copy = folder.appendingPathComponent("copy.sqlite").path
      try StoreFiles(main: path).copy(to: StoreFiles(main: copy))
      let connection = try Connection(path: copy, mode: .readWrite)
      let snapshot = try SchemaSnapshot(connection)
      try connection.close()
      return snapshot
    }
  }

  private init(_ connection: Connection) throws {
    func query(_ sql: String) throws -> [[String]] {
      try connection.rows(SQL(raw: sql)) { row in
        try (0..<row.columnCount).map { SampleStore.text(try row.value(at: $0)) }
      }
    }
    for row in try query(
      "SELECT name, rowid, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
    {
      let columns = try query("SELECT name, type FROM pragma_table_info('\(row[0])') ORDER BY cid")
      tables[row[0]] = Table(
        row: row[1], statement: row[2], types: columns.map { $0[1] },
        columns: columns.map { $0[0] })
      guard columns.contains(where: { $0[0] == "Z_OPT" }) else { continue }
      let known = Set(columns.map { $0[0] })
      let cells = Sample.columns.filter(known.contains).map {
        "typeof(\($0)), CASE typeof(\($0)) WHEN 'blob' THEN hex(\($0)) ELSE \($0) END"
      }
      let list = (["Z_PK", "Z_OPT", "''"] + cells).joined(separator: ", ")
      objects += try query("SELECT \(list) FROM \(row[0])").map { $0.joined(separator: "|") }
    }
    objects.sort()
    rest = try query(
      "SELECT type, name, rowid, sql FROM sqlite_master WHERE type <> 'table' ORDER BY rowid"
    ).map { $0.joined(separator: "|") }
    for table in ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"] {
      rest += try query("SELECT rowid, * FROM \(table) ORDER BY rowid").map {
        $0.joined(separator: "|")
      }
    }
  }

  /// What became of each table, by its name in the destination; none for those that kept their
  /// place, name and text.
  func fates(after: SchemaSnapshot) -> [String: Outcome.Fate] {
    var fates: [String: Outcome.Fate] = [:]
    var continued: Set<String> = []
    for (name, table) in after.tables {
      guard let origin = tables.first(where: { $0.value.row == table.row }) else {
        fates[name] = .anew
        continued.insert(name)
        continue
      }
      continued.insert(origin.key)
      if origin.key != name {
        fates[name] = .renamed(from: origin.key)
      } else if origin.value.statement != table.statement {
        fates[name] = .kept
      }
    }
    for name in tables.keys where !continued.contains(name) { fates[name] = .gone }
    return fates
  }
}
