package import Foundation

/// A generator of pseudo-random numbers whose results never change.
///
/// The algorithm (SplitMix64) and everything derived from it are its own, because the standard
/// library may change how it draws from a generator.
package struct SeededGenerator: Sendable {
  private var state: UInt64

  /// Starts at a point that depends on the seed and on every part of a path.
  ///
  /// - Parameter path: Names that tell one stream of numbers from another.
  package init(seed: UInt64, _ path: String...) {
    self.init(seed: seed, path: path)
  }

  /// Starts at a point that depends on the seed and on every part of a path.
  package init(seed: UInt64, path: [String]) {
    // FNV-1a over the parts, each ended by a byte that UTF-8 never uses.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in path {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ hash
    _ = next()
  }

  /// Returns the stream of one of many objects.
  package func branch(_ index: Int) -> SeededGenerator {
    var copy = self
    copy.state = state ^ (UInt64(truncatingIfNeeded: index) &+ 1) &* 0xD1B5_4A32_D192_ED03
    _ = copy.next()
    return copy
  }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns an integer from 0 up to, but not including, a bound; 0 for a bound below 2.
  package mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    let width = UInt64(bound)
    // Values beyond the last whole multiple would favour small results.
    let limit = UInt64.max - UInt64.max % width
    var value = next()
    while value >= limit { value = next() }
    return Int(value % width)
  }

  /// Returns an integer within a range.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    let (width, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    guard !overflow, width < .max else { return Int(truncatingIfNeeded: next()) }
    return range.lowerBound + below(width + 1)
  }

  /// Returns a number from 0 up to, but not including, 1, with 53 random bits.
  package mutating func unit() -> Double {
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Returns one of the elements; `nil` where there is none.
  package mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Puts elements into a random order.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, below(last + 1))
    }
  }

  /// Returns random bytes.
  package mutating func bytes(_ count: Int) -> Data {
    var data = Data(capacity: count)
    while data.count < count {
      var word = next()
      for _ in 0..<min(8, count - data.count) {
        data.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return data
  }

  /// Returns a UUID of version 4.
  package mutating func uuid() -> UUID {
    let bytes = Array(bytes(16))
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40,
        bytes[7], bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13],
        bytes[14], bytes[15]
      ))
  }
}
