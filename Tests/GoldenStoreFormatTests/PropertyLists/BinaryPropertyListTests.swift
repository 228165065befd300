import Foundation
import GoldenStoreFormat
import Testing

struct BinaryPropertyListTests {
  static let samples: [PropertyListValue] = [
    .dictionary([:]),
    .array([]),
    .string(""),
    .string("plain"),
    .string("Zoë — 日本語 👩‍👩‍👧 e\u{301}"),
    .string(String(repeating: "long ", count: 5000)),
    .data(Data()),
    .data(Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })),
    .boolean(true),
    .boolean(false),
    .array([0, 1, 255, 256, 65535, 65536, 0xFFFF_FFFF, 0x1_0000_0000].map { .integer($0) }),
    .array([-1, Int64.min, Int64.max].map { .integer($0) }),
    .array([0.1, -0.0, 1e300, .infinity].map { .real($0) }),
    .array([.date(0), .date(731_947_175.405035), .date(-1e9)]),
    .array((0..<400).map { .string("element \($0)") }),
    .dictionary(
      Dictionary(
        uniqueKeysWithValues: (0..<300).map { ("key \($0)", .array([.integer(Int64($0))])) })),
    .dictionary([
      "NSStoreModelVersionHashes": .dictionary(["Person": .data(Data(repeating: 7, count: 32))]),
      "NSStoreModelVersionIdentifiers": .array([.string("")]),
      "NSPersistenceFrameworkVersion": .integer(1345),
    ]),
  ]

  @Test(arguments: samples)
  func foundationReadsWhatIsWritten(_ value: PropertyListValue) throws {
    let bytes = try BinaryPropertyList.encode(value)
    let read = try PropertyListSerialization.propertyList(from: bytes, format: nil)
    #expect(try Foundation(value).object.isEqual(read))
  }

  @Test(arguments: samples)
  func readsWhatFoundationWrites(_ value: PropertyListValue) throws {
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: try Foundation(value).object, format: .binary, options: 0)
    #expect(try BinaryPropertyList.decode(bytes) == value)
  }

  @Test(arguments: samples)
  func writesTheSameBytesEveryTime(_ value: PropertyListValue) throws {
    let bytes = try BinaryPropertyList.encode(value)
    #expect(try BinaryPropertyList.encode(BinaryPropertyList.decode(bytes)) == bytes)
  }

  @Test func writesKeysInCodeUnitOrder() throws {
    let list = PropertyListValue.dictionary([
      "b": .integer(1), "B": .integer(2), "a": .integer(3), "\u{E9}": .integer(4),
    ])
    let bytes = try BinaryPropertyList.encode(list)
    let expected: [UInt8] = [
      0xD4, 1, 2, 3, 4, 5, 6, 7, 8, 0x51, 0x42, 0x51, 0x61, 0x51, 0x62, 0x61, 0, 0xE9,
      0x10, 2, 0x10, 3, 0x10, 1, 0x10, 4,
    ]
    #expect([UInt8](bytes.dropFirst(8).prefix(expected.count)) == expected)
  }

  @Test func tellsSpellingsOfOneLetterApart() throws {
    let list = PropertyListValue.array([.string("\u{E9}"), .string("e\u{301}")])
    guard case .array(let read) = try BinaryPropertyList.decode(BinaryPropertyList.encode(list))
    else {
      Issue.record("expected an array")
      return
    }
    let units = read.map { value -> [UInt16] in
      if case .string(let text) = value { Array(text.utf16) } else { [] }
    }
    #expect(units == [[0xE9], [0x65, 0x301]])
  }

  @Test(arguments: [0, 255, 256, 65535, 65536, 0xFFFF_FFFF, 0x1_0000_0000] as [UInt64])
  func keepsUniqueIdentifiers(_ number: UInt64) throws {
    let list = PropertyListValue.dictionary(["CF$UID": .uniqueIdentifier(number)])
    #expect(try BinaryPropertyList.decode(BinaryPropertyList.encode(list)) == list)
  }

  @Test func readsTheIdentifiersOfAKeyedArchive() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: ["first", "second"]), requiringSecureCoding: false)
    guard case .dictionary(let root) = try BinaryPropertyList.decode(archive),
      case .dictionary(let top) = root["$top"], case .uniqueIdentifier(let number) = top["root"],
      case .array(let objects) = root["$objects"],
      case .dictionary(let array) = objects[Int(number)],
      case .array(let elements) = array["NS.objects"]
    else {
      Issue.record("the archive does not have the shape of a keyed archive")
      return
    }
    let texts = elements.compactMap { element -> PropertyListValue? in
      if case .uniqueIdentifier(let number) = element { objects[Int(number)] } else { nil }
    }
    #expect(texts == [.string("first"), .string("second")])
  }

  @Test func keepsIntegersAboveTheSignedRange() throws {
    let list = PropertyListValue.largeInteger(.max)
    let bytes = try BinaryPropertyList.encode(list)
    let read = try PropertyListSerialization.propertyList(from: bytes, format: nil) as? NSNumber
    #expect(read?.uint64Value == .max)
    #expect(try BinaryPropertyList.decode(bytes) == list)
  }

  @Test func refusesToWriteDeepLists() throws {
    var list = PropertyListValue.array([])
    for _ in 1..<BinaryPropertyList.depthLimit { list = .array([list]) }
    #expect(try BinaryPropertyList.decode(BinaryPropertyList.encode(list)) == list)
    #expect(throws: PropertyListDamage.tooDeep(limit: 128)) {
      try BinaryPropertyList.encode(.array([list]))
    }
  }
}

/// The same list as objects of Foundation, whose own reader and writer are the second opinion.
private struct Foundation {
  let object: NSObject

  init(_ value: PropertyListValue) throws {
    object =
      switch value {
      case .boolean(let flag): NSNumber(value: flag)
      case .integer(let number): NSNumber(value: number)
      case .largeInteger(let number): NSNumber(value: number)
      case .real(let number): NSNumber(value: number)
      case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
      case .data(let data): NSData(data: data)
      case .string(let text): NSString(string: text)
      case .array(let elements):
        NSArray(array: try elements.map { try Foundation($0).object })
      case .dictionary(let entries):
        NSDictionary(
          dictionary: try entries.mapValues { try Foundation($0).object })
      case .uniqueIdentifier:
        throw CocoaError(.propertyListWriteInvalid)
      }
  }
}
