/// The value transformer of migrations, which leaves the bytes of transformable attributes alone.
package enum StoredBytes {
  /// The name under which it is registered.
  package static let transformerName = "GoldenStoreStoredBytes"
}
