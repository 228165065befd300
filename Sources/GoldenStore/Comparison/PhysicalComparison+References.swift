import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

extension PhysicalComparison {
  /// Looks for keys that lead nowhere, and for order keys that give no order.
  mutating func compareReferences() throws {
    for entity in layout.entities {
      for relationship in entity.relationships {
        switch relationship.storage {
        case .toOne(let foreignKey, let entityColumn, let orderKey):
          guard !entity.isAbstract else { continue }
          try compareToOne(entity, relationship, foreignKey, entityColumn, orderKey)
        case .toManyByForeignKey(let table, let foreignKey, let orderKey):
          // With an inverse, that one's column was looked at already; an inherited relationship
          // has the column of the entity that declares it.
          guard relationship.relationship.inverse == nil, declares(relationship, entity) else {
            continue
          }
          try compareVirtual(entity, relationship, table, foreignKey, orderKey)
        case .joinTable: continue
        }
      }
    }
    for table in layout.joinTables where try exists(table: table.name, columns: table.columns) {
      try compareJoinRows(table)
    }
  }

  private func declares(_ relationship: RelationshipLayout, _ entity: EntityLayout) -> Bool {
    layout.model.entity(named: entity.name)?.relationships.contains {
      $0.name == relationship.relationship.name
    } ?? false
  }

  // MARK: Foreign keys

