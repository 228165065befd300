/// A relationship of an entity to another one, or to itself.
public struct Relationship: Hashable, Sendable, Codable {
  public var name: String
  /// The name of the destination entity.
  public var destination: String
  /// The name of the inverse in the destination entity; `nil` for none.
  public var inverse: String?
  public var isOptional: Bool
  public var isTransient: Bool
  /// The smallest number of targets.
  public var minCount: Int
  /// The largest number of targets: 1 makes a to-one, 0 an unbounded to-many.
  public var maxCount: Int
  public var isOrdered: Bool
  public var deleteRule: DeleteRule
  /// The name that this relationship had in the first version; `nil` means its own name.
  public var renamingIdentifier: String?
  public var versionHashModifier: String?
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, to destination: String, inverse: String? = nil,
    _ cardinality: Cardinality = .toOne, isOptional: Bool = true, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullify, isTransient: Bool = false,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.isOptional = isOptional
    self.isTransient = isTransient
    minCount = cardinality.minCount
    maxCount = cardinality.maxCount
    self.isOrdered = isOrdered
    self.deleteRule = deleteRule
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }

  public var isToMany: Bool { maxCount != 1 }

  /// The key by which a migration finds this relationship in another version.
  public var renamingKey: String { renamingIdentifier ?? name }

  /// How many targets a relationship may have.
  public struct Cardinality: Hashable, Sendable {
    let minCount: Int
    let maxCount: Int

    /// At most one target.
    public static let toOne = Cardinality(minCount: 0, maxCount: 1)
    /// Any number of targets.
    public static let toMany = Cardinality(minCount: 0, maxCount: 0)

    /// At most one target, with a minimum.
    public static func toOne(min: Int) -> Cardinality { Cardinality(minCount: min, maxCount: 1) }

    /// Several targets, with limits; a maximum of 0 is none.
    public static func toMany(min: Int = 0, max: Int = 0) -> Cardinality {
      Cardinality(minCount: min, maxCount: max)
    }
  }
}

/// What happens to the targets when an object is deleted, with the raw values of Core Data's
/// `NSDeleteRule`.
public enum DeleteRule: Int, Hashable, Sendable, Codable, CaseIterable {
  case noAction = 0
  case nullify = 1
  case cascade = 2
  case deny = 3
}
