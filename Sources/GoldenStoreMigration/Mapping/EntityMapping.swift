/// What a migration does with the objects of an entity.
public struct EntityMapping: Hashable, Sendable {
  /// The kinds that inference makes, with the raw values of Core Data's `NSEntityMappingType`.
  public enum Kind: Int, Hashable, Sendable {
    /// The entity is new.
    case add = 2
    /// The entity and its objects go.
    case remove = 3
    /// The entity has the same version hash on both sides.
    case copy = 4
    /// The entity changed.
    case transform = 5
  }

  public let kind: Kind
  /// The renaming identifier that joins the two entities.
  public let key: String
  /// The entity's name in the source; `nil` for an added one.
  public let source: String?
  /// The entity's name in the destination; `nil` for a removed one.
  public let destination: String?
  /// The destination's persisted attributes, inherited ones included, by name.
  public let attributes: [PropertyMapping]
  /// The destination's persisted relationships, inherited ones included, by name.
  public let relationships: [PropertyMapping]
  /// The source's attributes that no destination property comes from, by name.
  public let removedAttributes: [String]
  /// The source's relationships that no destination property comes from, by name.
  public let removedRelationships: [String]
  /// Whether a transformed entity differs in nothing that the file shows.
  public let isSchemaEqual: Bool

  /// The name that Core Data gives to the mapping, such as `IEM_Transform_Person`.
  public var name: String {
    switch kind {
    case .add: "IEM_Add_\(key)"
    case .remove: "IEM_Remove_\(key)"
    case .copy: "IEM_Copy_\(key)"
    case .transform: "IEM_Transform_\(key)"
    }
  }

  /// The attributes and relationships of the destination.
  public var properties: [PropertyMapping] { attributes + relationships }

  /// Whether a property of the source is lost.
  public var losesProperty: Bool { !removedAttributes.isEmpty || !removedRelationships.isEmpty }
}

extension EntityMapping: CustomStringConvertible {
  /// The mapping's name, and for a transformed entity a line for everything that changes.
  public var description: String {
    var lines = [name]
    if let source, let destination, source != destination {
      lines[0] += ": \(destination) ← \(source)"
    }
    guard kind == .transform else { return lines[0] }
    for property in properties where property.description != property.destination {
      lines.append("  \(property)")
    }
    for attribute in removedAttributes { lines.append("  \(attribute): attribute is lost") }
    for relationship in removedRelationships {
      lines.append("  \(relationship): relationship is lost")
    }
    return lines.joined(separator: "\n")
  }
}
