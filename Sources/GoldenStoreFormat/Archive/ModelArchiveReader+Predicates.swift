import Foundation
import GoldenStoreModel

/// Expressions and predicates, which models hold as the text that Core Data prints.
///
/// Format: StoreFormat F202.
extension ModelArchiveReader {
  /// The text of an expression, such as `count:(pages)`.
  mutating func expressionText(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String {
    try expression(reference, place, depth: 0).description
  }

  /// The text of a predicate; `nil` for none.
  mutating func predicateText(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String? {
    try predicate(reference, place, depth: 0)?.description
  }

  // MARK: Expressions

  mutating func expression(
    _ reference: PropertyListValue?, _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateExpression {
    guard depth < 64 else { throw .tooComplex(place: place) }
    let object = try archive.object(reference, place)
    guard case .instance(let className, let fields) = object else {
      throw .wrongObject(place: place, expected: "an expression", found: object.kind)
    }
    switch className {
    case "NSSelfExpression": return .object
    case "NSVariableExpression": return .variable(try archive.name(fields["NSVariable"], place))
    case "NSKeyPathSpecifierExpression":
      return .property(try archive.name(fields["NSKeyPath"], place))
    case "NSConstantValueExpression":
      return .constant(try constant(fields["NSConstantValue"], place))
    case "NSKeyPathExpression": return try keyPath(fields, place, depth: depth)
    case "NSFunctionExpression": return try function(fields, place, depth: depth)
    case "NSAggregateExpression":
      return .list(try expressions(fields["NSCollection"], place, depth: depth))
    default: throw .unsupported(what: "an expression of class \(className)", place: place)
    }
  }

  private mutating func expressions(
    _ reference: PropertyListValue?, _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> [PredicateExpression] {
    var result: [PredicateExpression] = []
    for reference in try archive.references(reference, place) {
      result.append(try expression(reference, place, depth: depth + 1))
    }
    return result
  }

  private mutating func keyPath(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateExpression {
    let arguments = try expressions(fields["NSArguments"], place, depth: depth)
    guard arguments.count == 1 else {
      throw .unsupported(what: "a key path of \(arguments.count) parts", place: place)
    }
    let operand = try expression(fields["NSOperand"], place, depth: depth + 1)
    switch (operand, arguments[0]) {
    case (.object, .keyPath(let path, variable: nil)): return .property(path)
    case (.object, .constant(.string(let path))): return .property(path)
    case (.variable(let name), .keyPath(let path, variable: nil)):
      return .keyPath(path, variable: name)
    default:
      throw .unsupported(what: "a key path of '\(operand)' with '\(arguments[0])'", place: place)
    }
  }

  private mutating func function(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateExpression {
    let selector = try archive.name(fields["NSSelectorName"], place)
    if ["valueForKeyPath:", "valueForKey:"].contains(selector) {
      return try keyPath(fields, place, depth: depth)
    }
    return .function(
      selector, try expressions(fields["NSArguments"], place, depth: depth))
  }

  private mutating func constant(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> PredicateExpression.Constant {
    let object = try archive.object(reference, place)
    switch object {
    case .null: return .null
    case .value(.string(let text)): return .string(text)
    case .value(.integer(let number)): return .integer(number)
    case .value(.boolean(let flag)): return .integer(flag ? 1 : 0)
    case .value(.real(let number)) where number.isFinite: return .real(number)
    case .instance("NSNull", _): return .null
    case .instance("NSDate", let fields):
      if case .real(let seconds)? = fields["NS.time"], seconds.isFinite { return .date(seconds) }
    case .instance("NSString", let fields), .instance("NSMutableString", let fields):
      if case .string(let text)? = fields["NS.string"] { return .string(text) }
    default: break
    }
    throw .unsupported(what: "a constant that is a \(object.kind)", place: place)
  }

  // MARK: Predicates

  mutating func predicate(
    _ reference: PropertyListValue?, _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateText? {
    guard depth < 64 else { throw .tooComplex(place: place) }
    let object = try archive.object(reference, place)
    switch object {
    case .null: return nil
    case .instance("NSComparisonPredicate", let fields):
      return .comparison(try comparison(fields, place, depth: depth))
    case .instance("NSCompoundPredicate", let fields):
      return try compound(fields, place, depth: depth)
    case .instance(let className, _) where className.hasSuffix("Predicate"):
      throw .unsupported(what: "a predicate of class \(className)", place: place)
    default:
      throw .wrongObject(place: place, expected: "a predicate", found: object.kind)
    }
  }

  private mutating func compound(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateText {
    var parts: [PredicateText] = []
    for reference in try archive.references(fields["NSSubpredicates"], place) {
      guard let part = try predicate(reference, place, depth: depth + 1) else {
        throw .wrongObject(place: place, expected: "a predicate", found: "nothing")
      }
      parts.append(part)
    }
    let type = try archive.integer(fields["NSCompoundPredicateType"], place)
    switch (type, parts.count) {
    case (0, 1): return .not(parts[0])
    case (1, 2...): return .compound(.and, parts)
    case (2, 2...): return .compound(.or, parts)
    case (1, 1), (2, 1): return parts[0]
    case (0...2, let count):
      throw .unsupported(what: "a compound predicate of \(count) parts", place: place)
    default: throw .unknownNumber(place: place, what: "kind of compound predicate", found: type)
    }
  }

  private mutating func comparison(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> PredicateText.Comparison {
    let left = try expression(fields["NSLeftExpression"], place, depth: depth + 1)
    let right = try expression(fields["NSRightExpression"], place, depth: depth + 1)
    let object = try archive.object(fields["NSPredicateOperator"], place)
    guard case .instance(_, let sign) = object else {
      throw .wrongObject(place: place, expected: "an operator", found: object.kind)
    }
    let number = try archive.integer(sign["NSOperatorType"], place)
    guard let comparison = PredicateText.Operator(archivedType: number) else {
      throw .unknownNumber(place: place, what: "comparison operator", found: number)
    }
    let flags = try archive.integer(sign["NSOptions"] ?? sign["NSFlags"], place)
    guard (0...15).contains(flags) else {
      throw .unknownNumber(place: place, what: "set of comparison options", found: flags)
    }
    let value = try archive.integer(sign["NSModifier"], place)
    guard let modifier = PredicateText.Modifier(rawValue: value) else {
      throw .unknownNumber(place: place, what: "comparison modifier", found: value)
    }
    return PredicateText.Comparison(
      left, comparison, right, options: .init(rawValue: flags), modifier: modifier)
  }
}

extension PredicateText.Operator {
  /// The raw value of Core Data's `NSComparisonPredicate.Operator`.
  var archivedType: Int64 {
    switch self {
    case .less: 0
    case .lessOrEqual: 1
    case .greater: 2
    case .greaterOrEqual: 3
    case .equal: 4
    case .notEqual: 5
    case .matches: 6
    case .like: 7
    case .beginsWith: 8
    case .endsWith: 9
    case .isIn: 10
    case .contains: 99
    case .between: 100
    }
  }

  init?(archivedType: Int64) {
    guard let found = Self.allCases.first(where: { $0.archivedType == archivedType }) else {
      return nil
    }
    self = found
  }
}
