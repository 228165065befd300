import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Which object of the destination was made from which of the source, by which mapping.
///
/// Kept in a temporary table, which SQLite moves to a file when it grows, so that memory does not
/// grow with the store. Nothing is noted where the key says it: where a mapping makes one object
/// from each and keeps its key.
final class AssociationTable {
  private let plan: CustomPlan
  private let source: StoreEditor
  private let destination: StoreEditor
  /// The mappings whose objects have the keys of what they were made from.
  private let keyed: Set<Int>
  /// The mappings that the table has rows of.
  private var noted: Set<Int> = []
  private let insertion: StatementBox
  private let forward: StatementBox
  private let backward: StatementBox

  /// - Parameter connection: That of the destination.
  init(
    _ connection: Connection, plan: CustomPlan, source: StoreEditor, destination: StoreEditor
  ) throws {
    self.plan = plan
    self.source = source
    self.destination = destination
    keyed = Set(plan.mappings.indices.filter(plan.keepsEveryKey))
    try connection.execute(
      """
      CREATE TEMP TABLE GOLDENSTORE_ASSOCIATION (ORDINAL INTEGER PRIMARY KEY, MAPPING INTEGER, \
      SOURCE INTEGER, SOURCEENTITY INTEGER, DESTINATION INTEGER, DESTINATIONENTITY INTEGER)
      """)
    for side in ["SOURCE", "DESTINATION"] {
      try connection.execute(
        """
        CREATE INDEX temp.GOLDENSTORE_ASSOCIATION_\(raw: side) \
        ON GOLDENSTORE_ASSOCIATION (\(raw: side), MAPPING)
        """)
    }
    insertion = StatementBox(
      try connection.prepare(
        """
        INSERT INTO temp.GOLDENSTORE_ASSOCIATION \
        (MAPPING, SOURCE, SOURCEENTITY, DESTINATION, DESTINATIONENTITY) VALUES (?, ?, ?, ?, ?)
        """))
    forward = StatementBox(
      try connection.prepare(
        """
        SELECT DESTINATION, DESTINATIONENTITY FROM temp.GOLDENSTORE_ASSOCIATION \
        WHERE SOURCE = ? AND SOURCEENTITY = ? AND MAPPING = ? ORDER BY ORDINAL
        """))
    backward = StatementBox(
      try connection.prepare(
        """
        SELECT SOURCE, SOURCEENTITY FROM temp.GOLDENSTORE_ASSOCIATION \
        WHERE DESTINATION = ? AND DESTINATIONENTITY = ? AND MAPPING = ? ORDER BY ORDINAL
        """))
  }

  func add(source: ObjectReference, destination: ObjectReference, mapping: Int) throws {
    if isKeyed(source, destination, mapping) { return }
    noted.insert(mapping)
    defer { insertion.statement.reset() }
    try insertion.statement.bind(mapping, at: 1)
    try insertion.statement.bind(source.primaryKey, at: 2)
    try insertion.statement.bind(try number(of: source, in: plan.source), at: 3)
    try insertion.statement.bind(destination.primaryKey, at: 4)
    try insertion.statement.bind(try number(of: destination, in: plan.destination), at: 5)
    try insertion.statement.run()
  }

  func destinations(of source: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    var found: [ObjectReference] = []
    if let entity = plan.mappings[mapping].destination {
      let instance = ObjectReference(entity: entity, primaryKey: source.primaryKey)
      if isKeyed(source, instance, mapping), try destination.exists(instance) {
        found.append(instance)
      }
    }
    guard noted.contains(mapping) else { return found }
    return try found
      + references(
        forward, source, number(of: source, in: plan.source), mapping, in: plan.destination)
  }

  func sources(of destination: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    var found: [ObjectReference] = []
    if let entity = plan.mappings[mapping].source {
      // A new key is higher than all of the source, so that none of these has it.
      let origin = ObjectReference(entity: entity, primaryKey: destination.primaryKey)
      if isKeyed(origin, destination, mapping), try source.exists(origin) { found.append(origin) }
    }
    guard noted.contains(mapping) else { return found }
    return try found
      + references(
        backward, destination, number(of: destination, in: plan.destination), mapping,
        in: plan.source)
  }

  /// Whether the key alone says that an object was made from another.
  private func isKeyed(
    _ source: ObjectReference, _ destination: ObjectReference, _ mapping: Int
  ) -> Bool {
    source.primaryKey == destination.primaryKey && keyed.contains(mapping)
      && source.entity == plan.mappings[mapping].source
      && destination.entity == plan.mappings[mapping].destination
  }

  private func number(of reference: ObjectReference, in layout: StoreLayout) throws -> Int {
    guard let entity = layout.entity(named: reference.entity) else {
      throw StoreError.unknownEntity(
        name: reference.entity,
        suggestion: NearestName.of(reference.entity, in: layout.entities.map(\.name)))
    }
    return entity.number
  }

  private func references(
    _ box: StatementBox, _ reference: ObjectReference, _ number: Int, _ mapping: Int,
    in layout: StoreLayout
  ) throws -> [ObjectReference] {
    defer { box.statement.reset() }
    try box.statement.bind(reference.primaryKey, at: 1)
    try box.statement.bind(number, at: 2)
    try box.statement.bind(mapping, at: 3)
    var found: [ObjectReference] = []
    while try box.statement.step() {
      let entity = layout.entities[Int(box.statement.integer(at: 1)) - 1]
      found.append(
        ObjectReference(entity: entity.name, primaryKey: box.statement.integer(at: 0)))
    }
    return found
  }
}
