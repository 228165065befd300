import Foundation
import GoldenStoreModel

extension ModelArchiveReader {
  /// Adds a property to an entity, unless it belongs to an ancestor.
  mutating func readProperty(
    _ reference: PropertyListValue, of entity: inout Entity, at owner: Int?
  ) throws(ModelArchiveDamage) {
    let place = "entity '\(entity.name)'"
    let object = try archive.object(reference, place)
    guard case .instance(let className, let fields) = object else {
      throw .wrongObject(place: place, expected: "a property", found: object.kind)
    }
    if className == "_NSPropertyDescriptionProxy" { return }
    guard archive.position(fields["NSEntity"]) == owner else { return }
    switch className {
    case "NSAttributeDescription", "NSDerivedAttributeDescription",
      "NSCompositeAttributeDescription":
      let attribute = try readAttribute(fields, place, depth: 0)
      entity.attributes.append(attribute)
      if try archive.flag(fields["NSIsIndexed"], place) {
        flaggedAttributes[entity.name, default: []].insert(attribute.name)
      }
    case "NSRelationshipDescription":
      entity.relationships.append(try readRelationship(fields, place))
    case "NSFetchedPropertyDescription":
      let name = try archive.name(fields["NSPropertyName"], place)
      var property = FetchedProperty(
        name,
        fetchRequest: try fetchRequest(
          fields["NSFetchRequest"], "\(place), fetched property '\(name)'"))
      property.isOptional = try archive.flag(fields["NSIsOptional"], place)
      property.userInfo = try userInfo(fields, place)
      note(
        unknownKeysOf: fields, known: KnownKeys.fetchedProperty,
        "\(place), fetched property '\(name)'")
      entity.fetchedProperties.append(property)
    default: throw .unsupported(what: "a property of class \(className)", place: place)
    }
  }

  private mutating func readAttribute(
    _ fields: [String: PropertyListValue], _ entityPlace: String, depth: Int
  ) throws(ModelArchiveDamage) -> Attribute {
    let name = try archive.name(fields["NSPropertyName"], entityPlace)
    let place = "\(entityPlace), attribute '\(name)'"
    guard depth < 16 else { throw .tooComplex(place: place) }
    let number = try archive.integer(fields["NSAttributeType"], place)
    guard let type = Int32(exactly: number).flatMap({ AttributeType(rawValue: $0) }) else {
      throw .unknownNumber(place: place, what: "attribute type", found: number)
    }
    var attribute = Attribute(name, type)
    attribute.isOptional = try archive.flag(fields["NSIsOptional"], place)
    attribute.isTransient = try archive.flag(fields["NSIsTransient"], place)
    attribute.defaultValue = try defaultValue(fields["NSDefaultValue"], of: type, place)
    let flags = try archive.integer(fields["NSFlagsKey"], place)
    attribute.allowsExternalBinaryDataStorage = flags & 4 != 0
    attribute.preservesValueInHistoryOnDeletion = flags & 16 != 0
    attribute.allowsCloudEncryption =
      try archive.flag(fields["NSAllowsCloudEncryption"], place)
    attribute.isIndexedBySpotlight = try archive.flag(fields["NSIndexedBySpotlight"], place)
    attribute.renamingIdentifier = try renamingIdentifier(fields, name: name, place)
    attribute.versionHashModifier = try modifier(fields, place)
    attribute.valueTransformerName = try archive.text(fields["NSValueTransformerName"], place)
    if type == .transformable {
      attribute.valueClassName = try archive.text(fields["NSAttributeValueClassName"], place)
    }
    if fields["NSDerivationExpression"] != nil {
      attribute.derivation = Derivation(
        try expressionText(fields["NSDerivationExpression"], place),
        filteringPredicate: try predicateText(fields["NSFilteringPredicate"], place))
    }
    for reference in try archive.references(fields["NSElements"], place) {
      let object = try archive.object(reference, place)
      guard case .instance(_, let element) = object else {
        throw .wrongObject(place: place, expected: "an element", found: object.kind)
      }
      attribute.elements.append(try readAttribute(element, place, depth: depth + 1))
    }
    attribute.validation = try validation(fields, of: type, place)
    attribute.userInfo = try userInfo(fields, place)
    try note(othersOf: attribute, fields, place)
    return attribute
  }

  private mutating func readRelationship(
    _ fields: [String: PropertyListValue], _ entityPlace: String
  ) throws(ModelArchiveDamage) -> Relationship {
    let name = try archive.name(fields["NSPropertyName"], entityPlace)
    let place = "\(entityPlace), relationship '\(name)'"
    var relationship = Relationship(
      name, to: try archive.name(fields["_NSDestinationEntityName"], place))
    relationship.inverse = try archive.text(fields["_NSInverseRelationshipName"], place)
    relationship.isOptional = try archive.flag(fields["NSIsOptional"], place)
    relationship.isTransient = try archive.flag(fields["NSIsTransient"], place)
    relationship.minCount = Int(
      clamping: try archive.integer(fields["NSMinCount"], place))
    relationship.maxCount = Int(
      clamping: try archive.integer(fields["NSMaxCount"], place))
    relationship.isOrdered = try archive.flag(fields["NSIsOrdered"], place)
    let rule = try archive.integer(fields["NSDeleteRule"], place)
    guard let deleteRule = Int(exactly: rule).flatMap({ DeleteRule(rawValue: $0) }) else {
      throw .unknownNumber(place: place, what: "delete rule", found: rule)
    }
    relationship.deleteRule = deleteRule
    relationship.renamingIdentifier = try renamingIdentifier(fields, name: name, place)
    relationship.versionHashModifier = try modifier(fields, place)
    relationship.userInfo = try userInfo(fields, place)
    note(unknownKeysOf: fields, known: KnownKeys.relationship, place)
    return relationship
  }
}
