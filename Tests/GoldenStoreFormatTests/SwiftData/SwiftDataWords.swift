import GoldenStoreModel

/// The words of SwiftData that a declaration can have, as sentences.
enum SwiftDataWords {
  static let all: [String] =
    [
      "a versioned schema", "a default value", "an original name", "a hash modifier",
      "an option unique", "an option externalStorage", "an option preserveValueOnDeletion",
      "an option spotlight", "an option allowsCloudEncryption", "an option ephemeral",
      "#Unique", "#Index", "an array of models", "an optional array of models",
      "an optional model", "a model", "a minimum or maximum", "an inverse",
      "a relationship without inverse",
    ] + DeleteRule.allCases.map { "delete rule \($0)" }
    + types.flatMap { ["\($0)", "optional \($0)"] }

  private static let types: [AttributeType] = [
    .string, .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean, .date,
    .binary, .uuid, .uri,
  ]

  /// The words of which a model is made, whoever wrote it.
  static func words(of model: Model) -> Set<String> {
    var words: Set<String> = []
    if !model.versionIdentifiers.isEmpty { words.insert("a versioned schema") }
    for entity in model.entities {
      if !entity.fetchIndexes.isEmpty { words.insert("#Index") }
      for constraint in entity.uniquenessConstraints {
        words.insert(constraint.properties.count == 1 ? "an option unique" : "#Unique")
      }
      for attribute in entity.attributes { words.formUnion(self.words(of: attribute)) }
      for relationship in entity.relationships {
        words.formUnion(self.words(of: relationship))
      }
    }
    return words
  }

  private static func words(of attribute: Attribute) -> [String] {
    let options = [
      ("externalStorage", attribute.allowsExternalBinaryDataStorage),
      ("preserveValueOnDeletion", attribute.preservesValueInHistoryOnDeletion),
      ("spotlight", attribute.isIndexedBySpotlight),
      ("allowsCloudEncryption", attribute.allowsCloudEncryption),
      ("ephemeral", attribute.isTransient),
    ]
    return options.filter(\.1).map { "an option \($0.0)" }
      + [(attribute.isOptional ? "optional " : "") + "\(attribute.type)"]
      + (attribute.defaultValue == nil ? [] : ["a default value"])
      + names(attribute.renamingIdentifier, attribute.versionHashModifier)
  }

  private static func words(of relationship: Relationship) -> [String] {
    let target = relationship.isToMany ? "array of models" : "model"
    let hasCounts = relationship.minCount != 0 || relationship.maxCount > 1
    let article = relationship.isOptional ? "an optional" : relationship.isToMany ? "an" : "a"
    return [
      "\(article) \(target)",
      relationship.inverse == nil ? "a relationship without inverse" : "an inverse",
      "delete rule \(relationship.deleteRule)",
    ] + (hasCounts ? ["a minimum or maximum"] : [])
      + names(relationship.renamingIdentifier, relationship.versionHashModifier)
  }

  private static func names(_ original: String?, _ modifier: String?) -> [String] {
    (original == nil ? [] : ["an original name"]) + (modifier == nil ? [] : ["a hash modifier"])
  }
}
