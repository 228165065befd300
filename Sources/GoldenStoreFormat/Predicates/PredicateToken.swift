/// The smallest parts of the text of a predicate.
enum PredicateToken: Hashable {
  /// A name, a key path, a keyword or, with a colon at its end, a selector.
  case word(String)
  case variable(String)
  case sign(String)
  case number(String)
  case string(String)

  /// The token as messages quote it.
  var text: String {
    switch self {
    case .word(let text), .sign(let text), .number(let text): text
    case .variable(let name): "$\(name)"
    case .string(let text): "\"\(text)\""
    }
  }

  /// What is left of a text; scalars, so that no accent hides a quote.
  private typealias Rest = Substring.UnicodeScalarView

  /// Splits a text.
  static func tokens(of text: String) throws(PredicateProblem) -> [PredicateToken] {
    var tokens: [PredicateToken] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
      } else if first == "\"" || first == "'" {
        tokens.append(.string(try quoted(&rest, by: first)))
      } else if "(){}[],".unicodeScalars.contains(first) {
        tokens.append(.sign(String(rest.removeFirst())))
      } else if isDigit(first) || first == "-" && rest.dropFirst().first.map(isDigit) == true {
        tokens.append(.number(number(&rest)))
      } else if first == "$", rest.dropFirst().first.map(isWordPart) == true {
        rest.removeFirst()
        tokens.append(.variable(word(&rest)))
      } else if isWordPart(first) {
        tokens.append(.word(word(&rest)))
      } else {
        let sign = rest.prefix { "=!<>&|".unicodeScalars.contains($0) }
        guard !sign.isEmpty else { throw PredicateProblem(feature: "'\(first)' in a predicate") }
        rest = rest.dropFirst(sign.count)
        tokens.append(.sign(String(sign)))
      }
    }
    return tokens
  }

  private static func number(_ rest: inout Rest) -> String {
    var digits = rest.first == "-" ? String(rest.removeFirst()) : ""
    digits += word(&rest)
    if digits.last == "e" || digits.last == "E", let sign = rest.first, sign == "+" || sign == "-" {
      digits += String(rest.removeFirst()) + word(&rest)
    }
    return digits
  }

  private static func word(_ rest: inout Rest) -> String {
    let word = rest.prefix { isWordPart($0) || $0 == ":" }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// Takes a text in quotes, in which a backslash stands before quotes and backslashes.
  private static func quoted(
    _ rest: inout Rest, by quote: Unicode.Scalar
  ) throws(PredicateProblem) -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(text) }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst(), "\\\"'".unicodeScalars.contains(escaped) else {
        throw PredicateProblem(feature: "an escape in the text of a predicate")
      }
      text.append(escaped)
    }
    throw PredicateProblem(feature: "a text without end in a predicate")
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value)
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || isDigit(scalar)
      || scalar.properties.generalCategory == .nonspacingMark
      || "_.@".unicodeScalars.contains(scalar)
  }
}