  private mutating func compareToOne(
    _ entity: EntityLayout, _ relationship: RelationshipLayout, _ foreignKey: String,
    _ entityColumn: String?, _ orderKey: String?
  ) throws {
    let columns = [foreignKey, entityColumn, orderKey].compactMap(\.self)
    guard let target = layout.entity(named: relationship.relationship.destination),
      try exists(table: entity.tableName, columns: columns), try exists(table: target.tableName)
    else { return }
    let own: SQL = """
      FROM \(identifier: entity.tableName) AS own WHERE own.Z_ENT = \(entity.number) \
      AND own.\(identifier: foreignKey) IS NOT NULL
      """
    try addDangling(
      """
      SELECT own.Z_PK, own.\(identifier: foreignKey) \(own) AND NOT EXISTS (\(
        Self.targetExists(target, key: "own.\(SQL.identifier(foreignKey))")))
      """, entity: entity.name, relationship: relationship.relationship.name, target: target.name)
    if let entityColumn {
      let rows = try connection.rows(
        """
        SELECT own.Z_PK, target.Z_ENT, coalesce(own.\(identifier: entityColumn), -1) \
        FROM \(identifier: entity.tableName) AS own JOIN \(identifier: target.tableName) AS target \
        ON target.Z_PK = own.\(identifier: foreignKey) WHERE own.Z_ENT = \(entity.number) \
        AND own.\(identifier: entityColumn) IS NOT target.Z_ENT ORDER BY own.Z_PK
        """
      ) { ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)) }
      for (key, expected, found) in rows {
        add(
          .bookkeeping, entity: entity.name, object: key, property: entityColumn,
          expected: "\(expected)", found: "\(found)")
      }
    }
    if let orderKey {
      let undecided = ContentsComparison.UndecidedOrder(
        entity: target.name, relationship: relationship.relationship.inverse ?? "")
      try compareOrder(
        table: entity.tableName, owner: foreignKey, orderKey: orderKey, undecided: undecided,
        condition: "Z_ENT = \(entity.number)")
    }
  }

  private mutating func compareVirtual(
    _ entity: EntityLayout, _ relationship: RelationshipLayout, _ table: String,
    _ foreignKey: String, _ orderKey: String?
  ) throws {
    guard try exists(table: table, columns: [foreignKey] + [orderKey].compactMap(\.self)),
      try exists(table: entity.tableName)
    else { return }
    try addDangling(
      """
      SELECT own.Z_PK, own.\(identifier: foreignKey) FROM \(identifier: table) AS own \
      WHERE own.\(identifier: foreignKey) IS NOT NULL AND NOT EXISTS (\(
        Self.targetExists(entity, key: "own.\(SQL.identifier(foreignKey))")))
      """, entity: table, relationship: foreignKey, target: entity.name)
    if let orderKey {
      try compareOrder(
        table: table, owner: foreignKey, orderKey: orderKey,
        undecided: .init(entity: entity.name, relationship: relationship.relationship.name),
        condition: "1")
    }
  }

  private static func targetExists(_ target: EntityLayout, key: String) -> SQL {
    """
    SELECT 1 FROM \(identifier: target.tableName) AS target WHERE target.Z_PK = \(raw: key) \
    AND target.Z_ENT BETWEEN \(target.numberRange.lowerBound) AND \(target.numberRange.upperBound)
    """
  }

  private mutating func addDangling(
    _ query: SQL, entity: String, relationship: String, target: String
  ) throws {
    let rows = try connection.rows(query) { ($0.integer(at: 0), $0.integer(at: 1)) }
    for (key, found) in rows {
      add(
        .relationship, entity: entity, object: key, property: relationship,
        expected: "the key of an object of '\(target)'", found: "key \(found) of no object")
    }
  }

  // MARK: Join rows

  private mutating func compareJoinRows(_ table: JoinTableLayout) throws {
    let sides = [
      (column: table.ownerColumn, entity: table.ownerEntity),
      (column: table.inverseColumn, entity: table.inverseEntity),
    ]
    for side in sides {
      guard let target = layout.entity(named: side.entity),
        try exists(table: target.tableName)
      else { continue }
      let rows = try connection.rows(
        """
        SELECT \(identifier: side.column) FROM \(identifier: table.name) AS own \
        WHERE own.\(identifier: side.column) IS NULL OR NOT EXISTS (\(
          Self.targetExists(target, key: "own.\(SQL.identifier(side.column))")))
        """
      ) { $0.isNull(at: 0) ? "NULL" : "key \($0.integer(at: 0)) of no object" }
      for found in rows {
        add(
          .relationship, entity: table.name, property: side.column,
          expected: "the key of an object of '\(target.name)'", found: found)
      }
    }
    if let orderKey = table.inverseOrderKey {
      try compareOrder(
        table: table.name, owner: table.ownerColumn, orderKey: orderKey,
        undecided: .init(entity: table.ownerEntity, relationship: table.ownerRelationship))
    }
    if let orderKey = table.ownerOrderKey {
      try compareOrder(
        table: table.name, owner: table.inverseColumn, orderKey: orderKey,
        undecided: .init(entity: table.inverseEntity, relationship: table.inverseRelationship))
    }
  }

  // MARK: Order keys

  /// Every member has a positive order key, and no two members of one owner share one.
  private mutating func compareOrder(
    table: String, owner: String, orderKey: String,
    undecided: ContentsComparison.UndecidedOrder, condition: SQL = "1"
  ) throws {
    let bad = try connection.rows(
      """
      SELECT rowid, \(identifier: orderKey) FROM \(identifier: table) WHERE \(condition) \
      AND ((\(identifier: owner) IS NULL) IS NOT (\(identifier: orderKey) IS NULL) \
      OR \(identifier: orderKey) < 0)
      """
    ) { ($0.integer(at: 0), $0.isNull(at: 1) ? "NULL" : "\($0.integer(at: 1))") }
    for (row, found) in bad {
      add(
        .order, entity: table, object: row, property: orderKey,
        expected: found == "NULL" ? "an order key" : "NULL or a positive order key", found: found)
    }
    guard !origin.undecidedOrders.contains(undecided) else { return }
    let shared = try connection.rows(
      """
      SELECT \(identifier: owner), \(identifier: orderKey), count(*) FROM \(identifier: table) \
      WHERE \(identifier: owner) IS NOT NULL AND \(condition) GROUP BY 1, 2 HAVING count(*) > 1
      """
    ) { ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)) }
    for (owner, key, count) in shared {
      add(
        .order, entity: table, property: orderKey,
        expected: "different order keys for the members of \(owner)",
        found: "\(count) members with \(key)")
    }
  }
}
