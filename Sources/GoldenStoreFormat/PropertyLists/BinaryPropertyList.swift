package import Foundation

/// Reads and writes binary property lists, bounded against hostile input.
///
/// Foundation's readers crash on deep lists, take exponential time on shared objects and hide
/// unique identifiers; its writer's bytes differ from run to run.
///
/// Format: StoreFormat F30.
package enum BinaryPropertyList {
  /// The header, one object of one byte, one offset and the trailer.
  static let minimumSize = 8 + 1 + 1 + trailerSize
  static let trailerSize = 32
  static let signature: [UInt8] = Array("bplist00".utf8)

  /// The deepest nesting of containers that is read or written.
  package static let depthLimit = 128

  /// The largest number of values that a list may have after shared objects are expanded.
  package static let valueLimit = 4_000_000

  /// Returns the root value of a binary property list.
  ///
  /// Time and memory are linear in the number of bytes.
  ///
  /// - Throws: What is wrong with the list.
  package static func decode(_ bytes: Data) throws(PropertyListDamage) -> PropertyListValue {
    var reader = try BinaryPropertyListReader([UInt8](bytes))
    return try reader.root()
  }

  /// Returns the bytes of a property list: dictionaries with sorted keys, equal scalars once.
  ///
  /// - Throws: `PropertyListDamage.tooDeep`.
  package static func encode(_ value: PropertyListValue) throws(PropertyListDamage) -> Data {
    var writer = BinaryPropertyListWriter()
    return try writer.encode(value)
  }
}
