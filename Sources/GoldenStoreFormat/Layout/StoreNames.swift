/// Makes the names of tables, columns and indexes; nothing else does.
///
/// Format: StoreFormat F54 to F56, F61, F64 to F67.
package enum StoreNames {
  package static let primaryKey = "Z_PK"
  package static let entityNumber = "Z_ENT"
  package static let lockVersion = "Z_OPT"
  /// The second column of the join table of a relationship that is its own inverse.
  package static let reflexiveColumn = "REFLEXIVE"
  package static let primaryKeyTable = "Z_PRIMARYKEY"
  package static let metadataTable = "Z_METADATA"
  package static let modelCacheTable = "Z_MODELCACHE"
  /// The tables that Core Data keeps for itself.
  package static let bookkeepingTables = [primaryKeyTable, metadataTable, modelCacheTable]

  /// The statements of the three tables that every store has, in creation order.
  package static let fixedStatements = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    modelCacheStatement,
  ]

  package static let modelCacheStatement = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"

  // MARK: Tables and columns

  /// `ZPERSON`, for a root entity.
  package static func table(ofRoot entity: String) -> String { "Z\(entity.uppercased())" }

  /// `ZNAME`, for an attribute, or for the key of a to-one's target.
  package static func column(of property: String) -> String { "Z\(property.uppercased())" }

  /// `Z3_OWNER`, for the entity number of a to-one's target.
  package static func entityColumn(of relationship: String, destination: Int) -> String {
    "Z\(destination)_\(relationship.uppercased())"
  }

  /// `Z_FOK_OWNER`, for the place among the targets of a to-one's ordered inverse.
  package static func orderKey(of relationship: String) -> String {
    "Z_FOK_\(relationship.uppercased())"
  }

  /// `2pets`: the to-one that stands in for the missing inverse of a to-many.
  package static func virtualToOne(of relationship: String, source: Int) -> String {
    "\(source)\(relationship)"
  }

  /// `Z_2PETS`: a join table, after the owner's relationship and the entity that declares it; a
  /// column of one, after the relationship that leads to the entity whose keys it holds.
  package static func join(_ relationship: String, entity: Int) -> String {
    "Z_\(entity)\(relationship.uppercased())"
  }

  /// `Z_FOK_2PETS`, for the column of a join table that ranks the keys of another one.
  package static func joinOrderKey(_ relationship: String, entity: Int) -> String {
    "Z_FOK_\(entity)\(relationship.uppercased())"
  }

  // MARK: Indexes

  /// `ZPERSON_ZOWNER_INDEX`, for an index that no model names.
  package static func index(on table: String, columns: [String]) -> String {
    "\(table)_\(columns.joined(separator: "_"))_INDEX"
  }

  /// `Z_Person_byName`, in the letters of the model.
  package static func fetchIndex(_ index: String, entity: String) -> String {
    "Z_\(entity)_\(index)"
  }

  /// `Z_RT_Photo_location`, for the spatial index of a location, in the letters of the model.
  package static func location(_ attribute: String, entity: String) -> String {
    "Z_RT_\(entity)_\(attribute)"
  }

  /// `Z_Person_UNIQUE_name_age`, in the letters of the model.
  package static func uniqueIndex(properties: [String], entity: String) -> String {
    "Z_\(entity)_UNIQUE_\(properties.joined(separator: "_"))"
  }
}

/// The column names in use in the family of one root entity, the columns of join tables whose
/// relationships the family declares included.
///
/// Format: StoreFormat F57.
package struct ColumnNameSpace {
  private var uses: [String: Int] = [:]

  package init() {}

  /// The name itself for its first user, then the name with 1, 2 and so on.
  package mutating func unique(_ name: String) -> String {
    let use = uses[name, default: 0]
    uses[name] = use + 1
    return use == 0 ? name : "\(name)\(use)"
  }
}
