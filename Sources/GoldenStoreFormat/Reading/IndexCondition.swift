/// What follows WHERE in the statement of a partial index.
///
/// Format: StoreFormat F73.
package struct IndexCondition {
  /// Whether it only compares: no call of a function, no pattern, no query, no comment.
  package let isPlain: Bool

  /// Words that compute something without looking like a call.
  private static let computing: Set<String> = [
    "LIKE", "GLOB", "REGEXP", "MATCH", "CASE", "CAST", "SELECT", "COLLATE", "RAISE",
  ]
  /// Words that a parenthesis may follow.
  private static let joining: Set<String> = ["WHERE", "AND", "OR", "NOT"]

  /// Reads the statement of an index; `nil` for one without a condition.
  package init?(_ sql: String) {
    var rest = Substring(sql).unicodeScalars
    var isCondition = false
    var isPlain = true
    var word = ""
    while let first = rest.first {
      if let end = Self.closing(first) {
        rest = rest.dropFirst().drop { $0 != end }.dropFirst()
        word = first == "'" ? "" : "a name"
      } else if Self.isWordPart(first) {
        let name = rest.prefix(while: Self.isWordPart)
        rest = rest.dropFirst(name.count)
        word = String(name).uppercased()
        if word == "WHERE" { isCondition = true }
        if isCondition, Self.computing.contains(word) { isPlain = false }
      } else {
        rest.removeFirst()
        if first.properties.isWhitespace { continue }
        let isComment = first == "-" && rest.first == "-" || first == "/" && rest.first == "*"
        let isCall = first == "(" && !word.isEmpty && !Self.joining.contains(word)
        // Concatenation and the arrows of JSON.
        let isOperator =
          first == "|" || first == "-" && rest.first == ">"
        if isComment || isCondition && (isCall || isOperator) { isPlain = false }
        word = ""
      }
    }
    guard isCondition || !isPlain else { return nil }
    self.isPlain = isPlain
  }

  private static func closing(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "'", "\"", "`": scalar
    case "[": "]"
    default: nil
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.value > 0x7F
      || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
      || ("A"..."Z").contains(scalar)
  }
}
