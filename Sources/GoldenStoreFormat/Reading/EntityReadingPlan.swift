import GoldenStoreModel
import GoldenStoreSQLite

/// How the rows of one entity become objects: one query, and one more per to-many relationship.
struct EntityReadingPlan {
  private struct ToOne {
    let foreignKey: String
    let entityColumn: String?
    let targets: TargetEntities
  }

  let query: SQL
  /// For each relationship: how its targets are found, or nil for a to-one.
  let toMany: [TargetQuery?]

  private let shape: ObjectShape
  private let codecs: [ValueCodec]
  private let toOne: [ToOne?]
  private let store: String
  private let table: String

  init(
    _ entity: EntityLayout, layout: StoreLayout, store: String, supportFolder: String?
  ) throws {
    shape = ObjectShape(
      entity: entity.name, attributes: entity.attributes.map(\.attribute.name),
      relationships: entity.relationships.map(\.relationship.name))
    self.store = store
    table = entity.tableName
    codecs = entity.attributes.map {
      ValueCodec($0, table: entity.tableName, store: store, supportFolder: supportFolder)
    }
    var toOne: [ToOne?] = []
    var toMany: [TargetQuery?] = []
    var columns = ["Z_PK"] + entity.attributes.map(\.column)
    for relationship in entity.relationships {
      let targets = TargetEntities(relationship.relationship.destination, layout: layout)
      if case .toOne(let foreignKey, let entityColumn, _) = relationship.storage {
        toOne.append(ToOne(foreignKey: foreignKey, entityColumn: entityColumn, targets: targets))
        toMany.append(nil)
        columns += [foreignKey, entityColumn].compactMap { $0 }
      } else {
        toOne.append(nil)
        toMany.append(try TargetQuery(relationship, targets: targets, store: store))
      }
    }
    self.toOne = toOne
    self.toMany = toMany
    query = """
      SELECT \(identifiers: columns) FROM \(identifier: entity.tableName) \
      WHERE Z_ENT = \(entity.number) ORDER BY Z_PK
      """
  }

  /// Makes an object of the current row.
  func object(
    _ statement: borrowing Statement, cursors: [TargetCursor?]
  ) throws -> StoredObject {
    let primaryKey = statement.integer(at: 0)
    var values: [AttributeValue] = []
    values.reserveCapacity(codecs.count)
    var index = 1
    for codec in codecs {
      values.append(try codec.value(statement, at: index, row: primaryKey))
      index += 1
    }
    var targets: [[ObjectReference]] = []
    targets.reserveCapacity(toOne.count)
    for (toOne, cursor) in zip(toOne, cursors) {
      if let toOne {
        targets.append(try target(toOne, statement, &index, row: primaryKey))
      } else {
        targets.append(try cursor?.targets(of: primaryKey) ?? [])
      }
    }
    return StoredObject(shape: shape, primaryKey: primaryKey, values: values, targets: targets)
  }

  private func target(
    _ toOne: ToOne, _ statement: borrowing Statement, _ index: inout Int, row: Int64
  ) throws -> [ObjectReference] {
    let keyIndex = index
    index += toOne.entityColumn == nil ? 1 : 2
    guard
      let key = try integer(statement, at: keyIndex, column: toOne.foreignKey, row: row)
    else { return [] }
    guard let entityColumn = toOne.entityColumn else {
      return [ObjectReference(entity: toOne.targets.declared, primaryKey: key)]
    }
    guard
      let number = try integer(statement, at: keyIndex + 1, column: entityColumn, row: row),
      let entity = toOne.targets.name(ofNumber: number)
    else {
      throw StoreError.unexpectedValue(
        store: store, table: table, row: row, column: entityColumn,
        problem:
          "expected the number of '\(toOne.targets.declared)' or a subentity, found "
          + statement.excerpt(at: keyIndex + 1))
    }
    return [ObjectReference(entity: entity, primaryKey: key)]
  }

  private func integer(
    _ statement: borrowing Statement, at index: Int, column: String, row: Int64
  ) throws -> Int64? {
    switch statement.storage(at: index) {
    case .null: return nil
    case .integer: return statement.integer(at: index)
    default:
      throw StoreError.unexpectedType(
        store: store, table: table, row: row, column: column, expected: "INTEGER or NULL",
        found: statement.excerpt(at: index))
    }
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
