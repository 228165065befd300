package import Foundation
import GoldenStoreFormat
package import GoldenStoreModel

/// What a seeded object is in every version of its history.
package struct SeedKey: Hashable, Sendable {
  /// The renaming key of its entity.
  package let entity: String
  /// The key of a fixture, or the index of a generated object.
  package let name: String

  package init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

/// The objects of a generated store, made one at a time.
///
/// Everything depends on the history, the version and the seed alone. Values and edges are keyed
/// by renaming identifiers, so that every version of a history tells the same data as far as its
/// schema allows. Holds the edges of all relationships in memory, but no objects.
package struct StoreGenerator: Sendable {
  /// Raised when the same seed gives other data than before.
  package static let version = 1
  /// How many objects an entity has unless a seed rule says otherwise.
  package static let defaultCount = 16
  package static let defaultSeed: UInt64 = 1

  package let model: ValidatedModel
  package let seed: UInt64
  /// The identifier of the store, different for every history, version and seed.
  package let storeUUID: UUID
  /// The names of the entities that a seed rule declares empty.
  package let emptyEntities: [String]

  private let families: ObjectFamilies
  private let edges: RelationshipEdges
  private let fixtures: SeedFixtures
  /// By entity and attribute; none for a derived one.
  private let values: [String: [String: ValueGenerator]]
  private let derivedValues: DerivedValues
  private let summed: SummedAttributes
  private let declarers: [String: [String: String]]

  /// Prepares the contents of one version.
  ///
  /// - Parameters:
  ///   - position: The version's position, counted from 0.
  ///   - rows: How many objects every entity gets; `nil` leaves that to the seed rules.
  /// - Throws: `ModelError` for an invalid model, `GoldenError.cannotGenerate`, `.cannotDerive`,
  ///   `.cannotKeepUnique`, or `.uselessSeedRule`.
  package init(
    _ history: ModelHistory, position: Int, seed: UInt64 = StoreGenerator.defaultSeed,
    rows: Int? = nil
  ) throws {
    try SeedRules.check(history)
    let model = try history.versions[position].validated()
    self.model = model
    self.seed = seed
    var generator = SeededGenerator(
      seed: seed, history.name, "\(position)", model.name, "store UUID")
    storeUUID = generator.uuid()
    let rules = SeedRules(history.seeds)
    let families = ObjectFamilies(model) {
      rules.isEmpty($0) ? 0 : rows ?? rules.count(of: $0) ?? StoreGenerator.defaultCount
    }
    self.families = families
    emptyEntities = model.entitiesByName.filter(rules.isEmpty).map(\.name)
    edges = RelationshipEdges(model, families: families, path: [history.name], seed: seed)
    fixtures = try SeedFixtures(history, model: model) { root in
      families.primaryKey(of: root, index: families.familyCount(of: root))
    }
    derivedValues = try DerivedValues(model)
    let summed = SummedAttributes(history)
    self.summed = summed
    var values: [String: [String: ValueGenerator]] = [:]
    var declarers: [String: [String: String]] = [:]
    for entity in model.entitiesByName where !entity.isAbstract {
      let unique = try StoreGenerator.uniqueAttributes(of: entity, in: model)
      for attribute in model.persistedAttributes(of: entity) where !attribute.isKeptByTriggers {
        // Values that must differ are told through all entities that share the constraint.
        let teller = unique[attribute.name] ?? entity
        values[entity.name, default: [:]][attribute.name] = try ValueGenerator(
          attribute, entity: entity.name,
          path: [history.name, teller.renamingKey, attribute.renamingKey], seed: seed,
          count: unique[attribute.name].map { families.familyCount(of: $0.name) }
            ?? families.count(of: entity.name),
          offset: families.number(of: entity.name, index: 0, in: teller.name),
          isUnique: unique[attribute.name] != nil,
          isSummed: summed.contains(attribute, of: entity),
          ruleValues: rules.values(of: attribute, in: model.lineage(of: entity)),
          computation: rules.computation(of: attribute, in: model.lineage(of: entity)))
      }
      for ancestor in model.lineage(of: entity) {
        for relationship in ancestor.relationships
        where declarers[entity.name]?[relationship.name] == nil {
          declarers[entity.name, default: [:]][relationship.name] = ancestor.name
        }
      }
    }
    self.values = values
    self.declarers = declarers
  }

  /// The names of the entities that can have objects.
  package var entities: [String] {
    model.entitiesByName.filter { !$0.isAbstract }.map(\.name)
  }

  /// How many objects an entity gets, subentities not included.
  package func count(of entity: String) -> Int {
    families.count(of: entity) + fixtures.fixtures(of: entity).count
  }

  /// What an object is in every version of the history, whatever its entity is called and its
  /// primary key is there; `nil` for one that was not seeded.
  package func seedKey(of object: ObjectReference) -> SeedKey? {
    guard let entity = model.entity(named: object.entity) else { return nil }
    if let fixture = fixtures.fixture(object) {
      return SeedKey(entity: entity.renamingKey, name: fixture.key)
    }
    return families.index(of: object).map {
      SeedKey(entity: entity.renamingKey, name: "\($0)")
    }
  }

  /// Whether the values of an attribute stay small, because a derived attribute sums over them.
  package func isSummed(_ attribute: Attribute, of entity: Entity) -> Bool {
    summed.contains(attribute, of: entity)
  }

  /// Collects everything, for small stores.
  package func contents() throws -> StoreContents {
    try StoreContents(collecting: self, entities: entities)
  }

  /// One attribute of every constraint, which then differs in every object, with the entity that
  /// declares the constraint: it holds for the subentities' objects as well.
  private static func uniqueAttributes(
    of entity: Entity, in model: ValidatedModel
  ) throws -> [String: Entity] {
    let attributes = model.persistedAttributes(of: entity)
    var unique: [String: Entity] = [:]
    let constraints = model.lineage(of: entity).flatMap { ancestor in
      ancestor.uniquenessConstraints.map { (ancestor, $0) }
    }
    for (declarer, constraint) in constraints {
      let candidate = constraint.properties.first { name in
        attributes.contains {
          $0.name == name && !$0.isKeptByTriggers && ValueGenerator.canBeUnique($0.type)
        }
      }
      guard let candidate else {
        throw GoldenError.cannotKeepUnique(
          entity: entity.name, constraint: constraint.properties)
      }
      // The topmost constraint over an attribute holds for the most objects.
      if unique[candidate] == nil { unique[candidate] = declarer }
    }
    return unique
  }
}

extension StoreGenerator: ObjectSource {
  package func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    guard let description = model.entity(named: entity), !description.isAbstract else { return }
    let shape = model.shape(of: description)
    let relationships = model.persistedRelationships(of: description)
    let generators = shape.attributes.map { values[entity]?[$0] }
    for index in 0..<families.count(of: entity) {
      var object = StoredObject(
        shape: shape, primaryKey: families.primaryKey(of: entity, index: index),
        values: generators.map { $0?.value(at: index) ?? .null },
        targets: relationships.map { targets(of: $0, entity: entity, index: index) })
      try derivedValues.fill(&object, lookup: value)
      try body(object)
    }
    for (number, fixture) in fixtures.fixtures(of: entity).enumerated() {
      var object = StoredObject(
        shape: shape, primaryKey: fixture.reference.primaryKey,
        values: shape.attributes.map { self.value(of: $0, of: fixture, number) },
        targets: relationships.map { targets(of: $0, of: fixture) })
      try derivedValues.fill(&object, lookup: value)
      try body(object)
    }
  }

  /// The value of an attribute that is not derived, of any object.
  private func value(of object: ObjectReference, _ attribute: String) -> AttributeValue? {
    if let fixture = fixtures.fixture(object) {
      let all = fixtures.fixtures(of: object.entity)
      let number = all.firstIndex { $0.reference == object } ?? 0
      return value(of: attribute, of: fixture, number)
    }
    return families.index(of: object).flatMap {
      values[object.entity]?[attribute]?.value(at: $0)
    }
  }

  /// The value of a fixture: its own, the default, none, or, where there must be one, a generated
  /// one.
  private func value(
    of attribute: String, of fixture: SeedFixtures.Fixture, _ number: Int
  ) -> AttributeValue {
    if let value = fixture.values[attribute] { return value }
    let name = fixture.reference.entity
    let described = model.entity(named: name).flatMap { entity in
      model.persistedAttributes(of: entity).first { $0.name == attribute }
    }
    guard let described, !described.isKeptByTriggers else { return .null }
    if let value = described.defaultValue { return value }
    if described.isOptional { return .null }
    return values[name]?[attribute]?.value(at: families.count(of: name) + number) ?? .null
  }

  private func targets(
    of relationship: Relationship, of fixture: SeedFixtures.Fixture
  ) -> [ObjectReference] {
    let targets = fixture.targets[relationship.name] ?? []
    return relationship.isOrdered ? targets : targets.sorted(by: ObjectReference.precedes)
  }

  package func forEachObject(
    of entity: String, relationships: [Int],
    _ body: (_ primaryKey: Int64, _ targets: [[ObjectReference]]) throws -> Void
  ) throws {
    guard let description = model.entity(named: entity), !description.isAbstract else { return }
    let all = model.persistedRelationships(of: description)
    let asked = relationships.map { all[$0] }
    for index in 0..<families.count(of: entity) {
      try body(
        families.primaryKey(of: entity, index: index),
        asked.map { targets(of: $0, entity: entity, index: index) })
    }
    for fixture in fixtures.fixtures(of: entity) {
      try body(fixture.reference.primaryKey, asked.map { targets(of: $0, of: fixture) })
    }
  }

  private func targets(
    of relationship: Relationship, entity: String, index: Int
  ) -> [ObjectReference] {
    let declarer = declarers[entity]?[relationship.name] ?? entity
    let numbers = edges.targets(
      of: families.number(of: entity, index: index, in: declarer), entity: declarer,
      relationship: relationship.name)
    let targets = numbers.compactMap {
      families.reference($0, in: relationship.destination)
    }
    return relationship.isOrdered ? targets : targets.sorted(by: ObjectReference.precedes)
  }
}
