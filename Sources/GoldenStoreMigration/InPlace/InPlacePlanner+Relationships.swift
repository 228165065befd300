import GoldenStoreFormat
import GoldenStoreModel

/// A column of the destination.
struct ColumnPlace: Hashable {
  let table: String
  let column: String
}

/// What happens to everything that relationships are stored in.
struct RelationshipPlan {
  /// Where the columns of relationships come from.
  var origins: [ColumnPlace: ColumnMapping.Origin] = [:]
  /// One migration for each join table of the destination, in its order.
  var joins: [JoinMigration] = []
  var reversed: [ReversedForeignKey] = []

  fileprivate mutating func set(
    _ table: String, _ column: String, _ origin: ColumnMapping.Origin
  ) {
    origins[ColumnPlace(table: table, column: column)] = origin
  }
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
      try requireSameDestination(pair)
      switch pair.destination.storage {
      case .toOne(let foreignKey, let entityColumn, let orderKey):
        try planToOne(pair, foreignKey, entityColumn, orderKey, &plan)
      case .toManyByForeignKey(let table, let foreignKey, let orderKey):
        try requireSameInverse(pair, among: relationships)
        try planToMany(
          pair, table, foreignKey, orderKey,
          hasInverse: inverse(of: pair, among: relationships) != nil, &plan)
      case .joinTable:
        continue
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

  /// Core Data carries the keys verbatim, so that they name rows of another table.
  private func requireSameDestination(_ pair: RelationshipPair) throws(MigrationError) {
    let before = pair.source.relationship.destination
    let after = pair.destination.relationship.destination
    guard mapping.mapping(to: after)?.source == before else {
      throw notSupported(
        "relationship '\(pair.label)' with another destination, '\(after)' instead of '\(before)',")
    }
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
    plan.set(table, foreignKey, .column(oldKey))
    if let entityColumn {
      guard let oldEntityColumn else {
        throw notSupported(
          "relationship '\(pair.label)' to an entity that gets its first subentity")
      }
      plan.set(table, entityColumn, .column(oldEntityColumn))
    }
    if let orderKey {
      // All members of one owner get one rank, as with Core Data.
      plan.set(table, orderKey, oldOrderKey.map { .column($0) } ?? .copy(oldKey))
    }
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
      plan.set(table, foreignKey, .column(oldKey))
      if let orderKey {
        plan.set(table, orderKey, oldOrderKey.map { .column($0) } ?? .copy(oldKey))
      }
    case .toOne(let oldKey, _, _):
      // The surviving to-one keeps the key.
      if hasInverse { return }
      guard !isVirtual else {
        throw notSupported("to-one relationship '\(pair.label)' becoming a to-many without inverse")
      }
      plan.reversed.append(
        ReversedForeignKey(
          entity: pair.entities.destination.name,
          relationship: pair.destination.relationship.name,
          table: pair.entities.source.tableName, foreignKey: oldKey, targetTable: table,
          targetForeignKey: foreignKey, targetOrderKey: orderKey))
    case .joinTable:
      throw notSupported(
        "many-to-many relationship '\(pair.label)' becoming a one-to-many")
    }
  }
}
