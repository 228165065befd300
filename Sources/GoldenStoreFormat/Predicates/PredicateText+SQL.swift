extension PredicateText {
  /// The condition in SQL, as an index carries it.
  ///
  /// Format: StoreFormat F73.
  ///
  /// - Parameter column: Finds the column of a property.
  /// - Throws: ``PredicateProblem`` for what an index is not known to carry.
  package func sql(
    column: (String) throws(PredicateProblem) -> String
  ) throws(PredicateProblem) -> String {
    switch self {
    case .comparison(let comparison): return try comparison.sql(column: column)
    case .compound(let junction, let parts):
      var conditions: [String] = []
      for part in parts { conditions.append(try part.sql(column: column)) }
      return "(" + conditions.joined(separator: " \(junction.rawValue) ") + ")"
    case .not: throw PredicateProblem(feature: "'NOT' in a predicate")
    }
  }
}

extension PredicateText.Comparison {
  fileprivate func sql(
    column: (String) throws(PredicateProblem) -> String
  ) throws(PredicateProblem) -> String {
    guard modifier == .direct else {
      throw PredicateProblem(feature: "'\(modifier == .all ? "ALL" : "ANY")' in a predicate")
    }
    guard options.isEmpty, let sign = comparison.sql else {
      throw PredicateProblem(feature: "'\(self.sign)' in a predicate")
    }
    guard case .keyPath(let property, variable: nil) = left else {
      throw PredicateProblem(feature: "'\(left)' in a predicate")
    }
    guard case .constant(let constant) = right else {
      throw PredicateProblem(feature: "'\(right)' in a predicate")
    }
    switch (comparison, constant) {
    case (.equal, .null): return "\(try column(property)) IS NULL"
    case (.notEqual, .null): return "\(try column(property)) IS NOT NULL"
    case (_, .null): throw PredicateProblem(feature: "operator '\(comparison.rawValue)' with nil")
    case (_, .integer(let number)): return "\(try column(property)) \(sign) \(number)"
    case (_, .string(let text)): return "\(try column(property)) \(sign) \(Self.quoted(text))"
    case (_, .real), (_, .date): throw PredicateProblem(feature: "constant '\(constant)'")
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}

extension PredicateText.Operator {
  /// SQL's operator, for the operators that an index is known to carry.
  fileprivate var sql: String? {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
    case .matches, .like, .beginsWith, .endsWith, .isIn, .contains, .between: nil
    }
  }
}
