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
      /// Inserts a row into a join table; a pair of a relationship that is its own inverse is one
      /// row.
      case joinRow(isOrdered: Bool, isReflexive: Bool)
      /// Sets the place in the row of a join table that the other side inserts.
      case joinOrder
    }

    /// The relationship's place in the shape.
    let position: Int
    let kind: Kind
    let statement: SQL

    var pass: Pass {
      if case .joinOrder = kind { .joinOrders } else { .targets }
    }

    /// Whether the other object of a pair writes the row.
    func skips(_ target: ObjectReference, of primaryKey: Int64) -> Bool {
      if case .joinRow(_, isReflexive: true) = kind {
        target.primaryKey < primaryKey
      } else {
        false
      }
    }
  }

  let entity: EntityLayout
  let insertion: SQL
  let dependents: [Dependent]
  /// For each relationship; nil where only one side names the pairs.
  let pairs: [Pair?]

  let shape: ObjectShape
  let codecs: [Codec]
  let toOnes: [ToOne]
  /// For each relationship.
  let destinations: [Destination]
  let layout: StoreLayout

  /// An attribute that has a column to be written, unlike a derived one, which triggers compute.
  struct Codec {
    /// The attribute's place in the shape.
    let position: Int
    let codec: ValueCodec
  }

  /// A relationship that is a column of the entity's own rows.
  struct ToOne {
    /// The relationship's place in the shape.
    let position: Int
    let hasEntityColumn: Bool
  }

  /// The entities that a relationship may lead to, with their numbers.
  struct Destination {
    let name: String
    private let numbers: [String: Int64]
    /// The number of `name` itself; nil where it is abstract.
    private let ownNumber: Int64?

    init(_ name: String, layout: StoreLayout) {
      let range = layout.entity(named: name)?.numberRange
      let members = layout.entities.filter { range?.contains($0.number) == true && !$0.isAbstract }
      self.name = name
      numbers = Dictionary(
        uniqueKeysWithValues: members.map { ($0.name, Int64($0.number)) })
      ownNumber = numbers[name]
    }

    /// The number of a target's entity; nil where the relationship can't lead to it.
    func number(of entity: String) -> Int64? {
      // Nearly all targets are of the declared entity, and equal names are found sooner than
      // hashed.
      entity == name ? ownNumber : numbers[entity]
    }
  }

  init(
    _ entity: EntityLayout, layout: StoreLayout, store: String, externalValues: ExternalValues
  ) throws {
    self.entity = entity
    self.layout = layout
    shape = ObjectShape(
      entity: entity.name, attributes: entity.attributes.map(\.attribute.name),
      relationships: entity.relationships.map(\.relationship.name))
    codecs = entity.attributes.enumerated().filter { !$0.element.attribute.isKeptByTriggers }.map {
      Codec(
        position: $0.offset,
        codec: ValueCodec(
          $0.element, table: entity.tableName, store: store, externalValues: externalValues))
    }
    destinations = entity.relationships.map {
      Destination($0.relationship.destination, layout: layout)
    }
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"] + codecs.map(\.codec.column)
    var toOnes: [ToOne] = []
    for (position, relationship) in entity.relationships.enumerated() {
      guard case .toOne(let foreignKey, let entityColumn, _) = relationship.storage else {
        continue
      }
      columns += [foreignKey, entityColumn].compactMap { $0 }
      toOnes.append(ToOne(position: position, hasEntityColumn: entityColumn != nil))
    }
    self.toOnes = toOnes
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
      let place: SQL = orderKey.map { ", \(identifier: $0) = ?4" } ?? ""
      return Dependent(
        position: position, kind: .virtualKey(isOrdered: orderKey != nil),
        statement: """
          UPDATE \(identifier: table) SET \(identifier: foreignKey) = ?1\(place) \
          WHERE Z_PK = ?2 AND Z_ENT = ?3 AND \(identifier: foreignKey) IS NULL
          """)
    case .joinTable(let join, let own, let target, let orderKey):
      let isOwner = own == join.ownerColumn
      if isOwner || join.isReflexive {
        let columns = [own, target] + [orderKey].compactMap { $0 }
        return Dependent(
          position: position,
          kind: .joinRow(isOrdered: orderKey != nil, isReflexive: join.isReflexive),
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

/// The numbers that rank the targets of an ordered relationship.
///
/// Format: StoreFormat F94.
package enum OrderKey {
  package static let first: Int64 = 2048
  package static let step: Int64 = 1024

  /// Returns the key of a target at a place from 0.
  package static func value(at place: Int) -> Int64 { first + step * Int64(place) }
}
