import GoldenStoreFormat
import GoldenStoreModel

/// The seed rules of a history, ready to look up.
struct SeedRules {
  private var counts: [String: Int] = [:]
  private var values: [String: [String: [AttributeValue]]] = [:]
  private var empty: Set<String> = []

  init(_ rules: [SeedRule]) {
    for rule in rules {
      switch rule {
      case .objects(let entity, let count): counts[entity] = max(0, count)
      case .values(let entity, let attribute, let list):
        values[entity, default: [:]][attribute] = list
      case .empty(let entity, _): empty.insert(entity)
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

  /// Refuses rules that no version of the history has a use for: most often a misspelt name.
  ///
  /// - Throws: `GoldenError.uselessSeedRule`.
  static func check(_ history: ModelHistory) throws {
    let entities = history.versions.flatMap(\.entities)
    for rule in history.seeds {
      let isUsed =
        switch rule {
        case .objects(let name, let count):
          count >= 0 && entities.contains { $0.renamingKey == name }
        case .empty(let name, _): entities.contains { $0.renamingKey == name }
        case .values(let name, let attribute, let values):
          entities.contains { entity in
            entity.renamingKey == name
              && entity.attributes.flatMap(\.leaves).contains { candidate in
                candidate.renamingKey == attribute && !candidate.isKeptByTriggers
                  && values.contains { $0.fits(candidate.type) }
              }
          }
        }
      guard isUsed else {
        throw GoldenError.uselessSeedRule(
          history: history.name, rule: SeedRules.describe(rule))
      }
    }
  }

  private static func describe(_ rule: SeedRule) -> String {
    switch rule {
    case .objects(let entity, let count): "\(count) objects of entity '\(entity)'"
    case .empty(let entity, _): "no objects of entity '\(entity)'"
    case .values(let entity, let attribute, let values):
      "\(values.count) values of attribute '\(entity).\(attribute)'"
    }
  }
}
