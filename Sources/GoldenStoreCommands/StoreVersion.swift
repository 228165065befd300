import GoldenStoreFormat
import GoldenStoreModel

/// Which version of a history a store's hashes are those of.
struct StoreVersion {
  /// One entity in which the store differs from the nearest version.
  struct Difference: Encodable, CustomStringConvertible {
    let entity: String
    /// The version's hash; null where the version lacks the entity.
    @ExplicitNull var expected: String?
    /// The store's hash; null where the store lacks the entity.
    @ExplicitNull var found: String?

    var description: String {
      switch (expected, found) {
      case (let expected?, let found?):
        "entity '\(entity)' has hash \(found.prefix(8))…, expected \(expected.prefix(8))…"
      case (nil, _): "the store has entity '\(entity)', which the version lacks"
      case (_, nil): "the store lacks entity '\(entity)'"
      }
    }
  }

  /// The position of the version that has exactly the store's hashes.
  let match: Int?
  /// The version with the fewest differing entities, the later one of two.
  let nearest: (position: Int, differences: [Difference])?

  init(of metadata: StoreMetadata, in models: [ValidatedModel]) throws {
    var nearest: (position: Int, differences: [Difference])?
    for (position, model) in models.enumerated() {
      let differences = StoreVersion.differences(
        of: metadata.entityHashes, from: try VersionHash.entityHashes(of: model))
      if differences.isEmpty {
        match = position
        self.nearest = nil
        return
      }
      if differences.count <= nearest?.differences.count ?? .max {
        nearest = (position, differences)
      }
    }
    match = nil
    self.nearest = nearest
  }

  private static func differences(
    of found: [EntityHash], from expected: [EntityHash]
  ) -> [Difference] {
    var names: [String] = []
    for name in (found + expected).map(\.entity).sorted(by: NameOrder.precedes)
    where names.last != name {
      names.append(name)
    }
    return names.compactMap { name -> Difference? in
      let expected = expected.first { $0.entity == name }?.hash
      let found = found.first { $0.entity == name }?.hash
      guard expected != found else { return nil }
      return Difference(
        entity: name, expected: expected?.hexadecimal, found: found?.hexadecimal)
    }
  }
}
