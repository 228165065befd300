package import GoldenStoreFormat
package import GoldenStoreModel

/// The entities that a store has objects of: those of the configuration that it is open with.
///
/// Core Data may raise an exception where it is asked for objects of any other.
package struct ConfiguredEntities {
  private let configuration: String
  private let names: Set<String>?
  private let model: ValidatedModel

  /// - Parameter names: The configuration's entities; `nil` where the model has no configuration of
  ///   the name, so that the store has all entities.
  package init(_ names: [String]?, of configuration: String, in model: ValidatedModel) {
    self.configuration = configuration
    self.names = names.map { Set($0) }
    self.model = model
  }

  package func contains(_ entity: String) -> Bool { names?.contains(entity) ?? true }

  /// The entities to ask the store for where objects of one are wanted.
  ///
  /// An entity outside of the configuration has no objects, and its descendants only those of the
  /// ones within.
  package func fetched(for entity: String, includesSubentities: Bool) -> [String] {
    if contains(entity) { return [entity] }
    guard includesSubentities, let declared = model.entity(named: entity) else { return [] }
    return model.subentities(of: declared).flatMap {
      fetched(for: $0.name, includesSubentities: true)
    }
  }

  /// Refuses a new object of an entity that the store can't have.
  ///
  /// - Throws: `StoreError.unsuitableObject`.
  package func require(_ entity: String) throws(StoreError) {
    guard contains(entity) else {
      throw .unsuitableObject(
        entity: entity, primaryKey: 0,
        problem: "the entity is not in configuration '\(configuration)', with which the store is "
          + "open")
    }
  }
}
