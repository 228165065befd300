import GoldenStoreModel
import GoldenStoreSQLite

/// How the objects of one entity become rows.
struct EntityWritingPlan {
  /// A relationship whose pairs both sides name.
  struct Pair {
    /// The place that holds the pairs, the same for both sides.
    let key: String
    let side: PairBalance.Side
  }

  /// A pass over all objects after their rows are there.
  enum Pass: CaseIterable {
    /// Fills columns of targets, and join tables.
    case targets
    /// Fills the columns of join tables that belong to the other side.
    case joinOrders
  }

  /// What a further pass writes for one relationship.
  struct Dependent {
    enum Kind {
      /// Sets the place of a target whose foreign key is there already.
      case order
      /// Sets the virtual foreign key of a target, and its place if the relationship is ordered.
      case virtualKey(isOrdered: Bool)
      /// Inserts a row into a join table.
      case joinRow(isOrdered: Bool)
      /// Sets the place in the row of a join table that the other side inserts.
      case joinOrder
    }

    let position: Int
    let kind: Kind
    let statement: SQL

    var pass: Pass {
      if case .joinOrder = kind { .joinOrders } else { .targets }
    }
  }

  let entity: EntityLayout
  let insertion: SQL
  let dependents: [Dependent]
  /// For each relationship; nil where only one side names the pairs.
  let pairs: [Pair?]

  private let shape: ObjectShape
  /// For each attribute; nil for a derived one, which triggers compute.
  private let codecs: [ValueCodec?]
  private let destinations: [Destination]
  private let layout: StoreLayout

  /// The entities that a relationship may lead to, with their numbers.
  private struct Destination {
    let name: String
    let numbers: [String: Int]
  }

