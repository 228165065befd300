import Foundation
import GoldenStoreFormat
import Testing

struct RawDeflateTests {
  /// Streams made by zlib, one for each type of block.
  static let streams: [(name: String, stream: String, text: String)] = [
    ("empty", "0300", ""),
    ("stored", "010300fcff616263", "abc"),
    ("fixed", "4b4c4a4e842100", "abcabcabcabc"),
    (
      "dynamic",
      "95d1b90d80301004c056b60002fe475463609109b0a533b2e4ee492880cd279b4c4b570ca8114f3c9e48bbe7"
        + "ed2a2432602b60a61518dd415b913fde68bcd578a7f15ee383c6478d4f1a9f35be884d6aebcfd717",
      (0..<12).map { "version \($0) of the schema, seen by every reader; " }.joined()
    ),
  ]

  static func data(_ hexadecimal: String) -> Data {
    var bytes = Data()
    var digits = Substring(hexadecimal)
    while !digits.isEmpty {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  @Test(arguments: streams.indices) func zlibsStreamsInflate(_ index: Int) throws {
    let (_, stream, text) = Self.streams[index]
    let inflated = try RawDeflate.inflate(Self.data(stream), limit: 1_000)
    #expect(inflated == Data(text.utf8))
  }

  @Test(arguments: streams.indices) func everyCutStreamIsRefused(_ index: Int) throws {
    let stream = Self.data(Self.streams[index].stream)
    for count in 0..<stream.count {
      #expect(throws: DeflateDamage.self, "\(count) bytes") {
        try RawDeflate.inflate(stream.prefix(count), limit: 1_000)
      }
    }
  }

  static let damaged: [(String, DeflateDamage, String)] = [
    ("07", .reservedBlockType(atByte: 1), "the block that ends at byte 1 has no known type"),
    (
      "010300fcfe616263", .storedLength(atByte: 1),
      "the stored block at byte 1 contradicts its own length"
    ),
    ("030000", .trailingBytes(count: 1), "1 bytes follow the last block"),
    ("4b4c", .cutShort(atByte: 2), "the compressed data is cut short at byte 2"),
    // A copy over distance 1 as the very first symbol.
    ("0302", .distance(atByte: 2), "the copy before byte 2 begins before the output does"),
  ]

  @Test(arguments: damaged.indices) func damageIsNamed(_ index: Int) {
    let (stream, damage, sentence) = Self.damaged[index]
    #expect(throws: damage) { try RawDeflate.inflate(Self.data(stream), limit: 1_000) }
    #expect(damage.description == sentence)
  }

  @Test func aBombStopsAtTheLimit() throws {
    let bomb = RawDeflate.deflate(Data(count: 1_000_000))
    #expect(bomb.count < 10_000)
    #expect(throws: DeflateDamage.tooLarge(limit: 4_096)) {
      try RawDeflate.inflate(bomb, limit: 4_096)
    }
  }

  @Test func whatIsDeflatedInflatesToItself() throws {
    var state: UInt64 = 7
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for count in [0, 1, 2, 3, 4, 258, 259, 5_000, 70_000] {
      let noise = Data((0..<count).map { _ in next() })
      let pattern = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 % 7 * ($0 / 300)) })
      for bytes in [noise, pattern] {
        #expect(try RawDeflate.inflate(RawDeflate.deflate(bytes), limit: count) == bytes)
      }
    }
  }

  @Test func aDamagedByteNeverTraps() throws {
    let stream = Self.data(Self.streams[3].stream)
    var survived = 0
    for place in stream.indices {
      for bit in 0..<8 {
        var damaged = stream
        damaged[place] ^= 1 << UInt8(bit)
        if (try? RawDeflate.inflate(damaged, limit: 10_000)) != nil { survived += 1 }
      }
    }
    // Some flips change a literal only; most break the stream.
    #expect(survived < stream.count * 8)
  }
}
