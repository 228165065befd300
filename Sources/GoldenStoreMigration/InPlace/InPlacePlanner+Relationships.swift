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

  /// `Entity.relationship`, by the destination's names.
  var label: String { "\(entities.destination.name).\(destination.relationship.name)" }
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
        try planToMany(
          pair, table, foreignKey, orderKey,
          hasInverse: inverse(of: pair, among: relationships) != nil, &plan)
      case .joinTable:
        try requireSameDestination(pair)
      }
    }
    for table in destination.joinTables {
      plan.joins.append(try joinMigration(to: table, among: relationships))
    }
    try requireSingleUse(of: plan.joins)
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

  /// The pair of a relationship's inverse, if that lives on too.
  private func inverse(
    of pair: RelationshipPair, among relationships: [RelationshipPair]
  ) -> RelationshipPair? {
    let relationship = pair.destination.relationship
    return relationships.first {
      $0.entities.destination.name == relationship.destination
        && $0.destination.relationship.name == relationship.inverse
    }
  }

  /// The table of a relationship's destination in the destination's version, if the rows of its
  /// former destination are there; `nil` where they are elsewhere or gone.
  private func commonTable(of pair: RelationshipPair) -> String? {
    let after = destination.entity(named: pair.destination.relationship.destination)?.tableName
    let before = pairs.first { $0.source.name == pair.source.relationship.destination }
    return before?.destination.tableName == after ? after : nil
  }

  /// Refuses what would need keys of one table to become keys of another.
  private func requireSameDestination(_ pair: RelationshipPair) throws(MigrationError) {
    guard commonTable(of: pair) == nil else { return }
    throw notSupported(
      "relationship '\(pair.label)' with another destination, "
        + "'\(pair.destination.relationship.destination)' instead of "
        + "'\(pair.source.relationship.destination)',")
  }

  /// Refuses a relationship whose inverse lives on as the inverse of another one.
  func requireSameInverse(
    _ pair: RelationshipPair, among relationships: [RelationshipPair]
  ) throws(MigrationError) {
    guard let inverse = inverse(of: pair, among: relationships) else { return }
    let isSame =
      inverse.source.relationship.name == pair.source.relationship.inverse
      && inverse.entities.source.name == pair.source.relationship.destination
    guard isSame else {
      throw notSupported(
        "relationship '\(pair.label)' with the former inverse of another relationship")
    }
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
        .toManyToToOne(
          entity: pair.entities.destination.name,
          relationship: pair.destination.relationship.name))
    }
    let table = pair.entities.destination.tableName
    let entity = pair.entities.destination.name
    plan.origins.set(table, foreignKey, of: entity, .column(oldKey))
    if let entityColumn {
      if let oldEntityColumn, commonTable(of: pair) != nil {
        plan.origins.set(table, entityColumn, of: entity, .column(oldEntityColumn))
      } else if let column = newEntityColumn(entityColumn, foreignKey, of: pair),
        !plan.entityColumns.contains(column)
      {
        plan.entityColumns.append(column)
      }
    }
    if let orderKey {
      // All members of one owner get one rank, as with Core Data.
      plan.origins.set(
        table, orderKey, of: entity,
        oldOrderKey.map { .column($0) } ?? .copy(oldKey, completedBy: nil))
    }
  }

  private func newEntityColumn(
    _ name: String, _ foreignKey: String, of pair: RelationshipPair
  ) -> NewEntityColumn? {
    let former = pairs.first { $0.source.name == pair.source.relationship.destination }
    guard let target = destination.entity(named: pair.destination.relationship.destination)
    else { return nil }
    return NewEntityColumn(
      table: pair.entities.destination.tableName, name: name, foreignKey: foreignKey,
      number: former?.destination.number ?? target.number, targetTable: target.tableName)
  }

  private func planToMany(
    _ pair: RelationshipPair, _ table: String, _ foreignKey: String, _ orderKey: String?,
    hasInverse: Bool, _ plan: inout RelationshipPlan
  ) throws(MigrationError) {
    let isVirtual = pair.destination.relationship.inverse == nil
    switch pair.source.storage {
    case .toManyByForeignKey(_, let oldKey, let oldOrderKey):
      guard isVirtual == (pair.source.relationship.inverse == nil) else {
        let change = isVirtual ? "losing" : "getting"
        throw notSupported("to-many relationship '\(pair.label)' \(change) an inverse")
      }
      // Otherwise the inverse holds the key: it carries it, or was replaced, and the members go.
      guard isVirtual else { return }
      try requireSameDestination(pair)
      for member in members(of: pair.destination.relationship) {
        plan.origins.set(table, foreignKey, of: member, .column(oldKey))
        if let orderKey {
          plan.origins.set(
            table, orderKey, of: member,
            oldOrderKey.map { .column($0) } ?? .copy(oldKey, completedBy: nil))
        }
      }
    case .toOne(let oldKey, _, _):
      // The surviving to-one keeps the key.
      if hasInverse { return }
      guard !isVirtual else {
        throw notSupported("to-one relationship '\(pair.label)' becoming a to-many without inverse")
      }
      try requireSameDestination(pair)
      let key = ReversedForeignKey(
        entity: pair.entities.destination.name,
        relationship: pair.destination.relationship.name,
        table: pair.entities.source.tableName, foreignKey: oldKey, targetTable: table,
        targetForeignKey: foreignKey, targetOrderKey: orderKey)
      if !plan.reversed.contains(where: { $0.isSameColumn(as: key) }) { plan.reversed.append(key) }
    case .joinTable:
      throw notSupported(
        "many-to-many relationship '\(pair.label)' becoming a one-to-many")
    }
  }

  /// The entities whose objects a relationship may name and that live on: its destination and
  /// that one's subentities.
  private func members(of relationship: Relationship) -> [String] {
    guard let range = destination.entity(named: relationship.destination)?.numberRange else {
      return []
    }
    return pairs.filter { range.contains($0.destination.number) }.map(\.destination.name)
  }
}

extension ReversedForeignKey {
  /// Whether another key is this one, seen from a subentity.
  fileprivate func isSameColumn(as other: ReversedForeignKey) -> Bool {
    table == other.table && foreignKey == other.foreignKey && targetTable == other.targetTable
      && targetForeignKey == other.targetForeignKey
  }
}
