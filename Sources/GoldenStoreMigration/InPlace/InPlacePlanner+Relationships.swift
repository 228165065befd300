import GoldenStoreFormat
import GoldenStoreModel

/// What happens to everything that relationships are stored in.
struct RelationshipPlan {
  /// Where the columns of relationships come from.
  var origins = ColumnOrigins()
  /// One migration for each join table of the destination, in its order.
  var joins: [JoinMigration] = []
  var reversed: [ReversedForeignKey] = []
  var entityColumns: [NewEntityColumn] = []
}

/// An entity column that a key gets beside it, because its target may now be of several entities.
struct NewEntityColumn: Hashable, Sendable {
  let table: String
  let name: String
  let foreignKey: String
  /// The destination's number of the entity that the key named until now.
  let number: Int
  let targetTable: String
}

/// A relationship that lives on, on both sides.
struct RelationshipPair {
  let entities: InPlacePlanner.Pair
  let source: RelationshipLayout
  let destination: RelationshipLayout

  /// The destination's name of the entity.
  var entity: String { entities.destination.name }
  /// The destination's name of the relationship.
  var relationship: String { destination.relationship.name }
}

extension InPlacePlanner {
  /// Decides about every relationship of the destination.
  func planRelationships() throws(MigrationError) -> RelationshipPlan {
    var plan = RelationshipPlan()
    let relationships = relationshipPairs()
    for pair in relationships {
      switch pair.destination.storage {
      case .toOne(let foreignKey, let entityColumn, let orderKey):
        try planToOne(pair, foreignKey, entityColumn, orderKey, &plan)
      case .toManyByForeignKey(let table, let foreignKey, let orderKey):
        if pair.destination.relationship.inverse == nil {
          try planMembersWithoutInverse(pair, table, foreignKey, orderKey, &plan)
        } else {
          try planMembers(pair, table, foreignKey, orderKey, among: relationships, &plan)
        }
      case .joinTable: continue
      }
    }
    plan.joins = try joinMigrations(among: relationships)
    return plan
  }

  private func relationshipPairs() -> [RelationshipPair] {
    pairs.flatMap { pair in
      pair.mapping.relationships.compactMap { property in
        guard let origin = property.source.flatMap({ pair.source.relationship(named: $0) }),
          let relationship = pair.destination.relationship(named: property.destination)
        else { return nil }
        return RelationshipPair(entities: pair, source: origin, destination: relationship)
      }
    }
  }

  /// The table of a relationship's destination in the destination's version, if the rows of its
  /// former destination are there; `nil` where they are elsewhere or gone.
  private func commonTable(of pair: RelationshipPair) -> String? {
    let after = destination.entity(named: pair.destination.relationship.destination)?.tableName
    let before = pairs.first { $0.source.name == pair.source.relationship.destination }
    return before?.destination.tableName == after ? after : nil
  }

  /// The keys of a to-one stay as they are, even if they name rows of another table then.
  ///
  /// Format: StoreFormat F144.
  private func planToOne(
    _ pair: RelationshipPair, _ foreignKey: String, _ entityColumn: String?, _ orderKey: String?,
    _ plan: inout RelationshipPlan
  ) throws(MigrationError) {
    guard case .toOne(let oldKey, let oldEntityColumn, let oldOrderKey) = pair.source.storage else {
      throw .cannotInfer(
        source: mapping.source, destination: mapping.destination,
        .toManyToToOne(entity: pair.entity, relationship: pair.relationship))
    }
    let table = pair.entities.destination.tableName
    plan.origins.set(table, foreignKey, of: pair.entity, .column(oldKey))
    if let entityColumn {
      if let oldEntityColumn, commonTable(of: pair) != nil {
        plan.origins.set(table, entityColumn, of: pair.entity, .column(oldEntityColumn))
      } else {
        let former = pairs.first { $0.source.name == pair.source.relationship.destination }
        plan.addEntityColumn(
          entityColumn, foreignKey, in: table,
          target: destination.entity(named: pair.destination.relationship.destination),
          former: former?.destination.number)
      }
    }
    if let orderKey {
      plan.origins.set(table, orderKey, of: pair.entity, rank(oldOrderKey, oldKey))
    }
  }

  /// All members of one owner get one rank where they had none, as with Core Data.
  ///
  /// Format: StoreFormat F116.
  private func rank(_ orderKey: String?, _ foreignKey: String) -> ColumnMapping.Origin {
    orderKey.map { .column($0) } ?? .copy(foreignKey, completedBy: nil)
  }

  // MARK: To-many relationships whose members hold the key

