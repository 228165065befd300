/// A property of a SwiftData model that leads to other models, with what `@Relationship` says of it.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track]    // Swift
/// SchemaRelationship("tracks", .array(of: "Track"), deleteRule: .cascade, inverse: "album")
/// ```
///
/// Each side names its inverse, or `nil` for none, although Swift code names it on one side or
/// leaves it to SwiftData: what SwiftData finds by itself is not guessed here, and it is hashed.
///
/// Format: StoreFormat F223 and F224.
public struct SchemaRelationship: Hashable, Sendable {
  /// The Swift type of the property.
  public enum Target: Hashable, Sendable {
    /// One model that is always there: `Album`.
    case model(String)
    /// One model or none: `Album?`.
    case optional(String)
    /// Any number of models: `[Track]`. A maximum of 0 is none, and one of 1 makes a to-one.
    case array(of: String, minimumModelCount: Int = 0, maximumModelCount: Int = 0)
    /// Any number of models, or none at all: `[Track]?`.
    case optionalArray(of: String, minimumModelCount: Int = 0, maximumModelCount: Int = 0)
  }

  public var name: String
  public var target: Target
  public var deleteRule: DeleteRule
  /// The name that the property had in the first version; `nil` means its own name.
  public var originalName: String?
  /// The name of the property that leads back; `nil` for none.
  public var inverse: String?
  public var hashModifier: String?

  public init(
    _ name: String, _ target: Target, deleteRule: DeleteRule = .nullify,
    originalName: String? = nil, inverse: String?, hashModifier: String? = nil
  ) {
    self.name = name
    self.target = target
    self.deleteRule = deleteRule
    self.originalName = originalName
    self.inverse = inverse
    self.hashModifier = hashModifier
  }

  /// The relationship in Core Data's words.
  public var relationship: Relationship {
    Relationship(
      name, to: target.destination, inverse: inverse, target.cardinality,
      isOptional: target.isOptional, deleteRule: deleteRule, renamingIdentifier: originalName,
      versionHashModifier: hashModifier)
  }
}

extension SchemaRelationship.Target {
  fileprivate var destination: String {
    switch self {
    case .model(let name), .optional(let name), .array(let name, _, _),
      .optionalArray(let name, _, _):
      name
    }
  }

  fileprivate var isOptional: Bool {
    switch self {
    case .optional, .optionalArray: true
    case .model, .array: false
    }
  }

  fileprivate var cardinality: Relationship.Cardinality {
    switch self {
    case .model, .optional: .toOne
    case .array(_, let minimum, let maximum), .optionalArray(_, let minimum, let maximum):
      .toMany(min: minimum, max: maximum)
    }
  }
}
