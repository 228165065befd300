import GoldenStoreModel

/// What an archive says beyond the vocabulary of models: nothing of it goes unsaid.
///
/// Format: StoreFormat F205.
extension ModelArchiveReader {
  /// The keys that are understood, of each kind of object.
  enum KnownKeys {
    private static let property: Set<String> = [
      "$class", "NSPropertyName", "NSEntity", "NSRenamingIdentifier", "_P", "NSIsOptional",
      "NSIsTransient", "NSIsReadOnly", "NSIsIndexed", "NSVersionHashModifier", "NSUserInfo",
    ]
    /// The versions of the compiler and of Xcode say nothing about the model.
    static let model: Set<String> = [
      "$class", "NSEntities", "NSVersionIdentifiers", "NSFetchRequestTemplates",
      "NSConfigurations", "CDMCompilerToolVersion", "CDMCompilerXcodeVersion",
    ]
    static let entity: Set<String> = [
      "$class", "NSEntityName", "NSClassNameForEntity", "NSManagedObjectModel", "NSSuperentity",
      "NSSubentities", "NSProperties", "NSIsAbstract", "NSRenamingIdentifier",
      "NSVersionHashModifier", "NSUserInfo", "NSUniqueTuples", "NSFetchIndexDescriptions",
      "NSCompoundIndexes",
    ]
    static let attribute = property.union([
      "NSAttributeType", "NSAttributeValueClassName", "NSDefaultValue", "NSValueTransformerName",
      "NSFlagsKey", "NSIndexedBySpotlight", "NSAllowsCloudEncryption", "NSValidationPredicates",
      "NSValidationWarnings", "NSDerivationExpression", "NSFilteringPredicate", "NSElements",
    ])
    static let relationship = property.union([
      "NSDestinationEntity", "_NSDestinationEntityName", "NSInverseRelationship",
      "_NSInverseRelationshipName", "NSMaxCount", "NSMinCount", "NSDeleteRule", "NSIsOrdered",
    ])
    static let fetchedProperty = property.union(["NSFetchRequest", "_NSFetchRequestEntityName"])
    static let fetchIndex: Set<String> = [
      "$class", "NSIndexName", "NSIndexElements", "NSPartialIndexPredicate", "NSEntity",
    ]
    static let indexElement: Set<String> = [
      "$class", "NSPropertyName", "NSFetchIndexElementType", "NSAscending",
      "NSFetchIndexDescription", "NSIndexedProperty",
    ]
  }

  /// Notes the keys of an object that are not understood.
  mutating func note(
    unknownKeysOf fields: [String: PropertyListValue], known: Set<String>, _ place: String
  ) {
    let unknown = fields.keys.filter { !known.contains($0) }.sorted(by: NameOrder.precedes)
    guard !unknown.isEmpty else { return }
    notes.append(
      "\(place): \(unknown.map { "'\($0)'" }.joined(separator: ", ")) of the archive is left out")
  }

  /// Notes what the keys of an attribute say beyond what an attribute holds.
  mutating func note(
    othersOf attribute: Attribute, _ fields: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) {
    note(unknownKeysOf: fields, known: KnownKeys.attribute, place)
    let isReadOnly = try archive.flag(fields["NSIsReadOnly"], place)
    if isReadOnly != (attribute.derivation != nil) {
      notes.append(
        "\(place): it is \(isReadOnly ? "" : "not ")read-only, which is left out, and its hash "
          + "will differ")
    }
    let flags = try archive.integer(fields["NSFlagsKey"], place)
    if flags & ~0x14 != 0 { notes.append("\(place): flags \(flags & ~0x14) are left out") }
    let className = try archive.text(fields["NSAttributeValueClassName"], place)
    if attribute.type != .transformable, let className,
      className != attribute.standardValueClassName
    {
      notes.append("\(place): the class '\(className)' of its values is left out")
    }
  }
}

extension Attribute {
  /// The class of the values, as Core Data archives it; `nil` for none.
  var standardValueClassName: String? {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: valueClassName
    case .undefined, .objectID, .composite: nil
    }
  }
}
