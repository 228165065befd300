import GoldenStoreModel

/// A declared difference between direct and stepwise migration, in one pair.
struct RouteDifference {
  let name: String
  /// The property by the names that it has in the destination, once for each entity.
  let properties: [ContentsComparison.Property]

  /// The differences that a history declares for a pair.
  static func declared(
    in history: ModelHistory, from source: Int, to destination: Int, model: ValidatedModel
  ) -> [RouteDifference] {
    history.expectations.compactMap { expectation in
      guard case .routesDiffer(let key, let property, let from, let to, _) = expectation,
        let first = history.versions.firstIndex(where: { $0.name == from }),
        let last = history.versions.firstIndex(where: { $0.name == to }),
        source <= first, destination >= last
      else { return nil }
      let properties = model.entitiesByName.flatMap { entity -> [ContentsComparison.Property] in
        let keys = model.lineage(of: entity).map(\.renamingKey)
        guard !entity.isAbstract, keys.contains(key) else { return [] }
        let names =
          model.persistedAttributes(of: entity).filter { $0.renamingKey == property }.map(\.name)
          + model.persistedRelationships(of: entity).filter { $0.renamingKey == property }
          .map(\.name)
        return names.map { .init(entity.name, $0) }
      }
      // Where the property has gone again, there is nothing to differ.
      return properties.isEmpty
        ? nil : RouteDifference(name: "\(expectation)", properties: properties)
    }
  }

  /// Whether the two results really differ in the property.
  func happens(between direct: StoreContents, _ stepwise: StoreContents) -> Bool {
    properties.contains { property in
      let others = Dictionary(
        stepwise.objects(of: property.entity).map { ($0.primaryKey, $0) },
        uniquingKeysWith: { first, _ in first })
      return direct.objects(of: property.entity).contains { object in
        guard let other = others[object.primaryKey] else { return false }
        return object.value(of: property.name) != other.value(of: property.name)
          || object.targets(of: property.name) != other.targets(of: property.name)
      }
    }
  }
}
