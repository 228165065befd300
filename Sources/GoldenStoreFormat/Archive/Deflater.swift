/// Compresses with one block of the fixed code and matches found through a hash of three bytes.
struct Deflater {
  private static let window = 32_768
  private static let longest = 258
  /// How many earlier places a match is looked for at.
  private static let attempts = 64

  private let input: [UInt8]
  private(set) var output: [UInt8] = []
  private var buffer: UInt32 = 0
  private var bufferedBits = 0

  init(input: [UInt8]) { self.input = input }

  mutating func run() {
    write(1, bits: 1)
    write(1, bits: 2)
    var newest = [Int](repeating: -1, count: 1 << 13)
    var previous = [Int](repeating: -1, count: input.count)
    var position = 0
    while position < input.count {
      let match = longestMatch(at: position, newest: newest, previous: previous)
      if let match { write(match) } else { writeLiteral(Int(input[position])) }
      for place in position..<position + (match?.length ?? 1) where place + 2 < input.count {
        let hash = hash(at: place)
        previous[place] = newest[hash]
        newest[hash] = place
      }
      position += match?.length ?? 1
    }
    writeLiteral(256)
    if bufferedBits > 0 { write(0, bits: 8 - bufferedBits) }
  }

  private func hash(at place: Int) -> Int {
    let value =
      UInt32(input[place]) << 16 | UInt32(input[place + 1]) << 8 | UInt32(input[place + 2])
    return Int((value &* 2_654_435_761) >> 19)
  }

  private func longestMatch(
    at position: Int, newest: [Int], previous: [Int]
  ) -> (length: Int, distance: Int)? {
    guard position + 2 < input.count else { return nil }
    let limit = min(Deflater.longest, input.count - position)
    var best: (length: Int, distance: Int)?
    var candidate = newest[hash(at: position)]
    var attempts = Deflater.attempts
    while candidate >= 0, position - candidate <= Deflater.window, attempts > 0 {
      var length = 0
      while length < limit, input[candidate + length] == input[position + length] { length += 1 }
      if length >= 3, length > best?.length ?? 0 { best = (length, position - candidate) }
      if length == limit { break }
      candidate = previous[candidate]
      attempts -= 1
    }
    return best
  }

  private mutating func write(_ match: (length: Int, distance: Int)) {
    let lengthCode = RawDeflate.lengths.lastIndex { $0.base <= match.length } ?? 0
    let length = RawDeflate.lengths[lengthCode]
    writeLiteral(257 + lengthCode)
    write(match.length - length.base, bits: length.extraBits)
    let distanceCode = RawDeflate.distances.lastIndex { $0.base <= match.distance } ?? 0
    let distance = RawDeflate.distances[distanceCode]
    write(reversed(distanceCode, bits: 5), bits: 5)
    write(match.distance - distance.base, bits: distance.extraBits)
  }

  private mutating func writeLiteral(_ symbol: Int) {
    let (code, width) =
      switch symbol {
      case ..<144: (0x30 + symbol, 8)
      case ..<256: (0x190 + symbol - 144, 9)
      case ..<280: (symbol - 256, 7)
      default: (0xC0 + symbol - 280, 8)
      }
    write(reversed(code, bits: width), bits: width)
  }

  /// Huffman codes are packed from their most significant bit, all else from the least.
  private func reversed(_ code: Int, bits: Int) -> Int {
    (0..<bits).reduce(0) { $0 << 1 | code >> $1 & 1 }
  }

  private mutating func write(_ value: Int, bits: Int) {
    buffer |= UInt32(truncatingIfNeeded: value) << UInt32(bufferedBits)
    bufferedBits += bits
    while bufferedBits >= 8 {
      output.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      bufferedBits -= 8
    }
  }
}
