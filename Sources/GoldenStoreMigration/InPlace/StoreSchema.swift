package import GoldenStoreFormat
import GoldenStoreModel
package import GoldenStoreSQLite

/// The tables, indexes and triggers that a store's file really has.
///
/// A store that was migrated before may hold more than its model asks for: columns in another
/// order, indexes under older names.
package struct StoreSchema: Hashable, Sendable {
  package struct Table: Hashable, Sendable {
    package var name: String
    package var columns: [String]
    /// Whether the table's own statement demands unique values, as frameworks up to 851 did.
    package var hasInlineUniqueness: Bool
    /// The tables that the table's own statement refers to, which Core Data never does.
    package var references: [String] = []
  }

  package struct Index: Hashable, Sendable {
    package var name: String
    package var table: String
    package var isUnique: Bool
    /// What follows the name, from `ON` to the end, without quotes around names.
    package var body: String
  }

  package struct Trigger: Hashable, Sendable {
    package var name: String
    package var table: String
  }

  /// The name of the store, for messages.
  package var store: String
  /// The ordinary tables in the order of the file.
  package var tables: [Table]
  /// The indexes that a statement made, in the order of the file.
  package var indexes: [Index]
  package var triggers: [Trigger]
  package var views: [String] = []

  package func table(named name: String) -> Table? {
    tables.first { $0.name == name }
  }

  /// Refuses a file without a table or column that a model asks for.
  ///
  /// - Throws: `StoreError.schemaMissing`.
  func requireTables(of layout: StoreLayout) throws(StoreError) {
    let version = layout.model.name
    for (name, columns) in layout.rowTables {
      guard let table = table(named: name) else {
        throw .schemaMissing(store: store, table: name, column: nil, version: version)
      }
      if let column = columns.first(where: { !table.columns.contains($0) }) {
        throw .schemaMissing(store: store, table: name, column: column, version: version)
      }
    }
  }

  /// What has a name, as words for a message; SQLite's names do not tell cases apart.
  func object(named name: String) -> String? {
    let objects =
      tables.map { (kind: "table", name: $0.name) } + views.map { (kind: "view", name: $0) }
      + indexes.map { (kind: "index", name: $0.name) }
    return objects.first { $0.name.lowercased() == name.lowercased() }
      .map { "\($0.kind) '\($0.name)'" }
  }
}

extension StoreSchema {
  /// The schema of a fresh store.
  package init(_ layout: StoreLayout) {
    store = layout.model.name
    tables = layout.rowTables.map {
      Table(name: $0.name, columns: $0.columns, hasInlineUniqueness: false)
    }
    for name in layout.spatialIndexes.map(\.name) + StoreNames.bookkeepingTables {
      tables.append(Table(name: name, columns: [], hasInlineUniqueness: false))
    }
    indexes = layout.indexes.map {
      Index(
        name: $0.name, table: $0.table, isUnique: $0.isUnique,
        body: SchemaText($0.body).indexBody)
    }
    triggers = layout.triggers.map { Trigger(name: $0.name, table: $0.table) }
  }

  /// Reads the schema of an open store.
  ///
  /// - Throws: `SQLiteError`.
  package init(of connection: Connection) throws {
    var schema = StoreSchema(store: connection.fileName, tables: [], indexes: [], triggers: [])
    let objects = try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ) { row in
      (
        type: try row.text(at: 0), name: try row.text(at: 1), table: try row.text(at: 2),
        sql: try row.text(at: 3)
      )
    }
    for object in objects {
      switch object.type {
      case "table":
        let columns = try connection.rows("PRAGMA table_info(\(identifier: object.name))") {
          try $0.text(at: 1)
        }
        schema.tables.append(
          Table(
            name: object.name, columns: columns,
            hasInlineUniqueness: SchemaText(object.sql).contains(word: "UNIQUE"),
            references: try connection.rows(
              "SELECT \"table\" FROM pragma_foreign_key_list(\(object.name))"
            ) { try $0.text(at: 0) }))
      case "index":
        schema.indexes.append(
          Index(
            name: object.name, table: object.table,
            isUnique: SchemaText(object.sql).second == "UNIQUE",
            body: SchemaText(object.sql).indexBody))
      case "trigger":
        schema.triggers.append(Trigger(name: object.name, table: object.table))
      case "view": schema.views.append(object.name)
      default: break
      }
    }
    self = schema
  }
}
