import GoldenStoreModel
import GoldenStoreSQLite

/// The statements that read and write single objects of one entity, prepared once.
final class EditingPlan {
  let entity: EntityLayout
  let shape: ObjectShape
  let codecs: [ValueCodec]
  /// What a new object has in each attribute.
  let defaults: [AttributeValue]
  let relationships: [EditedRelationship]
  let insertion: StatementBox
  /// The entity number of the row with a key, in the family's table.
  let lookup: StatementBox

  private let connection: Connection
  private var updates: [[Int]: StatementBox] = [:]
  private let emptyShape: ObjectShape
  let reading: EntityReadingPlan
  private let selection: StatementBox
  private let cursors: [TargetCursor?]
  private let attributePositions: [String: Int]
  private let relationshipPositions: [String: Int]

  init(
    _ entity: EntityLayout, layout: StoreLayout, connection: Connection, supportFolder: String?
  ) throws {
    self.entity = entity
    self.connection = connection
    let store = connection.fileName
    shape = ObjectShape(
      entity: entity.name, attributes: entity.attributes.map(\.attribute.name),
      relationships: entity.relationships.map(\.relationship.name))
    emptyShape = ObjectShape(entity: entity.name, attributes: [], relationships: [])
    codecs = entity.attributes.map {
      ValueCodec($0, table: entity.tableName, store: store, supportFolder: supportFolder)
    }
    defaults = entity.attributes.map { $0.attribute.defaultValue ?? .null }
    relationships = entity.relationships.map {
      EditedRelationship($0, of: entity, layout: layout, connection: connection)
    }
    attributePositions = Self.positions(shape.attributes)
    relationshipPositions = Self.positions(shape.relationships)

    reading = try EntityReadingPlan(
      entity, layout: layout, store: store, supportFolder: supportFolder)
    cursors = Array(repeating: nil, count: entity.relationships.count)
    selection = StatementBox(try connection.prepare(reading.query(ofRow: 0)))
    lookup = StatementBox(
      try connection.prepare(
        "SELECT Z_ENT FROM \(identifier: entity.tableName) WHERE Z_PK = \(0)"))
    let columns =
      ["Z_PK", "Z_ENT", "Z_OPT"]
      + entity.attributes.filter { !$0.attribute.isKeptByTriggers }.map(\.column)
    insertion = StatementBox(
      try connection.prepare(
        """
        INSERT INTO \(identifier: entity.tableName) (\(identifiers: columns)) \
        VALUES (\(raw: columns.map { _ in "?" }.joined(separator: ", ")))
        """))
  }

  private static func positions(_ names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
  }

  /// The entity number of the row with a key; nil where the family has no such row.
  func number(of primaryKey: Int64) throws -> Int64? {
    defer { lookup.statement.reset() }
    try lookup.statement.bind(primaryKey, at: 1)
    return try lookup.statement.step() ? lookup.statement.integer(at: 0) : nil
  }

  /// Reads an object; nil where no row of the entity has the key.
  ///
  /// - Parameter lists: The to-many relationships whose targets are read; nil reads all.
  func object(_ primaryKey: Int64, lists: Set<String>? = nil) throws -> StoredObject? {
    defer { selection.statement.reset() }
    try selection.statement.bind(entity.number, at: 1)
    try selection.statement.bind(primaryKey, at: 2)
    guard try selection.statement.step() else { return nil }
    var object = try reading.object(
      selection.statement, row: primaryKey, cursors: cursors)
    for (position, relationship) in relationships.enumerated()
    where relationship.isToMany && lists?.contains(relationship.name) ?? true {
      object.targets[position] = try relationship.targets(of: primaryKey)
    }
    return object
  }

  /// The statement that sets some attributes of a row; nil where it would set nothing.
  ///
  /// Its parameters are the values in the order of the places, the primary key and the number.
  ///
  /// - Parameter countsChange: Whether the lock version rises.
  func update(ofAttributes positions: [Int], countsChange: Bool) throws -> StatementBox? {
    if let update = updates[positions] { return update }
    var assignments = positions.map { SQL.identifier(entity.attributes[$0].column) + " = ?" }
    if countsChange { assignments.append("Z_OPT = Z_OPT + 1") }
    guard !assignments.isEmpty else { return nil }
    let update = StatementBox(
      try connection.prepare(
        """
        UPDATE \(identifier: entity.tableName) \
        SET \(raw: assignments.joined(separator: ", ")) WHERE Z_PK = ? AND Z_ENT = ?
        """))
    updates[positions] = update
    return update
  }

  /// An object of which nothing but its identity is known, for errors.
  func placeholder(_ primaryKey: Int64) -> StoredObject {
    StoredObject(shape: emptyShape, primaryKey: primaryKey, values: [], targets: [])
  }

  /// The place of an attribute, derived ones and counters included.
  ///
  /// - Throws: `ModelError.unknownProperty`.
  func position(ofAnyAttribute name: String) throws -> Int {
    guard let position = attributePositions[name] else {
      throw ModelError.unknownProperty(
        entity: entity.name, property: name, known: shape.attributes)
    }
    return position
  }

  /// The place of an attribute whose value can be set, neither derived nor a counter.
  ///
  /// - Throws: `ModelError.unknownProperty`, `StoreError.notSupported`.
  func position(ofAttribute name: String) throws -> Int {
    let position = try position(ofAnyAttribute: name)
    let attribute = entity.attributes[position].attribute
    guard !attribute.isKeptByTriggers else {
      let kind = attribute.derivation == nil ? "counter" : "derived"
      throw StoreError.notSupported(
        feature: "setting a \(kind) attribute", place: "attribute '\(entity.name).\(name)'")
    }
    return position
  }

  /// - Throws: `ModelError.unknownProperty`.
  func relationship(named name: String) throws -> EditedRelationship {
    guard let position = relationshipPositions[name] else {
      throw ModelError.unknownProperty(
        entity: entity.name, property: name, known: shape.relationships)
    }
    return relationships[position]
  }
}
