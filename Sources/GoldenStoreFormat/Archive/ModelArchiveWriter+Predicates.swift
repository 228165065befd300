import GoldenStoreModel

/// Expressions and predicates as Core Data archives them.
///
/// Format: StoreFormat F202.
extension ModelArchiveWriter {
  /// The archive of a predicate by its text; nothing for none.
  ///
  /// - Throws: `StoreError.notSupported` for a text that is not understood.
  mutating func describe(predicate text: String?, _ place: String) throws(StoreError)
    -> PropertyListValue
  {
    guard let text else { return KeyedArchiveWriter.null }
    do throws(PredicateProblem) {
      return try describe(PredicateText(text))
    } catch {
      throw .notSupported(feature: error.feature, place: place)
    }
  }

  /// The archive of an expression by its text.
  ///
  /// - Throws: `StoreError.notSupported` for a text that is not understood.
  mutating func describe(expression text: String, _ place: String) throws(StoreError)
    -> PropertyListValue
  {
    do throws(PredicateProblem) {
      return try describe(PredicateExpression(text))
    } catch {
      throw .notSupported(feature: error.feature, place: place)
    }
  }

  // MARK: Predicates

  mutating func describe(
    _ predicate: PredicateText
  ) throws(PredicateProblem) -> PropertyListValue {
    switch predicate {
    case .comparison(let comparison):
      return archive.add(
        "NSComparisonPredicate",
        [
          "NSLeftExpression": describe(comparison.left),
          "NSRightExpression": describe(comparison.right),
          "NSPredicateOperator": try describeOperator(of: comparison),
        ])
    case .not(let part): return try describeCompound(0, [part])
    case .compound(.and, let parts): return try describeCompound(1, parts)
    case .compound(.or, let parts): return try describeCompound(2, parts)
    }
  }

  private mutating func describeCompound(
    _ type: Int64, _ parts: [PredicateText]
  ) throws(PredicateProblem) -> PropertyListValue {
    var members: [PropertyListValue] = []
    for part in parts { members.append(try describe(part)) }
    return archive.add(
      "NSCompoundPredicate",
      [
        "NSCompoundPredicateType": .integer(type),
        "NSSubpredicates": archive.add("NSArray", of: members),
      ])
  }

  private mutating func describeOperator(
    of comparison: PredicateText.Comparison
  ) throws(PredicateProblem) -> PropertyListValue {
    let type = comparison.comparison.archivedType
    let options = comparison.options.rawValue
    var fields: [String: PropertyListValue] = [
      "NSOperatorType": .integer(type), "NSModifier": .integer(comparison.modifier.rawValue),
    ]
    switch comparison.comparison {
    case .equal, .notEqual:
      fields["NSNegate"] = .boolean(comparison.comparison == .notEqual)
      fields["NSOptions"] = .integer(options)
      return archive.add("NSEqualityPredicateOperator", fields)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      fields["NSVariant"] = .integer(type)
      fields["NSOptions"] = .integer(options)
      return archive.add("NSComparisonPredicateOperator", fields)
    case .contains, .isIn:
      fields["NSFlags"] = .integer(options)
      return archive.add("NSInPredicateOperator", fields)
    case .matches, .like, .beginsWith, .endsWith, .between:
      // No archive is known that has one, and a wrong class would make Core Data refuse the model.
      throw PredicateProblem(
        feature: "the archive of a predicate with \(comparison.comparison.rawValue)")
    }
  }

  // MARK: Expressions

  mutating func describe(_ expression: PredicateExpression) -> PropertyListValue {
    switch expression {
    case .object: return archive.add("NSSelfExpression", ["NSExpressionType": .integer(1)])
    case .variable(let name):
      return archive.add(
        "NSVariableExpression",
        ["NSExpressionType": .integer(2), "NSVariable": archive.add(name)])
    case .keyPath(let path, let variable): return describeKeyPath(path, variable: variable)
    case .constant(let constant):
      return archive.add(
        "NSConstantValueExpression",
        ["NSExpressionType": .integer(0), "NSConstantValue": describe(constant)])
    case .function(let selector, let arguments):
      return describeFunction(selector, arguments.map { describe($0) })
    case .list(let values):
      let members = archive.add("NSArray", of: values.map { describe($0) })
      return archive.add(
        "NSAggregateExpression", ["NSExpressionType": .integer(14), "NSCollection": members])
    }
  }

  private mutating func describeKeyPath(_ path: String, variable: String?) -> PropertyListValue {
    let specifier = archive.add(
      "NSKeyPathSpecifierExpression",
      ["NSExpressionType": .integer(10), "NSKeyPath": archive.add(path)])
    // One name is asked of the object itself; everything else goes along a key path.
    let isKey = variable == nil && !path.contains(".")
    return archive.add(
      "NSKeyPathExpression",
      [
        "NSExpressionType": .integer(variable == nil ? 3 : 4),
        "NSOperand": describe(variable.map { .variable($0) } ?? .object),
        "NSSelectorName": archive.add(isKey ? "valueForKey:" : "valueForKeyPath:"),
        "NSArguments": archive.add("NSMutableArray", of: [specifier]),
      ])
  }

  private mutating func describeFunction(
    _ selector: String, _ arguments: [PropertyListValue]
  ) -> PropertyListValue {
    let functions = archive.add(
      "NSConstantValueExpression",
      [
        "NSExpressionType": .integer(0),
        "NSConstantValueClassName": archive.add("_NSPredicateUtilities"),
      ])
    return archive.add(
      "NSFunctionExpression",
      [
        "NSExpressionType": .integer(4), "NSOperand": functions,
        "NSSelectorName": archive.add(selector),
        "NSArguments": archive.add("NSArray", of: arguments),
      ])
  }

  private mutating func describe(
    _ constant: PredicateExpression.Constant
  ) -> PropertyListValue {
    switch constant {
    case .null: KeyedArchiveWriter.null
    case .integer(let number): archive.add(.integer(number))
    case .real(let number): archive.add(.real(number))
    case .string(let text): archive.add(text)
    case .date(let seconds): archive.add("NSDate", ["NS.time": .real(seconds)])
    }
  }
}
