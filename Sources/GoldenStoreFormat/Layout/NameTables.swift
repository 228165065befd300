/// The hash of a name that decides the order in which relationships are met.
///
/// Format: StoreFormat F69.
package enum NameHash {
  /// The hash of the whole name, or of its parts where a table leaves some out. All arithmetic
  /// is modulo 2³².
  static func hash(_ units: some Sequence<UInt16>, length: Int) -> UInt32 {
    let count = UInt32(truncatingIfNeeded: length)
    var hash = count
    for unit in units { hash = hash &* 257 &+ UInt32(unit) }
    return hash &+ (hash &<< (count & 31))
  }

  /// The hash in table L: names of 97 units or more count with 32 units each of their begin,
  /// middle and end.
  package static func inKeyTable(_ name: String) -> UInt32 {
    let length = name.utf16.count
    guard length >= 97 else { return hash(name.utf16, length: length) }
    let units = Array(name.utf16)
    let middle = units.count / 2 - 16
    return hash(
      units[..<32] + units[middle..<middle + 32] + units.suffix(32), length: units.count)
  }

  /// The hash in table T: names of 24 units or more count with their first 8 and last 16.
  package static func inVisitTable(_ name: String) -> UInt32 {
    let length = name.utf16.count
    guard length >= 24 else { return hash(name.utf16, length: length) }
    return hash(Array(name.utf16.prefix(8)) + name.utf16.suffix(16), length: length)
  }

  /// Spreads a hash over the buckets of table L: Bob Jenkins' 96-bit mixer, entered after its
  /// first line.
  package static func mixed(_ hash: UInt32) -> UInt32 {
    var a = hash &- 1
    var b: UInt32 = 0x4B61_6E65
    var c: UInt32 = 1
    b = (b &- c &- a) ^ (a << 8)
    c = (c &- a &- b) ^ (b >> 13)
    a = (a &- b &- c) ^ (c >> 12)
    b = (b &- c &- a) ^ (a << 16)
    c = (c &- a &- b) ^ (b >> 5)
    a = (a &- b &- c) ^ (c >> 3)
    b = (b &- c &- a) ^ (a << 10)
    c = (c &- a &- b) ^ (b >> 15)
    return c
  }
}

/// Table L: the keys of an entity, which grow while relationships are met.
///
/// Format: StoreFormat F69.
package struct KeyTable {
  /// The keys, each with its mixed hash.
  private var buckets: [(key: String, hash: UInt32)?] = []
  private var count = 0
  private var capacity = 0

  package init() {}

  package init(_ keys: [String]) {
    for key in keys { insert(key) }
  }

  /// The keys in the order of their buckets.
  package var keys: [String] { buckets.compactMap { $0?.key } }

  /// Adds a key, unless it is there.
  package mutating func insert(_ key: String) {
    let hash = NameHash.mixed(NameHash.inKeyTable(key))
    if !buckets.isEmpty, buckets[bucket(for: key, hash)] != nil { return }
    if count == capacity { grow() }
    buckets[bucket(for: key, hash)] = (key, hash)
    count += 1
  }

  /// The bucket that holds the key, or the empty one where it belongs.
  private func bucket(for key: String, _ hash: UInt32) -> Int {
    let mask = buckets.count - 1
    var bucket = Int(hash) & mask
    while let other = buckets[bucket], other.hash != hash || other.key != key {
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private mutating func grow() {
    let entries = buckets.compactMap { $0 }
    capacity = 3 << Self.significantBits(count / 3)
    buckets = Array(repeating: nil, count: 4 << Self.significantBits((capacity - 1) / 3))
    for entry in entries { buckets[bucket(for: entry.key, entry.hash)] = entry }
  }

  private static func significantBits(_ number: Int) -> Int {
    Int.bitWidth - number.leadingZeroBitCount
  }
}

/// Table T: the order in which a visit to an entity walks its keys.
///
/// Format: StoreFormat F69.
package enum VisitTable {
  private static let sizes: [(capacity: Int, buckets: Int)] = [
    (4, 5), (8, 11), (17, 23), (29, 41), (47, 67), (76, 113), (123, 199), (199, 317), (322, 521),
    (521, 839), (843, 1361), (1364, 2207), (2207, 3571), (3571, 5779),
  ]

  /// The largest number of keys whose order is known.
  package static let largestCount = 3571

  /// The keys in the order of their buckets; `nil` for more than ``largestCount`` keys.
  package static func ordered(_ keys: [String]) -> [String]? {
    guard let size = sizes.first(where: { $0.capacity >= keys.count })?.buckets else { return nil }
    var buckets: [String?] = Array(repeating: nil, count: size)
    for key in keys {
      var bucket = Int(NameHash.inVisitTable(key)) % size
      while buckets[bucket] != nil { bucket = (bucket + 1) % size }
      buckets[bucket] = key
    }
    return buckets.compactMap { $0 }
  }
}
