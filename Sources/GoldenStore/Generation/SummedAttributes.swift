import GoldenStoreFormat
import GoldenStoreModel

/// The attributes over which a derived attribute of some version sums.
///
/// Their values stay small and are multiples of a quarter, so that every sum is exact, in any
/// order. All versions count, because all of them tell the same data.
struct SummedAttributes: Sendable {
  private struct Key: Hashable {
    let entity: String
    let attribute: String
  }

  private var keys: Set<Key> = []

  /// Reads every version that is valid; the others are refused elsewhere.
  init(_ history: ModelHistory) {
    for version in history.versions {
      guard let model = try? version.validated() else { continue }
      for entity in model.entitiesByName { add(entity, in: model) }
    }
  }

  private mutating func add(_ entity: Entity, in model: ValidatedModel) {
    for attribute in model.persistedAttributes(of: entity) {
      guard let derivation = attribute.derivation,
        case .sum(let name, let summand)? = DerivationRule(derivation),
        let relationship = model.relationships(of: entity).first(where: { $0.name == name })
      else { continue }
      for target in model.entitiesByName
      where model.lineage(of: target).contains(where: { $0.name == relationship.destination }) {
        let found = model.persistedAttributes(of: target).first { $0.name == summand }
        guard let found else { continue }
        keys.insert(Key(entity: target.renamingKey, attribute: found.renamingKey))
      }
    }
  }

  func contains(_ attribute: Attribute, of entity: Entity) -> Bool {
    keys.contains(Key(entity: entity.renamingKey, attribute: attribute.renamingKey))
  }
}
