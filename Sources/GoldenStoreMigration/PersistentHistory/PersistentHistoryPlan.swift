import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// What a change in place does to the tables of persistent history.
///
/// Only what the change of the model touches is changed: a migration writes no transaction of its
/// own, and a history whose entities stay as they are is not even read.
///
/// Format: StoreFormat F181 to F185.
struct PersistentHistoryPlan {
  /// An entity whose changes live on.
  struct Member {
    let source: EntityLayout
    let newNumber: Int
    /// Nil where the masks stay as they are.
    let columns: CarriedColumns?
    /// Where each value that the destination keeps of a deleted object is in the source, nil for
    /// one that was not kept; nil as a whole where nothing changes.
    let tombstones: [Int?]?
    /// How many values the source keeps.
    let keptInSource: Int
  }

  static let changeTable = "ACHANGE"
  static let transactionTable = "ATRANSACTION"
  /// All tables, in the order in which they are made.
  static let tables = [changeTable, transactionTable, "ATRANSACTIONSTRING"]
  /// The function that carries a mask over, from the number of its entity in the source.
  static let columnsFunction = "GoldenStoreCarriedColumns"

  let planner: InPlacePlanner
  let options: PersistentHistoryOptions
  /// The entities of the source that go.
  let removed: [EntityLayout]
  let members: [Member]

  init(_ planner: InPlacePlanner, _ options: PersistentHistoryOptions) {
    self.planner = planner
    self.options = options
    // Nobody else asks for what is worked out here.
    guard planner.hasAncillaryEntities else {
      removed = []
      members = []
      return
    }
    let survivors = Set(planner.pairs.map(\.source.number))
    removed = planner.source.entities.filter { !survivors.contains($0.number) }
    members = planner.pairs.map { pair in
      let before = Self.preserved(in: pair.source)
      let after = Self.preserved(in: pair.destination)
      let origins = after.map { name in
        pair.mapping.attributes.first { $0.destination == name }?.source
          .flatMap { before.firstIndex(of: $0) }
      }
      return Member(
        source: pair.source, newNumber: pair.destination.number,
        columns: CarriedColumns(pair, from: planner.source, to: planner.destination),
        tombstones: origins == before.indices.map(Optional.some) ? nil : origins,
        keptInSource: before.count)
    }.sorted { $0.source.number < $1.source.number }
  }

  /// The attributes whose values a deletion leaves in the history, in the order of their columns.
  private static func preserved(in entity: EntityLayout) -> [String] {
    entity.attributes.map(\.attribute).filter(\.preservesValueInHistoryOnDeletion).map(\.name)
      .sorted(by: NameOrder.precedes)
  }

  // MARK: What there is to do

  /// The tables of the history that the file has.
  var existingTables: [String] { Self.tables(in: planner.schema) }

  /// The tables of the history that a file has.
  static func tables(in schema: StoreSchema) -> [String] {
    tables.filter { schema.table(named: $0) != nil }
  }

  /// How many rows some of the tables of the history have; 0 for one that is not listed.
  static func counts(
    of tables: [String], on connection: Connection
  ) throws -> (transactions: Int64, changes: Int64) {
    func count(_ table: String) throws -> Int64 {
      guard tables.contains(table) else { return 0 }
      return try connection.integer("SELECT count(*) FROM \(identifier: table)")
    }
    return (try count(transactionTable), try count(changeTable))
  }

  private var isKept: Bool {
    existingTables.contains(Self.changeTable) || existingTables.contains(Self.transactionTable)
  }

  var renumbering: Renumbering {
    Renumbering(members.map { Renumbering.Change(old: $0.source.number, new: $0.newNumber) })
  }

  /// Whether the numbers of entities change their meaning.
  var changesNumbers: Bool { !removed.isEmpty || !renumbering.isEmpty }

  private var tombstoneCount: Int {
    (planner.schema.table(named: Self.changeTable)?.columns ?? [])
      .count { $0.hasPrefix("ZTOMBSTONE") }
  }

  private var neededTombstones: Int {
    planner.destination.entities.map { Self.preserved(in: $0).count }.max() ?? 0
  }

  /// Whether the file has a history that does not simply stay as it is.
  var isNeeded: Bool {
    isKept
      && (changesNumbers || neededTombstones > tombstoneCount
        || members.contains { $0.columns != nil || $0.tombstones != nil })
  }

  /// What the file lacks to be carried over.
  var problem: PersistentHistoryProblem? {
    let needed = [
      (Self.changeTable, ["ZENTITY", "ZTRANSACTIONID", "ZCOLUMNS"]),
      (Self.transactionTable, [StoreNames.primaryKey]),
    ]
    for (name, columns) in needed {
      guard let table = planner.schema.table(named: name) else { return .missingTable(name) }
      if let column = columns.first(where: { !table.columns.contains($0) }) {
        return .missingColumn(table: name, column: column)
      }
    }
    return nil
  }

  // MARK: Conditions

  /// The changes of removed entities.
  var ofRemoved: SQL {
    "ZENTITY IN (\(SQL.list(removed.map(\.number))))"
  }

  /// The last transaction with a change of a removed entity.
  var lastTransaction: SQL {
    "(SELECT max(ZTRANSACTIONID) FROM \(identifier: Self.changeTable) WHERE \(ofRemoved))"
  }

  /// The changes that go.
  var isDeleted: SQL {
    if removed.isEmpty { return "0" }
    return options.allowsPartialMigration
      ? ofRemoved : "(ZTRANSACTIONID <= \(lastTransaction) OR \(ofRemoved))"
  }

