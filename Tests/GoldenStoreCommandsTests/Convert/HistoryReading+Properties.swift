import Foundation
import GoldenStoreModel

/// The properties of an entity, each by the parameters of its declaration.
extension HistoryReading {
  static func attribute(_ node: SwiftNode) throws -> Attribute {
    var call = try Call(node, "Attribute")
    let name = try call.text()
    guard let type = try attributeType(call.member(nil)) else {
      throw SwiftToken.Problem(description: "attribute '\(name)' has no type")
    }
    var attribute = Attribute(name, type)
    attribute.isOptional = try call.flag("isOptional") ?? true
    attribute.defaultValue = try call.argument("default").map { try value($0) }
    attribute.isTransient = try call.flag("isTransient") ?? false
    attribute.allowsExternalBinaryDataStorage =
      try call.flag("allowsExternalBinaryDataStorage") ?? false
    attribute.preservesValueInHistoryOnDeletion =
      try call.flag("preservesValueInHistoryOnDeletion") ?? false
    attribute.allowsCloudEncryption = try call.flag("allowsCloudEncryption") ?? false
    attribute.isIndexedBySpotlight = try call.flag("isIndexedBySpotlight") ?? false
    attribute.renamingIdentifier = try call.text(ifLabelled: "renamingIdentifier")
    attribute.versionHashModifier = try call.text(ifLabelled: "versionHashModifier")
    attribute.valueTransformerName = try call.text(ifLabelled: "valueTransformerName")
    attribute.valueClassName = try call.text(ifLabelled: "valueClassName")
    attribute.derivation = try call.argument("derivation").map { node in
      var call = try Call(node, "Derivation")
      let derivation = Derivation(
        try call.text(), filteringPredicate: try call.text(ifLabelled: "filteringPredicate"))
      _ = try call.finish()
      return derivation
    }
    attribute.elements = try call.array("elements").map { try Self.attribute($0) }
    attribute.compositeName = try call.text(ifLabelled: "compositeName")
    attribute.validation = try call.argument("validation").map { try validation($0) }
    attribute.userInfo = try userInfo(call.array("userInfo"))
    _ = try call.finish()
    return attribute
  }

  private static func validation(_ node: SwiftNode) throws -> AttributeValidation {
    var call = try Call(node, "AttributeValidation")
    let validation = AttributeValidation(
      minimum: try call.text(ifLabelled: "minimum"), maximum: try call.text(ifLabelled: "maximum"),
      regularExpression: try call.text(ifLabelled: "regularExpression"),
      predicates: try call.array("predicates").map { node in
        var call = try Call(node, "ValidationPredicate")
        let text = try call.text()
        let warning = try call.argument(nil).map { node in
          var call = try Call(node)
          switch (call.name, call.argument(nil)) {
          case (".code", .number(let digits)):
            guard let code = Int64(digits.filter({ $0 != "_" })) else { break }
            return ValidationPredicate.Warning.code(code)
          case (".message", .text(let message)): return .message(message)
          default: break
          }
          throw SwiftToken.Problem(description: "unknown warning \(node)")
        }
        _ = try call.finish()
        return ValidationPredicate(text, warning)
      })
    _ = try call.finish()
    return validation
  }

  static func relationship(_ node: SwiftNode) throws -> Relationship {
    var call = try Call(node, "Relationship")
    let name = try call.text()
    var relationship = Relationship(name, to: try call.text(ifLabelled: "to") ?? "")
    relationship.inverse = try call.text(ifLabelled: "inverse")
    if let cardinality = call.argument(nil) {
      (relationship.minCount, relationship.maxCount) = try counts(cardinality)
    }
    relationship.isOptional = try call.flag("isOptional") ?? true
    relationship.isOrdered = try call.flag("isOrdered") ?? false
    if let rule = try call.member("deleteRule") {
      let rules: [String: DeleteRule] = ["noAction": .noAction, "cascade": .cascade, "deny": .deny]
      guard let found = rules[rule] else {
        throw SwiftToken.Problem(description: "unknown delete rule '\(rule)'")
      }
      relationship.deleteRule = found
    }
    relationship.isTransient = try call.flag("isTransient") ?? false
    relationship.renamingIdentifier = try call.text(ifLabelled: "renamingIdentifier")
    relationship.versionHashModifier = try call.text(ifLabelled: "versionHashModifier")
    relationship.userInfo = try userInfo(call.array("userInfo"))
    _ = try call.finish()
    return relationship
  }

  private static func counts(_ node: SwiftNode) throws -> (min: Int, max: Int) {
    if case .member("toMany") = node { return (0, 0) }
    var call = try Call(node)
    let min = try call.number("min")
    let max = try call.number("max")
    _ = try call.finish()
    switch (call.name, min, max) {
    case (".toOne", let min?, nil): return (min, 1)
    case (".toMany", _, _): return (min ?? 0, max ?? 0)
    default: throw SwiftToken.Problem(description: "unknown cardinality \(node)")
    }
  }

