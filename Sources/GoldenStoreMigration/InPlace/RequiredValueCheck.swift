import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Counts the objects that lack what became required, after everything else was done.
///
/// Format: StoreFormat F118.
struct RequiredValueCheck {
  let plan: InPlacePlan

  /// - Throws: `MigrationError.cannotMigrate`.
  func run(on connection: Connection) throws {
    for pair in plan.planner.pairs where pair.mapping.kind == .transform {
      for property in pair.mapping.properties where property.isChecked {
        try check(property, of: pair.destination, on: connection)
      }
    }
  }

  private func check(
    _ property: PropertyMapping, of entity: EntityLayout, on connection: Connection
  ) throws {
    let name = property.destination
    let objects = try count(entity, nil, connection)
    if let column = entity.attribute(named: name) {
      let missing = try count(entity, "\(identifier: column.column) IS NULL", connection)
      try refuse(
        missing,
        .missingValues(
          entity: entity.name, attribute: name, missing: missing, objects: objects))
      return
    }
    guard let layout = entity.relationship(named: name) else { return }
    switch layout.storage {
    case .toOne(let foreignKey, _, _):
      let missing = try count(entity, "\(identifier: foreignKey) IS NULL", connection)
      try refuse(
        missing,
        .missingTarget(
          entity: entity.name, relationship: name, missing: missing, objects: objects))
    case .toManyByForeignKey(let table, let foreignKey, _):
      try requireMember(in: table, column: foreignKey, layout, entity, objects, connection)
    case .joinTable(let table, let own, _, _):
      try requireMember(in: table.name, column: own, layout, entity, objects, connection)
    }
  }

  private func requireMember(
    in table: String, column: String, _ layout: RelationshipLayout, _ entity: EntityLayout,
    _ objects: Int64, _ connection: Connection
  ) throws {
    let missing = try count(
      entity,
      """
      Z_PK NOT IN (SELECT \(identifier: column) FROM \(identifier: table) \
      WHERE \(identifier: column) IS NOT NULL)
      """, connection)
    try refuse(
      missing,
      .missingTargets(
        entity: entity.name, relationship: layout.relationship.name,
        minimum: layout.relationship.minCount, missing: missing, objects: objects))
  }

  /// The number of objects of an entity, those of subentities not included, that meet a condition.
  private func count(
    _ entity: EntityLayout, _ condition: SQL?, _ connection: Connection
  ) throws -> Int64 {
    var sql: SQL = """
      SELECT count(*) FROM \(identifier: entity.tableName) WHERE Z_ENT = \(entity.number)
      """
    if let condition { sql = "\(sql) AND \(condition)" }
    return try connection.integer(sql)
  }

  private func refuse(_ missing: Int64, _ problem: MigrationProblem) throws {
    guard missing > 0 else { return }
    throw MigrationError.cannotMigrate(
      source: plan.planner.mapping.source, destination: plan.planner.mapping.destination, problem)
  }
}
