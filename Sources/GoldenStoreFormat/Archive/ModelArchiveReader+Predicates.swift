import Foundation
import GoldenStoreModel

/// Expressions and predicates as the text that a model file would hold.
extension ModelArchiveReader {
  /// The text of an expression; key paths as written, aggregates in their `x.@count` form.
  mutating func expressionText(
    _ reference: PropertyListValue?, _ place: String, depth: Int = 0
  ) throws(ModelArchiveDamage) -> String {
    guard depth < 64 else { throw .tooComplex(place: place) }
    let object = try archive.object(reference, place)
    guard case .instance(let className, let fields) = object else {
      throw .wrongObject(place: place, expected: "an expression", found: object.kind)
    }
    switch className {
    case "NSSelfExpression": return "SELF"
    case "NSVariableExpression":
      return "$" + (try archive.name(fields["NSVariable"], place))
    case "NSKeyPathSpecifierExpression": return try archive.name(fields["NSKeyPath"], place)
    case "NSConstantValueExpression": return try constantText(fields["NSConstantValue"], place)
    case "NSKeyPathExpression": return try keyPathText(fields, place, depth: depth)
    case "NSFunctionExpression": return try functionText(fields, place, depth: depth)
    default: throw .unsupported(what: "an expression of class \(className)", place: place)
    }
  }

  private mutating func keyPathText(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> String {
    let arguments = try archive.references(fields["NSArguments"], place)
    guard arguments.count == 1 else {
      throw .unsupported(what: "a key path of \(arguments.count) parts", place: place)
    }
    let path = try expressionText(arguments[0], place, depth: depth + 1)
    let operand = try expressionText(fields["NSOperand"], place, depth: depth + 1)
    return operand == "SELF" ? path : "\(operand).\(path)"
  }

  private mutating func functionText(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> String {
    let selector = try archive.name(fields["NSSelectorName"], place)
    var arguments: [String] = []
    for reference in try archive.references(fields["NSArguments"], place) {
      arguments.append(try expressionText(reference, place, depth: depth + 1))
    }
    if selector == "now", arguments.isEmpty { return "now()" }
    if ["valueForKeyPath:", "valueForKey:"].contains(selector), arguments.count == 1 {
      let operand = try expressionText(fields["NSOperand"], place, depth: depth + 1)
      return operand == "SELF" ? arguments[0] : "\(operand).\(arguments[0])"
    }
    return "\(selector)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func constantText(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String {
    let object = try archive.object(reference, place)
    switch object {
    case .null: return "nil"
    case .value(.string(let text)):
      let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
        .replacingOccurrences(of: "\"", with: "\\\"")
      return "\"\(escaped)\""
    case .value(.integer(let number)): return "\(number)"
    case .value(.boolean(let flag)): return flag ? "1" : "0"
    case .value(.real(let number)): return "\(number)"
    default:
      throw .unsupported(what: "a constant that is a \(object.kind)", place: place)
    }
  }

  /// The text of a predicate; `nil` for none.
  mutating func predicateText(
    _ reference: PropertyListValue?, _ place: String, depth: Int = 0
  ) throws(ModelArchiveDamage) -> String? {
    guard depth < 64 else { throw .tooComplex(place: place) }
    let object = try archive.object(reference, place)
    switch object {
    case .null: return nil
    case .instance("NSComparisonPredicate", let fields):
      let left = try expressionText(fields["NSLeftExpression"], place, depth: depth + 1)
      let right = try expressionText(fields["NSRightExpression"], place, depth: depth + 1)
      let sign = try operatorText(fields["NSPredicateOperator"], place)
      return "\(left) \(sign) \(right)"
    case .instance("NSCompoundPredicate", let fields):
      return try compoundText(fields, place, depth: depth)
    default:
      throw .wrongObject(place: place, expected: "a predicate", found: object.kind)
    }
  }

  private mutating func compoundText(
    _ fields: [String: PropertyListValue], _ place: String, depth: Int
  ) throws(ModelArchiveDamage) -> String {
    var parts: [String] = []
    for reference in try archive.references(fields["NSSubpredicates"], place) {
      guard let part = try predicateText(reference, place, depth: depth + 1) else { continue }
      let object = try archive.object(reference, place)
      if case .instance("NSCompoundPredicate", _) = object {
        parts.append("(\(part))")
      } else {
        parts.append(part)
      }
    }
    switch try archive.integer(fields["NSCompoundPredicateType"], place) {
    case 0: return "NOT " + parts.joined(separator: " ")
    case 1: return parts.joined(separator: " AND ")
    case 2: return parts.joined(separator: " OR ")
    case let number:
      throw .unknownNumber(place: place, what: "kind of compound predicate", found: number)
    }
  }

  private mutating func operatorText(
    _ reference: PropertyListValue?, _ place: String
  ) throws(ModelArchiveDamage) -> String {
    let object = try archive.object(reference, place)
    guard case .instance(_, let fields) = object else {
      throw .wrongObject(place: place, expected: "an operator", found: object.kind)
    }
    // The raw values of NSComparisonPredicate.Operator.
    let signs = [
      "<", "<=", ">", ">=", "==", "!=", "MATCHES", "LIKE", "BEGINSWITH", "ENDSWITH", "IN",
    ]
    let number = try archive.integer(fields["NSOperatorType"], place)
    switch number {
    case 0..<Int64(signs.count): return signs[Int(number)]
    case 99: return "CONTAINS"
    case 100: return "BETWEEN"
    default: throw .unknownNumber(place: place, what: "comparison operator", found: number)
    }
  }
}
