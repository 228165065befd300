/// One pass over a raw DEFLATE stream.
struct Inflater {
  private let input: [UInt8]
  private let limit: Int
  private(set) var output: [UInt8] = []
  private var position = 0
  private var buffer: UInt32 = 0
  private var bufferedBits = 0

  init(input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
  }

  mutating func run() throws(DeflateDamage) {
    let fixedLiterals = try HuffmanCode(RawDeflate.fixedLiteralLengths, atByte: 0)
    let fixedDistances = try HuffmanCode(Array(repeating: 5, count: 30), atByte: 0)
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStoredBlock()
      case 1: try expand(literals: fixedLiterals, distances: fixedDistances)
      case 2:
        let (literals, distances) = try readDynamicCodes()
        try expand(literals: literals, distances: distances)
      default: throw .reservedBlockType(atByte: position)
      }
    }
    guard position == input.count else {
      throw .trailingBytes(count: input.count - position)
    }
  }

  private mutating func bits(_ count: Int) throws(DeflateDamage) -> Int {
    while bufferedBits < count {
      guard position < input.count else { throw .cutShort(atByte: position) }
      buffer |= UInt32(input[position]) << UInt32(bufferedBits)
      position += 1
      bufferedBits += 8
    }
    let value = buffer & ((1 << UInt32(count)) - 1)
    buffer >>= UInt32(count)
    bufferedBits -= count
    return Int(value)
  }

  private mutating func copyStoredBlock() throws(DeflateDamage) {
    // The rest of the current byte is padding; at most seven bits are buffered.
    buffer = 0
    bufferedBits = 0
    guard input.count - position >= 4 else { throw .cutShort(atByte: input.count) }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    let complement = Int(input[position + 2]) | Int(input[position + 3]) << 8
    guard length == ~complement & 0xFFFF else { throw .storedLength(atByte: position) }
    position += 4
    guard input.count - position >= length else { throw .cutShort(atByte: input.count) }
    guard output.count + length <= limit else { throw .tooLarge(limit: limit) }
    output += input[position..<position + length]
    position += length
  }

  private mutating func expand(
    literals: HuffmanCode, distances: HuffmanCode
  ) throws(DeflateDamage) {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge(limit: limit) }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < RawDeflate.lengths.count else { throw .unknownCode(atByte: position) }
      let lengthCode = RawDeflate.lengths[symbol - 257]
      let length = lengthCode.base + (try bits(lengthCode.extraBits))
      let distanceSymbol = try decode(distances)
      guard distanceSymbol < RawDeflate.distances.count else {
        throw .unknownCode(atByte: position)
      }
      let distanceCode = RawDeflate.distances[distanceSymbol]
      let distance = distanceCode.base + (try bits(distanceCode.extraBits))
      guard distance <= output.count else { throw .distance(atByte: position) }
      guard output.count + length <= limit else { throw .tooLarge(limit: limit) }
      // A copy may reach into its own output, which then repeats itself from its start on.
      let start = output.count - distance
      let end = output.count + length
      while output.count < end {
        // A copy of its own: a slice would share the output, which then is copied as a whole.
        output += Array(output[start..<start + min(end - output.count, output.count - start)])
      }
    }
  }

  private mutating func decode(_ code: HuffmanCode) throws(DeflateDamage) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1..<code.counts.count {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw .unknownCode(atByte: position)
  }

  private mutating func readDynamicCodes() throws(DeflateDamage) -> (HuffmanCode, HuffmanCode) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .codeLengths(atByte: position) }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for place in order.prefix(lengthCount) { codeLengths[place] = UInt8(try bits(3)) }
    let lengthCode = try HuffmanCode(codeLengths, atByte: position)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try decode(lengthCode)
      switch symbol {
      case 16:
        guard let previous = lengths.last else { throw .codeLengths(atByte: position) }
        lengths += Array(repeating: previous, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] != 0 else {
      throw .codeLengths(atByte: position)
    }
    return (
      try HuffmanCode(Array(lengths[..<literalCount]), atByte: position),
      try HuffmanCode(Array(lengths[literalCount...]), atByte: position)
    )
  }
}

/// A canonical Huffman code: how many codes have each length, and the symbols in code order.
private struct HuffmanCode {
  let counts: [Int]
  let symbols: [Int]

  init(_ lengths: [UInt8], atByte position: Int) throws(DeflateDamage) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    // A code with one symbol may be incomplete; no code may promise more than it has bits for.
    var free = 1
    for length in 1...15 {
      free = free * 2 - counts[length]
      guard free >= 0 else { throw .codeLengths(atByte: position) }
    }
    var offsets = [Int](repeating: 0, count: 16)
    for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
    var symbols = [Int](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length != 0 {
      symbols[offsets[Int(length)]] = symbol
      offsets[Int(length)] += 1
    }
    self.counts = counts
    self.symbols = symbols
  }
}
