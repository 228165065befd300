import GoldenStoreModel
import GoldenStoreSQLite

/// The query that lists the targets of one to-many relationship for all owners.
///
/// Its columns are the owner's primary key, the target's, and the target's entity number where
/// that is not known in advance; its rows are sorted by owner, then in the order of the targets.
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
      sql = """
        SELECT \(identifier: foreignKey), Z_PK, Z_ENT FROM \(identifier: table) \
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
        SELECT J.\(identifier: own), J.\(identifier: target), \(number) FROM \(rows) AS J\(lookup) \
        ORDER BY J.\(identifier: own), \(order)J.\(identifier: target)
        """
    }
  }
}

/// Walks the targets of one relationship beside the owners, which come in ascending order.
final class TargetCursor {
  private let query: TargetQuery
  private let statement: Statement
  private let store: String
  /// The row on which the statement stands.
  private var next: (owner: Int64, key: Int64)?

  init(_ query: TargetQuery, copy: StoreCopy) throws {
    self.query = query
    store = copy.name
    statement = try copy.connection.prepare(query.sql)
    try advance()
  }

  /// Returns the targets of an owner whose key is higher than that of the last call.
  func targets(of owner: Int64) throws -> [ObjectReference] {
    while let row = next, row.owner < owner { try advance() }
    var targets: [ObjectReference] = []
    while let row = next, row.owner == owner {
      // Rows of other owners may lead to entities that are none of this relationship's, where a
      // subentity declares an inherited relationship again.
      targets.append(ObjectReference(entity: try entityName(row.key), primaryKey: row.key))
      try advance()
    }
    guard query.targets.areSeveral, !query.isOrdered else { return targets }
    return targets.sorted {
      $0.entity == $1.entity
        ? $0.primaryKey < $1.primaryKey : NameOrder.precedes($0.entity, $1.entity)
    }
  }

  private func advance() throws {
    guard try statement.step() else {
      next = nil
      return
    }
    for index in 0..<2 where statement.storage(at: index) != .integer {
      throw StoreError.unexpectedType(
        store: store, table: query.table, row: statement.integer(at: 1),
        column: statement.columnName(at: index), expected: "INTEGER",
        found: statement.excerpt(at: index))
    }
    next = (statement.integer(at: 0), statement.integer(at: 1))
  }

  private func entityName(_ key: Int64) throws -> String {
    guard query.targets.areSeveral else { return query.targets.declared }
    guard statement.storage(at: 2) == .integer,
      let name = query.targets.name(ofNumber: statement.integer(at: 2))
    else {
      throw StoreError.unexpectedValue(
        store: store, table: query.targets.table, row: key, column: "Z_ENT",
        problem: "expected the number of '\(query.targets.declared)' or a subentity, found "
          + statement.excerpt(at: 2))
    }
    return name
  }
}
