import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

extension PhysicalComparison {
  private struct SchemaObject {
    let type: String
    let name: String
    let table: String
    let text: String
  }

  private struct Column: Hashable {
    let name: String
    let type: String
    /// The place in the primary key from 1; 0 for none.
    let keyPlace: Int64
  }

  /// Compares `sqlite_master` with the layout.
  mutating func compareSchema() throws {
    let objects = try connection.rows(
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY name"
    ) {
      SchemaObject(
        type: try $0.text(at: 0), name: try $0.text(at: 1), table: try $0.text(at: 2),
        text: try $0.text(at: 3))
    }.filter { !$0.name.hasPrefix("sqlite_") }
    try compareTables(objects.filter { $0.type == "table" }.map(\.name))
    compareIndexes(objects.filter { $0.type == "index" })
    compareTriggers(objects.filter { $0.type == "trigger" })
    for object in objects where !["table", "index", "trigger"].contains(object.type) {
      add(
        .schema, entity: object.table, property: object.name, expected: nil,
        found: "a \(object.type)")
    }
  }

  // MARK: Triggers

  private mutating func compareTriggers(_ found: [SchemaObject]) {
    for trigger in layout.triggers {
      let text = Self.normalized(trigger.createStatement)
      let match = found.first { $0.name == trigger.name }.map { Self.normalized($0.text) }
      if match != text {
        add(.schema, entity: trigger.table, property: trigger.name, expected: text, found: match)
      }
    }
    for trigger in found where !layout.triggers.contains(where: { $0.name == trigger.name }) {
      add(
        .schema, entity: trigger.table, property: trigger.name, expected: nil,
        found: Self.normalized(trigger.text))
    }
  }

  // MARK: Tables

  private static let ownTables: [(name: String, columns: [Column])] = [
    (
      "Z_PRIMARYKEY",
      [
        Column(name: "Z_ENT", type: "INTEGER", keyPlace: 1),
        Column(name: "Z_NAME", type: "VARCHAR", keyPlace: 0),
        Column(name: "Z_SUPER", type: "INTEGER", keyPlace: 0),
        Column(name: "Z_MAX", type: "INTEGER", keyPlace: 0),
      ]
    ),
    (
      "Z_METADATA",
      [
        Column(name: "Z_VERSION", type: "INTEGER", keyPlace: 1),
        Column(name: "Z_UUID", type: "VARCHAR(255)", keyPlace: 0),
        Column(name: "Z_PLIST", type: "BLOB", keyPlace: 0),
      ]
    ),
    ("Z_MODELCACHE", [Column(name: "Z_CONTENT", type: "BLOB", keyPlace: 0)]),
  ]

  private mutating func compareTables(_ names: [String]) throws {
    var expected = Self.ownTables
    for table in layout.tables {
      expected.append(
        (
          table.name,
          table.columns.map {
            Column(
              name: $0.name, type: $0.declaredType, keyPlace: $0.role == .primaryKey ? 1 : 0)
          }
        ))
    }
    for table in layout.joinTables {
      expected.append(
        (
          table.name,
          table.columns.enumerated().map { index, name in
            Column(name: name, type: "INTEGER", keyPlace: index < 2 ? Int64(index + 1) : 0)
          }
        ))
    }
    for table in expected {
      guard names.contains(table.name) else {
        add(.schema, entity: table.name, expected: "a table", found: nil)
        continue
      }
      try compareColumns(of: table.name, table.columns)
    }
    let spatial = layout.spatialIndexes.flatMap { [$0.name] + $0.shadowTables }
    for name in spatial where !names.contains(name) {
      add(.schema, entity: name, expected: "a table", found: nil)
    }
    for name in names
    where !expected.contains(where: { $0.name == name }) && !spatial.contains(name) {
      add(.schema, entity: name, expected: nil, found: "a table")
    }
  }

  private mutating func compareColumns(of table: String, _ expected: [Column]) throws {
    let found = try connection.rows("SELECT name, type, pk FROM pragma_table_info(\(table))") {
      Column(name: try $0.text(at: 0), type: try $0.text(at: 1), keyPlace: $0.integer(at: 2))
    }
    // A join table whose owner side has changed keeps its old column order in its key.
    let isJoin = layout.joinTables.contains { $0.name == table }
    for column in expected {
      guard let match = found.first(where: { $0.name == column.name }) else {
        add(.schema, entity: table, property: column.name, expected: "a column", found: nil)
        continue
      }
      let hasSameKey =
        isJoin ? (match.keyPlace > 0) == (column.keyPlace > 0) : match.keyPlace == column.keyPlace
      if match.type != column.type || !hasSameKey {
        add(
          .schema, entity: table, property: column.name, expected: Self.describe(column),
          found: Self.describe(match))
      }
    }
    for column in found where !expected.contains(where: { $0.name == column.name }) {
      add(.schema, entity: table, property: column.name, expected: nil, found: "a column")
    }
  }

  private static func describe(_ column: Column) -> String {
    column.type + (column.keyPlace > 0 ? " PRIMARY KEY" : "")
  }

  // MARK: Indexes

  private mutating func compareIndexes(_ found: [SchemaObject]) {
    for index in layout.indexes {
      let text = Self.normalized(index.createStatement)
      if let match = found.first(where: { $0.name == index.name }) {
        let other = Self.normalized(match.text)
        if other != text {
          add(.schema, entity: index.table, property: index.name, expected: text, found: other)
        }
      } else if index.kind != .join
        || !found.contains(where: { Self.body(of: $0.text) == Self.normalized(index.body) })
      {
        add(.schema, entity: index.table, property: index.name, expected: text, found: nil)
      }
    }
    for index in found where !isTolerated(index) {
      add(
        .schema, entity: index.table, property: index.name, expected: nil,
        found: Self.normalized(index.text))
    }
  }

  private func isTolerated(_ index: SchemaObject) -> Bool {
    if layout.indexes.contains(where: { $0.name == index.name }) { return true }
    let body = Self.body(of: index.text)
    if Self.isUnique(index.text) { return false }
    return isOldJoinIndex(index, body) || isNamedAfterAttribute(index, body)
  }

  /// Whether an index is one of a join table under an earlier name; one whose owner side has
  /// changed since has its columns the other way round.
  private func isOldJoinIndex(_ index: SchemaObject, _ body: String) -> Bool {
    guard let table = layout.joinTables.first(where: { $0.name == index.table }) else {
      return false
    }
    let orders =
      [[table.inverseColumn, table.ownerColumn]]
      + (origin.formerModels.isEmpty ? [] : [[table.ownerColumn, table.inverseColumn]])
    return orders.contains { "ON \(table.name) (\($0.joined(separator: ", ")))" == body }
  }

  private func isNamedAfterAttribute(_ index: SchemaObject, _ body: String) -> Bool {
    layout.entities.contains { entity in
      entity.attributes.contains { attribute in
        index.name == "Z_\(entity.name)_\(attribute.attribute.name)"
          && body == "ON \(entity.tableName) (\(attribute.column) COLLATE BINARY ASC)"
      }
    }
  }

  private static func isUnique(_ text: String) -> Bool {
    normalized(text).hasPrefix("CREATE UNIQUE ")
  }

  /// The text without the quotes that SQLite puts around renamed tables.
  private static func normalized(_ text: String) -> String {
    text.filter { $0 != "\"" }
  }

  private static func body(of text: String) -> String {
    let text = normalized(text)
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(" ON ") { return String(text[text.index(after: start)...]) }
      start = text.index(after: start)
    }
    return text
  }
}