  /// The key of the inverse decides. Where the inverse is new, it takes over the keys that a
  /// to-many had without one, or those of a to-one that now points the other way; otherwise it
  /// begins without.
  ///
  /// Format: StoreFormat F144, F147 and F148.
  private func planMembers(
    _ pair: RelationshipPair, _ table: String, _ foreignKey: String, _ orderKey: String?,
    among relationships: [RelationshipPair], _ plan: inout RelationshipPlan
  ) throws(MigrationError) {
    let holders = members(of: pair.destination.relationship)
    let carrying = Set(
      relationships.filter {
        $0.relationship == pair.destination.relationship.inverse
          && holders.map(\.destination.name).contains($0.entity)
      }.map(\.entity))
    switch pair.source.storage {
    case .joinTable: return
    case .toManyByForeignKey(let origin, let oldKey, let oldOrderKey):
      guard pair.source.relationship.inverse == nil else { return }
      if carrying.isEmpty { try requireSameMembers(of: pair) }
      let heirs = holders.filter {
        !carrying.contains($0.destination.name) && $0.source.tableName == origin
      }
      guard !heirs.isEmpty else { return }
      try requireEveryOwner(of: pair)
      try continueKeys(
        of: pair, in: heirs, table, from: (oldKey, oldOrderKey), to: (foreignKey, orderKey), &plan)
      addEntityColumn(of: pair, foreignKey, in: table, &plan)
    case .toOne(let oldKey, _, _):
      // The surviving to-one keeps the key.
      guard carrying.isEmpty else { return }
      let key = ReversedForeignKey(
        entity: pair.entity, relationship: pair.relationship,
        table: pair.entities.source.tableName, foreignKey: oldKey,
        numbers: [pair.entities.source.number], targetTable: table,
        targetForeignKey: foreignKey, targetOrderKey: orderKey,
        targetEntities: holders.map(\.destination.name))
      if let position = plan.reversed.firstIndex(where: { $0.isSameColumn(as: key) }) {
        plan.reversed[position].numbers.append(pair.entities.source.number)
        return
      }
      if plan.reversed.contains(where: {
        $0.targetTable == table && $0.targetForeignKey == foreignKey
      }) {
        throw undecided(.severalOrigins(entity: pair.entity, relationship: pair.relationship))
      }
      plan.reversed.append(key)
      addEntityColumn(of: pair, foreignKey, in: table, &plan)
    }
  }

  /// The members of a to-many without inverse hold keys that no property shows.
  ///
  /// Format: StoreFormat F148.
  private func planMembersWithoutInverse(
    _ pair: RelationshipPair, _ table: String, _ foreignKey: String, _ orderKey: String?,
    _ plan: inout RelationshipPlan
  ) throws(MigrationError) {
    switch pair.source.storage {
    case .joinTable:
      throw undecided(.losesManyInverse(entity: pair.entity, relationship: pair.relationship))
    case .toOne:
      throw .cannotMigrate(
        source: mapping.source, destination: mapping.destination,
        .toOneToManyWithoutInverse(entity: pair.entity, relationship: pair.relationship))
    case .toManyByForeignKey(_, let oldKey, let oldOrderKey):
      try requireSameMembers(of: pair)
      try requireEveryOwner(of: pair)
      try continueKeys(
        of: pair, in: members(of: pair.destination.relationship), table,
        from: (oldKey, oldOrderKey), to: (foreignKey, orderKey), &plan)
    }
  }

  /// The members of a to-many keep the keys that they hold without an inverse.
  private func continueKeys(
    of pair: RelationshipPair, in members: [Pair], _ table: String,
    from old: (key: String, order: String?), to new: (key: String, order: String?),
    _ plan: inout RelationshipPlan
  ) throws(MigrationError) {
    for member in members {
      try plan.origins.add(table, new.key, of: member.destination.name, .column(old.key)) {
        undecided(.severalOrigins(entity: pair.entity, relationship: pair.relationship))
      }
      if let order = new.order {
        plan.origins.set(
          table, order, of: member.destination.name, rank(old.order, old.key))
      }
    }
  }

  /// The entities whose objects a relationship may name and that live on: its destination and
  /// that one's subentities.
  private func members(of relationship: Relationship) -> [Pair] {
    guard let range = destination.entity(named: relationship.destination)?.numberRange else {
      return []
    }
    return pairs.filter { range.contains($0.destination.number) }
  }

  /// Refuses members that would have to be rows of another table.
  private func requireSameMembers(of pair: RelationshipPair) throws(MigrationError) {
    guard commonTable(of: pair) == nil else { return }
    throw undecided(
      .otherMembers(
        entity: pair.entity, relationship: pair.relationship,
        source: pair.source.relationship.destination,
        destination: pair.destination.relationship.destination))
  }

  /// Refuses keys that would lead to owners without the relationship.
  private func requireEveryOwner(of pair: RelationshipPair) throws(MigrationError) {
    let column = pair.destination.storage
    let isWhole = pairs.allSatisfy { other in
      other.source.isAbstract
        || !other.source.relationships.contains { $0.storage == pair.source.storage }
        || other.destination.relationships.contains { $0.storage == column }
    }
    guard isWhole else {
      throw undecided(.keptByFew(entity: pair.entity, relationship: pair.relationship))
    }
  }

  /// The numbers beside the new keys of a to-many's inverse, where that has any.
  private func addEntityColumn(
    of pair: RelationshipPair, _ foreignKey: String, in table: String,
    _ plan: inout RelationshipPlan
  ) {
    guard let name = pair.destination.relationship.inverse,
      let inverse = destination.entity(named: pair.destination.relationship.destination)?
        .relationship(named: name),
      case .toOne(_, let entityColumn?, _) = inverse.storage
    else { return }
    plan.addEntityColumn(
      entityColumn, foreignKey, in: table,
      target: destination.entity(named: inverse.relationship.destination), former: nil)
  }
}

extension RelationshipPlan {
  /// Notes an entity column whose numbers are found through the keys beside it.
  ///
  /// - Parameter former: The number for keys that lead nowhere; by default the target's.
  fileprivate mutating func addEntityColumn(
    _ name: String, _ foreignKey: String, in table: String, target: EntityLayout?, former: Int?
  ) {
    guard let target else { return }
    let column = NewEntityColumn(
      table: table, name: name, foreignKey: foreignKey, number: former ?? target.number,
      targetTable: target.tableName)
    if !entityColumns.contains(column) { entityColumns.append(column) }
  }
}

extension ReversedForeignKey {
  /// Whether another key is this one, seen from a subentity.
  fileprivate func isSameColumn(as other: ReversedForeignKey) -> Bool {
    table == other.table && foreignKey == other.foreignKey && targetTable == other.targetTable
      && targetForeignKey == other.targetForeignKey
  }
}
