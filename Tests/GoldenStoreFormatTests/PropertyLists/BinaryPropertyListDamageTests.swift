import Foundation
import GoldenStoreFormat
import Testing

struct BinaryPropertyListDamageTests {
  /// Assembles a list of encoded objects with two-byte offsets and one-byte references.
  private static func list(
    _ objects: [[UInt8]], root: UInt8 = 0, offsets: [Int]? = nil
  ) -> Data {
    var bytes = Array("bplist00".utf8)
    var starts: [Int] = []
    for object in objects {
      starts.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    let written = offsets ?? starts
    bytes += written.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(written.count)]
    bytes += [0, 0, 0, 0, 0, 0, 0, root]
    bytes += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    return Data(bytes)
  }

  static let damaged: [(bytes: Data, damage: PropertyListDamage, sentence: String)] = [
    (
      Data(), .notABinaryPropertyList, "it does not begin with 'bplist00'"
    ),
    (
      Data("<?xml version=\"1.0\"?><plist/>".utf8), .xml,
      "it is an XML property list; expected a binary one"
    ),
    (
      Data("\u{FEFF}\n <plist/>".utf8), .xml,
      "it is an XML property list; expected a binary one"
    ),
    (
      Data("bplist15".utf8) + Data(count: 40), .notABinaryPropertyList,
      "it does not begin with 'bplist00'"
    ),
    (
      Data("bplist00".utf8), .tooShort(bytes: 8),
      "it has 8 bytes; the shortest binary property list has 42"
    ),
    (
      list([[0x09]]).dropLast(), .inconsistentTrailer,
      "the sizes and offsets in its last 32 bytes do not fit its length; it may be cut short"
    ),
    (
      list([[0x09]], root: 1), .inconsistentTrailer,
      "the sizes and offsets in its last 32 bytes do not fit its length; it may be cut short"
    ),
    (
      list([[0x09]], offsets: [200]), .objectOutOfBounds(object: 0),
      "object 0 lies outside the object area"
    ),
    (
      list([[0x09]], offsets: [3]), .objectOutOfBounds(object: 0),
      "object 0 lies outside the object area"
    ),
    (
      list([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      .objectOutOfBounds(object: 0), "object 0 lies outside the object area"
    ),
    (
      list([[0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      .objectOutOfBounds(object: 0), "object 0 lies outside the object area"
    ),
    (
      list([[0xA1, 7]]), .referenceOutOfBounds(object: 0),
      "container object 0 refers to an object that does not exist"
    ),
    (
      list([[0x00]]), .unsupportedObject(object: 0, marker: 0),
      "object 0 has the unsupported type marker 0x0"
    ),
    (
      list([[0xC0]]), .unsupportedObject(object: 0, marker: 0xC0),
      "object 0 has the unsupported type marker 0xc0"
    ),
    (
      list([[0x14] + [UInt8](repeating: 1, count: 16)]), .integerTooLarge(object: 0),
      "integer object 0 has more than 64 bits"
    ),
    (
      list([[0x61, 0xD8, 0x00]]), .invalidText(object: 0), "string object 0 is not valid text"
    ),
    (
      list([[0x51, 0xFF]]), .invalidText(object: 0), "string object 0 is not valid text"
    ),
    (
      list([[0xD1, 1, 1], [0x10, 5]]), .keyIsNotAString(object: 0),
      "dictionary object 0 has a key that is not a string"
    ),
    (
      list([[0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]]), .duplicateKey(object: 0, key: "a"),
      "dictionary object 0 has key 'a' twice"
    ),
    (
      list([[0xA1, 0]]), .cycle(object: 0), "container object 0 contains itself"
    ),
    (
      list([[0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]]), .cycle(object: 0),
      "container object 0 contains itself"
    ),
    (
      list([[0xA3, 1, 2, 3], [0x44, 1, 2, 3, 4]], offsets: [8, 12, 12, 12]), .overlappingObjects,
      "its objects overlap"
    ),
  ]

  @Test(arguments: damaged.indices)
  func refusesWithASentence(_ index: Int) {
    let (bytes, damage, sentence) = Self.damaged[index]
    #expect(throws: damage) { try BinaryPropertyList.decode(bytes) }
    #expect(damage.description == sentence)
  }

  /// 41 arrays, each holding the next one twice: 2^41 values in 167 bytes.
  @Test func refusesSharedObjectsThatExpandWithoutEnd() {
    let objects = (0..<41).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]
    #expect(throws: PropertyListDamage.tooManyValues(limit: 4_000_000)) {
      _ = try BinaryPropertyList.decode(Self.list(objects))
    }
  }

  @Test func readsSharedObjectsThatStaySmall() throws {
    let objects = (0..<10).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]
    var expected = PropertyListValue.boolean(true)
    for _ in 0..<10 { expected = .array([expected, expected]) }
    #expect(try BinaryPropertyList.decode(Self.list(objects)) == expected)
  }

  /// A list that is a thousand times as deep as the limit must not use up the stack.
  @Test func refusesDeepNesting() {
    let depth = 128_000
    var bytes = Array("bplist00".utf8)
    func append(_ number: Int, size: Int) {
      for shift in (0..<size).reversed() { bytes.append(UInt8(number >> (8 * shift) & 0xFF)) }
    }
    for object in 0..<depth {
      bytes.append(0xA1)
      append(object + 1, size: 4)
    }
    bytes.append(0x09)
    let table = bytes.count
    for object in 0...depth { append(8 + 5 * object, size: 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4]
    append(depth + 1, size: 8)
    append(0, size: 8)
    append(table, size: 8)
    #expect(throws: PropertyListDamage.tooDeep(limit: 128)) {
      _ = try BinaryPropertyList.decode(Data(bytes))
    }
  }

  /// A container that was read at a shallow level counts with its depth at a deeper one.
  @Test func countsTheDepthOfSharedContainers() {
    let chain = (0..<100).map { [0xA1, UInt8($0 + 2)] }
    let second = (0..<40).map { [0xA1, UInt8($0 + 103)] }
    let objects: [[UInt8]] = [[0xA2, 1, 102]] + chain + [[0x09]] + second.dropLast() + [[0xA1, 1]]
    #expect(throws: PropertyListDamage.tooDeep(limit: 128)) {
      _ = try BinaryPropertyList.decode(Self.list(objects))
    }
  }

  /// Every single-byte change gives a value or an error, never a trap.
  @Test func survivesEveryChangedByte() throws {
    let bytes = try BinaryPropertyList.encode(
      .dictionary([
        "text": .string("Zoë"), "data": .data(Data([1, 2, 3])), "flag": .boolean(true),
        "numbers": .array([.integer(70000), .real(0.5), .date(12), .uniqueIdentifier(300)]),
      ]))
    var refused = 0
    for position in bytes.indices {
      for change: UInt8 in [0x01, 0x0F, 0x10, 0x80, 0xFF] {
        var copy = bytes
        copy[position] ^= change
        do {
          _ = try BinaryPropertyList.decode(copy)
        } catch {
          refused += 1
        }
      }
    }
    #expect(refused > bytes.count)
  }
}
