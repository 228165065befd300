import Foundation
public import GoldenStoreModel
import GoldenStoreSQLite

/// Reads the objects of a store whose model is known, one at a time.
///
/// Works on a private copy of all files of the store; the source is never opened. Tables and
/// columns are found by name, so it does not matter in which order a migration left them.
///
/// Format: StoreFormat F87 to F91.
public final class StoreReader {
  /// One row of `Z_PRIMARYKEY`.
  public struct PrimaryKeyRow: Hashable, Sendable {
    /// The entity's number.
    public let number: Int64
    /// The entity's name; a migration may leave an older one.
    public let name: String
    /// The number of the superentity, 0 for a root.
    public let superNumber: Int64
    /// The highest primary key that was ever given out; 0 for subentities.
    public let maximum: Int64
  }

  public let layout: StoreLayout
  public let metadata: StoreMetadata
  let copy: StoreCopy
  private var plans: [String: EntityReadingPlan] = [:]

  /// Copies the files of a store to a temporary folder and opens the copy.
  ///
  /// - Throws: `StoreError` for files that are missing, damaged, cut short or no store; for a
  ///   store whose entity hashes are not those of the layout's model; for tables and columns that
  ///   are missing; for rows that belong to no entity, unless reading finds them.
  public init(files: StoreFiles, layout: StoreLayout) throws {
    self.layout = layout
    copy = try StoreCopy(of: files, damage: .refuse)
    metadata = try copy.metadata()
    try metadata.requireKnownHashes(of: copy.name)
    let hashes = try VersionHash.entityHashes(of: layout.model)
    if let difference = metadata.difference(from: hashes) {
      throw StoreError.otherModel(
        store: copy.name, version: layout.model.name, difference: difference)
    }
    try requireSchema()
    try requireEntityNumbers()
  }

  // MARK: Checks

  private func requireSchema() throws {
    for (table, columns) in layout.rowTables {
      try copy.schema.requireStored(table: table)
      let present = try copy.columnNames(of: table)
      guard !present.isEmpty else { throw schemaMissing(table, column: nil) }
      for column in columns where !present.contains(column) {
        throw schemaMissing(table, column: column)
      }
    }
  }

  private func schemaMissing(_ table: String, column: String?) -> StoreError {
    .schemaMissing(store: copy.name, table: table, column: column, version: layout.model.name)
  }

  /// Rows of unknown entities would otherwise be left out without a word.
  ///
  /// A table in which one entity alone has rows is not looked through here: whoever reads or
  /// counts its rows meets them all.
  private func requireEntityNumbers() throws {
    for table in layout.tables where entities(in: table.name).count != 1 {
      try requireEntityNumbers(in: table.name)
    }
  }

  private func requireEntityNumbers(in table: String) throws {
    let numbers = entities(in: table).map { String($0.number) }.joined(separator: ", ")
    let query: SQL = """
      SELECT Z_PK, Z_ENT FROM \(identifier: table) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(raw: numbers)) LIMIT 1
      """
    try StoreError.wrappingSQLite(copy.name) {
      _ = try copy.connection.firstRow(query) { statement in
        throw StoreError.unexpectedEntityNumber(
          store: copy.name, table: table, row: statement.integer(at: 0),
          found: statement.excerpt(at: 1))
      }
    }
  }

  private func entities(in table: String) -> [EntityLayout] {
    layout.entities.filter { $0.tableName == table && !$0.isAbstract }
  }

  // MARK: Facts

  /// Returns the number of objects of an entity, subentities not included.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.unexpectedEntityNumber`, `.database`.
  public func count(of entity: String) throws -> Int64 {
    let entity = try entityLayout(entity)
    try requireEntityNumbers(in: entity.tableName)
    return try copy.rowCount(of: entity.tableName, entityNumber: Int64(entity.number))
  }

