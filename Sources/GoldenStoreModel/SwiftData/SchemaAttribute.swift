/// A stored property of a SwiftData model, with what `@Attribute` says of it.
///
/// ```swift
/// @Attribute(.unique, originalName: "uuid") var id: UUID    // Swift
/// SchemaAttribute("id", .uuid, .unique, originalName: "uuid")
/// ```
///
/// Format: StoreFormat F221, F222 and F224.
public struct SchemaAttribute: Hashable, Sendable {
  /// What `@Attribute` calls `Schema.Attribute.Option`.
  public enum Option: Hashable, Sendable, CaseIterable {
    /// No two objects have the same value.
    case unique
    /// Large values may be kept in files beside the store; for `Data` only.
    case externalStorage
    /// Persistent history keeps the value when the object is deleted.
    case preserveValueOnDeletion
    case spotlight
    case allowsCloudEncryption
    /// The property is a part of the model, and no store keeps its value.
    case ephemeral
  }

  public var name: String
  public var type: SchemaType
  public var options: [Option]
  /// The name that the property had in the first version; `nil` means its own name.
  public var originalName: String?
  public var hashModifier: String?
  /// The value with which the property is declared, where it is a constant.
  public var defaultValue: AttributeValue?

  public init(
    _ name: String, _ type: SchemaType, _ options: Option..., originalName: String? = nil,
    hashModifier: String? = nil, default defaultValue: AttributeValue? = nil
  ) {
    self.name = name
    self.type = type
    self.options = options
    self.originalName = originalName
    self.hashModifier = hashModifier
    self.defaultValue = defaultValue
  }

  /// The attribute in Core Data's words; a constraint that makes it unique is the entity's.
  public var attribute: Attribute {
    Attribute(
      name, type.attributeType, isOptional: type.isOptional, default: defaultValue,
      isTransient: options.contains(.ephemeral),
      allowsExternalBinaryDataStorage: options.contains(.externalStorage),
      preservesValueInHistoryOnDeletion: options.contains(.preserveValueOnDeletion),
      allowsCloudEncryption: options.contains(.allowsCloudEncryption),
      isIndexedBySpotlight: options.contains(.spotlight), renamingIdentifier: originalName,
      versionHashModifier: hashModifier)
  }
}

/// A property that `@Transient` keeps out of a SwiftData model.
///
/// It declares nothing, so that a history can list what its Swift type lists.
///
/// Format: StoreFormat F224.
public struct SchemaTransient: Hashable, Sendable {
  public var name: String

  public init(_ name: String) { self.name = name }
}

/// The Swift type of a SwiftData property that one column keeps.
///
/// Other types have no word here: what SwiftData makes of an `enum`, a `Codable` structure, a
/// collection of values or a transformable is seen in no store. Such a property is declared in
/// Core Data's words, with an ``Attribute`` of the type that the app's own store shows.
///
/// Format: StoreFormat F221 and F226.
public indirect enum SchemaType: Hashable, Sendable {
  case string
  case int
  case int16
  case int32
  case int64
  case double
  case float
  case decimal
  case bool
  case date
  case data
  case uuid
  case url
  /// A type with a question mark.
  case optional(SchemaType)

  /// Whether the type has a question mark, and the attribute may so be without a value.
  public var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// The type in Core Data's words.
  public var attributeType: AttributeType {
    switch self {
    case .string: .string
    case .int, .int64: .integer64
    case .int16: .integer16
    case .int32: .integer32
    case .double: .double
    case .float: .float
    case .decimal: .decimal
    case .bool: .boolean
    case .date: .date
    case .data: .binary
    case .uuid: .uuid
    case .url: .uri
    case .optional(let type): type.attributeType
    }
  }
}
