public import GoldenStoreModel
import GoldenStoreSQLite

/// The query that lists the targets of one to-many relationship for all owners.
///
/// Its columns are the owner's primary key, the target's, the target's entity number where that
/// is not known in advance, and the rank of the target where the relationship is ordered; its rows
/// are sorted by owner, then in the order of the targets.
struct TargetQuery {
  let sql: SQL
  let targets: TargetEntities
  let isOrdered: Bool
  /// Where the keys come from, for errors.
  let table: String

  init(_ layout: RelationshipLayout, targets: TargetEntities, store: String) throws {
    self.targets = targets
    isOrdered = layout.relationship.isOrdered
    switch layout.storage {
    case .toOne:
      throw StoreError.notSupported(
        feature: "a list of targets", place: "to-one relationship '\(layout.relationship.name)'")
    case .toManyByForeignKey(let table, let foreignKey, let orderKey):
      self.table = table
      let order: SQL = orderKey.map { "\(identifier: $0), " } ?? ""
      let rank: SQL = orderKey.map { ", \(identifier: $0)" } ?? ""
      sql = """
        SELECT \(identifier: foreignKey), Z_PK, Z_ENT\(rank) FROM \(identifier: table) \
        WHERE \(identifier: foreignKey) IS NOT NULL \
        ORDER BY \(identifier: foreignKey), \(order)Z_PK
        """
    case .joinTable(let join, let own, let target, let orderKey):
      table = join.name
      guard !(join.isReflexive && orderKey != nil) else {
        throw StoreError.notSupported(
          feature: "an ordered relationship that is its own inverse",
          place: "relationship '\(layout.relationship.name)'")
      }
      let order: SQL = orderKey.map { "J.\(identifier: $0), " } ?? ""
      let rank: SQL = orderKey.map { ", J.\(identifier: $0)" } ?? ""
      let number: SQL = targets.areSeveral ? "T.Z_ENT" : "NULL"
      let rows: SQL =
        join.isReflexive
        ? """
        (SELECT \(identifier: own), \(identifier: target) FROM \(identifier: join.name) UNION \
        SELECT \(identifier: target), \(identifier: own) FROM \(identifier: join.name))
        """
        : "\(identifier: join.name)"
      let lookup: SQL =
        targets.areSeveral
        ? " LEFT JOIN \(identifier: targets.table) AS T ON T.Z_PK = J.\(identifier: target)" : ""
      sql = """
        SELECT J.\(identifier: own), J.\(identifier: target), \(number)\(rank) FROM \(rows) AS J\(lookup) \
        ORDER BY J.\(identifier: own), \(order)J.\(identifier: target)
        """
    }
  }
}

/// The targets of one to-many relationship of all owners, sorted by owner, then in order.
public final class TargetCursor {
  /// The primary key of the object that has the relationship.
  public var owner: Int64 { row.owner }
  /// The primary key of the target.
  public var key: Int64 { row.key }

  /// Where the statement stands.
  private struct Row {
    var owner: Int64 = 0
    var key: Int64 = 0
    var isBeforeFirst = true
    var isAfterLast = false
  }

  private var row = Row()
  private let query: TargetQuery
  private let statement: Statement
  private let store: String

  init(_ query: TargetQuery, connection: Connection) throws {
    self.query = query
    store = connection.fileName
    statement = try StoreError.wrappingSQLite(connection.fileName) {
      try connection.prepare(query.sql)
    }
  }

  /// Goes to the next target, or to the first one of the next owner; false when there is none
  /// left.
  ///
  /// - Throws: `StoreError.unexpectedType` for keys that are no numbers, or `.database`.
  public func next() throws -> Bool {
    try advance().isAfterLast == false
  }

  private func advance() throws -> Row {
    var row = Row(isBeforeFirst: false)
    if try StoreError.wrappingSQLite(store, { try statement.step() }) {
      row.owner = try number(at: 0)
      row.key = try number(at: 1)
    } else {
      row.isAfterLast = true
    }
    self.row = row
    return row
  }

  /// The target.
  ///
  /// - Throws: `StoreError.unexpectedValue` where the entity is none of the relationship's.
  public func target() throws -> ObjectReference {
    ObjectReference(entity: try entityName(), primaryKey: key)
  }

  /// The rank of the target, which rises from target to target; nil where the relationship is not
  /// ordered, or the store has none.
  ///
  /// - Throws: `StoreError.unexpectedType`.
  public func place() throws -> Int64? {
    guard query.isOrdered, !statement.isNull(at: 3) else { return nil }
    return try number(at: 3)
  }

  /// Returns the targets of an owner whose key is higher than that of the last call.
  func targets(of owner: Int64) throws -> [ObjectReference] {
    var row = row
    if row.isBeforeFirst { row = try advance() }
    while !row.isAfterLast, row.owner < owner { row = try advance() }
    var targets: [ObjectReference] = []
    while !row.isAfterLast, row.owner == owner {
      // Rows of other owners may lead to entities that are none of this relationship's, where a
      // subentity declares an inherited relationship again.
      targets.append(try target())
      row = try advance()
    }
    guard query.targets.areSeveral, !query.isOrdered else { return targets }
    return targets.sorted {
      $0.entity == $1.entity
        ? $0.primaryKey < $1.primaryKey : NameOrder.precedes($0.entity, $1.entity)
    }
  }

  private func number(at index: Int) throws -> Int64 {
    let cell = statement.cell(at: index)
    guard case .integer = cell.storage else {
      throw StoreError.unexpectedType(
        store: store, table: query.table, row: statement.integer(at: 1),
        column: statement.columnName(at: index), expected: "INTEGER", found: cell.excerpt)
    }
    return cell.integer
  }

  private func entityName() throws -> String {
    guard query.targets.areSeveral else { return query.targets.declared }
    let number = statement.cell(at: 2)
    guard case .integer = number.storage, let name = query.targets.name(ofNumber: number.integer)
    else {
      throw StoreError.unexpectedValue(
        store: store, table: query.targets.table, row: key, column: "Z_ENT",
        problem: "expected the number of '\(query.targets.declared)' or a subentity, found "
          + number.excerpt)
    }
    return name
  }
}
