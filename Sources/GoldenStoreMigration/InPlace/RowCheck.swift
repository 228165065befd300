import GoldenStoreFormat
import GoldenStoreSQLite

/// Checks of the rows before a migration, so that none is lost or misread.
struct RowCheck {
  let plan: InPlacePlan

  /// - Throws: `StoreError.unexpectedEntityNumber`, `.unexpectedValue`; `MigrationError` for keys
  ///   that cannot be reversed.
  func run(on connection: Connection) throws {
    for table in plan.tables { try requireKnownNumbers(in: table, on: connection) }
    try requirePrimaryKeyRows(on: connection)
    for key in plan.reversed { try requireSingleOwners(key, on: connection) }
    try plan.cloudKit.requireNumbers(on: connection)
  }

  /// The rows of a table that is copied or renumbered must belong to its entities.
  private func requireKnownNumbers(
    in table: TableMigration, on connection: Connection
  ) throws {
    guard let source = table.source,
      table.kind == .rebuild || table.columns.contains(where: { !$0.renumbering.isEmpty })
    else { return }
    let numbers = plan.planner.source.entities.filter { $0.tableName == source.name }
      .map { String($0.number) }.joined(separator: ", ")
    let stranger = try connection.firstRow(
      """
      SELECT Z_PK, Z_ENT FROM \(identifier: source.name) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(raw: numbers)) LIMIT 1
      """
    ) { (row: $0.integer(at: 0), number: $0.isNull(at: 1) ? "NULL" : "\($0.integer(at: 1))") }
    if let stranger {
      throw StoreError.unexpectedEntityNumber(
        store: connection.fileName, table: source.name, row: stranger.row,
        found: stranger.number)
    }
  }

  /// Z_PRIMARYKEY must have a sound row for each entity of the source; where it is made anew, no
  /// other than those of Core Data's own entities, which would be lost or in the way.
  private func requirePrimaryKeyRows(on connection: Connection) throws {
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
    let count = plan.planner.source.entities.count
    let found = try connection.integer("SELECT count(1) FROM Z_PRIMARYKEY")
    let known = try connection.integer(
      "SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 1 AND \(count)")
    let ancillary =
      try plan.planner.hasAncillaryEntities
      ? connection.integer(
        """
        SELECT count(*) FROM Z_PRIMARYKEY \
        WHERE Z_ENT > \(max(count, plan.planner.destination.entities.count))
        """) : 0
    guard known == count, found == known + ancillary || !plan.changesEntities else {
      throw StoreError.unexpectedValue(
        store: connection.fileName, table: StoreNames.primaryKeyTable, row: 1, column: "Z_ENT",
        problem: "expected the numbers 1 to \(count), found \(known) of them and \(found) rows")
    }
  }

  /// A key can be reversed only where each target has one owner.
  ///
  /// Format: StoreFormat F149.
  private func requireSingleOwners(
    _ key: ReversedForeignKey, on connection: Connection
  ) throws {
    let shared = try connection.integer(
      """
      SELECT count(*) FROM (SELECT 1 FROM \(identifier: key.table) \
      WHERE \(identifier: key.foreignKey) IS NOT NULL AND \(isOf(key.numbers)) \
      GROUP BY \(identifier: key.foreignKey) HAVING count(*) > 1)
      """)
    if shared > 0 {
      throw plan.planner.undecided(
        .sharedTargets(entity: key.entity, relationship: key.relationship, shared: shared))
    }
  }
}
