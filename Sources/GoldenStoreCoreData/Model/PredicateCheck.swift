package import GoldenStoreFormat

/// Reads predicates and expressions and refuses, by name, what makes Foundation raise an exception:
/// where a predicate is made of its parts, and where it is evaluated.
///
/// Predicates are never made from text on Apple systems, but from the parts that are found here, so
/// that no word of a text can be taken for one of the format's own. The exceptions that depend on
/// what a key path leads to are not foreseen: a validation predicate over a key that the value does
/// not have is as wrong here as in a model file.
package enum PredicateCheck {
  /// Reads a predicate.
  package static func predicate(_ text: String) throws(PredicateProblem) -> PredicateText {
    let predicate = try PredicateText(text)
    try check(predicate)
    return predicate
  }

  /// Reads an expression.
  package static func expression(_ text: String) throws(PredicateProblem) -> PredicateExpression {
    let expression = try PredicateExpression(text)
    try check(expression)
    return expression
  }

  package static func check(_ predicate: PredicateText) throws(PredicateProblem) {
    switch predicate {
    case .comparison(let comparison): try check(comparison)
    case .compound(_, let parts): for part in parts { try check(part) }
    case .not(let part): try check(part)
    }
  }

  // MARK: Comparisons

  private static func check(_ comparison: PredicateText.Comparison) throws(PredicateProblem) {
    try check(comparison.left)
    try check(comparison.right)
    if comparison.options.contains(.localeSensitive)
      || !comparison.options.isEmpty && !takesOptions(comparison.comparison)
    {
      throw PredicateProblem(feature: "operator '\(comparison.sign)'")
    }
    switch comparison.comparison {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: return
    case .matches:
      try requireText(comparison)
      if case .constant(.string(let pattern)) = comparison.right { try check(pattern: pattern) }
    case .like, .beginsWith, .endsWith: try requireText(comparison)
    case .contains: try requireCollectionOrText(comparison.left, comparison.comparison)
    case .isIn: try requireCollectionOrText(comparison.right, comparison.comparison)
    case .between: try requireBounds(comparison.right)
    }
  }

  private static func takesOptions(_ comparison: PredicateText.Operator) -> Bool {
    switch comparison {
    case .equal, .notEqual, .matches, .like, .beginsWith, .endsWith, .isIn, .contains: true
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: false
    }
  }

  private static func requireText(
    _ comparison: PredicateText.Comparison
  ) throws(PredicateProblem) {
    for side in [comparison.left, comparison.right] {
      switch side {
      case .constant(.string), .keyPath, .variable, .object, .function: continue
      case .constant, .list:
        throw PredicateProblem(feature: "'\(comparison.comparison.rawValue)' with \(side)")
      }
    }
  }

  private static func requireCollectionOrText(
    _ side: PredicateExpression, _ comparison: PredicateText.Operator
  ) throws(PredicateProblem) {
    switch side {
    case .constant(.string), .list, .keyPath, .variable, .object, .function: return
    case .constant: throw PredicateProblem(feature: "'\(comparison.rawValue)' with \(side)")
    }
  }

  private static func requireBounds(_ side: PredicateExpression) throws(PredicateProblem) {
    switch side {
    case .list(let bounds) where bounds.count == 2: return
    case .keyPath, .variable: return
    case .list, .constant, .object, .function:
      throw PredicateProblem(feature: "'BETWEEN' with \(side)")
    }
  }

  // MARK: Expressions

  private static func check(_ expression: PredicateExpression) throws(PredicateProblem) {
    switch expression {
    case .object, .constant: return
    case .variable(let name): try requireName(name, in: expression)
    case .keyPath(let path, let variable):
      if let variable { try requireName(variable, in: expression) }
      try check(path: path, of: expression, isOfVariable: variable != nil)
    case .function(let selector, let arguments):
      guard functions[selector] == arguments.count else {
        throw PredicateProblem(
          feature: "function '\(selector)' with \(arguments.count) arguments")
      }
      for argument in arguments { try check(argument) }
    case .list(let values): for value in values { try check(value) }
    }
  }

  private static func check(
    path: String, of expression: PredicateExpression, isOfVariable: Bool
  ) throws(PredicateProblem) {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for (position, name) in names.enumerated() {
      let isAggregate =
        name.first == "@" && position > 0 && aggregates.contains(name) && !isOfVariable
      guard isAggregate || isPlain(name) else {
        throw PredicateProblem(feature: "the key path '\(expression)'")
      }
      // A path from a variable is the one thing that only a text can say.
      if isOfVariable, reserved.contains(name.uppercased()) {
        throw PredicateProblem(feature: "the key path '\(expression)'")
      }
    }
  }

  private static func requireName(
    _ name: String, in expression: PredicateExpression
  ) throws(PredicateProblem) {
    guard isPlain(name) else { throw PredicateProblem(feature: "the variable '\(expression)'") }
  }

  /// Letters, digits and `_`, not a digit first.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || isDigit($0) }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Key-value coding's operators on collections.
  private static let aggregates: Set<String> = [
    "@avg", "@count", "@max", "@min", "@sum", "@distinctUnionOfObjects", "@unionOfObjects",
  ]

  /// The functions that Foundation documents for expressions, and `canonical:`, which Core Data
  /// documents for derived attributes, with the number of their arguments.
  private static let functions: [String: Int] = [
    "average:": 1, "sum:": 1, "count:": 1, "min:": 1, "max:": 1, "median:": 1, "mode:": 1,
    "stddev:": 1, "add:to:": 2, "from:subtract:": 2, "multiply:by:": 2, "divide:by:": 2,
    "modulus:by:": 2, "sqrt:": 1, "log:": 1, "ln:": 1, "raise:toPower:": 2, "exp:": 1, "floor:": 1,
    "ceiling:": 1, "abs:": 1, "trunc:": 1, "uppercase:": 1, "lowercase:": 1, "canonical:": 1,
    "now": 0,
  ]

  /// The words that the format of predicates keeps for itself.
  private static let reserved: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE",
    "YES", "FALSE", "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST",
    "TRUEPREDICATE", "FALSEPREDICATE", "FUNCTION", "TERNARY", "UTI",
  ]
}
