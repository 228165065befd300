/// A running sum over the pairs of one relationship that is zero when both sides name the same.
struct PairBalance {
  /// Which side of the relationship names a pair.
  enum Side {
    case first
    case second
    /// The relationship is its own inverse.
    case both
  }

  /// An object in a sum, which is another one where its entity is.
  struct Member {
    let primaryKey: Int64
    let entityNumber: Int64

    fileprivate var word: UInt64 {
      UInt64(bitPattern: primaryKey) &+ UInt64(bitPattern: entityNumber) &<< 48
    }
  }

  private var sum: UInt64 = 0

  var isEven: Bool { sum == 0 }

  mutating func add(_ object: Member, _ target: Member, from side: Side) {
    switch side {
    case .first: sum &+= Self.mixed(object.word, target.word)
    case .second: sum &-= Self.mixed(target.word, object.word)
    case .both where object.primaryKey < target.primaryKey:
      sum &+= Self.mixed(object.word, target.word)
    case .both where object.primaryKey > target.primaryKey:
      sum &-= Self.mixed(target.word, object.word)
    case .both: break
    }
  }

  /// Counts a pair of keys whose entities don't matter.
  mutating func add(_ object: Int64, _ target: Int64, from side: Side) {
    add(
      Member(primaryKey: object, entityNumber: 0), Member(primaryKey: target, entityNumber: 0),
      from: side)
  }

  /// Spreads a pair over 64 bits, so that different sets of pairs have different sums.
  private static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    spread(spread(first) &+ second)
  }

  private static func spread(_ word: UInt64) -> UInt64 {
    var z = word &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