  static func fetchedProperty(_ node: SwiftNode) throws -> FetchedProperty {
    var call = try Call(node, "FetchedProperty")
    var property = FetchedProperty(try call.text(), fetchRequest: [])
    property.isOptional = try call.flag("isOptional") ?? true
    property.fetchRequest = try userInfo(call.array("fetchRequest"))
    property.userInfo = try userInfo(call.array("userInfo"))
    _ = try call.finish()
    return property
  }

  static func fetchIndex(_ node: SwiftNode) throws -> FetchIndex {
    var call = try Call(node, "FetchIndex")
    var index = FetchIndex(try call.text(), elements: [])
    let listed = try call.rest() + call.array("elements")
    index.elements = try listed.map { try indexElement($0) }
    index.partialIndexPredicate =
      try call.text(ifLabelled: "where") ?? call.text(ifLabelled: "partialIndexPredicate")
    index.userInfo = try userInfo(call.array("userInfo"))
    _ = try call.finish()
    return index
  }

  private static func indexElement(_ node: SwiftNode) throws -> FetchIndexElement {
    if case .text(let name) = node { return FetchIndexElement(.property(name)) }
    var call = try Call(node)
    switch call.name {
    case ".descending":
      return FetchIndexElement(.property(try call.text()), isAscending: false)
    case ".rTree": return FetchIndexElement(.property(try call.text()), kind: .rTree)
    case "FetchIndexElement":
      guard let subject = call.argument(nil) else { break }
      var element = FetchIndexElement(try self.subject(subject))
      if try call.member("kind") == "rTree" { element.kind = .rTree }
      element.isAscending = try call.flag("isAscending") ?? true
      _ = try call.finish()
      return element
    default: return FetchIndexElement(try subject(node))
    }
    throw SwiftToken.Problem(description: "unknown index element \(node)")
  }

  private static func subject(_ node: SwiftNode) throws -> FetchIndexElement.Subject {
    var call = try Call(node)
    let text = try call.text()
    switch call.name {
    case ".property": return .property(text)
    case ".expression":
      if case .name("nil") = call.argument("type") { return .expression(text, type: nil) }
      return .expression(text, type: try attributeType(Call(node).type))
    default: throw SwiftToken.Problem(description: "unknown index element \(node)")
    }
  }

  private static func attributeType(_ name: String?) throws -> AttributeType? {
    guard let name else { return nil }
    let types: [String: AttributeType] = [
      "undefined": .undefined, "integer16": .integer16, "integer32": .integer32,
      "integer64": .integer64, "decimal": .decimal, "double": .double, "float": .float,
      "string": .string, "boolean": .boolean, "date": .date, "binary": .binary, "uuid": .uuid,
      "uri": .uri, "transformable": .transformable, "objectID": .objectID,
      "composite": .composite,
    ]
    guard let type = types[name] else {
      throw SwiftToken.Problem(description: "unknown attribute type '\(name)'")
    }
    return type
  }

  private static func value(_ node: SwiftNode) throws -> AttributeValue {
    switch node {
    case .text(let text): return .string(text)
    case .name("true"): return .boolean(true)
    case .name("false"): return .boolean(false)
    case .member("null"): return .null
    case .number(let text) where text.contains(".") || text.contains("e"):
      return .double(try double(node))
    case .number(let text):
      if let value = Int64(text.filter { $0 != "_" }) { return .integer(value) }
    case .call:
      var call = try Call(node)
      let content = call.argument(nil) ?? call.argument("base64")
      _ = try call.finish()
      if let content, let value = try value(call.name, content) { return value }
    default: break
    }
    throw SwiftToken.Problem(description: "unknown value \(node)")
  }

  private static func value(_ function: String, _ content: SwiftNode) throws -> AttributeValue? {
    switch function {
    case ".double": .double(try double(content))
    case ".float": .float(try double(content))
    case ".date": .date(try double(content))
    case ".decimal": DecimalNumber(try text(content)).map { .decimal($0) }
    case ".uri": .uri(try text(content))
    case ".uuid": UUID(uuidString: try text(content)).map { .uuid($0) }
    case ".binary": Data(base64Encoded: try text(content)).map { .binary($0) }
    case ".transformable": Data(base64Encoded: try text(content)).map { .transformable($0) }
    default: nil
    }
  }

  private static func double(_ node: SwiftNode) throws -> Double {
    switch node {
    case .member("infinity"): return .infinity
    case .member("-infinity"): return -.infinity
    case .number(let text):
      if let value = Double(text) { return value }
    case .call:
      var call = try Call(node)
      let bits = try call.number("bitPattern").map { Double(bitPattern: UInt64($0)) }
      if call.name == "Double", let bits { return bits }
      if call.name == "-Double", let bits { return -bits }
    default: break
    }
    throw SwiftToken.Problem(description: "unknown number \(node)")
  }
}

extension Call {
  /// The type of an index expression, after its text.
  fileprivate var type: String? {
    get throws {
      var call = self
      _ = try call.text()
      return try call.member("type")
    }
  }
}
