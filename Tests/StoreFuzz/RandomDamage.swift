import Foundation
import GoldenStore

/// Random changes of bytes.
extension SeededGenerator {
  /// Whether something with a chance happens.
  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// Changes bytes at one to three places, mostly single ones: more is read on then.
  mutating func damage(_ bytes: inout Data) {
    let keepsSize = chance(0.85)
    for _ in 0..<(chance(0.6) ? 1 : integer(in: 2...3)) {
      damageOnce(&bytes, keepsSize: keepsSize)
    }
  }

  private mutating func damageOnce(_ bytes: inout Data, keepsSize: Bool) {
    guard !bytes.isEmpty else { return }
    bytes = Data(bytes)
    let position = below(bytes.count)
    switch below(keepsSize ? 9 : 14) {
    case 0...3: bytes[position] ^= 1 << UInt8(below(8))
    case 4, 5: bytes[position] = UInt8(truncatingIfNeeded: next())
    case 6: bytes[position] = element(of: [0, 1, 0x7F, 0x80, 0xFE, 0xFF]) ?? 0
    case 7: overwrite(&bytes, at: position)
    case 8:
      let end = Swift.min(bytes.count, position + integer(in: 1...64))
      bytes.replaceSubrange(position..<end, with: Data(count: end - position))
    case 9, 10:
      bytes.removeSubrange(position..<Swift.min(bytes.count, position + integer(in: 1...32)))
    case 11: bytes.insert(contentsOf: self.bytes(integer(in: 1...32)), at: position)
    case 12:
      let end = Swift.min(bytes.count, position + integer(in: 1...64))
      bytes.insert(contentsOf: bytes[position..<end], at: below(bytes.count))
    default: bytes.removeSubrange(position...)
    }
  }

  /// Writes a number of extreme size over 2, 4 or 8 bytes.
  private mutating func overwrite(_ bytes: inout Data, at position: Int) {
    let size = element(of: [2, 4, 8]) ?? 4
    let numbers: [UInt64] = [
      0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, .max, .max >> 1, next(),
    ]
    let number = element(of: numbers) ?? 0
    for offset in 0..<size where position + offset < bytes.count {
      bytes[position + offset] = UInt8(
        truncatingIfNeeded: number >> UInt64(8 * (size - 1 - offset)))
    }
  }

  /// A number, often one at the edge of a type.
  mutating func edgeInteger() -> Int64 {
    let numbers: [Int64] = [
      .min, .min + 1, .max, .max - 1, -1, 0, 1, 2, 3, 7, 255, 256, 32767, 32768, -32769,
      2_147_483_647, 2_147_483_648, -2_147_483_649, 1 << 53, (1 << 53) + 1,
      Int64(truncatingIfNeeded: next()),
    ]
    return element(of: numbers) ?? 0
  }

  /// A real number, often one that is hard to print or to convert.
  mutating func edgeReal() -> Double {
    let numbers: [Double] = [
      .infinity, -.infinity, .nan, 0, -0.0, 1e300, -1e300, Double.leastNonzeroMagnitude, 9.3e18,
      -9.3e18, 1e19, 0.1,
      252_423_993_600, -63_114_076_800, Double(bitPattern: next()),
    ]
    return element(of: numbers) ?? 0
  }

  /// A text, often one that is a name somewhere.
  mutating func edgeText() -> String {
    let texts = [
      "", " ", "a", "Book", "Medium", "Author", "title", "books", "Z_PK", "Z_ENT", "name.name",
      "@count", "books.@count", "canonical:(name)", "'", "\"", "\0", "e\u{301}", "\u{FFFD}",
      "SELF", "NSManagedObject", "$null", String(repeating: "x", count: 3000), "0", "-1", "1e999",
      "../../etc/passwd", "title == NIL", "((((title == 1))))", "order", "SELECT", "%s%n",
    ]
    return element(of: texts) ?? ""
  }
}
