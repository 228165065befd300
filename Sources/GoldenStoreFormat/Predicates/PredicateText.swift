/// A predicate as far as an index can carry one: comparisons of a property with a constant,
/// joined by AND and OR.
package indirect enum PredicateText: Hashable, Sendable {
  /// A comparison, its property on the left.
  case comparison(property: String, Comparison, Constant)
  /// Predicates of which all or any must hold, in the order of the text.
  case compound(Junction, [PredicateText])

  /// How a property is compared.
  package enum Comparison: String, Hashable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// What joins predicates.
  package enum Junction: String, Hashable, Sendable {
    case and = "AND"
    case or = "OR"
  }

  /// What a property is compared with.
  package enum Constant: Hashable, Sendable {
    case null
    case integer(Int64)
    case string(String)
  }

  /// Reads the text of a predicate.
  ///
  /// - Throws: ``PredicateProblem`` for anything that an index is not known to carry.
  package init(_ text: String) throws(PredicateProblem) {
    var parser = try PredicateParser(text)
    self = try parser.read()
  }
}

/// Why the text of a predicate can't be used.
package struct PredicateProblem: Error, Hashable, Sendable {
  /// What stands in the text, as a noun phrase such as `operator 'IN'`.
  package let feature: String
}

extension PredicateText {
  /// The condition in SQL, as an index carries it.
  ///
  /// Format: StoreFormat F73.
  ///
  /// - Parameter column: Finds the column of a property.
  package func sql<Failure: Error>(
    column: (String) throws(Failure) -> String
  ) throws(Failure) -> String {
    switch self {
    case .comparison(let property, let comparison, let constant):
      let name = try column(property)
      switch (comparison, constant) {
      case (.equal, .null): return "\(name) IS NULL"
      case (.notEqual, .null): return "\(name) IS NOT NULL"
      default: return "\(name) \(comparison.sql) \(constant.sql)"
      }
    case .compound(let junction, let parts):
      var conditions: [String] = []
      for part in parts { conditions.append(try part.sql(column: column)) }
      return "(" + conditions.joined(separator: " \(junction.rawValue) ") + ")"
    }
  }
}

extension PredicateText.Comparison {
  fileprivate var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
    }
  }
}

extension PredicateText.Constant {
  fileprivate var sql: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .string(let text):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    }
  }
}
