/// The bytes that one of Core Data's version hashes is made of, in the order they are added.
///
/// Format: integers are little-endian, texts are UTF-8 without length or terminator, and nothing
/// separates the parts (StoreFormat F1).
struct HashInput {
  private var hash = SHA256()

  mutating func append(_ text: String) { hash.update(text) }

  /// Adds a text where there is one.
  mutating func append(_ text: String?) {
    if let text { hash.update(text) }
  }

  mutating func append(_ part: HashValue) { hash.update(part.bytes) }

  mutating func append(_ byte: UInt8) { hash.update([byte]) }

  mutating func append(_ number: UInt16) { appendBytes(of: UInt64(number), count: 2) }

  mutating func append(_ number: Int32) {
    appendBytes(of: UInt64(UInt32(bitPattern: number)), count: 4)
  }

  func finished() -> HashValue { HashValue(digest: hash.digest()) }

  private mutating func appendBytes(of number: UInt64, count: Int) {
    hash.update((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
  }
}
