/// The table of a root entity and all its descendants.
public struct TableLayout: Hashable, Sendable {
  public let name: String
  /// The name of the root entity.
  public let rootEntity: String
  /// The columns in the order of the table, `Z_PK`, `Z_ENT` and `Z_OPT` first.
  public let columns: [ColumnLayout]

  /// The statement that makes the table, byte for byte as Core Data writes it.
  ///
  /// Format: StoreFormat F53.
  public var createStatement: String {
    let list = columns.map { column in
      column.role == .primaryKey
        ? "\(column.name) \(column.declaredType) PRIMARY KEY"
        : "\(column.name) \(column.declaredType)"
    }
    return "CREATE TABLE \(name) ( \(list.joined(separator: ", ")) )"
  }
}

/// A column of the table of a root entity.
public struct ColumnLayout: Hashable, Sendable {
  public let name: String
  /// The type in the table's statement, such as `VARCHAR`.
  public let declaredType: String
  public let role: ColumnRole
}

/// What a column holds; `entity` is the one that declares the property.
public enum ColumnRole: Hashable, Sendable {
  /// `Z_PK`.
  case primaryKey
  /// `Z_ENT`.
  case entityNumber
  /// `Z_OPT`.
  case lockVersion
  case attribute(entity: String, name: String)
  /// The primary key of a to-one's target.
  case foreignKey(entity: String, relationship: String)
  /// The entity number of a to-one's target.
  case entityColumn(entity: String, relationship: String)
  /// The place of this row among the targets of the to-one's ordered inverse.
  case orderKey(entity: String, relationship: String)
  /// The primary key of the owner in a to-many without inverse, which `entity` declares.
  case virtualForeignKey(entity: String, relationship: String)
  /// The place of this row in an ordered to-many without inverse, which `entity` declares.
  case virtualOrderKey(entity: String, relationship: String)
}

/// The table of a many-to-many relationship.
public struct JoinTableLayout: Hashable, Sendable {
  public let name: String
  /// The entity that declares the relationship after which the table is named.
  public let ownerEntity: String
  /// The relationship after which the table is named.
  public let ownerRelationship: String
  /// The entity that declares the inverse.
  public let inverseEntity: String
  /// The inverse; the owner's own name for a relationship that is its own inverse.
  public let inverseRelationship: String
  /// The first column: primary keys of the owner entity.
  public let ownerColumn: String
  /// The second column: primary keys of the inverse's entity; `REFLEXIVE` for a relationship
  /// that is its own inverse.
  public let inverseColumn: String
  /// The column that ranks the owners of one target, if the inverse is ordered.
  public let ownerOrderKey: String?
  /// The column that ranks the targets of one owner, if the owner's relationship is ordered.
  public let inverseOrderKey: String?

  /// Whether the relationship is its own inverse.
  public var isReflexive: Bool {
    ownerEntity == inverseEntity && ownerRelationship == inverseRelationship
  }

  /// The names of the columns in the order of the table.
  public var columns: [String] {
    [ownerColumn, inverseColumn] + [ownerOrderKey, inverseOrderKey].compactMap { $0 }
  }

  /// The statement that makes the table, byte for byte as Core Data writes it.
  ///
  /// Format: StoreFormat F61.
  public var createStatement: String {
    let list = columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    return
      "CREATE TABLE \(name) ( \(list), PRIMARY KEY (\(ownerColumn), \(inverseColumn)) )"
  }
}

/// An index of a store.
public struct IndexLayout: Hashable, Sendable {
  /// Why an index exists.
  public enum Kind: String, Hashable, Sendable {
    /// Over the column of a to-one, virtual ones included.
    case foreignKey
    /// Over the columns of a join table.
    case join
    /// Over `Z_ENT`, where a root has subentities.
    case entityNumber
    /// Of a fetch index of the model.
    case fetch
    /// Of a uniqueness constraint of the model.
    case uniqueness
  }

  public let name: String
  public let table: String
  /// The entity to which the index belongs: the one that declares it, or whose table it is.
  public let entity: String
  public let kind: Kind
  /// What follows the name, from `ON` to the end. Two indexes of equal bodies serve the same
  /// purpose, whatever they are called.
  public let body: String

  public var isUnique: Bool { kind == .uniqueness }

  /// The statement that makes the index, byte for byte as Core Data writes it.
  public var createStatement: String {
    "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) \(body)"
  }
}
