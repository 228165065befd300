import GoldenStoreModel
import GoldenStoreSQLite

/// Where the values of one entity's objects are found: columns of its rows, and a further query
/// for each to-many relationship.
final class EntityReadingPlan {
  /// Which columns a query fetches; every set begins with those of the sets before it.
  enum Columns: Comparable {
    /// The primary key.
    case keys
    /// Attributes, and the targets of to-ones.
    case values
    /// The places among the targets of ordered inverses.
    case places
  }

  /// The columns of a to-one.
  final class ToOne {
    let foreignKey: String
    /// The index of the foreign key in the result; the entity number is next to it.
    let index: Int
    /// Where the target's entity number is; nil where the destination has no subentities.
    let entityColumn: String?
    let targets: TargetEntities
    /// The column of the place among the targets of the inverse, and its index.
    let orderKey: (column: String, index: Int)?

    init(
      foreignKey: String, index: Int, entityColumn: String?, targets: TargetEntities,
      orderKey: (column: String, index: Int)?
    ) {
      self.foreignKey = foreignKey
      self.index = index
      self.entityColumn = entityColumn
      self.targets = targets
      self.orderKey = orderKey
    }
  }

  let shape: ObjectShape
  let table: String
  let store: String
  /// The value of `Z_ENT` of all rows.
  let number: Int64
  /// The index of `Z_ENT` in the result where the query gives all rows of the table, because no
  /// other entity has any there; nil where it asks for the number.
  let numberIndex: Int?
  /// For each attribute.
  let codecs: [ValueCodec]
  /// For each attribute.
  let forms: [ValueCodec.Form]
  /// The index of the first attribute in the result.
  let firstAttribute: Int
  /// For each relationship; nil for a to-many.
  let toOne: [ToOne?]
  /// For each relationship: how its targets are found, or nil for a to-one.
  let toMany: [TargetQuery?]

  private let keyColumns: [String]
  private let valueColumns: [String]
  private let placeColumns: [String]

  init(
    _ entity: EntityLayout, layout: StoreLayout, store: String, supportFolder: String?
  ) throws {
    shape = ObjectShape(
      entity: entity.name, attributes: entity.attributes.map(\.attribute.name),
      relationships: entity.relationships.map(\.relationship.name))
    self.store = store
    table = entity.tableName
    number = Int64(entity.number)
    let neighbours = layout.entities.filter { $0.tableName == entity.tableName && !$0.isAbstract }
    let isAlone = neighbours.map(\.name) == [entity.name]
    numberIndex = isAlone ? 1 : nil
    keyColumns = isAlone ? ["Z_PK", "Z_ENT"] : ["Z_PK"]
    firstAttribute = keyColumns.count
    codecs = entity.attributes.map {
      ValueCodec($0, table: entity.tableName, store: store, supportFolder: supportFolder)
    }
    forms = codecs.map(\.form)
    var columns = keyColumns + entity.attributes.map(\.column)
    for case .toOne(let foreignKey, let entityColumn, _) in entity.relationships.map(\.storage) {
      columns += [foreignKey, entityColumn].compactMap { $0 }
    }
    valueColumns = Array(columns.dropFirst(keyColumns.count))
    var places: [String] = []
    var toOne: [ToOne?] = []
    var toMany: [TargetQuery?] = []
    var index = firstAttribute + codecs.count
    for relationship in entity.relationships {
      let targets = TargetEntities(relationship.relationship.destination, layout: layout)
      guard case .toOne(let foreignKey, let entityColumn, let orderKey) = relationship.storage
      else {
        toOne.append(nil)
        toMany.append(try TargetQuery(relationship, targets: targets, store: store))
        continue
      }
      toOne.append(
        ToOne(
          foreignKey: foreignKey, index: index, entityColumn: entityColumn, targets: targets,
          orderKey: orderKey.map { ($0, columns.count + places.count) }))
      toMany.append(nil)
      index += entityColumn == nil ? 1 : 2
      places += [orderKey].compactMap { $0 }
    }
    placeColumns = places
    self.toOne = toOne
    self.toMany = toMany
  }

  /// The query for some of the columns of all rows, in ascending order of primary keys.
  func query(_ columns: Columns) -> SQL {
    let condition: SQL = numberIndex == nil ? "WHERE Z_ENT = \(number) " : ""
    return """
      SELECT \(identifiers: names(columns)) FROM \(identifier: table) \(condition)ORDER BY Z_PK
      """
  }

  /// The query for the values of one row, by the entity's number and the primary key.
  func query(ofRow primaryKey: Int64) -> SQL {
    """
    SELECT \(identifiers: names(.values)) FROM \(identifier: table) \
    WHERE Z_ENT = \(number) AND Z_PK = \(primaryKey)
    """
  }

  private func names(_ columns: Columns) -> [String] {
    keyColumns + (columns >= .values ? valueColumns : [])
      + (columns >= .places ? placeColumns : [])
  }
}

/// The entities that the targets of a relationship can have.
struct TargetEntities: Hashable, Sendable {
  /// The declared destination.
  let declared: String
  /// The table of the destination.
  let table: String
  private let names: [Int64: String]

  init(_ destination: String, layout: StoreLayout) {
    declared = destination
    let entity = layout.entity(named: destination)
    table = entity?.tableName ?? ""
    var names: [Int64: String] = [:]
    if let range = entity?.numberRange {
      for candidate in layout.entities where range.contains(candidate.number) {
        names[Int64(candidate.number)] = candidate.name
      }
    }
    self.names = names
  }

  /// Whether a target's entity must be looked up.
  var areSeveral: Bool { names.count > 1 }

  func name(ofNumber number: Int64) -> String? { names[number] }
}
