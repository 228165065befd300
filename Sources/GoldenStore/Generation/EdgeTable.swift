/// Lists of numbers, one for each of many owners, in two flat arrays.
struct EdgeTable: Sendable {
  private var starts: [Int32] = [0]
  private var items: [Int32] = []

  init() {}

  /// Turns the edges around: owners become members, in the order of their numbers.
  init(reversing other: EdgeTable, count: Int) {
    var lengths = [Int32](repeating: 0, count: count)
    for item in other.items { lengths[Int(item)] += 1 }
    starts.reserveCapacity(count + 1)
    for length in lengths { starts.append((starts.last ?? 0) + length) }
    var cursor = starts
    items = [Int32](repeating: 0, count: other.items.count)
    for owner in 0..<other.count {
      for member in other[owner] {
        items[Int(cursor[member])] = Int32(owner)
        cursor[member] += 1
      }
    }
  }

  /// Makes every edge one of both its ends, as far as each may have so many.
  init(inBothDirections other: EdgeTable, maximum: Int) {
    var lists = [[Int]](repeating: [], count: other.count)
    for owner in 0..<other.count {
      for member in other[owner]
      where lists[owner].count < maximum && lists[member].count < maximum
        && !lists[owner].contains(member)
      {
        lists[owner].append(member)
        if member != owner { lists[member].append(owner) }
      }
    }
    for list in lists { append(list.sorted()) }
  }

  /// How many owners there are.
  var count: Int { starts.count - 1 }

  /// Adds the list of the next owner.
  mutating func append(_ members: some Sequence<Int>) {
    items += members.map(Int32.init)
    starts.append(Int32(items.count))
  }

  /// The members of an owner; none for an owner that was never added.
  subscript(owner: Int) -> [Int] {
    guard owner < count else { return [] }
    return items[Int(starts[owner])..<Int(starts[owner + 1])].map(Int.init)
  }
}