  /// Returns the number of rows of every join table, in layout order.
  ///
  /// - Throws: `StoreError.database`.
  public func joinRowCounts() throws -> [(table: String, rows: Int64)] {
    try layout.joinTables.map { ($0.name, try copy.rowCount(of: $0.name)) }
  }

  /// Returns the rows of `Z_PRIMARYKEY`, by number.
  ///
  /// - Throws: `StoreError.unexpectedType` with row and column; `.database`.
  public func primaryKeyRows() throws -> [PrimaryKeyRow] {
    try copy.numberedEntities()
  }

  /// Returns every object of the store; for small stores.
  ///
  /// - Throws: As ``forEachObject(of:_:)``.
  public func contents() throws -> StoreContents {
    try StoreContents(
      collecting: self, entities: layout.entities.filter { !$0.isAbstract }.map(\.name))
  }

  func entityLayout(_ name: String) throws -> EntityLayout {
    guard let entity = layout.entity(named: name) else {
      throw StoreError.unknownEntity(
        name: name, suggestion: NearestName.of(name, in: layout.entities.map(\.name)))
    }
    return entity
  }
}

extension StoreReader: ObjectSource {
  /// Calls a closure with every object of an entity, in ascending order of primary keys.
  ///
  /// Holds one object in memory at a time.
  ///
  /// - Throws: `StoreError.unknownEntity`; `.unexpectedType` or `.unexpectedValue` with table,
  ///   row and column; `.database`; what the closure throws.
  public func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    let plan = try plan(for: entityLayout(entity))
    var rows = try RowCursor(plan, .values, connection: copy.connection)
    let cursors = try plan.toMany.map {
      try $0.map { try TargetCursor($0, connection: copy.connection) }
    }
    while try rows.next() { try body(rows.object(cursors)) }
  }

  /// Calls a closure with the targets that every object of an entity has in some relationships.
  ///
  /// - Throws: As ``forEachObject(of:_:)``, without a look at attributes.
  public func forEachObject(
    of entity: String, relationships: [Int],
    _ body: (_ primaryKey: Int64, _ targets: [[ObjectReference]]) throws -> Void
  ) throws {
    let plan = try plan(for: entityLayout(entity))
    let areToMany = relationships.allSatisfy { plan.toMany[$0] != nil }
    var rows = try RowCursor(plan, areToMany ? .keys : .values, connection: copy.connection)
    let cursors = try relationships.map {
      try plan.toMany[$0].map { try TargetCursor($0, connection: copy.connection) }
    }
    while try rows.next() {
      var targets: [[ObjectReference]] = []
      for (relationship, cursor) in zip(relationships, cursors) {
        if let cursor {
          targets.append(try cursor.targets(of: rows.primaryKey))
        } else {
          targets.append(try rows.target(at: relationship).map { [$0] } ?? [])
        }
      }
      try body(rows.primaryKey, targets)
    }
  }

  /// Returns the rows of an entity, subentities not included, in ascending order of primary keys.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.notSupported`, `.database`.
  public func rows(of entity: String) throws -> RowCursor {
    try RowCursor(plan(for: entityLayout(entity)), .places, connection: copy.connection)
  }

  /// Returns the targets that the objects of an entity have in a to-many relationship, which is
  /// named by its place in the shape; nil for a to-one, whose target is in the object's row.
  ///
  /// - Throws: As ``rows(of:)``.
  public func targets(of entity: String, at relationship: Int) throws -> TargetCursor? {
    try plan(for: entityLayout(entity)).toMany[relationship].map {
      try TargetCursor($0, connection: copy.connection)
    }
  }

  private func plan(for entity: EntityLayout) throws -> EntityReadingPlan {
    if let plan = plans[entity.name] { return plan }
    let plan = try EntityReadingPlan(
      entity, layout: layout, store: copy.name,
      supportFolder: copy.files.existingSupportFolder)
    plans[entity.name] = plan
    return plan
  }
}
