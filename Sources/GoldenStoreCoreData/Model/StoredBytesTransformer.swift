#if canImport(CoreData)
  import Foundation

  /// Leaves bytes as they are, so that a transformable attribute has the bytes of the store.
  ///
  /// Core Data's own transformer makes bytes in one direction and a transformer of an app in the
  /// other; this one gives the same in both.
  final class StoredBytesTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSData.self }

    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? { value }

    override func reverseTransformedValue(_ value: Any?) -> Any? { value }

    /// Makes the transformer known under its name, once in a process: Core Data finds transformers
    /// by name alone.
    static func register() { _ = isRegistered }

    private static let isRegistered: Bool = {
      ValueTransformer.setValueTransformer(
        StoredBytesTransformer(), forName: NSValueTransformerName(StoredBytes.transformerName))
      return true
    }()
  }
#endif
