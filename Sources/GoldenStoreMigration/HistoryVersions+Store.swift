import GoldenStoreFormat
package import GoldenStoreModel

/// Which version a store has.
extension HistoryVersions {
  /// A version that was found, and the versions among which it stands: those of the history, with
  /// the shape as one of its own where the store has a shape.
  package struct Found: Sendable {
    package let versions: HistoryVersions
    /// The store's position among ``versions``.
    package let source: Int
    /// The destination's position among ``versions``.
    package let destination: Int
  }

  /// Finds the version of a store by its hashes.
  ///
  /// Where several versions have the same hashes, the last one counts that is not later than the
  /// destination.
  ///
  /// - Parameters:
  ///   - hashes: What the store records of all its entities.
  ///   - store: The store's name, for errors.
  ///   - expected: The version that it must have; nil for any.
  ///   - destination: The position of the version to migrate to.
  /// - Throws: `MigrationError.unknownVersion`, `.otherVersion`, `.downgrade`; `.model` for a shape
  ///   that is wrong in itself.
  package func find(
    _ hashes: [EntityHash], of store: String, expected: Int? = nil, destination: Int
  ) throws(MigrationError) -> Found {
    if !self.hashes.contains(hashes), let shape = try including(shapeOf: hashes) {
      // The shape has the position of its version, which moves up by one with all later ones.
      let destination = destination >= shape.position ? destination + 1 : destination
      let expected = expected.map { $0 > shape.position ? $0 + 1 : $0 }
      return try shape.versions.found(hashes, store, expected, destination)
    }
    return try found(hashes, store, expected, destination)
  }

  private func found(
    _ hashes: [EntityHash], _ store: String, _ expected: Int?, _ destination: Int
  ) throws(MigrationError) -> Found {
    let source = try identify(hashes, store, expected: expected, destination: destination)
    return Found(versions: self, source: source, destination: destination)
  }

  private func identify(
    _ hashes: [EntityHash], _ store: String, expected: Int?, destination: Int
  ) throws(MigrationError) -> Int {
    let candidates = self.hashes.indices.filter { self.hashes[$0] == hashes }
    guard let last = candidates.last else { throw unknownVersion(hashes, store) }
    if let expected {
      guard candidates.contains(expected) else {
        throw .otherVersion(
          store: store, expected: models[expected].name, found: models[last].name)
      }
      return expected
    }
    guard let position = candidates.last(where: { $0 <= destination }) else {
      throw .downgrade(
        store: store, source: models[last].name, destination: models[destination].name)
    }
    return position
  }

  private func unknownVersion(_ hashes: [EntityHash], _ store: String) -> MigrationError {
    var nearest: (name: String, differences: [String])?
    for (position, known) in self.hashes.enumerated() {
      let shared = Set(known.map(\.entity)).intersection(hashes.map(\.entity))
      let differences = Self.differences(hashes, known)
      // Of two equally near versions the later one is the likelier origin.
      if !shared.isEmpty, differences.count <= nearest?.differences.count ?? .max {
        nearest = (models[position].name, differences)
      }
    }
    return .unknownVersion(
      store: store, history: name, nearest: nearest?.name,
      differences: nearest?.differences ?? [], versions: models.map(\.name),
      combination: history.strangeCombination(of: hashes))
  }

  private static func differences(_ store: [EntityHash], _ version: [EntityHash]) -> [String] {
    let names = Set(store.map(\.entity)).union(version.map(\.entity))
    return names.sorted(by: NameOrder.precedes).compactMap { name in
      let found = store.first { $0.entity == name }?.hash
      let expected = version.first { $0.entity == name }?.hash
      switch (found, expected) {
      case (nil, _?): return "entity '\(name)' is missing"
      case (_?, nil): return "entity '\(name)' is unknown to it"
      case (let found?, let expected?) where found != expected:
        let hashes = HashValue.excerpts(found.hexadecimal, expected.hexadecimal)
        return "entity '\(name)' has hash \(hashes.first), expected \(hashes.second)"
      default: return nil
      }
    }
  }
}
