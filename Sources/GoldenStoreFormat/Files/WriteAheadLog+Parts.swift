extension WriteAheadLog {
  /// The running checksum of a log: two sums over pairs of 32-bit words.
  struct Checksum: Hashable {
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Adds what counts of a frame: the first 8 bytes of its header, and its page.
    mutating func add(frame: ArraySlice<UInt8>, isBigEndian: Bool) {
      add(frame.prefix(8), isBigEndian: isBigEndian)
      add(frame.dropFirst(frameHeaderSize), isBigEndian: isBigEndian)
    }

    /// Adds bytes, a multiple of 8.
    mutating func add(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
      // Sums in registers over raw words: a log of a large store is nearly all of its bytes.
      var first = first
      var second = second
      bytes.withUnsafeBytes { raw in
        for position in stride(from: 0, to: raw.count & ~7, by: 8) {
          let words = (
            raw.loadUnaligned(fromByteOffset: position, as: UInt32.self),
            raw.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
          )
          first &+= (isBigEndian ? words.0.bigEndian : words.0.littleEndian) &+ second
          second &+= (isBigEndian ? words.1.bigEndian : words.1.littleEndian) &+ first
        }
      }
      self.first = first
      self.second = second
    }
  }

  /// The 32 bytes at the start of a log.
  struct Header {
    let isBigEndian: Bool
    let pageSize: Int
    let checkpointSequence: UInt32
    let firstSalt: UInt32
    let secondSalt: UInt32
    let checksum: Checksum
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(WriteAheadLogDamage) {
      guard bytes.count == headerSize else { throw .headerCutShort(bytes: Int64(bytes.count)) }
      let magic = bytes[...].bigEndianWord(at: 0)
      guard magic & ~1 == 0x377F_0682 else { throw .unknownMagic(magic) }
      let version = bytes[...].bigEndianWord(at: 4)
      let size = bytes[...].bigEndianWord(at: 8)
      guard version == 3_007_000, (512...65536).contains(size), size.nonzeroBitCount == 1 else {
        throw .unknownFormat(version: version, pageSize: size)
      }
      isBigEndian = magic & 1 == 1
      pageSize = Int(size)
      checkpointSequence = bytes[...].bigEndianWord(at: 12)
      firstSalt = bytes[...].bigEndianWord(at: 16)
      secondSalt = bytes[...].bigEndianWord(at: 20)
      checksum = Checksum(
        first: bytes[...].bigEndianWord(at: 24), second: bytes[...].bigEndianWord(at: 28))
      self.bytes = bytes
      var computed = Checksum()
      computed.add(bytes[0..<24], isBigEndian: isBigEndian)
      guard computed == checksum else { throw .headerChecksum }
    }

    /// Returns this header with other salts and the checksum that belongs to them.
    func with(firstSalt: UInt32, secondSalt: UInt32) throws(WriteAheadLogDamage) -> Header {
      var copy = bytes
      copy.setBigEndianWord(firstSalt, at: 16)
      copy.setBigEndianWord(secondSalt, at: 20)
      var computed = Checksum()
      computed.add(copy[0..<24], isBigEndian: isBigEndian)
      copy.setBigEndianWord(computed.first, at: 24)
      copy.setBigEndianWord(computed.second, at: 28)
      return try Header(copy)
    }
  }

  /// The 24 bytes before each page.
  struct Frame {
    let pagesAfterCommit: UInt32
    let firstSalt: UInt32
    let secondSalt: UInt32
    let checksum: Checksum

    /// Whether SQLite was to give the frame its salts and its checksum at the commit.
    var isUnfinished: Bool { firstSalt == 0 && secondSalt == 0 && checksum == Checksum() }

    /// Reads the header of the frame that a slice begins with.
    init(_ bytes: ArraySlice<UInt8>) {
      let start = bytes.startIndex
      pagesAfterCommit = bytes.bigEndianWord(at: start + 4)
      firstSalt = bytes.bigEndianWord(at: start + 8)
      secondSalt = bytes.bigEndianWord(at: start + 12)
      checksum = Checksum(
        first: bytes.bigEndianWord(at: start + 16), second: bytes.bigEndianWord(at: start + 20))
    }

    /// Writes salts and checksum into the header of the frame at an index.
    static func replace(
      in bytes: inout [UInt8], at start: Int, firstSalt: UInt32, secondSalt: UInt32,
      checksum: Checksum
    ) {
      bytes.setBigEndianWord(firstSalt, at: start + 8)
      bytes.setBigEndianWord(secondSalt, at: start + 12)
      bytes.setBigEndianWord(checksum.first, at: start + 16)
      bytes.setBigEndianWord(checksum.second, at: start + 20)
    }
  }
}

extension ArraySlice where Element == UInt8 {
  /// Returns the 32-bit number at an index of the underlying array, most significant byte first.
  func bigEndianWord(at index: Int) -> UInt32 {
    UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
      | UInt32(self[index + 3])
  }
}

extension Array where Element == UInt8 {
  mutating func setBigEndianWord(_ word: UInt32, at index: Int) {
    self[index] = UInt8(truncatingIfNeeded: word >> 24)
    self[index + 1] = UInt8(truncatingIfNeeded: word >> 16)
    self[index + 2] = UInt8(truncatingIfNeeded: word >> 8)
    self[index + 3] = UInt8(truncatingIfNeeded: word)
  }
}
