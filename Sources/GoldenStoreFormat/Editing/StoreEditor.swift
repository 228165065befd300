package import GoldenStoreModel
package import GoldenStoreSQLite

/// Reads and changes single objects of one open store, within a transaction of the caller.
///
/// Keeps what Core Data keeps: both sides of a relationship, order keys, entity numbers beside
/// foreign keys, lock versions, and, when ``saveKeys()`` is called, the highest keys. Derived
/// attributes are computed by the store's own triggers.
///
/// Format: StoreFormat F150 to F153.
package final class StoreEditor {
  package let layout: StoreLayout
  let connection: Connection
  /// Whether a changed row's `Z_OPT` rises, as it does when Core Data saves a change.
  let countsChanges: Bool
  private let supportFolder: String?
  private var plans: [String: EditingPlan] = [:]
  private var statements: [String: StatementBox] = [:]
  private var maxima: [String: Int64] = [:]

  /// How many keys an iteration reads ahead.
  private static let batch: Int64 = 256

  /// - Parameters:
  ///   - connection: A store of the layout's model.
  ///   - layout: The layout of the store's model.
  ///   - now: What the function `now()` of derived attributes returns, in seconds since 2001.
  ///   - countsChanges: Whether lock versions rise.
  ///   - supportFolder: The folder with the files of external values; nil where there is none.
  /// - Throws: `StoreError.notSupported` for a store whose model needs triggers, but whose file
  ///   has others than the layout's.
  package init(
    _ connection: Connection, layout: StoreLayout, now: Double, countsChanges: Bool = true,
    supportFolder: String? = nil
  ) throws {
    self.connection = connection
    self.layout = layout
    self.countsChanges = countsChanges
    self.supportFolder = supportFolder
    if !layout.triggers.isEmpty { try enableTriggers(now: now) }
  }

  /// Triggers run only where each one is known: the file's schema is a stranger's.
  private func enableTriggers(now: Double) throws {
    let found = try connection.rows(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    ) { (name: try $0.text(at: 0), statement: try $0.text(at: 1)) }
    let known = Dictionary(
      uniqueKeysWithValues: layout.triggers.map { ($0.name, $0.createStatement) })
    for trigger in found where known[trigger.name] != trigger.statement {
      throw StoreError.notSupported(
        feature: "trigger '\(trigger.name)', which is not as the model asks for",
        place: "'\(connection.fileName)'")
    }
    for name in known.keys.sorted() where !found.contains(where: { $0.name == name }) {
      throw StoreError.notSupported(
        feature: "a store without trigger '\(name)', which the model asks for,",
        place: "'\(connection.fileName)'")
    }
    try connection.registerCoreDataFunctions(now: now)
    try connection.enableTriggers()
  }

  // MARK: Plans

  func plan(for entity: String) throws -> EditingPlan {
    if let plan = plans[entity] { return plan }
    let found = try entityLayout(entity)
    let plan = try EditingPlan(
      found, layout: layout, connection: connection, supportFolder: supportFolder)
    plans[entity] = plan
    return plan
  }

  func entityLayout(_ name: String) throws -> EntityLayout {
    guard let entity = layout.entity(named: name) else {
      throw StoreError.unknownEntity(
        name: name, suggestion: NearestName.of(name, in: layout.entities.map(\.name)))
    }
    return entity
  }

  /// Returns a statement that is prepared once, by its text.
  func statement(_ sql: SQL) throws -> StatementBox {
    if let box = statements[sql.text] { return box }
    let box = StatementBox(try connection.prepare(sql))
    statements[sql.text] = box
    return box
  }

  /// Runs a statement once with integers, and NULL for nil.
  func run(_ sql: SQL, _ values: [Int64?]) throws {
    let box = try statement(sql)
    for (offset, value) in values.enumerated() {
      if let value {
        try box.statement.bind(value, at: offset + 1)
      } else {
        try box.statement.bind(nil, at: offset + 1)
      }
    }
    defer { box.statement.reset() }
    try box.statement.run()
  }

  /// Returns the integers of the first row of a query; nil for NULL, nothing without a row.
  func firstRow(_ sql: SQL, _ values: [Int64]) throws -> [Int64?]? {
    let box = try statement(sql)
    for (offset, value) in values.enumerated() {
      try box.statement.bind(value, at: offset + 1)
    }
    defer { box.statement.reset() }
    guard try box.statement.step() else { return nil }
    return (0..<box.statement.columnCount).map {
      box.statement.isNull(at: $0) ? nil : box.statement.integer(at: $0)
    }
  }

  /// What a new object of an entity has in each attribute, in the order of its shape.
  package func defaultValues(of entity: String) throws -> [AttributeValue] {
    try plan(for: entity).defaults
  }

  /// The place of an attribute in the shape of an entity.
  ///
  /// - Throws: `ModelError.unknownProperty`; `StoreError.notSupported` for a derived one.
  package func position(ofAttribute name: String, in entity: String) throws -> Int {
    try plan(for: entity).position(ofAttribute: name)
  }

  /// Runs a closure and turns SQLite's errors into `StoreError`.
  package func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    try StoreError.wrappingSQLite(connection.fileName, body)
  }

  // MARK: Keys

  /// Takes the next primary key of an entity's family.
  ///
  /// Format: StoreFormat F92.
  func nextKey(of entity: EntityLayout) throws -> Int64 {
    let highest = try highestKey(of: entity)
    guard highest < .max else {
      throw StoreError.unsuitableObject(
        entity: entity.name, primaryKey: highest, problem: "no higher primary key is left")
    }
    maxima[entity.rootName] = highest + 1
    return highest + 1
  }

  /// Notes a key that a caller chose.
  func use(_ primaryKey: Int64, of entity: EntityLayout) throws {
    maxima[entity.rootName] = max(try highestKey(of: entity), primaryKey)
  }

  /// The highest key that an object of an entity's family has or had.
  package func highestKey(of entity: String) throws -> Int64 {
    try highestKey(of: entityLayout(entity))
  }

  /// Whether no object of an entity's family has a key.
  package func isFree(_ primaryKey: Int64, inFamilyOf entity: String) throws -> Bool {
    try plan(for: entity).number(of: primaryKey) == nil
  }

  private func highestKey(of entity: EntityLayout) throws -> Int64 {
    if let known = maxima[entity.rootName] { return known }
    let root = try entityLayout(entity.rootName)
    let given = try connection.firstRow(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number)"
    ) { $0.integer(at: 0) }
    let used = try connection.firstRow(
      "SELECT max(Z_PK) FROM \(identifier: root.tableName)"
    ) { $0.integer(at: 0) }
    let highest = max(given ?? 0, used ?? 0, 0)
    maxima[entity.rootName] = highest
    return highest
  }

  /// Raises the key that the next new object of a family gets above a given one.
  package func reserveKeys(upTo primaryKey: Int64, of entity: String) throws {
    try use(primaryKey, of: entityLayout(entity))
  }

  /// Writes the highest keys that were given out to `Z_PRIMARYKEY`.
  package func saveKeys() throws {
    for (root, maximum) in maxima.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
      try connection.execute(
        """
        UPDATE Z_PRIMARYKEY SET Z_MAX = \(maximum) \
        WHERE Z_ENT = \(try entityLayout(root).number) AND Z_MAX < \(maximum)
        """)
    }
  }

  // MARK: Reading

  /// Returns the number of objects of an entity.
  package func count(of entity: String, includesSubentities: Bool) throws -> Int {
    let entity = try entityLayout(entity)
    let range = includesSubentities ? entity.numberRange : entity.number...entity.number
    return Int(
      try connection.integer(
        """
        SELECT count(*) FROM \(identifier: entity.tableName) \
        WHERE Z_ENT BETWEEN \(range.lowerBound) AND \(range.upperBound)
        """))
  }

  /// Returns an object; nil where no row of the entity has the key.
  package func object(_ reference: ObjectReference) throws -> StoredObject? {
    try plan(for: reference.entity).object(reference.primaryKey)
  }

  /// Whether an object exists.
  package func exists(_ reference: ObjectReference) throws -> Bool {
    let plan = try plan(for: reference.entity)
    return try plan.number(of: reference.primaryKey) == Int64(plan.entity.number)
  }

  /// Calls a closure with every object of an entity, in ascending order of primary keys.
  ///
  /// The closure may change, insert and delete objects: those that were deleted before their turn
  /// are left out, and those that are inserted meanwhile are not visited.
  ///
  /// - Parameter lists: The to-many relationships whose targets are read, the others being empty;
  ///   nil reads all.
  package func forEachObject(
    of entity: String, includesSubentities: Bool, lists: Set<String>? = nil,
    _ body: (StoredObject) throws -> Void
  ) throws {
    let entity = try entityLayout(entity)
    let range = includesSubentities ? entity.numberRange : entity.number...entity.number
    let members = Dictionary(
      uniqueKeysWithValues: layout.entities.filter { range.contains($0.number) }.map {
        (Int64($0.number), $0.name)
      })
    guard
      let last = try connection.firstRow(
        "SELECT max(Z_PK) FROM \(identifier: entity.tableName)", { $0.integer(at: 0) })
    else { return }
    var previous = Int64.min
    while true {
      // The plus sign keeps SQLite from walking the index over Z_ENT and sorting.
      let keys = try connection.rows(
        """
        SELECT Z_PK, Z_ENT FROM \(identifier: entity.tableName) \
        WHERE Z_PK > \(previous) AND Z_PK <= \(last) \
        AND +Z_ENT BETWEEN \(range.lowerBound) AND \(range.upperBound) \
        ORDER BY Z_PK LIMIT \(Self.batch)
        """
      ) { (key: $0.integer(at: 0), number: $0.integer(at: 1)) }
      guard let end = keys.last else { return }
      for (key, number) in keys {
        guard let name = members[number],
          let object = try plan(for: name).object(key, lists: lists)
        else { continue }
        try body(object)
      }
      previous = end.key
    }
  }

  /// Calls a closure with every object of an entity, subentities not included, in ascending order
  /// of primary keys; faster than ``forEachObject(of:includesSubentities:lists:_:)``, for a store
  /// that nobody changes meanwhile.
  ///
  /// - Parameter lists: The to-many relationships whose targets are read, the others being empty;
  ///   nil reads all.
  package func forEachUnchangingObject(
    of entity: String, lists: Set<String>? = nil, _ body: (StoredObject) throws -> Void
  ) throws {
    let reading = try plan(for: entity).reading
    var rows = try RowCursor(reading, .values, connection: connection)
    let cursors = try zip(reading.toMany, reading.shape.relationships).map { query, name in
      lists?.contains(name) ?? true
        ? try query.map { try TargetCursor($0, connection: connection) } : nil
    }
    while try rows.next() { try body(rows.object(cursors)) }
  }

  /// Returns the objects of an entity, subentities included, in which an attribute has a value.
  package func objects(
    of entity: String, where attribute: String, equals value: AttributeValue
  ) throws -> [StoredObject] {
    let plan = try plan(for: entity)
    let position = try plan.position(ofAnyAttribute: attribute)
    let range = plan.entity.numberRange
    let column = plan.entity.attributes[position].column
    let box = try statement(
      """
      SELECT Z_PK, Z_ENT FROM \(identifier: plan.entity.tableName) \
      WHERE \(identifier: column) IS ?1 AND Z_ENT BETWEEN \(raw: String(range.lowerBound)) \
      AND \(raw: String(range.upperBound)) ORDER BY Z_PK
      """)
    var found: [(key: Int64, number: Int64)] = []
    do {
      defer { box.statement.reset() }
      try plan.codecs[position].bind(
        value, to: box.statement, at: 1,
        object: plan.placeholder(0))
      while try box.statement.step() {
        found.append((box.statement.integer(at: 0), box.statement.integer(at: 1)))
      }
    }
    return try found.compactMap { row in
      try layout.entities.first { Int64($0.number) == row.number }.flatMap {
        try self.plan(for: $0.name).object(row.key)
      }
    }
  }
}
