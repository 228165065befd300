import Foundation

/// The parts of a model as the calls that make them; what is as by default is not written.
extension SwiftExpression {
  static func model(_ model: Model) -> SwiftExpression {
    var arguments = [Argument(nil, .text(model.name))]
    if !model.versionIdentifiers.isEmpty {
      arguments.append(
        Argument("versionIdentifiers", .array(model.versionIdentifiers.map { .text($0) })))
    }
    if !model.configurations.isEmpty {
      let configurations = model.configurations.map { configuration in
        call(
          "ModelConfiguration",
          [
            Argument(nil, .text(configuration.name)),
            Argument("entities", .array(configuration.entities.map { .text($0) })),
          ])
      }
      arguments.append(Argument("configurations", .array(configurations)))
    }
    if !model.fetchRequests.isEmpty {
      let requests = model.fetchRequests.map { request in
        call(
          "FetchRequestTemplate",
          [
            Argument(nil, .text(request.name)), Argument("settings", userInfo(request.settings)),
          ])
      }
      arguments.append(Argument("fetchRequests", .array(requests)))
    }
    arguments.append(userInfo: model.userInfo)
    return .call("Model", arguments)
  }

  /// The call that makes an entity, without the closure that holds its properties.
  static func entity(_ entity: Entity) -> SwiftExpression {
    var arguments = [Argument(nil, .text(entity.name))]
    arguments.append("superentity", entity.superentity)
    arguments.append("isAbstract", entity.isAbstract)
    arguments.append("className", entity.className)
    arguments.append("renamingIdentifier", entity.renamingIdentifier)
    arguments.append("versionHashModifier", entity.versionHashModifier)
    arguments.append(userInfo: entity.userInfo)
    return .call("Entity", arguments)
  }

  /// The calls inside an entity's closure.
  static func parts(of entity: Entity) -> [SwiftExpression] {
    entity.attributes.map { attribute($0) } + entity.relationships.map { relationship($0) }
      + entity.fetchedProperties.map { fetchedProperty($0) }
      + entity.fetchIndexes.map { fetchIndex($0) }
      + entity.uniquenessConstraints.map { constraint in
        call("UniquenessConstraint", constraint.properties.map { Argument(nil, .text($0)) })
      }
  }

