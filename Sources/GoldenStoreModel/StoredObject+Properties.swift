extension StoredObject {
  /// The value of an attribute.
  ///
  /// - Throws: `ModelError.unknownProperty` where the entity has no persisted attribute of that
  ///   name, so that a misspelt one is no missing value.
  public subscript(attribute: String) -> AttributeValue {
    get throws(ModelError) {
      guard let value = value(of: attribute) else {
        throw .unknownProperty(entity: entity, property: attribute, known: shape.attributes)
      }
      return value
    }
  }

  /// The targets of a relationship.
  ///
  /// - Throws: `ModelError.unknownProperty` where the entity has no persisted relationship of that
  ///   name.
  public subscript(relationship relationship: String) -> [ObjectReference] {
    get throws(ModelError) {
      guard let targets = targets(of: relationship) else {
        throw .unknownProperty(
          entity: entity, property: relationship, known: shape.relationships)
      }
      return targets
    }
  }
}
