import GoldenStoreFormat
import GoldenStoreModel

/// Which version of a history a store's hashes are those of.
struct StoreVersion {
  /// One entity in which the store differs from the nearest version.
  struct Difference: Encodable {
    let entity: String
    /// The version's hash; null where the version lacks the entity.
    @ExplicitNull var expected: String?
    /// The store's hash; null where the store lacks the entity.
    @ExplicitNull var found: String?
    /// What differs in the entity, if both sides have it and the store keeps its model.
    let properties: [Property]

    /// A sentence about the entity, then one a property.
    var sentences: [String] {
      switch (expected, found) {
      case (let expected?, let found?):
        let hashes = HashValue.excerpts(found, expected)
        return ["entity '\(entity)' has hash \(hashes.first), expected \(hashes.second)"]
          + properties.map { "  \($0.sentence)" }
      case (nil, _): return ["the store has entity '\(entity)', which the version lacks"]
      case (_, nil): return ["the store lacks entity '\(entity)'"]
      }
    }
  }

  /// One aspect of an entity or of a property of it; `expected` is the version's.
  struct Property: Encodable {
    /// Null where the entity itself differs.
    @ExplicitNull var property: String?
    let aspect: String
    @ExplicitNull var expected: String?
    @ExplicitNull var found: String?

    init(_ difference: ModelDifference) {
      _property = ExplicitNull(wrappedValue: difference.property)
      aspect = difference.aspect
      _expected = ExplicitNull(wrappedValue: difference.expected)
      _found = ExplicitNull(wrappedValue: difference.found)
    }

    var sentence: String {
      let place = property.map { "'\($0)': " } ?? ""
      return switch (expected, found) {
      case (nil, let found?): "\(place)the store has \(aspect) \(found), which the version lacks"
      case (let expected?, nil): "\(place)the store lacks \(aspect) \(expected)"
      default: "\(place)\(aspect) is \(found ?? "none"), expected \(expected ?? "none")"
      }
    }
  }

  /// The position of the version that has exactly the store's hashes.
  let match: Int?
  /// The version with the fewest differing entities; of several the one with the fewest differing
  /// properties, then the later one. `nil` where one matches, or where there is no version.
  let nearest: (position: Int, differences: [Difference])?

  /// - Parameter cached: The model that the store keeps, if it can be read.
  init(of metadata: StoreMetadata, cached: Model? = nil, in models: [ValidatedModel]) throws {
    var nearest: (position: Int, differences: [Difference])?
    for (position, model) in models.enumerated() {
      let differences = StoreVersion.differences(
        of: metadata.entityHashes, from: try VersionHash.entityHashes(of: model),
        changes: cached.map { ModelDifference.between(model.model, $0) } ?? [])
      if differences.isEmpty {
        match = position
        self.nearest = nil
        return
      }
      if nearest.map({ StoreVersion.distance(differences) <= StoreVersion.distance($0.1) }) ?? true
      {
        nearest = (position, differences)
      }
    }
    match = nil
    self.nearest = nearest
  }

  /// How far away a version is, entities before properties.
  static func distance(_ differences: [Difference]) -> (entities: Int, properties: Int) {
    (differences.count, differences.reduce(0) { $0 + $1.properties.count })
  }

  private static func differences(
    of found: [EntityHash], from expected: [EntityHash], changes: [ModelDifference]
  ) -> [Difference] {
    let names = Set((found + expected).map(\.entity)).sorted(by: NameOrder.precedes)
    return names.compactMap { name -> Difference? in
      let expected = expected.first { $0.entity == name }?.hash
      let found = found.first { $0.entity == name }?.hash
      guard expected != found else { return nil }
      let isInBoth = expected != nil && found != nil
      return Difference(
        entity: name, expected: expected?.hexadecimal, found: found?.hexadecimal,
        properties: isInBoth ? changes.filter { $0.entity == name }.map { Property($0) } : [])
    }
  }
}
