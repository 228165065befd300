/// A running sum over the pairs of one relationship that is zero when both sides name the same.
struct PairBalance {
  /// Which side of the relationship names a pair.
  enum Side {
    case first
    case second
    /// The relationship is its own inverse.
    case both
  }

  private var sum: UInt64 = 0

  var isEven: Bool { sum == 0 }

  mutating func add(_ object: Int64, _ target: Int64, from side: Side) {
    switch side {
    case .first: sum &+= Self.mixed(object, target)
    case .second: sum &-= Self.mixed(target, object)
    case .both where object < target: sum &+= Self.mixed(object, target)
    case .both where object > target: sum &-= Self.mixed(target, object)
    case .both: break
    }
  }

  /// Spreads a pair over 64 bits, so that different sets of pairs have different sums.
  private static func mixed(_ first: Int64, _ second: Int64) -> UInt64 {
    spread(spread(UInt64(bitPattern: first)) &+ UInt64(bitPattern: second))
  }

  private static func spread(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
