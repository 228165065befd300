/// The order of the versions in an `.xcdatamodeld`: by name, numbers as numbers, so that
/// `Model`, `Model 2` and `Model 10` stand in that order.
package enum VersionOrder {
  /// Whether one name stands before another.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let first = parts(of: left)
    let second = parts(of: right)
    for (one, other) in zip(first, second) where one != other {
      return precedes(one, other)
    }
    if first.count != second.count { return first.count < second.count }
    return NameOrder.precedes(left, right)
  }

  private enum Part: Equatable {
    case text(String)
    /// The digits without leading zeros.
    case number(String)
  }

  private static func precedes(_ left: Part, _ right: Part) -> Bool {
    switch (left, right) {
    case (.text(let one), .text(let other)): NameOrder.precedes(one, other)
    case (.number(let one), .number(let other)):
      one.count == other.count ? NameOrder.precedes(one, other) : one.count < other.count
    case (.number, .text): true
    case (.text, .number): false
    }
  }

  private static func parts(of name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name.unicodeScalars[...]
    while let first = rest.first {
      let isNumber = isDigit(first)
      let run = rest.prefix { isDigit($0) == isNumber }
      rest = rest[run.endIndex...]
      parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
    }
    return parts
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
