import GoldenStoreFormat
import GoldenStoreModel

/// The seed rules of a history, ready to look up.
struct SeedRules {
  private var counts: [String: Int] = [:]
  private var values: [String: [String: [AttributeValue]]] = [:]
  private var computed: [String: [String: SeedRule.Value]] = [:]
  private var empty: Set<String> = []

  init(_ rules: [SeedRule]) {
    for rule in rules {
      switch rule {
      case .objects(let entity, let count): counts[entity] = max(0, count)
      case .values(let entity, let attribute, let list):
        values[entity, default: [:]][attribute] = list
      case .computed(let entity, let attribute, let value):
        computed[entity, default: [:]][attribute] = value
      case .empty(let entity, _): empty.insert(entity)
      case .fixture: continue
      }
    }
  }

  /// How many objects an entity has by rule.
  func count(of entity: Entity) -> Int? { counts[entity.renamingKey] }

  /// Whether an entity is declared empty.
  func isEmpty(_ entity: Entity) -> Bool { empty.contains(entity.renamingKey) }

  /// The values of an attribute by rule, those of the nearest ancestor that has some.
  ///
  /// Values of another type than the attribute has in this version are left out.
  func values(of attribute: Attribute, in lineage: [Entity]) -> [AttributeValue] {
    for entity in lineage.reversed() {
      if let list = values[entity.renamingKey]?[attribute.renamingKey] {
        return list.filter { $0.fits(attribute.type) }
      }
    }
    return []
  }

  /// The closure that computes an attribute's values, that of the nearest ancestor that has one.
  func computation(of attribute: Attribute, in lineage: [Entity]) -> SeedRule.Value? {
    for entity in lineage.reversed() {
      if let value = computed[entity.renamingKey]?[attribute.renamingKey] { return value }
    }
    return nil
  }

  /// Refuses rules that no version of the history has a use for: most often a misspelt name.
  ///
  /// - Throws: `GoldenError.uselessSeedRule`.
  static func check(_ history: ModelHistory) throws {
    let entities = history.versions.flatMap(\.entities)
    func hasAttribute(
      _ name: String, _ attribute: String, where isFitting: (Attribute) -> Bool
    ) -> Bool {
      entities.contains { entity in
        entity.renamingKey == name
          && entity.attributes.flatMap(\.leaves).contains {
            $0.renamingKey == attribute && !$0.isKeptByTriggers && isFitting($0)
          }
      }
    }
    try checkFixtures(history)
    for rule in history.seeds {
      let isUsed =
        switch rule {
        case .objects(let name, let count):
          count >= 0 && entities.contains { $0.renamingKey == name }
        case .empty(let name, _): entities.contains { $0.renamingKey == name }
        case .values(let name, let attribute, let values):
          hasAttribute(name, attribute) { candidate in
            values.contains { $0.fits(candidate.type) }
          }
        case .computed(let name, let attribute, _): hasAttribute(name, attribute) { _ in true }
        case .fixture(let name, _, _, _, _): entities.contains { $0.renamingKey == name }
        }
      guard isUsed else {
        throw GoldenError.uselessSeedRule(
          history: history.name, rule: SeedRules.describe(rule))
      }
    }
  }

  /// Refuses fixtures whose names or values no version has a use for.
  ///
  /// - Throws: `GoldenError.badFixture`.
  private static func checkFixtures(_ history: ModelHistory) throws {
    var known: Set<String> = []
    for case .fixture(_, let key, _, _, let until) in history.seeds {
      guard known.insert(key).inserted else {
        throw GoldenError.badFixture(key, reason: "two fixtures have this key")
      }
      if let until, !history.versions.contains(where: { $0.name == until }) {
        throw GoldenError.badFixture(
          key, reason: "it is held until version '\(until)', which the history does not declare")
      }
    }
    let models = history.versions.compactMap { try? $0.validated() }
    for case .fixture(let name, let key, let values, let targets, _) in history.seeds {
      let homes = models.compactMap { model in
        model.entitiesByName.first { $0.renamingKey == name }.map { (model, $0) }
      }
      guard !homes.isEmpty else { continue }
      for (attribute, value) in values.sorted(by: { $0.key < $1.key }) {
        let isUsed = homes.contains { model, entity in
          model.persistedAttributes(of: entity).contains {
            $0.renamingKey == attribute && !$0.isKeptByTriggers
              && (value.isNull || value.fits($0.type))
          }
        }
        if isUsed { continue }
        throw GoldenError.badFixture(
          key, reason: "no version has an attribute '\(name).\(attribute)' for \(value)")
      }
      for (relationship, keys) in targets.sorted(by: { $0.key < $1.key }) {
        let isUsed = homes.contains { model, entity in
          model.persistedRelationships(of: entity).contains { $0.renamingKey == relationship }
        }
        guard isUsed else {
          throw GoldenError.badFixture(
            key, reason: "no version has a relationship '\(name).\(relationship)'")
        }
        for other in keys where !known.contains(other) {
          throw GoldenError.badFixture(
            key, reason: "'\(relationship)' names the fixture '\(other)', which there is not")
        }
      }
    }
  }

  private static func describe(_ rule: SeedRule) -> String {
    switch rule {
    case .objects(let entity, let count): "\(count) objects of entity '\(entity)'"
    case .empty(let entity, _): "no objects of entity '\(entity)'"
    case .values(let entity, let attribute, let values):
      "\(values.count) values of attribute '\(entity).\(attribute)'"
    case .computed(let entity, let attribute, _):
      "computed values of attribute '\(entity).\(attribute)'"
    case .fixture(let entity, let key, _, _, _): "fixture '\(key)' of entity '\(entity)'"
    }
  }
}
