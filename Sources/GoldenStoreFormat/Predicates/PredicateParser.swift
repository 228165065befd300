/// Reads a predicate or an expression token by token.
struct PredicateParser {
  private static let deepest = 64
  private var tokens: [PredicateToken]
  private var next = 0

  init(_ text: String) throws(PredicateProblem) {
    tokens = try PredicateToken.tokens(of: text)
  }

  /// Reads the whole text as a predicate.
  mutating func readPredicate() throws(PredicateProblem) -> PredicateText {
    let predicate = try disjunction(depth: 0)
    guard next == tokens.count else { throw unexpected() }
    return predicate
  }

  /// Reads the whole text as an expression.
  mutating func readExpression() throws(PredicateProblem) -> PredicateExpression {
    let expression = try expression(depth: 0)
    guard next == tokens.count else { throw unexpected() }
    return expression
  }

  // MARK: Predicates

  private mutating func disjunction(depth: Int) throws(PredicateProblem) -> PredicateText {
    guard depth < Self.deepest else { throw PredicateProblem(feature: "too many parentheses") }
    var parts = [try conjunction(depth: depth)]
    while take(.or) { parts.append(try conjunction(depth: depth)) }
    return parts.count == 1 ? parts[0] : .compound(.or, parts)
  }

  private mutating func conjunction(depth: Int) throws(PredicateProblem) -> PredicateText {
    var parts = [try negation(depth: depth)]
    while take(.and) { parts.append(try negation(depth: depth)) }
    return parts.count == 1 ? parts[0] : .compound(.and, parts)
  }

  private mutating func negation(depth: Int) throws(PredicateProblem) -> PredicateText {
    guard depth < Self.deepest else { throw PredicateProblem(feature: "too many negations") }
    if take(keyword: "NOT") || take(.sign("!")) { return .not(try negation(depth: depth + 1)) }
    guard take(.sign("(")) else { return try comparison(depth: depth) }
    let inner = try disjunction(depth: depth + 1)
    guard take(.sign(")")) else { throw unexpected() }
    return inner
  }

  private mutating func comparison(depth: Int) throws(PredicateProblem) -> PredicateText {
    var modifier = PredicateText.Modifier.direct
    if take(keyword: "ALL") { modifier = .all }
    if take(keyword: "ANY") || take(keyword: "SOME") { modifier = .any }
    let left = try expression(depth: depth)
    let comparison = try comparisonOperator()
    let options = try options()
    let right = try expression(depth: depth)
    return .comparison(
      PredicateText.Comparison(left, comparison, right, options: options, modifier: modifier))
  }

  private mutating func comparisonOperator() throws(PredicateProblem) -> PredicateText.Operator {
    let found: PredicateText.Operator? =
      switch current {
      case .sign(let sign): Self.signs[sign]
      case .word(let word): PredicateText.Operator(rawValue: word.uppercased())
      case .variable, .number, .string, nil: nil
      }
    guard let found else { throw unexpected() }
    next += 1
    return found
  }

  private mutating func options() throws(PredicateProblem) -> PredicateText.Options {
    guard take(.sign("[")) else { return [] }
    guard case .word(let letters) = current else { throw unexpected() }
    var options: PredicateText.Options = []
    for letter in letters.lowercased() {
      guard let known = PredicateText.Options.letters.first(where: { $0.letter == letter }) else {
        throw unexpected()
      }
      options.insert(known.option)
    }
    next += 1
    guard take(.sign("]")) else { throw unexpected() }
    return options
  }

  private static let signs: [String: PredicateText.Operator] = [
    "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less,
    "<=": .lessOrEqual, "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    "=>": .greaterOrEqual,
  ]

  // MARK: Expressions

  private mutating func expression(
    depth: Int
  ) throws(PredicateProblem) -> PredicateExpression {
    guard depth < Self.deepest else { throw PredicateProblem(feature: "too many parentheses") }
    switch current {
    case .number(let digits): return .constant(try number(digits))
    case .string(let text):
      next += 1
      return .constant(.string(text))
    case .variable(let text):
      next += 1
      let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
      return parts.count == 1 ? .variable(text) : .keyPath(parts[1], variable: parts[0])
    case .sign("{"): return .list(try list(from: "{", to: "}", depth: depth))
    case .word(let word): return try named(word, depth: depth)
    case .sign, nil: throw unexpected()
    }
  }

