package import GoldenStoreSQLite

/// Looks through the schema of a foreign file before anything else is done with it.
///
/// A file can bring along views, virtual tables, computed columns, and expressions in defaults and
/// indexes: programs that would run when a row is read or written. Core Data writes none of them
/// but the triggers and RTree tables of derived and spatial attributes, which are no tables of
/// entities and never run here. So what would run is refused by name.
///
/// Format: StoreFormat F47.
package struct SchemaGuard {
  let connection: Connection
  let store: String

  /// - Parameter store: The name of the file, for errors.
  package init(_ connection: Connection, store: String) {
    self.connection = connection
    self.store = store
  }

  /// Returns the names of all ordinary tables, in code-unit order.
  ///
  /// - Throws: `StoreError.database`.
  package func tableNames() throws -> [String] {
    try StoreError.wrappingSQLite(store) {
      try connection.rows(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' \
        ORDER BY name
        """
      ) { try $0.text(at: 0) }
    }
  }

  /// Refuses a view or a virtual table in the place of a table, and a table with columns that the
  /// file computes; says nothing about a table that is missing.
  ///
  /// - Throws: `StoreError.notATable`, `.computedByFile`, `.database`.
  package func requireStored(table: String) throws {
    try StoreError.wrappingSQLite(store) {
      // Statements don't tell the cases of names apart, so this must not either.
      let found = try connection.rows(
        """
        SELECT type, sql LIKE 'CREATE TABLE %' FROM sqlite_master \
        WHERE name = \(table) COLLATE NOCASE
        """
      ) { (type: try $0.text(at: 0), isOrdinary: $0.integer(at: 1) == 1) }
      for object in found where object.type != "table" || !object.isOrdinary {
        throw StoreError.notATable(
          store: store, name: table,
          found: object.type == "table" ? "a virtual table" : "a \(object.type)")
      }
      let computed = try connection.firstRow(
        "SELECT name FROM pragma_table_xinfo(\(table)) WHERE hidden IN (2, 3)"
      ) { try $0.text(at: 0) }
      if let computed { throw computedColumn(computed, of: table) }
    }
  }

  /// Refuses whatever the file would compute when rows are written or checked: the columns of any
  /// table, its defaults, and the expressions and conditions of indexes.
  ///
  /// - Throws: `StoreError.computedByFile`, `.database`.
  package func requireNothingComputed() throws {
    try StoreError.wrappingSQLite(store) {
      _ = try connection.firstRow(
        """
        SELECT m.name, x.name, x.hidden FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS x \
        WHERE m.type = 'table' AND m.sql LIKE 'CREATE TABLE %' \
        AND (x.hidden IN (2, 3) OR instr(x.dflt_value, '(') > 0)
        """
      ) { row in
        let table = try row.text(at: 0)
        let column = try row.text(at: 1)
        guard row.integer(at: 2) == 0 else { throw computedColumn(column, of: table) }
        throw StoreError.computedByFile(
          store: store, place: "'\(table)', default of column '\(column)'", expected: "a constant")
      }
      try requirePlainIndexes()
    }
  }

  private func computedColumn(_ column: String, of table: String) -> StoreError {
    .computedByFile(
      store: store, place: "'\(table)', column '\(column)'", expected: "a stored value")
  }

  private func requirePlainIndexes() throws {
    let indexes = try connection.rows(
      """
      SELECT m.name, m.sql, (SELECT count(*) FROM pragma_index_xinfo(m.name) WHERE cid = -2) \
      FROM sqlite_master AS m WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name
      """
    ) { (name: try $0.text(at: 0), sql: try $0.text(at: 1), expressions: $0.integer(at: 2)) }
    for index in indexes {
      if index.expressions > 0 {
        throw StoreError.computedByFile(
          store: store, place: "index '\(index.name)'", expected: "columns")
      }
      guard IndexCondition(index.sql)?.isPlain ?? true else {
        throw StoreError.computedByFile(
          store: store, place: "condition of index '\(index.name)'",
          expected: "comparisons of columns with constants")
      }
    }
  }
}