  init(_ entity: EntityLayout, layout: StoreLayout, store: String) throws {
    self.entity = entity
    self.layout = layout
    shape = ObjectShape(
      entity: entity.name, attributes: entity.attributes.map(\.attribute.name),
      relationships: entity.relationships.map(\.relationship.name))
    codecs = entity.attributes.map {
      $0.attribute.derivation == nil
        ? ValueCodec($0, table: entity.tableName, store: store) : nil
    }
    destinations = entity.relationships.map { relationship in
      let name = relationship.relationship.destination
      let range = layout.entity(named: name)?.numberRange
      let members = layout.entities.filter { range?.contains($0.number) == true && !$0.isAbstract }
      return Destination(
        name: name, numbers: Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.number) }))
    }
    var columns =
      ["Z_PK", "Z_ENT", "Z_OPT"]
      + entity.attributes.filter { $0.attribute.derivation == nil }.map(\.column)
    for relationship in entity.relationships {
      if case .toOne(let foreignKey, let entityColumn, _) = relationship.storage {
        columns += [foreignKey, entityColumn].compactMap { $0 }
      }
    }
    let parameters = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    insertion = """
      INSERT INTO \(identifier: entity.tableName) (\(identifiers: columns)) \
      VALUES (\(raw: parameters))
      """
    pairs = entity.relationships.map { Self.pair($0, of: entity, layout) }
    dependents = entity.relationships.enumerated().compactMap {
      Self.dependent($0.element, position: $0.offset)
    }
  }

  private static func pair(
    _ relationship: RelationshipLayout, of entity: EntityLayout, _ layout: StoreLayout
  ) -> Pair? {
    switch relationship.storage {
    case .toManyByForeignKey(let table, let foreignKey, _):
      return relationship.relationship.inverse == nil
        ? nil : Pair(key: "\(table).\(foreignKey)", side: .second)
    case .joinTable(let join, let ownColumn, _, _):
      guard !join.isReflexive else { return Pair(key: join.name, side: .both) }
      return Pair(key: join.name, side: ownColumn == join.ownerColumn ? .first : .second)
    case .toOne(let foreignKey, _, _):
      let own = "\(entity.tableName).\(foreignKey)"
      guard let inverse = inverse(of: relationship.relationship, layout) else { return nil }
      guard case .toOne(let otherKey, _, _) = inverse.layout.storage else {
        return Pair(key: own, side: .first)
      }
      let other = "\(inverse.table).\(otherKey)"
      guard own != other else { return Pair(key: own, side: .both) }
      return NameOrder.precedes(own, other)
        ? Pair(key: own + other, side: .first) : Pair(key: other + own, side: .second)
    }
  }

  private static func inverse(
    of relationship: Relationship, _ layout: StoreLayout
  ) -> (table: String, layout: RelationshipLayout)? {
    guard let name = relationship.inverse,
      let destination = layout.entity(named: relationship.destination),
      let inverse = destination.relationship(named: name)
    else { return nil }
    return (destination.tableName, inverse)
  }

  private static func dependent(
    _ layout: RelationshipLayout, position: Int
  ) -> Dependent? {
    switch layout.storage {
    case .toOne:
      return nil
    case .toManyByForeignKey(let table, let foreignKey, let orderKey):
      guard layout.relationship.inverse == nil else {
        guard let orderKey else { return nil }
        return Dependent(
          position: position, kind: .order,
          statement: """
            UPDATE \(identifier: table) SET \(identifier: orderKey) = ? \
            WHERE Z_PK = ? AND \(identifier: foreignKey) = ?
            """)
      }
      let place: SQL = orderKey.map { ", \(identifier: $0) = ?3" } ?? ""
      return Dependent(
        position: position, kind: .virtualKey(isOrdered: orderKey != nil),
        statement: """
          UPDATE \(identifier: table) SET \(identifier: foreignKey) = ?1\(place) \
          WHERE Z_PK = ?2 AND \(identifier: foreignKey) IS NULL
          """)
    case .joinTable(let join, let own, let target, let orderKey):
      let isOwner = own == join.ownerColumn
      if isOwner || join.isReflexive {
        let columns = [own, target] + [orderKey].compactMap { $0 }
        return Dependent(
          position: position, kind: .joinRow(isOrdered: orderKey != nil),
          statement: """
            INSERT INTO \(identifier: join.name) (\(identifiers: columns)) \
            VALUES (\(raw: columns.map { _ in "?" }.joined(separator: ", ")))
            """)
      }
      guard let orderKey else { return nil }
      return Dependent(
        position: position, kind: .joinOrder,
        statement: """
          UPDATE \(identifier: join.name) SET \(identifier: orderKey) = ? \
          WHERE \(identifier: target) = ? AND \(identifier: own) = ?
          """)
    }
  }
}

// MARK: Objects

