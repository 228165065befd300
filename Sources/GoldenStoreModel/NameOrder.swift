/// The two orders in which Core Data sorts names.
///
/// Swift's own `<` follows Unicode equivalence and would sort some names differently.
package enum NameOrder {
  /// Plain UTF-16 code-unit order, case-sensitive.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    for (first, second) in zip(left.utf8, right.utf8) where first != second {
      // UTF-8 sorts as UTF-16 does up to the code points that UTF-16 writes as surrogates.
      guard first < 0xEE, second < 0xEE else {
        return left.utf16.lexicographicallyPrecedes(right.utf16)
      }
      return first < second
    }
    return left.utf8.count < right.utf8.count
  }

  /// ASCII letters lower-cased, then UTF-16 code units; ties in plain order.
  ///
  /// Format: entity numbering (StoreFormat F52); other letters than ASCII are inferred.
  package static func precedesIgnoringCase(_ left: String, _ right: String) -> Bool {
    let first = left.utf16.map(lowercased)
    let second = right.utf16.map(lowercased)
    return first == second ? precedes(left, right) : first.lexicographicallyPrecedes(second)
  }

  private static func lowercased(_ unit: UInt16) -> UInt16 {
    (0x41...0x5A).contains(unit) ? unit + 0x20 : unit
  }
}

/// Finds the name that somebody probably meant.
package enum NearestName {
  /// Names that are longer, and candidates after that many, get no suggestion: comparing them
  /// costs more than anybody gains.
  private static let longest = 100
  private static let most = 5_000

  /// The candidate with the fewest edits, if that is at most a third of the name's length (and
  /// at least one edit is allowed).
  package static func of(_ name: String, in candidates: [String]) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let limit = max(1, name.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(most)
    where candidate.utf8.count <= 4 * longest && abs(candidate.count - name.count) <= limit {
      let distance = editDistance(Array(name.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `; did you mean 'X'?`, or nothing.
  package static func suggestion(for name: String, in candidates: [String]) -> String {
    of(name, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var previous = Array(0...right.count)
    for (row, leftCharacter) in left.enumerated() {
      var current = [row + 1]
      for (column, rightCharacter) in right.enumerated() {
        current.append(
          min(
            previous[column] + (leftCharacter == rightCharacter ? 0 : 1),
            previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[right.count]
  }
}