  private mutating func named(
    _ word: String, depth: Int
  ) throws(PredicateProblem) -> PredicateExpression {
    let keyword = word.uppercased()
    if let constant = Self.constants[keyword] {
      next += 1
      return .constant(constant)
    }
    if keyword == "CAST" { return .constant(try date()) }
    if keyword == "SELF" {
      next += 1
      return .object
    }
    guard !Self.reserved.contains(keyword) else { throw unexpected() }
    next += 1
    guard current == .sign("(") else {
      // `SELF.name` is the key path `name`.
      guard !word.contains(":") else { throw PredicateProblem(feature: "'\(word)' in a predicate") }
      return .property(keyword.hasPrefix("SELF.") ? String(word.dropFirst(5)) : word)
    }
    let arguments = try list(from: "(", to: ")", depth: depth)
    guard word.hasSuffix(":") != arguments.isEmpty else {
      throw PredicateProblem(feature: "'\(word)' with \(arguments.count) arguments in a predicate")
    }
    return .function(word, arguments)
  }

  private mutating func list(
    from opening: String, to closing: String, depth: Int
  ) throws(PredicateProblem) -> [PredicateExpression] {
    guard take(.sign(opening)) else { throw unexpected() }
    var values: [PredicateExpression] = []
    while !take(.sign(closing)) {
      if !values.isEmpty, !take(.sign(",")) { throw unexpected() }
      values.append(try expression(depth: depth + 1))
    }
    return values
  }

  private mutating func number(
    _ digits: String
  ) throws(PredicateProblem) -> PredicateExpression.Constant {
    let constant: PredicateExpression.Constant
    if let number = Int64(digits) {
      constant = .integer(number)
    } else if digits.allSatisfy({ "-+.eE0123456789".contains($0) }),
      digits.contains(where: { ".eE".contains($0) }), let number = Double(digits), number.isFinite
    {
      constant = .real(number)
    } else {
      throw PredicateProblem(feature: "constant '\(digits)'")
    }
    next += 1
    return constant
  }

  /// `CAST(<seconds since 2001>, "NSDate")`, the form in which dates are printed.
  private mutating func date() throws(PredicateProblem) -> PredicateExpression.Constant {
    next += 1
    guard take(.sign("(")), case .number(let digits) = current else { throw unexpected() }
    guard let seconds = Double(digits), seconds.isFinite else {
      throw PredicateProblem(feature: "constant '\(digits)'")
    }
    next += 1
    guard take(.sign(",")), take(.string("NSDate")), take(.sign(")")) else { throw unexpected() }
    return .date(seconds)
  }

  private static let constants: [String: PredicateExpression.Constant] = [
    "NIL": .null, "NULL": .null, "YES": .integer(1), "TRUE": .integer(1), "NO": .integer(0),
    "FALSE": .integer(0),
  ]

  private static let reserved: Set<String> = [
    "NOT", "AND", "OR", "ANY", "ALL", "SOME", "NONE", "IN", "BETWEEN", "LIKE", "MATCHES",
    "CONTAINS", "BEGINSWITH", "ENDSWITH", "TRUEPREDICATE", "FALSEPREDICATE", "SUBQUERY",
    "FUNCTION",
  ]

  // MARK: Tokens

  private var current: PredicateToken? { next < tokens.count ? tokens[next] : nil }

  private mutating func take(_ token: PredicateToken) -> Bool {
    guard current == token else { return false }
    next += 1
    return true
  }

  private mutating func take(keyword: String) -> Bool {
    guard case .word(let word) = current, word.uppercased() == keyword else { return false }
    next += 1
    return true
  }

  private mutating func take(_ junction: PredicateText.Junction) -> Bool {
    take(keyword: junction.rawValue) || take(.sign(junction == .and ? "&&" : "||"))
  }

  private func unexpected() -> PredicateProblem {
    guard let current else { return PredicateProblem(feature: "a predicate that ends too early") }
    return PredicateProblem(feature: "'\(current.text)' in a predicate")
  }
}
