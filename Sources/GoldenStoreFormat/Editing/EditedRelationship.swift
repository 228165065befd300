import GoldenStoreModel
import GoldenStoreSQLite

/// A relationship with the places that have to be kept in step when it is set.
final class EditedRelationship {
  /// The columns of a to-one, real or virtual, and the table that has them.
  struct ToOneColumns: Hashable {
    /// The entity that declares the to-one, or an ancestor of it.
    let entity: String
    let table: String
    let foreignKey: String
    let entityColumn: String?
    let orderKey: String?
  }

  let relationship: Relationship
  let storage: RelationshipStorage
  /// The entity that has the relationship.
  let entity: String
  /// The relationship of the targets that leads back; nil for none.
  let inverse: RelationshipLayout?
  let destinations: TargetEntities

  private let connection: Connection
  private let table: String
  private var listing: StatementBox?

  init(
    _ layout: RelationshipLayout, of entity: EntityLayout, layout store: StoreLayout,
    connection: Connection
  ) {
    relationship = layout.relationship
    storage = layout.storage
    self.entity = entity.name
    table = entity.tableName
    destinations = TargetEntities(relationship.destination, layout: store)
    inverse = relationship.inverse.flatMap {
      store.entity(named: layout.relationship.destination)?.relationship(named: $0)
    }
    self.connection = connection
  }

  var name: String { relationship.name }

  /// Whether the targets are elsewhere than in a column of the object's own row.
  var isToMany: Bool { if case .toOne = storage { false } else { true } }

  /// The columns of this relationship, where it is a to-one.
  var ownColumns: ToOneColumns? { Self.columns(of: storage, entity, table) }

  /// The columns in the rows of the targets that lead back, where those are to-ones.
  var targetColumns: ToOneColumns? {
    if case .toManyByForeignKey(let table, let foreignKey, let orderKey) = storage {
      // The inverse knows the column for the owner's entity; a virtual one has none.
      return inverse.flatMap { Self.columns(of: $0.storage, destinations.declared, table) }
        ?? ToOneColumns(
          entity: destinations.declared, table: table, foreignKey: foreignKey, entityColumn: nil,
          orderKey: orderKey)
    }
    return inverse.flatMap {
      Self.columns(of: $0.storage, destinations.declared, destinations.table)
    }
  }

  private static func columns(
    of storage: RelationshipStorage, _ entity: String, _ table: String
  ) -> ToOneColumns? {
    guard case .toOne(let foreignKey, let entityColumn, let orderKey) = storage else { return nil }
    return ToOneColumns(
      entity: entity, table: table, foreignKey: foreignKey, entityColumn: entityColumn,
      orderKey: orderKey)
  }

  // MARK: Reading

  /// The targets of an object in a to-many, in the order of the reader.
  func targets(of owner: Int64) throws -> [ObjectReference] {
    let box: StatementBox
    if let listing {
      box = listing
    } else {
      box = StatementBox(try connection.prepare(listingQuery()))
      listing = box
    }
    defer { box.statement.reset() }
    try box.statement.bind(owner, at: 1)
    var targets: [ObjectReference] = []
    while try box.statement.step() {
      let key = box.statement.integer(at: 0)
      targets.append(
        ObjectReference(entity: try entityName(box.statement, key), primaryKey: key))
    }
    guard destinations.areSeveral, !relationship.isOrdered else { return targets }
    return targets.sorted(by: ObjectReference.precedes)
  }

  private func listingQuery() throws -> SQL {
    switch storage {
    case .toOne:
      throw StoreError.notSupported(
        feature: "a list of targets", place: "to-one relationship '\(entity).\(name)'")
    case .toManyByForeignKey(let table, let foreignKey, let orderKey):
      let order: SQL = orderKey.map { "\(identifier: $0), " } ?? ""
      return """
        SELECT Z_PK, Z_ENT FROM \(identifier: table) WHERE \(identifier: foreignKey) = ?1 \
        ORDER BY \(order)Z_PK
        """
    case .joinTable(let join, let own, let target, let orderKey):
      try requireUnorderedReflexive(join, orderKey: orderKey)
      let rows: SQL =
        join.isReflexive
        ? """
        (SELECT \(identifier: target) AS K FROM \(identifier: join.name) \
        WHERE \(identifier: own) = ?1 \
        UNION SELECT \(identifier: own) FROM \(identifier: join.name) \
        WHERE \(identifier: target) = ?1)
        """
        : """
        (SELECT \(identifier: target) AS K, \(orderKey.map { "\(identifier: $0)" } ?? "0") AS O \
        FROM \(identifier: join.name) WHERE \(identifier: own) = ?1)
        """
      let number: SQL = destinations.areSeveral ? "T.Z_ENT" : "NULL"
      let lookup: SQL =
        destinations.areSeveral
        ? " LEFT JOIN \(identifier: destinations.table) AS T ON T.Z_PK = J.K" : ""
      let order: SQL = join.isReflexive ? "J.K" : "J.O, J.K"
      return "SELECT J.K, \(number) FROM \(rows) AS J\(lookup) ORDER BY \(order)"
    }
  }

  private func requireUnorderedReflexive(
    _ join: JoinTableLayout, orderKey: String?
  ) throws {
    guard join.isReflexive, orderKey != nil else { return }
    throw StoreError.notSupported(
      feature: "an ordered relationship that is its own inverse",
      place: "relationship '\(entity).\(name)'")
  }

  private func entityName(_ statement: borrowing Statement, _ key: Int64) throws -> String {
    guard destinations.areSeveral else { return destinations.declared }
    guard statement.storage(at: 1) == .integer,
      let name = destinations.name(ofNumber: statement.integer(at: 1))
    else {
      throw StoreError.unexpectedValue(
        store: connection.fileName, table: destinations.table, row: key, column: "Z_ENT",
        problem: "expected the number of '\(destinations.declared)' or a subentity, found "
          + statement.excerpt(at: 1))
    }
    return name
  }
}
