import GoldenStoreFormat
import GoldenStoreModel

extension InPlacePlanner {
  /// Decides about one join table of the destination.
  func joinMigration(
    to table: JoinTableLayout, among relationships: [RelationshipPair]
  ) throws(MigrationError) -> JoinMigration {
    let sides = relationships.filter { $0.joinTable == table }
    // The owner's side first: it gives the table its name.
    let owner = sides.first {
      $0.destination.relationship.name == table.ownerRelationship
        && $0.entities.destination.name == table.ownerEntity
    }
    guard let side = owner ?? sides.first else {
      return JoinMigration(kind: .create, destination: table)
    }
    try requireSameInverse(side, among: relationships)
    guard case .joinTable(_, let own, let target, _) = side.destination.storage else {
      return JoinMigration(kind: .create, destination: table)
    }
    // The other direction has the same pairs, where both were to-ones even a second time.
    try requireOneOrigin(of: sides.filter { $0.ownColumn == own })
    switch side.source.storage {
    case .joinTable(let origin, let oldOwn, let oldTarget, _):
      return try moved(
        from: origin, to: table,
        columns: [Rename(old: oldOwn, new: own), Rename(old: oldTarget, new: target)])
    case .toOne(let foreignKey, _, let orderKey):
      return JoinMigration(
        kind: .fill(
          pairs(
            in: side.entities.source.tableName, foreignKey: foreignKey, orderKey: orderKey,
            of: sides.filter(\.isToOneInSource), holder: own, owner: target, in: table)),
        destination: table)
    case .toManyByForeignKey(let holder, let foreignKey, let orderKey):
      return JoinMigration(
        kind: .fill(
          pairs(
            in: holder, foreignKey: foreignKey, orderKey: orderKey,
            of: sides.filter(\.isToOneInSource), holder: target, owner: own, in: table)),
        destination: table)
    }
  }

  private func moved(
    from origin: JoinTableLayout, to table: JoinTableLayout, columns: [Rename]
  ) throws(MigrationError) -> JoinMigration {
    guard origin.isReflexive == table.isReflexive else {
      throw notSupported(
        "relationship '\(table.ownerEntity).\(table.ownerRelationship)' becoming its own inverse, or ceasing to be,"
      )
    }
    var moves = columns
    var copies = columns.map { JoinColumn(name: $0.new, source: $0.old) }
    var isSameShape = true
    for column in columns {
      let before = origin.orderKey(of: column.old)
      let after = table.orderKey(of: column.new)
      switch (before, after) {
      case (nil, nil): continue
      case (let before?, let after?):
        moves.append(Rename(old: before, new: after))
        copies.append(JoinColumn(name: after, source: before))
      case (nil, let after?):
        isSameShape = false
        // A new rank is the primary key of what it ranks.
        copies.append(JoinColumn(name: after, source: column.old))
      case (_?, nil):
        isSameShape = false
      }
    }
    if isSameShape {
      return JoinMigration(kind: .keep(origin, columns: moves), destination: table)
    }
    try requireNothingUnknown(in: origin.name, known: origin.columns)
    return JoinMigration(kind: .rebuild(origin, columns: copies), destination: table)
  }

  private func pairs(
    in holderTable: String, foreignKey: String, orderKey: String?, of holders: [RelationshipPair],
    holder: String, owner: String, in table: JoinTableLayout
  ) -> ForeignKeyPairs {
    // Without the holders' own side, every object that lives on takes its key along.
    let entities =
      holders.isEmpty
      ? pairs.filter { $0.source.tableName == holderTable } : holders.map(\.entities)
    let numbers = Set(entities.map(\.source.number))
    let residents = Set(source.entities.filter { $0.tableName == holderTable }.map(\.number))
    return ForeignKeyPairs(
      table: holderTable, foreignKey: foreignKey,
      entityNumbers: residents.isSubset(of: numbers) ? [] : numbers.sorted(),
      holderColumn: holder, ownerColumn: owner,
      holderOrderKey: table.orderKey(of: holder).map {
        JoinColumn(name: $0, source: orderKey ?? "Z_PK")
      }, ownerOrderKey: table.orderKey(of: owner))
  }

  /// Refuses a relationship whose pairs are in several places, as after moving the relationships
  /// of two entities up to their parent.
  private func requireOneOrigin(of sides: [RelationshipPair]) throws(MigrationError) {
    let origins = Set(sides.map(\.sourcePlace))
    guard origins.count > 1, let side = sides.first else { return }
    throw notSupported("making relationship '\(side.label)' from several relationships")
  }

  /// Refuses two join tables that would come from one.
  func requireSingleUse(of joins: [JoinMigration]) throws(MigrationError) {
    var seen: Set<String> = []
    for join in joins {
      guard let source = join.source else { continue }
      guard seen.insert(source.name).inserted else {
        throw notSupported(
          "making several relationships from '\(source.ownerEntity).\(source.ownerRelationship)'")
      }
    }
  }
}

extension RelationshipPair {
  fileprivate var isToOneInSource: Bool {
    if case .toOne = source.storage { true } else { false }
  }

  /// The column of the destination's join table that holds the entity's own keys.
  fileprivate var ownColumn: String? {
    if case .joinTable(_, let own, _, _) = destination.storage { own } else { nil }
  }

  /// Where the source keeps the pairs: a join table, or a table and a column of it.
  fileprivate var sourcePlace: [String] {
    switch source.storage {
    case .toOne(let foreignKey, _, _): [entities.source.tableName, foreignKey]
    case .toManyByForeignKey(let table, let foreignKey, _): [table, foreignKey]
    case .joinTable(let table, _, _, _): [table.name]
    }
  }

  /// The destination's join table, if there is one.
  fileprivate var joinTable: JoinTableLayout? {
    if case .joinTable(let table, _, _, _) = destination.storage { table } else { nil }
  }
}

extension JoinTableLayout {
  /// The order key that ranks the rows of one of the two key columns.
  fileprivate func orderKey(of column: String) -> String? {
    column == ownerColumn ? ownerOrderKey : inverseOrderKey
  }
}
