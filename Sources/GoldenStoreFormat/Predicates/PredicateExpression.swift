/// An operand of a predicate, or how a derived attribute is computed.
package indirect enum PredicateExpression: Hashable, Sendable {
  /// The object itself: `SELF`.
  case object
  /// A value that is filled in later: `$NAME`.
  case variable(String)
  /// Names joined by points, from the object or from a variable.
  case keyPath(String, variable: String?)
  case constant(Constant)
  /// A function by its selector, such as `count:`, and what it is applied to.
  case function(String, [PredicateExpression])
  /// Several values in braces.
  case list([PredicateExpression])

  /// A fixed value; Booleans are the integers 1 and 0, as archives hold them.
  package enum Constant: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case string(String)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
  }

  /// A property of the object by its name or key path.
  static func property(_ path: String) -> PredicateExpression { .keyPath(path, variable: nil) }

  /// Reads the text of an expression.
  ///
  /// - Throws: ``PredicateProblem`` for what the grammar here does not have.
  package init(_ text: String) throws(PredicateProblem) {
    var parser = try PredicateParser(text)
    self = try parser.readExpression()
  }
}

extension PredicateExpression: CustomStringConvertible {
  /// The text in the form that Core Data prints, which reads back as the same expression.
  package var description: String {
    switch self {
    case .object: "SELF"
    case .variable(let name): "$\(name)"
    case .keyPath(let path, variable: nil): path
    case .keyPath(let path, let variable?): "$\(variable).\(path)"
    case .constant(let constant): constant.description
    case .function(let selector, let arguments):
      "\(selector)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .list(let values): "{" + values.map(\.description).joined(separator: ", ") + "}"
    }
  }
}

extension PredicateExpression.Constant: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: return "nil"
    case .integer(let number): return "\(number)"
    case .real(let number): return "\(number)"
    case .string(let text):
      var escaped = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
        escaped.append(scalar)
      }
      return "\"\(String(escaped))\""
    case .date(let seconds): return "CAST(\(seconds), \"NSDate\")"
    }
  }
}
