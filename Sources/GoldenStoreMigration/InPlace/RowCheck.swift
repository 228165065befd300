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
    try check(connection).requireKnownNumbers(in: source.name)
  }

  /// Where Z_PRIMARYKEY is made anew, it must have no other rows than those of Core Data's own
  /// entities, which would be lost or in the way.
  private func requirePrimaryKeyRows(on connection: Connection) throws {
    guard plan.changesEntities else {
      return try check(connection).requirePrimaryKeyRows(others: nil)
    }
    let planner = plan.planner
    let ancillary =
      try planner.hasAncillaryEntities
      ? connection.integer(
        """
        SELECT count(*) FROM Z_PRIMARYKEY \
        WHERE Z_ENT > \(max(planner.source.entities.count, planner.destination.entities.count))
        """) : 0
    try check(connection).requirePrimaryKeyRows(others: ancillary)
  }

  private func check(_ connection: Connection) -> SourceRowCheck {
    SourceRowCheck(layout: plan.planner.source, connection: connection)
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
