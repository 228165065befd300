/// Reads a predicate token by token.
struct PredicateParser {
  private enum Token: Hashable {
    case word(String)
    case sign(String)
    case number(String)
    case string(String)
  }

  private static let deepest = 64
  private var tokens: [Token]
  private var next = 0

  init(_ text: String) throws(PredicateProblem) {
    tokens = try Self.tokens(of: text)
  }

  /// Reads the whole text.
  mutating func read() throws(PredicateProblem) -> PredicateText {
    let predicate = try disjunction(depth: 0)
    guard next == tokens.count else { throw unexpected() }
    return predicate
  }

  // MARK: Grammar

  private mutating func disjunction(depth: Int) throws(PredicateProblem) -> PredicateText {
    guard depth < Self.deepest else { throw PredicateProblem(feature: "too many parentheses") }
    var parts = [try conjunction(depth: depth)]
    while take(.or) { parts.append(try conjunction(depth: depth)) }
    return parts.count == 1 ? parts[0] : .compound(.or, parts)
  }

  private mutating func conjunction(depth: Int) throws(PredicateProblem) -> PredicateText {
    var parts = [try term(depth: depth)]
    while take(.and) { parts.append(try term(depth: depth)) }
    return parts.count == 1 ? parts[0] : .compound(.and, parts)
  }

  private mutating func term(depth: Int) throws(PredicateProblem) -> PredicateText {
    guard take(.sign("(")) else { return try comparison() }
    let inner = try disjunction(depth: depth + 1)
    guard take(.sign(")")) else { throw unexpected() }
    return inner
  }

  private mutating func comparison() throws(PredicateProblem) -> PredicateText {
    guard case .word(let property) = current, !Self.reserved.contains(property.uppercased())
    else { throw unexpected() }
    next += 1
    guard case .sign(let sign) = current, let comparison = Self.comparisons[sign] else {
      throw unexpected()
    }
    next += 1
    let constant = try constant()
    if constant == .null, comparison != .equal, comparison != .notEqual {
      throw PredicateProblem(feature: "operator '\(sign)' with nil")
    }
    return .comparison(property: property, comparison, constant)
  }

  private mutating func constant() throws(PredicateProblem) -> PredicateText.Constant {
    let constant: PredicateText.Constant
    switch current {
    case .number(let digits):
      guard let number = Int64(digits) else {
        throw PredicateProblem(feature: "constant '\(digits)'")
      }
      constant = .integer(number)
    case .string(let text): constant = .string(text)
    case .word(let word):
      guard let known = Self.constants[word.uppercased()] else { throw unexpected() }
      constant = known
    case .sign, nil: throw unexpected()
    }
    next += 1
    return constant
  }

  private static let comparisons: [String: PredicateText.Comparison] = [
    "==": .equal, "=": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less,
    "<=": .lessOrEqual, "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    "=>": .greaterOrEqual,
  ]

  private static let constants: [String: PredicateText.Constant] = [
    "NIL": .null, "NULL": .null, "YES": .integer(1), "TRUE": .integer(1), "NO": .integer(0),
    "FALSE": .integer(0),
  ]

  private static let reserved: Set<String> = [
    "NOT", "AND", "OR", "ANY", "ALL", "SOME", "NONE", "IN", "BETWEEN", "LIKE", "MATCHES",
    "CONTAINS", "BEGINSWITH", "ENDSWITH", "NIL", "NULL", "YES", "NO", "TRUE", "FALSE",
    "TRUEPREDICATE", "FALSEPREDICATE", "SELF", "SUBQUERY", "CAST", "FUNCTION",
  ]

  // MARK: Tokens

  private var current: Token? { next < tokens.count ? tokens[next] : nil }

  private mutating func take(_ token: Token) -> Bool {
    guard current == token else { return false }
    next += 1
    return true
  }

  private mutating func take(_ junction: PredicateText.Junction) -> Bool {
    let found =
      switch current {
      case .word(let word): word.uppercased() == junction.rawValue
      case .sign(let sign): sign == (junction == .and ? "&&" : "||")
      case .number, .string, nil: false
      }
    if found { next += 1 }
    return found
  }

  private func unexpected() -> PredicateProblem {
    switch current {
    case nil: PredicateProblem(feature: "a predicate that ends too early")
    case .word(let word)?, .number(let word)?, .sign(let word)?:
      PredicateProblem(feature: "'\(word)' in a predicate")
    case .string(let text)?: PredicateProblem(feature: "'\"\(text)\"' in a predicate")
    }
  }

  private static func tokens(of text: String) throws(PredicateProblem) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        tokens.append(.string(try quoted(&rest, by: first)))
      } else if first == "(" || first == ")" {
        tokens.append(.sign(String(rest.removeFirst())))
      } else if isDigit(first) || first == "-" && rest.dropFirst().first.map(isDigit) == true {
        let sign = first == "-" ? String(rest.removeFirst()) : ""
        let digits = rest.prefix { isWordPart($0) }
        rest = rest.dropFirst(digits.count)
        tokens.append(.number(sign + digits))
      } else if isWordPart(first) {
        let word = rest.prefix { isWordPart($0) }
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      } else {
        let sign = rest.prefix { "=!<>&|".contains($0) }
        guard !sign.isEmpty else { throw PredicateProblem(feature: "'\(first)' in a predicate") }
        rest = rest.dropFirst(sign.count)
        tokens.append(.sign(String(sign)))
      }
    }
    return tokens
  }

  /// Takes a text in quotes, in which a backslash stands before quotes and backslashes.
  private static func quoted(
    _ rest: inout Substring, by quote: Character
  ) throws(PredicateProblem) -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst(), "\\\"'".contains(escaped) else {
        throw PredicateProblem(feature: "an escape in the text of a predicate")
      }
      text.append(escaped)
    }
    throw PredicateProblem(feature: "a text without end in a predicate")
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || isDigit(character) || character == "_" || character == "."
  }
}
