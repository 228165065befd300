import Foundation

extension ModelDecoding {
  /// How many elements a composite may have with those of its own composites.
  private static let elementLimit = 1_000

  /// How many composites may lie inside one another.
  private static let compositeDepthLimit = 16

  mutating func attribute(from element: ModelElement) -> Attribute {
    elementCount = 0
    return attribute(from: element, insideOf: [])
  }

  /// Makes an attribute; `outer` are the composites that it is an element of.
  private mutating func attribute(
    from element: ModelElement, insideOf outer: [String]
  ) -> Attribute {
    var attribute = Attribute(
      required("name", of: element), attributeType(of: element),
      isOptional: boolean("optional", of: element), isTransient: boolean("transient", of: element))
    attribute.defaultValue = defaultValue(of: element, type: attribute.type)
    attribute.allowsExternalBinaryDataStorage =
      boolean("allowsExternalBinaryDataStorage", of: element)
    attribute.preservesValueInHistoryOnDeletion = boolean("preserveAfterDeletion", of: element)
    attribute.allowsCloudEncryption = boolean("allowsCloudEncryption", of: element)
    attribute.isIndexedBySpotlight = boolean("spotlightIndexingEnabled", of: element)
    attribute.renamingIdentifier = text("elementID", of: element)
    attribute.versionHashModifier = text("versionHashModifier", of: element)
    attribute.valueTransformerName = text("valueTransformerName", of: element)
    attribute.valueClassName = text("customClassName", of: element)
    attribute.derivation = derivation(of: element)
    attribute.validation = validation(of: element)
    if attribute.type == .composite {
      attribute.compositeName = required("composite", of: element)
      attribute.elements = elements(of: element, insideOf: outer)
    }
    for child in element.children where child.name == "userInfo" {
      attribute.userInfo += userInfo(from: child)
    }
    return attribute
  }

  private mutating func attributeType(of element: ModelElement) -> AttributeType {
    guard let name = element.attributes["attributeType"] else { return .undefined }
    let types = ModelVocabulary.attributeTypes
    guard let match = types.first(where: { $0.name == name }) else {
      report(.unknownAttributeType(name, known: types.map(\.name)), at: element)
      return .undefined
    }
    return match.type
  }

  private mutating func elements(of element: ModelElement, insideOf outer: [String]) -> [Attribute]
  {
    guard let name = element.attributes["composite"] else { return [] }
    guard let composite = composites[name] else {
      report(
        .unknownComposite(
          name, attribute: element.attributes["name"] ?? "",
          known: composites.keys.sorted(by: NameOrder.precedes)),
        at: element)
      return []
    }
    guard !outer.contains(name) else {
      report(.recursiveComposite(name), at: composite)
      return []
    }
    var elements: [Attribute] = []
    for child in composite.children where child.name == "attribute" {
      elementCount += 1
      guard elementCount <= ModelDecoding.elementLimit,
        outer.count < ModelDecoding.compositeDepthLimit
      else {
        report(.oversizedComposite(name, limit: ModelDecoding.elementLimit), at: composite)
        return []
      }
      elements.append(attribute(from: child, insideOf: outer + [name]))
      // A problem inside would only be reported again for every use.
      guard problems.isEmpty else { return [] }
    }
    return elements
  }

  private mutating func derivation(of element: ModelElement) -> Derivation? {
    if boolean("derived", of: element) {
      return Derivation(required("derivationExpression", of: element))
    }
    if element.attributes["derivationExpression"] != nil {
      note(.unusedDerivation(attribute: element.attributes["name"] ?? ""), at: element)
    }
    return nil
  }

  private func validation(of element: ModelElement) -> AttributeValidation? {
    let validation = AttributeValidation(
      minimum: text("minDateTimeInterval", of: element) ?? text("minValueString", of: element),
      maximum: text("maxDateTimeInterval", of: element) ?? text("maxValueString", of: element),
      regularExpression: text("regularExpressionString", of: element))
    return validation == AttributeValidation() ? nil : validation
  }

  mutating func relationship(from element: ModelElement) -> Relationship {
    var relationship = Relationship(
      required("name", of: element), to: required("destinationEntity", of: element),
      inverse: text("inverseName", of: element), isOptional: boolean("optional", of: element),
      isOrdered: boolean("ordered", of: element), deleteRule: deleteRule(of: element),
      isTransient: boolean("transient", of: element),
      renamingIdentifier: text("elementID", of: element),
      versionHashModifier: text("versionHashModifier", of: element))
    relationship.minCount = count("minCount", of: element) ?? 0
    relationship.maxCount =
      count("maxCount", of: element) ?? (boolean("toMany", of: element) ? 0 : 1)
    for child in element.children where child.name == "userInfo" {
      relationship.userInfo += userInfo(from: child)
    }
    return relationship
  }

  private mutating func deleteRule(of element: ModelElement) -> DeleteRule {
    let key = element.attributes["deletionRule"] == nil ? "deleteRule" : "deletionRule"
    switch element.attributes[key] {
    case nil, "Nullify": return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    default:
      let rules = ["Nullify", "Cascade", "Deny", "No Action"]
      reportValue(
        key, of: element, expected: ModelFileProblem.alternatives(rules), known: rules)
      return .nullify
    }
  }

  mutating func fetchedProperty(from element: ModelElement) -> FetchedProperty {
    var property = FetchedProperty(
      required("name", of: element), isOptional: boolean("optional", of: element),
      fetchRequest: [])
    for child in element.children {
      switch child.name {
      case "fetchRequest": property.fetchRequest += settings(of: child)
      case "userInfo": property.userInfo += userInfo(from: child)
      default: break
      }
    }
    return property
  }
}