  static func attribute(_ attribute: Attribute) -> SwiftExpression {
    var arguments = [
      Argument(nil, .text(attribute.name)), Argument(nil, .atom(".\(attribute.type.name)")),
    ]
    if !attribute.isOptional { arguments.append(Argument("isOptional", .atom("false"))) }
    if let value = attribute.defaultValue { arguments.append(Argument("default", .value(value))) }
    arguments.append("isTransient", attribute.isTransient)
    arguments.append("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
    arguments.append(
      "preservesValueInHistoryOnDeletion", attribute.preservesValueInHistoryOnDeletion)
    arguments.append("allowsCloudEncryption", attribute.allowsCloudEncryption)
    arguments.append("isIndexedBySpotlight", attribute.isIndexedBySpotlight)
    arguments.append("renamingIdentifier", attribute.renamingIdentifier)
    arguments.append("versionHashModifier", attribute.versionHashModifier)
    arguments.append("valueTransformerName", attribute.valueTransformerName)
    arguments.append("valueClassName", attribute.valueClassName)
    if let derivation = attribute.derivation {
      var inner = [Argument(nil, .text(derivation.expression))]
      inner.append("filteringPredicate", derivation.filteringPredicate)
      arguments.append(Argument("derivation", .call("Derivation", inner)))
    }
    if !attribute.elements.isEmpty {
      let elements = attribute.elements.map { SwiftExpression.attribute($0) }
      arguments.append(Argument("elements", .array(elements)))
    }
    arguments.append("compositeName", attribute.compositeName)
    if let validation = attribute.validation {
      arguments.append(Argument("validation", SwiftExpression.validation(validation)))
    }
    arguments.append(userInfo: attribute.userInfo)
    return .call("Attribute", arguments)
  }

  private static func validation(_ validation: AttributeValidation) -> SwiftExpression {
    var arguments: [Argument] = []
    arguments.append("minimum", validation.minimum)
    arguments.append("maximum", validation.maximum)
    arguments.append("regularExpression", validation.regularExpression)
    if !validation.predicates.isEmpty {
      let predicates = validation.predicates.map { predicate in
        let warning: SwiftExpression? =
          switch predicate.warning {
          case nil: nil
          case .code(let code): .call(".code", [Argument(nil, .integer(code))])
          case .message(let message): .call(".message", [Argument(nil, .text(message))])
          }
        return call(
          "ValidationPredicate",
          [Argument(nil, .text(predicate.predicate))] + (warning.map { [Argument(nil, $0)] } ?? []))
      }
      arguments.append(Argument("predicates", .array(predicates)))
    }
    return .call("AttributeValidation", arguments)
  }

  static func relationship(_ relationship: Relationship) -> SwiftExpression {
    var arguments = [
      Argument(nil, .text(relationship.name)), Argument("to", .text(relationship.destination)),
    ]
    arguments.append("inverse", relationship.inverse)
    if let cardinality = cardinality(of: relationship) {
      arguments.append(Argument(nil, cardinality))
    }
    if !relationship.isOptional { arguments.append(Argument("isOptional", .atom("false"))) }
    arguments.append("isOrdered", relationship.isOrdered)
    if relationship.deleteRule != .nullify {
      arguments.append(Argument("deleteRule", .atom(".\(relationship.deleteRule)")))
    }
    arguments.append("isTransient", relationship.isTransient)
    arguments.append("renamingIdentifier", relationship.renamingIdentifier)
    arguments.append("versionHashModifier", relationship.versionHashModifier)
    arguments.append(userInfo: relationship.userInfo)
    return .call("Relationship", arguments)
  }

  /// How many targets there are; `nil` for at most one, which is the default.
  private static func cardinality(of relationship: Relationship) -> SwiftExpression? {
    let minimum = Argument("min", .integer(Int64(relationship.minCount)))
    let maximum = Argument("max", .integer(Int64(relationship.maxCount)))
    switch (relationship.minCount, relationship.maxCount) {
    case (0, 1): return nil
    case (_, 1): return .call(".toOne", [minimum])
    case (0, 0): return .atom(".toMany")
    case (0, _): return .call(".toMany", [maximum])
    case (_, 0): return .call(".toMany", [minimum])
    default: return .call(".toMany", [minimum, maximum])
    }
  }

  private static func fetchedProperty(_ property: FetchedProperty) -> SwiftExpression {
    var arguments = [Argument(nil, .text(property.name))]
    if !property.isOptional { arguments.append(Argument("isOptional", .atom("false"))) }
    arguments.append(Argument("fetchRequest", userInfo(property.fetchRequest)))
    arguments.append(userInfo: property.userInfo)
    return .call("FetchedProperty", arguments)
  }

  private static func fetchIndex(_ index: FetchIndex) -> SwiftExpression {
    let elements = index.elements.map { element($0) }
    var arguments = [Argument(nil, .text(index.name))]
    if index.userInfo.isEmpty {
      arguments += elements.map { Argument(nil, $0) }
      arguments.append("where", index.partialIndexPredicate)
    } else {
      arguments.append(Argument("elements", .array(elements)))
      arguments.append("partialIndexPredicate", index.partialIndexPredicate)
      arguments.append(userInfo: index.userInfo)
    }
    return .call("FetchIndex", arguments)
  }

  private static func element(_ element: FetchIndexElement) -> SwiftExpression {
    switch (element.subject, element.kind, element.isAscending) {
    case (.property(let name), .binary, true): return .text(name)
    case (.property(let name), .binary, false):
      return .call(".descending", [Argument(nil, .text(name))])
    case (.property(let name), .rTree, true): return .call(".rTree", [Argument(nil, .text(name))])
    case (.expression(let text, let type), .binary, true):
      return .call(".expression", subject(text, type))
    default: break
    }
    let subject: SwiftExpression =
      switch element.subject {
      case .property(let name): .call(".property", [Argument(nil, .text(name))])
      case .expression(let text, let type):
        .call(
          ".expression",
          [
            Argument(nil, .text(text)),
            Argument("type", .atom(type.map { ".\($0.name)" } ?? "nil")),
          ])
      }
    var arguments = [Argument(nil, subject)]
    if element.kind != .binary { arguments.append(Argument("kind", .atom(".\(element.kind)"))) }
    if !element.isAscending { arguments.append(Argument("isAscending", .atom("false"))) }
    return .call("FetchIndexElement", arguments)
  }

  private static func subject(_ text: String, _ type: AttributeType?) -> [Argument] {
    [Argument(nil, .text(text))] + (type.map { [Argument("type", .atom(".\($0.name)"))] } ?? [])
  }

  fileprivate static func userInfo(_ entries: [UserInfoEntry]) -> SwiftExpression {
    .array(
      entries.map { entry in
        call("UserInfoEntry", [Argument(nil, .text(entry.key)), Argument(nil, .text(entry.value))])
      })
  }

  /// A default value: a plain literal where one means the same.
  static func value(_ value: AttributeValue) -> SwiftExpression {
    func make(_ function: String, _ content: SwiftExpression) -> SwiftExpression {
      .call(function, [Argument(nil, content)])
    }
    return switch value {
    case .null: .atom(".null")
    case .integer(let value): .integer(value)
    case .boolean(let value): .atom("\(value)")
    case .double(let value) where value.isNormal || value.isZero: .atom(SwiftLiteral.double(value))
    case .double(let value): make(".double", .atom(SwiftLiteral.double(value)))
    case .float(let value): make(".float", .atom(SwiftLiteral.double(value)))
    case .decimal(let value): make(".decimal", .text(value.text))
    case .date(let value): make(".date", .atom(SwiftLiteral.double(value)))
    case .string(let value): .text(value)
    case .uri(let value): make(".uri", .text(value))
    case .uuid(let value): make(".uuid", .text(value.uuidString))
    case .binary(let value):
      .call(".binary", [Argument("base64", .text(value.base64EncodedString()))])
    case .transformable(let value):
      .call(".transformable", [Argument("base64", .text(value.base64EncodedString()))])
    }
  }

  private static func integer(_ value: Int64) -> SwiftExpression {
    .atom(SwiftLiteral.integer(value))
  }
}

extension [SwiftExpression.Argument] {
  /// Adds a text that is there.
  fileprivate mutating func append(_ label: String, _ text: String?) {
    if let text { append(SwiftExpression.Argument(label, .text(text))) }
  }

  /// Adds a flag that is set.
  fileprivate mutating func append(_ label: String, _ flag: Bool) {
    if flag { append(SwiftExpression.Argument(label, .atom("true"))) }
  }

  fileprivate mutating func append(userInfo: [UserInfoEntry]) {
    guard !userInfo.isEmpty else { return }
    append(SwiftExpression.Argument("userInfo", SwiftExpression.userInfo(userInfo)))
  }
}
