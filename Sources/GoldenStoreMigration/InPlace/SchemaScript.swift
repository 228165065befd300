import GoldenStoreFormat
import GoldenStoreSQLite

/// Statements, together with the schema that a file has after them.
struct SchemaScript {
  private(set) var schema: StoreSchema
  private(set) var statements: [MigrationStatement] = []
  /// The first thing of the file that has a name which a statement needs, as words for a message.
  private(set) var obstacle: String?

  init(_ schema: StoreSchema) {
    self.schema = schema
  }

  /// Appends a statement that changes rows only.
  mutating func append(_ phase: MigrationStatement.Phase, _ sql: SQL) {
    statements.append(MigrationStatement(phase: phase, sql: sql))
  }

  // MARK: Names

  /// Notes what has a name that a table or index is about to get.
  mutating func requireFree(_ name: String) {
    obstacle = obstacle ?? schema.object(named: name)
  }

  /// Notes a column that has a name which another one is about to get.
  private mutating func requireFree(_ column: String, in table: String) {
    let other = schema.table(named: table)?.columns
      .first { $0.lowercased() == column.lowercased() }
    obstacle = obstacle ?? other.map { "column '\($0)' of '\(table)'" }
  }

  // MARK: Tables

  mutating func createTable(_ name: String, columns: [String], statement: String) {
    requireFree(name)
    append(.create, SQL(raw: statement))
    schema.tables.append(
      StoreSchema.Table(name: name, columns: columns, hasInlineUniqueness: false))
  }

  mutating func dropTable(_ name: String, phase: MigrationStatement.Phase) {
    append(phase, "DROP TABLE \(identifier: name)")
    schema.tables.removeAll { $0.name == name }
    schema.indexes.removeAll { $0.table == name }
  }

  /// Renames tables at once, so that two may swap names.
  ///
  /// - Parameter detour: Whether every rename goes over a name of its own, even where none is in
  ///   the way.
  mutating func renameTables(_ renames: [Rename], detour: Bool) {
    let renames = renames.filter { $0.old != $0.new }
    var second: [Rename] = []
    for rename in renames {
      if detour || schema.table(named: rename.new) != nil {
        let passing = Self.freeName(
          rename.new + "TEMP",
          besides: schema.tables.map(\.name) + schema.indexes.map(\.name) + renames.map(\.new))
        renameTable(rename.old, to: passing)
        second.append(Rename(old: passing, new: rename.new))
      } else {
        renameTable(rename.old, to: rename.new)
      }
    }
    for rename in second { renameTable(rename.old, to: rename.new) }
  }

  /// A name that nothing has; SQLite's names do not tell cases apart.
  private static func freeName(_ wish: String, besides taken: [String]) -> String {
    let taken = Set(taken.map { $0.lowercased() })
    var name = wish
    while taken.contains(name.lowercased()) { name += "_" }
    return name
  }

  private mutating func renameTable(_ old: String, to new: String) {
    requireFree(new)
    append(.rename, "ALTER TABLE \(identifier: old) RENAME TO \(identifier: new)")
    for position in schema.tables.indices where schema.tables[position].name == old {
      schema.tables[position].name = new
    }
    for position in schema.indexes.indices where schema.indexes[position].table == old {
      schema.indexes[position].table = new
      schema.indexes[position].body = SchemaText.replacing(
        old, with: new, in: schema.indexes[position].body)
    }
  }

  // MARK: Columns

  /// Renames columns of one table at once, so that two may swap names.
  mutating func renameColumns(_ renames: [Rename], of table: String) {
    let renames = renames.filter { $0.old != $0.new }
    var second: [Rename] = []
    for rename in renames {
      if schema.table(named: table)?.columns.contains(rename.new) == true {
        let passing = Self.freeName(
          rename.new + "TEMP",
          besides: (schema.table(named: table)?.columns ?? []) + renames.map(\.new))
        renameColumn(rename.old, to: passing, of: table)
        second.append(Rename(old: passing, new: rename.new))
      } else {
        renameColumn(rename.old, to: rename.new, of: table)
      }
    }
    for rename in second { renameColumn(rename.old, to: rename.new, of: table) }
  }

  private mutating func renameColumn(_ old: String, to new: String, of table: String) {
    requireFree(new, in: table)
    append(
      .rename,
      "ALTER TABLE \(identifier: table) RENAME COLUMN \(identifier: old) TO \(identifier: new)")
    for position in schema.tables.indices where schema.tables[position].name == table {
      schema.tables[position].columns = schema.tables[position].columns.map {
        $0 == old ? new : $0
      }
    }
    for position in schema.indexes.indices where schema.indexes[position].table == table {
      schema.indexes[position].body = SchemaText.replacing(
        old, with: new, in: schema.indexes[position].body)
    }
  }

  mutating func addColumn(_ name: String, type: String, to table: String) {
    requireFree(name, in: table)
    append(
      .addColumns,
      "ALTER TABLE \(identifier: table) ADD COLUMN \(identifier: name) \(raw: type)")
    for position in schema.tables.indices where schema.tables[position].name == table {
      schema.tables[position].columns.append(name)
    }
  }

  // MARK: Indexes

  mutating func dropIndexes(
    phase: MigrationStatement.Phase = .dropIndexes, where matches: (StoreSchema.Index) -> Bool
  ) {
    for index in schema.indexes where matches(index) {
      append(phase, "DROP INDEX \(identifier: index.name)")
    }
    schema.indexes.removeAll(where: matches)
  }

  /// Makes an index unless there is one of that name and body; another of that name goes.
  mutating func createIndex(_ index: IndexLayout) {
    let body = SchemaText(index.body).indexBody
    if let existing = schema.indexes.first(where: { $0.name == index.name }) {
      if existing.body == body, existing.isUnique == index.isUnique { return }
      dropIndexes(phase: .createIndexes) { $0.name == index.name }
    }
    requireFree(index.name)
    append(.createIndexes, SQL(raw: index.createStatement))
    schema.indexes.append(
      StoreSchema.Index(
        name: index.name, table: index.table, isUnique: index.isUnique, body: body))
  }
}

/// An old and a new name.
struct Rename: Hashable, Sendable {
  let old: String
  let new: String
}
