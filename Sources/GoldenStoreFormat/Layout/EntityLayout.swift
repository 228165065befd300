public import GoldenStoreModel

/// Where a store keeps the objects of one entity.
public struct EntityLayout: Hashable, Sendable {
  public let name: String
  /// The value of `Z_ENT` in the entity's rows, from 1.
  ///
  /// Format: StoreFormat F50.
  public let number: Int
  /// The number of the direct superentity, 0 for a root.
  public let superNumber: Int
  /// The name of the topmost ancestor, which is the entity itself for a root.
  public let rootName: String
  /// The table of the root.
  public let tableName: String
  /// The numbers of the entity and of all its descendants.
  public let numberRange: ClosedRange<Int>
  public let isAbstract: Bool
  /// The attributes that the store keeps, inherited ones included, in name order.
  public let attributes: [AttributeColumn]
  /// The relationships that the store keeps, inherited ones included, in name order.
  public let relationships: [RelationshipLayout]

  /// The layout of an attribute.
  public func attribute(named name: String) -> AttributeColumn? {
    attributes.first { $0.attribute.name == name }
  }

  /// The layout of a relationship.
  public func relationship(named name: String) -> RelationshipLayout? {
    relationships.first { $0.relationship.name == name }
  }
}

/// An attribute and the column that holds its values.
public struct AttributeColumn: Hashable, Sendable {
  public let attribute: Attribute
  public let column: String
}

/// A relationship and the place where the store keeps its targets.
public struct RelationshipLayout: Hashable, Sendable {
  public let relationship: Relationship
  public let storage: RelationshipStorage
}

/// Where the targets of a relationship are kept.
public enum RelationshipStorage: Hashable, Sendable {
  /// In columns of the entity's own table: the target's primary key, the target's entity number
  /// where the destination has subentities, and the place among the targets of the inverse where
  /// that is ordered. All three are NULL without a target.
  case toOne(foreignKey: String, entityColumn: String?, orderKey: String?)
  /// In the rows of the targets, whose column `foreignKey` holds the owner's primary key. The
  /// column is that of the inverse, or a virtual one for a to-many without inverse.
  case toManyByForeignKey(table: String, foreignKey: String, orderKey: String?)
  /// In a table of pairs. `orderKey` ranks the targets of one owner, if the relationship is
  /// ordered. For a relationship that is its own inverse a pair counts in both directions.
  case joinTable(
    JoinTableLayout, ownColumn: String, targetColumn: String, orderKey: String?)
}
