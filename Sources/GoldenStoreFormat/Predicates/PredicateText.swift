/// A predicate: comparisons, joined by AND, OR and NOT.
package indirect enum PredicateText: Hashable, Sendable {
  case comparison(Comparison)
  /// Predicates that must hold all, or of which one must hold, in the order of the text.
  case compound(Junction, [PredicateText])
  case not(PredicateText)

  /// Two expressions and how they are compared.
  package struct Comparison: Hashable, Sendable {
    package var left: PredicateExpression
    package var comparison: Operator
    package var right: PredicateExpression
    package var options: Options = []
    package var modifier = Modifier.direct

    package init(
      _ left: PredicateExpression, _ comparison: Operator, _ right: PredicateExpression,
      options: Options = [], modifier: Modifier = .direct
    ) {
      self.left = left
      self.comparison = comparison
      self.right = right
      self.options = options
      self.modifier = modifier
    }
  }

  /// How two expressions are compared, as the text of a predicate writes it.
  package enum Operator: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case matches = "MATCHES"
    case like = "LIKE"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case isIn = "IN"
    case contains = "CONTAINS"
    case between = "BETWEEN"
  }

  /// How texts are compared, with the raw values of Core Data's `NSComparisonPredicate.Options`.
  package struct Options: OptionSet, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let caseInsensitive = Options(rawValue: 1)
    package static let diacriticInsensitive = Options(rawValue: 2)
    package static let normalized = Options(rawValue: 4)
    package static let localeSensitive = Options(rawValue: 8)

    /// The options by their letters, in the order in which a text has them.
    static let letters: [(letter: Character, option: Options)] = [
      ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
      ("l", .localeSensitive),
    ]

    /// The letters in brackets, nothing for no option.
    var text: String {
      let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
      return letters.isEmpty ? "" : "[\(String(letters))]"
    }
  }

  /// Which values of a to-many key path are compared, with the raw values of Core Data's
  /// `NSComparisonPredicate.Modifier`.
  package enum Modifier: Int64, Hashable, Sendable {
    case direct = 0
    case all = 1
    case any = 2
  }

  /// What joins predicates.
  package enum Junction: String, Hashable, Sendable {
    case and = "AND"
    case or = "OR"
  }

  /// Reads the text of a predicate.
  ///
  /// - Throws: ``PredicateProblem`` for what the grammar here does not have.
  package init(_ text: String) throws(PredicateProblem) {
    var parser = try PredicateParser(text)
    self = try parser.readPredicate()
  }
}

/// Why the text of a predicate can't be used.
package struct PredicateProblem: Error, Hashable, Sendable {
  /// What stands in the text, as a noun phrase such as `operator 'IN'`.
  package let feature: String

  package init(feature: String) { self.feature = feature }
}

extension PredicateText: CustomStringConvertible {
  /// The text in the form that Core Data prints, which reads back as the same predicate.
  package var description: String {
    switch self {
    case .comparison(let comparison): comparison.description
    case .compound(let junction, let parts):
      parts.map(\.member).joined(separator: " \(junction.rawValue) ")
    case .not(let predicate): "NOT " + predicate.member
    }
  }

  /// The text within a compound predicate: another compound is in parentheses.
  private var member: String {
    if case .compound = self { "(\(description))" } else { description }
  }
}

extension PredicateText.Comparison: CustomStringConvertible {
  package var description: String {
    let prefix =
      switch modifier {
      case .direct: ""
      case .all: "ALL "
      case .any: "ANY "
      }
    return "\(prefix)\(left) \(sign) \(right)"
  }

  /// The operator with its options, such as `CONTAINS[c]`.
  package var sign: String { comparison.rawValue + options.text }
}
