/// An attribute of an entity, or an element of a composite attribute.
public struct Attribute: Hashable, Sendable, Codable {
  public var name: String
  public var type: AttributeType
  public var isOptional: Bool
  public var isTransient: Bool
  /// The value that new objects get, and that a migration gives to existing ones where an
  /// attribute is added or becomes required; `nil` for none.
  public var defaultValue: AttributeValue?
  /// Whether large values may be kept in files beside the store; binary and transformable only.
  public var allowsExternalBinaryDataStorage: Bool
  /// Whether persistent history keeps the value when the object is deleted.
  public var preservesValueInHistoryOnDeletion: Bool
  public var allowsCloudEncryption: Bool
  public var isIndexedBySpotlight: Bool
  /// The name that this attribute had in the first version; `nil` means its own name.
  public var renamingIdentifier: String?
  public var versionHashModifier: String?
  public var valueTransformerName: String?
  /// The class of a transformable attribute's value.
  public var valueClassName: String?
  /// How the value is computed; `nil` for an ordinary attribute.
  public var derivation: Derivation?
  /// The elements of a composite attribute, empty for every other type.
  public var elements: [Attribute]
  /// The name of the composite type that a model file gives to the elements.
  public var compositeName: String?
  public var validation: AttributeValidation?
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true,
    default defaultValue: AttributeValue? = nil, isTransient: Bool = false,
    allowsExternalBinaryDataStorage: Bool = false,
    preservesValueInHistoryOnDeletion: Bool = false, allowsCloudEncryption: Bool = false,
    isIndexedBySpotlight: Bool = false, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, valueTransformerName: String? = nil,
    valueClassName: String? = nil, derivation: Derivation? = nil, elements: [Attribute] = [],
    compositeName: String? = nil, validation: AttributeValidation? = nil,
    userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.defaultValue = defaultValue
    self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    self.allowsCloudEncryption = allowsCloudEncryption
    self.isIndexedBySpotlight = isIndexedBySpotlight
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.valueTransformerName = valueTransformerName
    self.valueClassName = valueClassName
    self.derivation = derivation
    self.elements = elements
    self.compositeName = compositeName
    self.validation = validation
    self.userInfo = userInfo
  }

  /// The key by which a migration finds this attribute in another version.
  public var renamingKey: String { renamingIdentifier ?? name }

  /// What a store has columns for: the attribute itself, or the elements of a composite, nested
  /// ones included, in name order; none where it is transient.
  ///
  /// An element is called by its key path, such as `address.city`, and is optional where it or a
  /// composite around it is.
  package var leaves: [Attribute] {
    guard !isTransient else { return [] }
    guard type == .composite else { return [self] }
    return elements.sorted { NameOrder.precedes($0.name, $1.name) }.flatMap { element in
      element.leaves.map { leaf in
        var leaf = leaf
        let key = "\(renamingKey).\(leaf.renamingKey)"
        leaf.name = "\(name).\(leaf.name)"
        leaf.renamingIdentifier = key == leaf.name ? nil : key
        leaf.isOptional = leaf.isOptional || isOptional
        return leaf
      }
    }
  }
}

/// How a derived attribute is computed.
public struct Derivation: Hashable, Sendable, Codable {
  /// The expression as written in the model, such as `pages.@count`.
  public var expression: String
  /// The text of a predicate that filters what is aggregated.
  public var filteringPredicate: String?

  public init(_ expression: String, filteringPredicate: String? = nil) {
    self.expression = expression
    self.filteringPredicate = filteringPredicate
  }
}

/// The limits that Core Data checks when it saves an object; never hashed, never migrated.
public struct AttributeValidation: Hashable, Sendable, Codable {
  /// The smallest value or length, as text.
  public var minimum: String?
  /// The largest value or length, as text.
  public var maximum: String?
  public var regularExpression: String?
  /// Further predicates, which only a model made in code can have.
  public var predicates: [ValidationPredicate]

  public init(
    minimum: String? = nil, maximum: String? = nil, regularExpression: String? = nil,
    predicates: [ValidationPredicate] = []
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.regularExpression = regularExpression
    self.predicates = predicates
  }
}

/// A predicate that a value must meet, and what is reported where it doesn't.
public struct ValidationPredicate: Hashable, Sendable, Codable {
  /// What Core Data puts into the error.
  public enum Warning: Hashable, Sendable, Codable {
    /// A code of Core Data's own, such as 1670 for a text that is too short.
    case code(Int64)
    case message(String)
  }

  /// The text of the predicate, such as `length >= 3`.
  public var predicate: String
  public var warning: Warning?

  public init(_ predicate: String, _ warning: Warning? = nil) {
    self.predicate = predicate
    self.warning = warning
  }
}

/// One key and value of a user-info dictionary, in the order of the source.
public struct UserInfoEntry: Hashable, Sendable, Codable {
  public var key: String
  public var value: String

  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}
