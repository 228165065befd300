/// The names of an entity's persisted properties, in the order that ``StoredObject`` uses.
///
/// Both lists include inherited properties and are sorted by UTF-16 code units. All objects of an
/// entity share one: a copy costs one reference, and comparing an object's shape with the shape
/// that it came from costs nothing.
public struct ObjectShape: Hashable, Sendable {
  private final class Names: Sendable {
    let entity: String
    let attributes: [String]
    let relationships: [String]

    init(entity: String, attributes: [String], relationships: [String]) {
      self.entity = entity
      self.attributes = attributes
      self.relationships = relationships
    }
  }

  private let names: Names

  public init(entity: String, attributes: [String], relationships: [String]) {
    names = Names(entity: entity, attributes: attributes, relationships: relationships)
  }

  public var entity: String { names.entity }
  public var attributes: [String] { names.attributes }
  public var relationships: [String] { names.relationships }

  public static func == (left: ObjectShape, right: ObjectShape) -> Bool {
    left.names === right.names
      || (left.entity == right.entity && left.attributes == right.attributes
        && left.relationships == right.relationships)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(entity)
    hasher.combine(attributes)
    hasher.combine(relationships)
  }
}

/// The identity of an object within one store.
public struct ObjectReference: Hashable, Sendable, CustomStringConvertible {
  /// The object's own entity, not the relationship's declared destination.
  public var entity: String
  public var primaryKey: Int64

  public init(entity: String, primaryKey: Int64) {
    self.entity = entity
    self.primaryKey = primaryKey
  }

  public var description: String { "\(entity) \(primaryKey)" }
}

/// An object as a store holds it.
public struct StoredObject: Hashable, Sendable {
  public let shape: ObjectShape
  public let primaryKey: Int64
  /// One value for each name in `shape.attributes`.
  public var values: [AttributeValue]
  /// The targets for each name in `shape.relationships`: at most one for a to-one, in order for
  /// an ordered to-many, otherwise by entity name and primary key.
  public var targets: [[ObjectReference]]

  public init(
    shape: ObjectShape, primaryKey: Int64, values: [AttributeValue],
    targets: [[ObjectReference]]
  ) {
    precondition(
      values.count == shape.attributes.count && targets.count == shape.relationships.count,
      "an object of '\(shape.entity)' has one entry for each of its properties")
    self.shape = shape
    self.primaryKey = primaryKey
    self.values = values
    self.targets = targets
  }

  public var entity: String { shape.entity }

  public var reference: ObjectReference {
    ObjectReference(entity: entity, primaryKey: primaryKey)
  }

  /// The value of an attribute; `nil` where the entity has no persisted attribute of that name.
  public func value(of attribute: String) -> AttributeValue? {
    shape.attributes.firstIndex(of: attribute).map { values[$0] }
  }

  /// The targets of a relationship; `nil` where the entity has none of that name.
  public func targets(of relationship: String) -> [ObjectReference]? {
    shape.relationships.firstIndex(of: relationship).map { targets[$0] }
  }
}
