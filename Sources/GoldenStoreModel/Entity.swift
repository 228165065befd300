/// An entity of a model.
public struct Entity: Hashable, Sendable, Codable {
  public var name: String
  /// The name of the superentity; `nil` for a root.
  public var superentity: String?
  public var isAbstract: Bool
  public var className: String?
  /// The name that this entity had in the first version; `nil` means its own name.
  public var renamingIdentifier: String?
  public var versionHashModifier: String?
  /// The entity's own attributes, in model order.
  public var attributes: [Attribute]
  /// The entity's own relationships, in model order.
  public var relationships: [Relationship]
  public var fetchedProperties: [FetchedProperty]
  public var fetchIndexes: [FetchIndex]
  public var uniquenessConstraints: [UniquenessConstraint]
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, superentity: String? = nil, isAbstract: Bool = false,
    className: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [UserInfoEntry] = [],
    @EntityBuilder _ parts: () -> [EntityPart] = { [] }
  ) {
    self.name = name
    self.superentity = superentity
    self.isAbstract = isAbstract
    self.className = className
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
    attributes = []
    relationships = []
    fetchedProperties = []
    fetchIndexes = []
    uniquenessConstraints = []
    for part in parts() {
      switch part {
      case .attribute(let attribute): attributes.append(attribute)
      case .relationship(let relationship): relationships.append(relationship)
      case .fetchedProperty(let property): fetchedProperties.append(property)
      case .fetchIndex(let index): fetchIndexes.append(index)
      case .uniquenessConstraint(let constraint): uniquenessConstraints.append(constraint)
      }
    }
  }

  /// The key by which a migration finds this entity in another version.
  public var renamingKey: String { renamingIdentifier ?? name }
}

/// One declaration inside an entity.
public enum EntityPart: Hashable, Sendable {
  case attribute(Attribute)
  case relationship(Relationship)
  case fetchedProperty(FetchedProperty)
  case fetchIndex(FetchIndex)
  case uniquenessConstraint(UniquenessConstraint)
}