extension EntityWritingPlan {
  /// Checks what the file format relies on, before anything of an object is written.
  func check(_ object: StoredObject, after previous: Int64) throws {
    guard object.shape == shape else {
      throw unsuitable(
        object, "it has properties \(names(object.shape)), expected \(names(shape))")
    }
    guard object.primaryKey > previous else {
      throw unsuitable(
        object,
        previous == 0
          ? "primary keys begin at 1" : "it comes after \(previous); expected ascending keys")
    }
    for (position, targets) in object.targets.enumerated() {
      for target in targets where destinations[position].numbers[target.entity] == nil {
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: object.primaryKey,
          property: shape.relationships[position],
          problem: "refers to \(target), which is no '\(destinations[position].name)'")
      }
    }
  }

  private func names(_ shape: ObjectShape) -> String {
    "[" + (shape.attributes + shape.relationships).joined(separator: ", ")
      + "] of '\(shape.entity)'"
  }

  private func unsuitable(_ object: StoredObject, _ problem: String) -> StoreError {
    .unsuitableObject(entity: entity.name, primaryKey: object.primaryKey, problem: problem)
  }

  /// Runs the insertion for one object.
  func insert(_ object: StoredObject, _ statement: borrowing Statement) throws {
    try statement.bind(object.primaryKey, at: 1)
    try statement.bind(entity.number, at: 2)
    try statement.bind(1, at: 3)
    var parameter = 4
    for (codec, value) in zip(codecs, object.values) {
      guard let codec else { continue }
      try codec.bind(value, to: statement, at: parameter, object: object.reference)
      parameter += 1
    }
    for (position, relationship) in entity.relationships.enumerated() {
      guard case .toOne(_, let entityColumn, _) = relationship.storage else { continue }
      let targets = object.targets[position]
      guard targets.count <= 1 else {
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: object.primaryKey,
          property: relationship.relationship.name,
          problem: "has \(targets.count) targets, expected at most 1")
      }
      try bind(targets.first?.primaryKey, statement, &parameter)
      if entityColumn != nil {
        let number = targets.first.flatMap { destinations[position].numbers[$0.entity] }
        try bind(number.map { Int64($0) }, statement, &parameter)
      }
    }
    try statement.run()
  }

  private func bind(
    _ number: Int64?, _ statement: borrowing Statement, _ parameter: inout Int
  ) throws {
    if let number {
      try statement.bind(number, at: parameter)
    } else {
      try statement.bind(nil, at: parameter)
    }
    parameter += 1
  }

  /// Runs the statements of a further pass for one object and relationship.
  func write(
    _ dependent: Dependent, of object: StoredObject, _ statement: borrowing Statement,
    _ connection: Connection
  ) throws {
    let targets = object.targets[dependent.position]
    for (place, target) in targets.enumerated() {
      let order = OrderKey.value(at: place)
      switch dependent.kind {
      case .order, .joinOrder:
        try statement.bind(order, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        try statement.bind(object.primaryKey, at: 3)
      case .virtualKey(let isOrdered):
        try statement.bind(object.primaryKey, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        if isOrdered { try statement.bind(order, at: 3) }
      case .joinRow(let isOrdered):
        // A pair of a relationship that is its own inverse is one row.
        if isReflexive(dependent), target.primaryKey < object.primaryKey { continue }
        try statement.bind(object.primaryKey, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        if isOrdered { try statement.bind(order, at: 3) }
      }
      try statement.run()
      guard connection.changes == 1 else { throw lostTarget(target, of: object, dependent) }
    }
  }

  private func isReflexive(_ dependent: Dependent) -> Bool {
    if case .joinTable(let join, _, _, _) = entity.relationships[dependent.position].storage {
      join.isReflexive
    } else {
      false
    }
  }

  private func lostTarget(
    _ target: ObjectReference, of object: StoredObject, _ dependent: Dependent
  ) -> StoreError {
    let relationship = entity.relationships[dependent.position].relationship
    return .unsuitableValue(
      entity: entity.name, primaryKey: object.primaryKey, property: relationship.name,
      problem: relationship.inverse.map {
        "lists \(target), whose '\($0)' does not lead back"
      } ?? "lists \(target), which does not exist or belongs to another object already")
  }

  /// Checks that the targets of to-ones without inverse exist; others are balanced by the inverse.
  func requireTargets(_ connection: Connection) throws {
    for (position, relationship) in entity.relationships.enumerated() where pairs[position] == nil {
      guard case .toOne(let foreignKey, _, _) = relationship.storage,
        let destination = layout.entity(named: relationship.relationship.destination)
      else { continue }
      let query: SQL = """
        SELECT Z_PK, \(identifier: foreignKey) FROM \(identifier: entity.tableName) AS S \
        WHERE Z_ENT = \(entity.number) AND \(identifier: foreignKey) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(identifier: destination.tableName) AS D \
        WHERE D.Z_PK = S.\(identifier: foreignKey)) LIMIT 1
        """
      _ = try connection.firstRow(query) { statement in
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: statement.integer(at: 0),
          property: relationship.relationship.name,
          problem: "refers to \(destination.name) \(statement.integer(at: 1)), which does not exist"
        )
      }
    }
  }
}

/// The numbers that rank the targets of an ordered relationship.
///
/// Format: StoreFormat F94.
package enum OrderKey {
  package static let first: Int64 = 2048
  package static let step: Int64 = 1024

  /// Returns the key of a target at a place from 0.
  package static func value(at place: Int) -> Int64 { first + step * Int64(place) }
}
