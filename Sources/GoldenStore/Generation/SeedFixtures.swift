import GoldenStoreFormat
import GoldenStoreModel

/// The objects of one version that the seed rules of a history write down by hand.
struct SeedFixtures: Sendable {
  /// One object, with the names of this version.
  struct Fixture: Sendable {
    let key: String
    let reference: ObjectReference
    let values: [String: AttributeValue]
    var targets: [String: [ObjectReference]] = [:]
  }

  /// By entity, in the order of the rules.
  private var byEntity: [String: [Fixture]] = [:]
  private var places: [ObjectReference: (entity: String, index: Int)] = [:]

  /// Names and numbers the fixtures of a version.
  ///
  /// - Parameter firstKey: The primary key of the first fixture in the family of a root entity;
  ///   the following ones count on.
  /// - Throws: `GoldenError.badFixture`.
  init(
    _ history: ModelHistory, model: ValidatedModel, firstKey: (_ root: String) -> Int64
  ) throws {
    let names = history.versions.map(\.name)
    let position = names.firstIndex(of: model.name) ?? 0
    var nextKeys: [String: Int64] = [:]
    var references: [String: ObjectReference] = [:]
    var wanted: [String: [String: [String]]] = [:]
    for rule in history.seeds {
      guard case .fixture(let name, let key, let values, let targets, let until) = rule,
        until.flatMap(names.firstIndex(of:)) ?? .max >= position
      else { continue }
      guard let entity = model.entitiesByName.first(where: { $0.renamingKey == name }) else {
        continue
      }
      if entity.isAbstract {
        throw GoldenError.badFixture(key, reason: "entity '\(entity.name)' is abstract")
      }
      let root = model.root(of: entity).name
      let number = nextKeys[root] ?? firstKey(root)
      nextKeys[root] = number + 1
      let reference = ObjectReference(entity: entity.name, primaryKey: number)
      references[key] = reference
      wanted[key] = targets
      var named: [String: AttributeValue] = [:]
      for attribute in model.persistedAttributes(of: entity) where !attribute.isKeptByTriggers {
        if let value = values[attribute.renamingKey],
          value.isNull ? attribute.isOptional : value.fits(attribute.type)
        {
          named[attribute.name] = value
        }
      }
      places[reference] = (entity.name, byEntity[entity.name]?.count ?? 0)
      byEntity[entity.name, default: []].append(
        Fixture(key: key, reference: reference, values: named))
    }
    for fixture in byEntity.values.flatMap(\.self).sorted(by: { $0.key < $1.key }) {
      for (name, keys) in (wanted[fixture.key] ?? [:]).sorted(by: { $0.key < $1.key }) {
        try relate(fixture, name, keys.compactMap { references[$0] }, model)
      }
    }
    try requireTargets(model)
  }

  private mutating func relate(
    _ fixture: Fixture, _ name: String, _ targets: [ObjectReference], _ model: ValidatedModel
  ) throws {
    guard let entity = model.entity(named: fixture.reference.entity),
      let relationship = model.persistedRelationships(of: entity)
        .first(where: { $0.renamingKey == name })
    else { return }
    for target in targets {
      let kinds = model.entity(named: target.entity).map { model.lineage(of: $0).map(\.name) }
      guard kinds?.contains(relationship.destination) == true else { continue }
      try add(target, to: fixture.reference, relationship)
      if let inverse = model.inverse(of: relationship) {
        try add(fixture.reference, to: target, inverse)
      }
    }
  }

  private mutating func add(
    _ target: ObjectReference, to owner: ObjectReference, _ relationship: Relationship
  ) throws {
    guard let place = places[owner] else { return }
    let known = byEntity[place.entity]?[place.index].targets[relationship.name] ?? []
    if known.contains(target) { return }
    if !relationship.isToMany, let other = known.first {
      throw GoldenError.badFixture(
        byEntity[place.entity]?[place.index].key ?? "",
        reason: "to-one relationship '\(owner.entity).\(relationship.name)' leads to \(other) "
          + "and to \(target)")
    }
    byEntity[place.entity]?[place.index].targets[relationship.name] = known + [target]
  }

  private func requireTargets(_ model: ValidatedModel) throws {
    for entity in model.entitiesByName {
      for fixture in byEntity[entity.name] ?? [] {
        for relationship in model.persistedRelationships(of: entity)
        where !relationship.isOptional || relationship.minCount > 0 {
          let count = fixture.targets[relationship.name]?.count ?? 0
          guard count < max(1, relationship.minCount),
            !relationship.isToMany || relationship.minCount > 0
          else { continue }
          throw GoldenError.badFixture(
            fixture.key,
            reason: "relationship '\(entity.name).\(relationship.name)' of version "
              + "'\(model.name)' needs a target; name another fixture")
        }
      }
    }
  }

  /// The fixtures of an entity, by primary key.
  func fixtures(of entity: String) -> [Fixture] { byEntity[entity] ?? [] }

  /// The fixture that has a key in the store.
  func fixture(_ reference: ObjectReference) -> Fixture? {
    places[reference].flatMap { byEntity[$0.entity]?[$0.index] }
  }
}
