package import Foundation

/// Compression as RFC 1951 describes it, without any wrapper.
///
/// Format: `Z_MODELCACHE` holds such a stream (StoreFormat F41).
package enum RawDeflate {
  /// The number of extra bits and the smallest value for each length code from 257 on.
  static let lengths: [(extraBits: Int, base: Int)] =
    codeTable(
      count: 28, codesPerWidth: 4, firstBase: 3) + [(0, 258)]

  /// The same for each distance code.
  static let distances: [(extraBits: Int, base: Int)] = codeTable(
    count: 30, codesPerWidth: 2, firstBase: 1)

  /// Codes without extra bits come first, twice as many as of each later width.
  private static func codeTable(
    count: Int, codesPerWidth: Int, firstBase: Int
  ) -> [(extraBits: Int, base: Int)] {
    var table: [(extraBits: Int, base: Int)] = []
    var base = firstBase
    for code in 0..<count {
      let extraBits = max(0, code / codesPerWidth - 1)
      table.append((extraBits, base))
      base += 1 << extraBits
    }
    return table
  }

  /// The code lengths of the fixed literal and length code.
  static let fixedLiteralLengths: [UInt8] =
    Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112)
    + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)

  /// Expands a stream.
  ///
  /// - Parameter limit: the largest output in bytes; memory stays within a small multiple of it.
  /// - Throws: `DeflateDamage`.
  package static func inflate(_ bytes: Data, limit: Int) throws(DeflateDamage) -> Data {
    var inflater = Inflater(input: [UInt8](bytes), limit: limit)
    try inflater.run()
    return Data(inflater.output)
  }

  /// Compresses bytes with the fixed code; the same input gives the same stream everywhere.
  package static func deflate(_ bytes: Data) -> Data {
    var deflater = Deflater(input: [UInt8](bytes))
    deflater.run()
    return Data(deflater.output)
  }
}