  // MARK: Statements

  /// The statements that carry the history over, in the order in which they run.
  var statements: [MigrationStatement] {
    guard isNeeded else { return [] }
    if problem != nil { return dropStatements }
    return (deletions + tombstoneColumns + masks + tombstones + numbers).map {
      MigrationStatement(phase: .persistentHistory, sql: $0)
    }
  }

  /// The statements for a history that cannot be carried over.
  ///
  /// Format: StoreFormat F185.
  var dropStatements: [MigrationStatement] {
    existingTables.map {
      MigrationStatement(phase: .persistentHistory, sql: "DROP TABLE \(identifier: $0)")
    }
  }

  private var deletions: [SQL] {
    if removed.isEmpty { return [] }
    let changes: SQL = "DELETE FROM \(identifier: Self.changeTable) WHERE \(isDeleted)"
    if options.allowsPartialMigration { return [changes] }
    return [
      """
      DELETE FROM \(identifier: Self.transactionTable) \
      WHERE \(identifier: StoreNames.primaryKey) <= \(lastTransaction)
      """, changes,
    ]
  }

  private func tombstoneColumn(_ position: Int) -> String { "ZTOMBSTONE\(position)" }

  private func hasTombstone(_ position: Int) -> Bool {
    planner.schema.table(named: Self.changeTable)?.columns.contains(tombstoneColumn(position))
      ?? false
  }

  private var tombstoneColumns: [SQL] {
    (0..<neededTombstones).filter { !hasTombstone($0) }.map {
      """
      ALTER TABLE \(identifier: Self.changeTable) \
      ADD COLUMN \(identifier: tombstoneColumn($0)) BLOB
      """
    }
  }

  private var masks: [SQL] {
    let numbers = members.filter { $0.columns != nil }.map(\.source.number)
    if numbers.isEmpty { return [] }
    return [
      """
      UPDATE \(identifier: Self.changeTable) \
      SET ZCOLUMNS = \(raw: Self.columnsFunction)(ZENTITY, ZCOLUMNS) \
      WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(SQL.list(numbers)))
      """
    ]
  }

  private var tombstones: [SQL] {
    members.compactMap { member in
      guard let origins = member.tombstones else { return nil }
      let changes = (0..<max(origins.count, member.keptInSource)).compactMap { place -> SQL? in
        let origin = place < origins.count ? origins[place] : nil
        guard origin != place, hasTombstone(place) || place < neededTombstones else { return nil }
        let column: SQL = "\(identifier: tombstoneColumn(place))"
        guard let origin, hasTombstone(origin) else { return "\(column) = NULL" }
        return "\(column) = \(identifier: tombstoneColumn(origin))"
      }
      if changes.isEmpty { return nil }
      return """
        UPDATE \(identifier: Self.changeTable) SET \(SQL.list(changes)) \
        WHERE ZENTITY = \(raw: String(member.source.number))
        """
    }
  }

  private var numbers: [SQL] {
    let changes = renumbering
    if changes.isEmpty { return [] }
    return [
      """
      UPDATE \(identifier: Self.changeTable) SET ZENTITY = \(changes.expression(for: "ZENTITY")) \
      WHERE ZENTITY IN (\(changes.oldNumbers))
      """
    ]
  }
}

/// How the masks of an entity's changes become masks of the destination's columns.
struct CarriedColumns {
  let source: ChangedColumns
  let destination: ChangedColumns
  /// For each place of the destination that of the source, nil for a column without one.
  private let origins: [Int?]

  /// - Returns: Nil where the masks stay as they are.
  init?(_ pair: InPlacePlanner.Pair, from before: StoreLayout, to after: StoreLayout) {
    source = ChangedColumns(of: pair.source, in: before)
    destination = ChangedColumns(of: pair.destination, in: after)
    let places = source.places
    origins = destination.places.map { place in
      Self.candidates(for: place, in: pair.mapping).lazy.compactMap(places.firstIndex).first
    }
    if origins == places.indices.map(Optional.some) { return nil }
  }

  /// The places of the source that a place of the destination continues, the nearest first.
  private static func candidates(
    for place: ChangedColumns.Place, in mapping: EntityMapping
  ) -> [ChangedColumns.Place] {
    func origin(_ name: String) -> String? {
      mapping.relationships.first { $0.destination == name }?.source
    }
    switch place {
    case .attribute(let name):
      let origin = mapping.attributes.first { $0.destination == name }?.source
      return origin.map { [.attribute($0)] } ?? []
    case .foreignKey(let name), .toMany(let name):
      return origin(name).map { [.foreignKey(relationship: $0), .toMany(relationship: $0)] } ?? []
    case .entityColumn(let name):
      return origin(name).map { [.entityColumn(relationship: $0)] } ?? []
    case .orderKey(let name):
      return origin(name).map { [.orderKey(relationship: $0)] } ?? []
    }
  }

  /// Whether no store shows the order of the columns on one side.
  var isUndecided: Bool { source.hasComposite || destination.hasComposite }

  /// The mask for the destination; nil for a value that is no mask of the source's columns.
  func carried(_ mask: SQLValue) -> Data? {
    guard case .blob(let bytes) = mask, let bits = source.bits(of: bytes) else { return nil }
    return ChangedColumns.mask(of: origins.map { $0.map { bits[$0] } ?? false })
  }
}
