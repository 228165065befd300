import GoldenStoreFormat

/// What a new store of a custom stage says of itself.
package enum StageMetadata {
  /// The metadata of the new store: its own, but for the identifier, which stays the old one, and
  /// with everything that an app has put into the old store's.
  ///
  /// - Parameter identifierKey: The key of the store's identifier.
  package static func merged(
    source: [String: Any], destination: [String: Any], identifierKey: String
  ) -> [String: Any] {
    let kept = source.filter { !StoreMetadata.modelKeys.contains($0.key) }
    var metadata = kept.merging(destination) { _, own in own }
    metadata[identifierKey] = source[identifierKey]
    return metadata
  }
}
