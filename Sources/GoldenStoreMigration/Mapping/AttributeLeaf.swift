import GoldenStoreModel

/// A persisted attribute with a column of its own: an ordinary or derived one, or an element of a
/// composite.
struct AttributeLeaf {
  let attribute: Attribute
  /// The attribute's name; `composite.element` for an element.
  let name: String
  /// What the leaf is matched by.
  let key: String
  /// Whether a composite around the element is optional.
  let isInOptionalComposite: Bool

  var kind: PropertyMapping.Kind {
    attribute.derivation == nil ? .attribute : .derivedAttribute
  }

  /// The attribute if values are carried; derived ones are computed anew.
  var value: Attribute? { attribute.derivation == nil ? attribute : nil }

  /// The attribute itself, or the elements of a composite, nested ones included.
  static func leaves(of attribute: Attribute) -> [AttributeLeaf] {
    leaves(of: attribute, name: "", key: "", isInOptionalComposite: false)
  }

  private static func leaves(
    of attribute: Attribute, name: String, key: String, isInOptionalComposite: Bool
  ) -> [AttributeLeaf] {
    let ownName = name + attribute.name
    // A derived attribute has no renaming identifier of its own.
    let ownKey = key + (attribute.derivation == nil ? attribute.renamingKey : attribute.name)
    guard attribute.type == .composite else {
      return [
        AttributeLeaf(
          attribute: attribute, name: ownName, key: ownKey,
          isInOptionalComposite: isInOptionalComposite)
      ]
    }
    return attribute.elements.filter { !$0.isTransient }.flatMap {
      leaves(
        of: $0, name: ownName + ".", key: ownKey + ".",
        isInOptionalComposite: isInOptionalComposite || attribute.isOptional)
    }
  }

  /// Whether the column of this leaf can become that of another one: a derived attribute of
  /// another type is computed into a new column.
  func canContinue(as other: AttributeLeaf) -> Bool {
    kind == other.kind && (kind == .attribute || attribute.type == other.attribute.type)
  }

  func isSchemaEqual(to other: AttributeLeaf) -> Bool {
    name == other.name && kind == other.kind
      && (attribute.type == other.attribute.type
        || attribute.type.isWidened(by: other.attribute.type))
      && attribute.allowsExternalBinaryDataStorage
        == other.attribute.allowsExternalBinaryDataStorage
  }
}
