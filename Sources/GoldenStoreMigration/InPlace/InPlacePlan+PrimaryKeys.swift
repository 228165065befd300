import GoldenStoreFormat
import GoldenStoreSQLite

extension InPlacePlan {
  /// Makes Z_PRIMARYKEY anew, if an entity was added, removed or renumbered; otherwise it stays,
  /// stale names included.
  ///
  /// Format: StoreFormat F115.
  func rebuildPrimaryKeys(_ script: inout SchemaScript) {
    guard changesEntities else { return }
    let table = StoreNames.primaryKeyTable
    let original = table + "_ORIG"
    script.append(
      .primaryKeys, "ALTER TABLE \(identifier: table) RENAME TO \(identifier: original)")
    for statement in StoreNames.fixedStatements where statement.hasPrefix("CREATE TABLE \(table) ")
    {
      script.append(.primaryKeys, SQL(raw: statement))
    }
    for entity in planner.destination.entities {
      let row: SQL =
        "\(entity.number), \(Optional(entity.name)), \(entity.superNumber)"
      guard let pair = planner.pair(to: entity.name) else {
        script.append(
          .primaryKeys,
          "INSERT INTO \(identifier: table) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(row), 0)")
        continue
      }
      script.append(
        .primaryKeys,
        """
        INSERT INTO \(identifier: table) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) SELECT \(row), Z_MAX \
        FROM \(identifier: original) WHERE Z_ENT = \(pair.source.number)
        """)
    }
    script.append(.primaryKeys, "DROP TABLE \(identifier: original)")
  }

  /// Whether an entity is added or removed.
  var changesEntities: Bool {
    planner.mapping.entityMappings.contains { $0.kind == .add || $0.kind == .remove }
      || planner.destination.entities.contains { entity in
        planner.pair(to: entity.name).map { $0.source.number != entity.number } ?? false
      }
  }
}
