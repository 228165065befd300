import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreSQLite

/// Changes that a hostile author makes with SQL.
struct TableDamage {
  var random: SeededGenerator
  let connection: Connection

  init(_ store: StoreFiles, random: SeededGenerator) throws {
    self.random = random
    connection = try Connection(path: store.main, mode: .readWrite, isTrusted: true)
    try connection.keepWriteAheadLogOnClose()
    try connection.registerCoreDataFunctions(now: 0)
  }

  private func tables() throws -> [String] {
    try connection.rows(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' \
      AND name NOT LIKE 'sqlite%' ORDER BY name
      """
    ) { try $0.text(at: 0) }
  }

  // MARK: Rows

  /// Changes one to three cells or rows of any tables.
  mutating func damageRows() throws {
    // A trigger or constraint of the sample must not stop the damage.
    if random.chance(0.5) {
      for name in try connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        {
          try $0.text(at: 0)
        })
      { try connection.execute("DROP TRIGGER \(identifier: name)") }
    }
    for _ in 0..<random.integer(in: 1...3) {
      do {
        try damageTable()
      } catch is SQLiteError {}  // A unique index says no; the case has one change less.
    }
  }

  private mutating func damageTable() throws {
    guard let table = random.element(of: try tables()) else { return }
    let columns = try connection.rows("SELECT name FROM pragma_table_info(\(table))") {
      try $0.text(at: 0)
    }
    let rows = try connection.rows("SELECT rowid FROM \(identifier: table) ORDER BY rowid") {
      $0.integer(at: 0)
    }
    guard let column = random.element(of: columns) else { return }
    let row = random.element(of: rows) ?? 0
    switch random.below(12) {
    case 0: try connection.execute("DELETE FROM \(identifier: table) WHERE rowid = \(row)")
    case 1:
      try connection.execute(
        """
        INSERT INTO \(identifier: table) (\(identifier: column)) VALUES (\(value()))
        """)
    case 2:
      try connection.execute("UPDATE \(identifier: table) SET \(identifier: column) = \(value())")
    default:
      try connection.execute(
        """
        UPDATE \(identifier: table) SET \(identifier: column) = \(value()) WHERE rowid = \(row)
        """)
    }
  }

  /// A value of any type, or an expression for a text that is not UTF-8.
  private mutating func value() -> SQL {
    switch random.below(8) {
    case 0: return "NULL"
    case 1: return "\(SQLValue.integer(random.edgeInteger()))"
    case 2: return "\(SQLValue.integer(Int64(random.below(12))))"
    case 3: return "\(SQLValue.real(random.edgeReal()))"
    case 4: return "\(SQLValue.text(random.edgeText()))"
    case 5: return "CAST(\(SQLValue.blob(random.bytes(random.below(20)))) AS TEXT)"
    case 6: return "CAST(\(SQLValue.blob(random.bytes(16))) AS BLOB)"
    default:
      let reference = Data([UInt8(random.below(4))]) + Data(random.uuid().uuidString.utf8) + [0]
      return "\(SQLValue.blob(reference))"
    }
  }

  /// Puts bytes into the one cell that holds a property list or an archive.
  func replace(_ column: String, of table: String, with bytes: Data) throws {
    try connection.execute(
      "UPDATE \(identifier: table) SET \(identifier: column) = \(bytes)")
  }

  // MARK: Schema

  /// Rewrites texts of `sqlite_master`, or adds what a hostile author would add.
  mutating func damageSchema() throws {
    if random.chance(0.4) {
      do {
        try addHostileObject()
        return
      } catch is SQLiteError {}  // Not every addition goes with every table; rewrite a text.
    }
    try connection.pragma("writable_schema = ON")
    let rows = try connection.rows(
      "SELECT rowid, type, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ) { (row: $0.integer(at: 0), type: try $0.text(at: 1), sql: try $0.text(at: 2)) }
    guard let chosen = random.element(of: rows) else { return }
    switch random.below(6) {
    case 0:
      let type = random.element(of: ["table", "index", "view", "trigger", "x"]) ?? "x"
      try connection.execute("UPDATE sqlite_master SET type = \(type) WHERE rowid = \(chosen.row)")
    case 1:
      try connection.execute(
        "UPDATE sqlite_master SET rootpage = \(random.below(60)) WHERE rowid = \(chosen.row)")
    case 2:
      let name = random.edgeText()
      try connection.execute("UPDATE sqlite_master SET name = \(name) WHERE rowid = \(chosen.row)")
    default:
      try connection.execute(
        "UPDATE sqlite_master SET sql = \(changed(chosen.sql)) WHERE rowid = \(chosen.row)")
    }
  }

  private mutating func changed(_ sql: String) -> String {
    var words = sql.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let position = random.below(words.count)
    switch random.below(5) {
    case 0: words.remove(at: position)
    case 1: words.insert(words[random.below(words.count)], at: position)
    case 2: words[position] = random.edgeText()
    case 3:
      let additions = [
        "CHECK (abs(-9223372036854775807 - 1) > 0)", "GENERATED ALWAYS AS (abs(1))", "NOT NULL",
        "DEFAULT (abs(-9223372036854775807 - 1))", "COLLATE NOSUCH", "UNIQUE", "PRIMARY KEY",
        "REFERENCES ZTAG (Z_PK)", "WITHOUT ROWID", "STRICT", "AS SELECT 1", ",", ")", "--",
      ]
      words.insert(random.element(of: additions) ?? "", at: position)
    default:
      var bytes = Data(sql.utf8)
      random.damage(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    return words.joined(separator: " ")
  }

  private mutating func addHostileObject() throws {
    guard let table = random.element(of: try tables()) else { return }
    let name = SQL.identifier(table)
    let additions = [
      "CREATE TRIGGER hostile AFTER UPDATE ON \(name) BEGIN DELETE FROM \(name); END",
      "CREATE TRIGGER hostile BEFORE INSERT ON \(name) BEGIN SELECT abs(-9223372036854775807 - 1); END",
      "ALTER TABLE \(name) ADD COLUMN ZHOSTILE AS (abs(-9223372036854775807 - rowid))",
      "ALTER TABLE \(name) ADD COLUMN ZHOSTILE INTEGER CHECK (abs(ZHOSTILE) > 1)",
      "CREATE INDEX hostile ON \(name) (abs(rowid))",
      "CREATE VIEW Z_9HOSTILE AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) "
        + "SELECT x FROM r",
      "CREATE VIRTUAL TABLE Z_9HOSTILE USING rtree (id, a, b)",
    ]
    if random.chance(0.4) {
      try connection.execute(SQL(raw: "ALTER TABLE \(name) RENAME TO moved"))
      let stands = [
        "CREATE VIEW \(name) AS SELECT * FROM moved",
        "CREATE VIEW \(name) AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) "
          + "SELECT moved.* FROM moved, r",
        "CREATE VIRTUAL TABLE \(name) USING rtree (Z_PK, Z_ENT, Z_OPT)",
      ]
      try connection.execute(SQL(raw: random.element(of: stands) ?? ""))
      return
    }
    try connection.execute(SQL(raw: random.element(of: additions) ?? ""))
  }
}
