import Foundation
import GoldenStoreModel

extension ModelArchiveWriter {
  /// The class and the fields of an attribute's description.
  mutating func describe(
    _ attribute: Attribute, of entity: Entity
  ) throws -> (className: String, fields: [String: PropertyListValue]) {
    let place = "attribute '\(entity.name).\(attribute.name)'"
    let isDerived = attribute.derivation != nil
    var fields = common(
      attribute.name, attribute.renamingKey, attribute.versionHashModifier, attribute.userInfo,
      of: entity)
    fields["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
    fields["NSAttributeValueClassName"] = archive.add(attribute.standardValueClassName)
    fields["NSValueTransformerName"] = archive.add(attribute.valueTransformerName)
    fields["NSDefaultValue"] = try describe(attribute.defaultValue, place)
    let flags: Int64 =
      (attribute.allowsExternalBinaryDataStorage ? 4 : 0)
      | (attribute.preservesValueInHistoryOnDeletion ? 16 : 0)
    fields["NSFlagsKey"] = .integer(flags)
    describe(attribute.validation, of: attribute.type, in: &fields)
    fields["_P"] = .integer(
      PropertyFlags(
        isOptional: attribute.isOptional, isReadOnly: isDerived,
        isTransient: attribute.isTransient, hasUserInfo: !attribute.userInfo.isEmpty,
        hasModifier: attribute.versionHashModifier != nil,
        hasValidation: fields["NSValidationPredicates"] != nil
      ).bits)
    set("NSIsOptional", attribute.isOptional, in: &fields)
    set("NSIsTransient", attribute.isTransient, in: &fields)
    set("NSAllowsCloudEncryption", attribute.allowsCloudEncryption, in: &fields)
    set("NSIndexedBySpotlight", attribute.isIndexedBySpotlight, in: &fields)
    set("NSIsIndexed", isIndexed(attribute, of: entity), in: &fields)
    if attribute.type == .composite {
      var elements: [PropertyListValue] = []
      for element in attribute.elements {
        let description = try describe(element, of: entity)
        elements.append(archive.add(description.className, description.fields))
      }
      fields["NSElements"] = archive.add("NSMutableArray", of: elements)
      return ("NSCompositeAttributeDescription", fields)
    }
    guard let derivation = attribute.derivation else { return ("NSAttributeDescription", fields) }
    set("NSIsReadOnly", true, in: &fields)
    fields["NSFilteringPredicate"] = try describe(
      predicate: derivation.filteringPredicate, place)
    guard let expression = derivation.predicateFormat else {
      throw StoreError.notSupported(
        feature: "the derivation '\(derivation.expression)'", place: place)
    }
    fields["NSDerivationExpression"] = try describe(expression: expression, place)
    return ("NSDerivedAttributeDescription", fields)
  }

  /// The fields of a relationship's description.
  mutating func describe(
    _ relationship: Relationship, of entity: Entity
  ) -> [String: PropertyListValue] {
    var fields = common(
      relationship.name, relationship.renamingKey, relationship.versionHashModifier,
      relationship.userInfo, of: entity)
    fields["NSDestinationEntity"] = reference(toEntity: relationship.destination)
    fields["_NSDestinationEntityName"] = archive.add(relationship.destination)
    fields["NSInverseRelationship"] =
      relationship.inverse.map { reference(to: $0, of: relationship.destination) }
      ?? KeyedArchiveWriter.null
    fields["_NSInverseRelationshipName"] = archive.add(relationship.inverse)
    fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
    fields["NSMinCount"] = .integer(Int64(relationship.minCount))
    fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
    fields["_P"] = .integer(
      PropertyFlags(
        isOptional: relationship.isOptional, isTransient: relationship.isTransient,
        isOrdered: relationship.isOrdered, hasUserInfo: !relationship.userInfo.isEmpty,
        hasModifier: relationship.versionHashModifier != nil
      ).bits)
    set("NSIsOptional", relationship.isOptional, in: &fields)
    set("NSIsTransient", relationship.isTransient, in: &fields)
    set("NSIsOrdered", relationship.isOrdered, in: &fields)
    return fields
  }

  mutating func common(
    _ name: String, _ renamingKey: String, _ modifier: String?, _ userInfo: [UserInfoEntry],
    of entity: Entity
  ) -> [String: PropertyListValue] {
    var fields: [String: PropertyListValue] = [
      "NSPropertyName": archive.add(name),
      "NSRenamingIdentifier": archive.add(renamingKey),
      "NSEntity": reference(toEntity: entity.name),
    ]
    if let modifier { fields["NSVersionHashModifier"] = archive.add(modifier) }
    if !userInfo.isEmpty { fields["NSUserInfo"] = describe(userInfo) }
    return fields
  }

  func set(
    _ key: String, _ flag: Bool, in fields: inout [String: PropertyListValue]
  ) {
    if flag { fields[key] = .boolean(true) }
  }

  /// An attribute that an index covers alone is flagged.
  private func isIndexed(_ attribute: Attribute, of entity: Entity) -> Bool {
    model.lineage(of: entity).contains { ancestor in
      ancestor.fetchIndexes.contains {
        $0.elements.count == 1 && $0.elements[0].kind == .binary
          && $0.elements[0].property == attribute.name
      }
    }
  }

  private mutating func describe(
    _ value: AttributeValue?, _ place: String
  ) throws -> PropertyListValue {
    switch value {
    case nil, .null?: return KeyedArchiveWriter.null
    case .integer(let number)?: return archive.add(.integer(number))
    case .boolean(let flag)?: return archive.add(.boolean(flag))
    case .double(let number)?, .float(let number)?: return archive.add(.real(number))
    case .string(let text)?: return archive.add(text)
    case .date(let seconds)?: return archive.add("NSDate", ["NS.time": .real(seconds)])
    case .uuid(let uuid)?:
      let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
      return archive.add("NSUUID", ["NS.uuidbytes": .data(bytes)])
    case .binary(let data)?, .transformable(let data)?: return archive.add(.data(data))
    case .uri(let text)?:
      return archive.add(
        "NSURL", ["NS.base": KeyedArchiveWriter.null, "NS.relative": archive.add(text)])
    case .decimal(let number)?:
      guard let fields = DecimalArchive.fields(of: number) else {
        throw StoreError.notSupported(
          feature: "a default of more than 38 digits", place: place)
      }
      return archive.add("NSDecimalNumberPlaceholder", fields)
    }
  }
}

/// The flags of a property that the archive keeps beside the single keys.
struct PropertyFlags {
  var isOptional = false
  var isReadOnly = false
  var isTransient = false
  var isOrdered = false
  var hasUserInfo = false
  var hasModifier = false
  var hasValidation = false

  /// Bits: 1 always, 2 optional, 4 read-only, 8 transient, 0x30 no validation, 0x40 no user info,
  /// 0x80 no version hash modifier, 0x400 ordered. Seen on every property of the corpus.
  var bits: Int64 {
    1 | (isOptional ? 2 : 0) | (isReadOnly ? 4 : 0) | (isTransient ? 8 : 0)
      | (hasValidation ? 0 : 0x30) | (hasUserInfo ? 0 : 0x40) | (hasModifier ? 0 : 0x80)
      | (isOrdered ? 0x400 : 0)
  }
}
