/// The elements of a model file, with the attributes and children that Xcode writes.
///
/// Format: StoreFormat F20.
struct ModelVocabulary {
  let attributes: [String]
  let children: [String]

  /// The vocabulary of an element; `nil` where Xcode knows no such element.
  static func of(_ element: String) -> ModelVocabulary? { all[element] }

  private static let all: [String: ModelVocabulary] = [
    "model": ModelVocabulary(
      attributes: [
        "userDefinedModelVersionIdentifier", "type", "documentVersion", "lastSavedToolsVersion",
        "systemVersion", "minimumToolsVersion", "sourceLanguage", "macOSVersion", "iOSVersion",
        "name", "usedWithSwiftData", "usedWithCloudKit",
      ],
      children: [
        "entity", "composite", "configuration", "fetchRequest", "userInfo", "elements",
      ]),
    "entity": ModelVocabulary(
      attributes: [
        "name", "representedClassName", "parentEntity", "isAbstract", "elementID",
        "versionHashModifier", "codeGenerationType", "syncable",
        "coreSpotlightDisplayNameExpression",
      ],
      children: [
        "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
        "uniquenessConstraints", "userInfo",
      ]),
    "attribute": ModelVocabulary(
      attributes: [
        "name", "attributeType", "optional", "transient", "usesScalarValueType",
        "defaultValueString", "defaultDateTimeInterval", "indexed", "valueTransformerName",
        "customClassName", "allowsExternalBinaryDataStorage", "preserveAfterDeletion",
        "versionHashModifier", "elementID", "minValueString", "maxValueString",
        "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString",
        "spotlightIndexingEnabled", "storedInTruthFile", "derived", "derivationExpression",
        "composite", "allowsCloudEncryption", "syncable",
      ],
      children: ["userInfo"]),
    "relationship": ModelVocabulary(
      attributes: [
        "name", "destinationEntity", "inverseName", "inverseEntity", "optional", "transient",
        "toMany", "maxCount", "minCount", "ordered", "deletionRule", "deleteRule",
        "versionHashModifier", "elementID", "syncable",
      ],
      children: ["userInfo"]),
    "fetchedProperty": ModelVocabulary(
      attributes: ["name", "optional", "syncable"], children: ["fetchRequest", "userInfo"]),
    "fetchRequest": ModelVocabulary(
      attributes: [
        "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize",
        "includeSubentities", "includePropertyValues", "includesPendingChanges",
        "returnObjectsAsFaults", "returnDistinctResults", "resultType",
      ],
      children: []),
    "fetchIndex": ModelVocabulary(
      attributes: ["name", "partialIndexPredicate"], children: ["fetchIndexElement", "userInfo"]),
    "fetchIndexElement": ModelVocabulary(
      attributes: ["property", "expression", "expressionType", "type", "order"], children: []),
    "compoundIndexes": ModelVocabulary(attributes: [], children: ["compoundIndex"]),
    "compoundIndex": ModelVocabulary(attributes: [], children: ["index"]),
    "index": ModelVocabulary(attributes: ["value"], children: []),
    "uniquenessConstraints": ModelVocabulary(attributes: [], children: ["uniquenessConstraint"]),
    "uniquenessConstraint": ModelVocabulary(attributes: [], children: ["constraint"]),
    "constraint": ModelVocabulary(attributes: ["value"], children: []),
    "configuration": ModelVocabulary(
      attributes: ["name", "usedWithCloudKit"], children: ["memberEntity"]),
    "memberEntity": ModelVocabulary(attributes: ["name"], children: []),
    "composite": ModelVocabulary(attributes: ["name"], children: ["attribute"]),
    "userInfo": ModelVocabulary(attributes: [], children: ["entry"]),
    "entry": ModelVocabulary(attributes: ["key", "value"], children: []),
    "elements": ModelVocabulary(attributes: [], children: ["element"]),
    "element": ModelVocabulary(
      attributes: ["name", "positionX", "positionY", "width", "height"], children: []),
  ]

  /// The names that Xcode gives to the attribute types.
  ///
  /// Format: StoreFormat F21.
  static let attributeTypes: [(name: String, type: AttributeType)] = [
    ("Integer 16", .integer16), ("Integer 32", .integer32), ("Integer 64", .integer64),
    ("Decimal", .decimal), ("Double", .double), ("Float", .float), ("String", .string),
    ("Boolean", .boolean), ("Date", .date), ("Binary", .binary), ("UUID", .uuid), ("URI", .uri),
    ("Transformable", .transformable), ("Composite", .composite), ("Undefined", .undefined),
  ]
}
