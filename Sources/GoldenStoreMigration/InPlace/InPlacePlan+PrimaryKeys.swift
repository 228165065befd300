import GoldenStoreFormat
import GoldenStoreSQLite

extension InPlacePlan {
  /// Makes Z_PRIMARYKEY anew, if an entity was added, removed or renumbered; otherwise it stays,
  /// stale names included. The rows of Core Data's own entities are taken over as they are.
  ///
  /// Format: StoreFormat F115.
  func rebuildPrimaryKeys(_ script: inout SchemaScript) {
    guard changesEntities else { return }
    let table = StoreNames.primaryKeyTable
    let original = table + "_ORIG"
    script.requireFree(original)
    script.append(
      .primaryKeys, "ALTER TABLE \(identifier: table) RENAME TO \(identifier: original)")
    for statement in StoreNames.fixedStatements where statement.hasPrefix("CREATE TABLE \(table) ")
    {
      script.append(.primaryKeys, SQL(raw: statement))
    }
    for entity in planner.destination.entities {
      let row: SQL =
        "\(entity.number), \(Optional(entity.name)), \(entity.superNumber)"
      guard let origin = formerRoot(of: entity) else {
        script.append(
          .primaryKeys,
          "INSERT INTO \(identifier: table) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(row), 0)")
        continue
      }
      script.append(
        .primaryKeys,
        """
        INSERT INTO \(identifier: table) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) SELECT \(row), Z_MAX \
        FROM \(identifier: original) WHERE Z_ENT = \(origin.number)
        """)
    }
    if planner.hasAncillaryEntities {
      script.append(
        .primaryKeys,
        """
        INSERT INTO \(identifier: table) (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
        SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM \(identifier: original) \
        WHERE Z_ENT > \(planner.source.entities.count)
        """)
    }
    script.append(.primaryKeys, "DROP TABLE \(identifier: original)")
  }

  /// The root in the source from whose table a root's rows come; `nil` for subentities, whose
  /// highest key is 0, and for tables that are new.
  private func formerRoot(of entity: EntityLayout) -> EntityLayout? {
    guard entity.superNumber == 0, let pair = planner.pairs(in: entity.tableName).first else {
      return nil
    }
    return planner.source.entity(named: pair.source.rootName)
  }

  /// Whether an entity is added, removed, renumbered or moved within its hierarchy.
  var changesEntities: Bool {
    planner.mapping.entityMappings.contains { $0.kind == .add || $0.kind == .remove }
      || planner.pairs.contains {
        $0.source.number != $0.destination.number
          || $0.source.superNumber != $0.destination.superNumber
      }
  }
}
