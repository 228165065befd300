#if canImport(CoreData)
  import Foundation
  import GoldenStoreFormat

  /// Makes predicates and expressions of their parts, which ``PredicateCheck`` has let through.
  enum PredicateTranslation {
    static func predicate(_ predicate: PredicateText) -> NSPredicate {
      switch predicate {
      case .comparison(let comparison): self.comparison(comparison)
      case .compound(.and, let parts):
        NSCompoundPredicate(andPredicateWithSubpredicates: parts.map { self.predicate($0) })
      case .compound(.or, let parts):
        NSCompoundPredicate(orPredicateWithSubpredicates: parts.map { self.predicate($0) })
      case .not(let part): NSCompoundPredicate(notPredicateWithSubpredicate: self.predicate(part))
      }
    }

    private static func comparison(_ comparison: PredicateText.Comparison) -> NSPredicate {
      NSComparisonPredicate(
        leftExpression: expression(comparison.left),
        rightExpression: expression(comparison.right),
        modifier: modifier(comparison.modifier), type: type(comparison.comparison),
        options: options(comparison.options))
    }

    private static func modifier(
      _ modifier: PredicateText.Modifier
    ) -> NSComparisonPredicate.Modifier {
      switch modifier {
      case .direct: .direct
      case .all: .all
      case .any: .any
      }
    }

    private static func type(_ comparison: PredicateText.Operator) -> NSComparisonPredicate.Operator
    {
      switch comparison {
      case .less: .lessThan
      case .lessOrEqual: .lessThanOrEqualTo
      case .greater: .greaterThan
      case .greaterOrEqual: .greaterThanOrEqualTo
      case .equal: .equalTo
      case .notEqual: .notEqualTo
      case .matches: .matches
      case .like: .like
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .isIn: .in
      case .contains: .contains
      case .between: .between
      }
    }

    private static func options(
      _ options: PredicateText.Options
    ) -> NSComparisonPredicate.Options {
      var result: NSComparisonPredicate.Options = []
      if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
      if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
      if options.contains(.normalized) { result.insert(.normalized) }
      return result
    }

    // MARK: Expressions

    static func expression(_ expression: GoldenStoreFormat.PredicateExpression) -> NSExpression {
      switch expression {
      case .object: NSExpression.expressionForEvaluatedObject()
      case .variable(let name): NSExpression(forVariable: name)
      case .keyPath(let path, variable: nil): NSExpression(forKeyPath: path)
      case .keyPath(let path, let variable?):
        // Nothing but a text says this; its names are no words of the format.
        NSExpression(format: "$\(variable).\(path)", argumentArray: [])
      case .constant(let constant): NSExpression(forConstantValue: object(constant))
      case .function(let selector, let arguments):
        NSExpression(forFunction: selector, arguments: arguments.map { self.expression($0) })
      case .list(let values): NSExpression(forAggregate: values.map { self.expression($0) })
      }
    }

    private static func object(
      _ constant: GoldenStoreFormat.PredicateExpression.Constant
    ) -> Any? {
      switch constant {
      case .null: nil
      case .integer(let number): NSNumber(value: number)
      case .real(let number): NSNumber(value: number)
      case .string(let text): text
      case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
      }
    }
  }
#endif
