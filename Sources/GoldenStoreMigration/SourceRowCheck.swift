import GoldenStoreFormat
import GoldenStoreSQLite

/// Whether the rows of a store are such as its model describes, so that copying them loses none.
struct SourceRowCheck {
  let layout: StoreLayout
  let connection: Connection

  /// Checks everything that a copy of all objects relies on.
  ///
  /// - Throws: `StoreError.schemaMissing`, `.unexpectedEntityNumber`, `.unexpectedValue`.
  func run() throws {
    try StoreSchema(of: connection).requireTables(of: layout)
    for table in layout.tables {
      try requireKnownNumbers(in: table.name)
      try requireWholeKeys(in: table)
    }
    try requirePrimaryKeyRows(others: nil)
  }

  /// Every row of a table must belong to one of its entities.
  func requireKnownNumbers(in table: String) throws {
    let numbers = SQL.list(layout.entities.filter { $0.tableName == table }.map(\.number))
    let stranger = try connection.firstRow(
      """
      SELECT Z_PK, Z_ENT FROM \(identifier: table) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers)) LIMIT 1
      """
    ) { (row: $0.integer(at: 0), number: $0.isNull(at: 1) ? "NULL" : "\($0.integer(at: 1))") }
    if let stranger {
      throw StoreError.unexpectedEntityNumber(
        store: connection.fileName, table: table, row: stranger.row, found: stranger.number)
    }
  }

  /// Keys that are no numbers lead nowhere and would go without a word.
  private func requireWholeKeys(in table: TableLayout) throws {
    for column in table.columns where column.role.isKey {
      let damaged = try connection.firstRow(
        """
        SELECT Z_PK FROM \(identifier: table.name) \
        WHERE typeof(\(identifier: column.name)) NOT IN ('integer', 'null') LIMIT 1
        """
      ) { $0.integer(at: 0) }
      if let damaged {
        throw StoreError.unexpectedValue(
          store: connection.fileName, table: table.name, row: damaged, column: column.name,
          problem: "expected a whole number or NULL, found another type")
      }
    }
  }

  /// Z_PRIMARYKEY must have a sound row for each entity.
  ///
  /// - Parameter others: How many further rows it may have; nil for any number.
  func requirePrimaryKeyRows(others: Int64?) throws {
    let damaged = try connection.firstRow(
      """
      SELECT rowid, Z_ENT FROM Z_PRIMARYKEY WHERE typeof(Z_SUPER) <> 'integer' \
      OR typeof(Z_MAX) <> 'integer' OR typeof(Z_NAME) <> 'text' LIMIT 1
      """
    ) { $0.integer(at: 0) }
    if let damaged {
      throw StoreError.unexpectedValue(
        store: connection.fileName, table: StoreNames.primaryKeyTable, row: damaged,
        column: "Z_MAX", problem: "expected a name and whole numbers, found another type")
    }
    let count = layout.entities.count
    let found = try connection.integer("SELECT count(1) FROM Z_PRIMARYKEY")
    let known = try connection.integer(
      "SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 1 AND \(count)")
    guard known == count, others.map({ found == known + $0 }) ?? true else {
      throw StoreError.unexpectedValue(
        store: connection.fileName, table: StoreNames.primaryKeyTable, row: 1, column: "Z_ENT",
        problem: "expected the numbers 1 to \(count), found \(known) of them and \(found) rows")
    }
  }
}

extension ColumnRole {
  /// Whether the column holds keys of objects, or the numbers or ranks beside them.
  fileprivate var isKey: Bool {
    switch self {
    case .foreignKey, .entityColumn, .orderKey, .virtualForeignKey, .virtualOrderKey: true
    case .primaryKey, .entityNumber, .lockVersion, .attribute: false
    }
  }
}
