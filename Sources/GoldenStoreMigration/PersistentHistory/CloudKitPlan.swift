import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// What a change in place does to the tables in which CloudKit mirroring keeps its state.
///
/// Format: StoreFormat F187 to F189.
struct CloudKitPlan {
  static let recordTable = "ANSCKRECORDMETADATA"
  /// The column that holds the number of an object's entity.
  private static let numberColumn = "ZENTITYID"
  /// The column that holds the primary key of an object.
  private static let keyColumn = "ZENTITYPK"

  let planner: InPlacePlanner
  /// What changes in the numbers of entities.
  let history: PersistentHistoryPlan

  static func isTable(_ name: String) -> Bool { name.hasPrefix("ANSCK") }

  private var hasRecords: Bool { planner.schema.table(named: Self.recordTable) != nil }

  // MARK: Numbers

  /// The statements that renumber the records' objects, through numbers that no entity has: no
  /// two rows may be equal in between.
  ///
  /// Format: StoreFormat F188.
  var statements: [MigrationStatement] {
    let changes = history.renumbering
    guard hasRecords, !changes.isEmpty else { return [] }
    let column: SQL = "\(identifier: Self.numberColumn)"
    let statements: [SQL] = [
      """
      UPDATE \(identifier: Self.recordTable) \
      SET \(column) = -(\(changes.expression(for: Self.numberColumn))) \
      WHERE \(column) IN (\(changes.oldNumbers))
      """,
      "UPDATE \(identifier: Self.recordTable) SET \(column) = -\(column) WHERE \(column) < 0",
    ]
    return statements.map { MigrationStatement(phase: .cloudKit, sql: $0) }
  }

  /// Refuses rows that would name another object than before.
  ///
  /// - Throws: `MigrationError`; `StoreError.unexpectedEntityNumber`.
  func requireNumbers(on connection: Connection) throws {
    guard history.changesNumbers else { return }
    try requireNoOtherNumbers(on: connection)
    guard let table = planner.schema.table(named: Self.recordTable) else { return }
    for column in [Self.numberColumn, Self.keyColumn] where !table.columns.contains(column) {
      throw planner.notSupported(
        "CloudKit mirroring (table '\(Self.recordTable)' without column '\(column)')")
    }
    try requireNoCollision(on: connection)
    for entity in history.removed {
      let records = try connection.integer(
        """
        SELECT count(*) FROM \(identifier: Self.recordTable) \
        WHERE \(identifier: Self.numberColumn) = \(entity.number)
        """)
      if records > 0 {
        throw planner.notSupported(
          "removing entity '\(entity.name)' while \(records) objects of it are mirrored to CloudKit"
        )
      }
    }
    try requireKnownNumbers(on: connection)
  }

  private func requireNoCollision(on connection: Connection) throws {
    let number = history.renumbering.expression(for: Self.numberColumn)
    let collision = try connection.firstRow(
      """
      SELECT \(number) AS NUMBER, \(identifier: Self.keyColumn) \
      FROM \(identifier: Self.recordTable) WHERE \(identifier: Self.numberColumn) IS NOT NULL \
      GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1
      """
    ) { (number: $0.integer(at: 0), key: $0.integer(at: 1)) }
    guard let collision else { return }
    let entity = planner.destination.entities.first { Int64($0.number) == collision.number }
    throw planner.refusal(
      .sharedRecord(
        entity: entity?.name ?? "\(collision.number)", primaryKey: collision.key))
  }

  /// A number that no entity of the source has would become that of one of the destination.
  private func requireKnownNumbers(on connection: Connection) throws {
    let count = planner.source.entities.count
    let stranger = try connection.firstRow(
      """
      SELECT Z_PK, \(identifier: Self.numberColumn) FROM \(identifier: Self.recordTable) \
      WHERE \(identifier: Self.numberColumn) < 1 OR \(identifier: Self.numberColumn) \
      BETWEEN \(count + 1) AND \(planner.destination.entities.count) LIMIT 1
      """
    ) { (row: $0.integer(at: 0), number: $0.integer(at: 1)) }
    if let stranger {
      throw StoreError.unexpectedEntityNumber(
        store: connection.fileName, table: Self.recordTable, row: stranger.row,
        found: "\(stranger.number)")
    }
  }

  /// Other tables with numbers of entities hold work in progress; nobody knows how it is carried.
  private func requireNoOtherNumbers(on connection: Connection) throws {
    for table in planner.schema.tables
    where Self.isTable(table.name) && table.name != Self.recordTable
      && table.columns.contains(Self.numberColumn)
    {
      try SchemaGuard(connection, store: planner.schema.store).requireStored(table: table.name)
      let rows = try connection.integer("SELECT count(*) FROM \(identifier: table.name)")
      if rows > 0 {
        throw planner.notSupported(
          "CloudKit mirroring with \(rows) rows in table '\(table.name)' and other entity numbers")
      }
    }
  }
}

extension InPlacePlanner {
  /// Refuses renamed entities, attributes and relationships in a mirrored store.
  ///
  /// Format: StoreFormat F187.
  func requireNoRename() throws(MigrationError) {
    for pair in pairs {
      let (source, destination) = (pair.source.name, pair.destination.name)
      if source != destination {
        throw refusal(.renamedRecordType(source: source, destination: destination))
      }
      for property in pair.mapping.attributes {
        guard let origin = property.source, origin != property.destination else { continue }
        throw refusal(
          .renamedField(
            source: "\(source).\(origin)", destination: "\(source).\(property.destination)"))
      }
      for property in pair.mapping.relationships {
        guard let origin = property.source, origin != property.destination else { continue }
        throw refusal(
          .renamedReference(
            entity: source, source: origin, destination: property.destination))
      }
    }
  }

  fileprivate func refusal(_ problem: CloudKitProblem) -> MigrationError {
    .cannotMigrate(
      source: mapping.source, destination: mapping.destination,
      .mirrored(problem))
  }
}

/// Why a store that is mirrored to CloudKit cannot be migrated.
public enum CloudKitProblem: Hashable, Sendable {
  /// An entity is renamed.
  case renamedRecordType(source: String, destination: String)
  /// An attribute is renamed; both names with that of the entity.
  case renamedField(source: String, destination: String)
  /// A relationship is renamed.
  case renamedReference(entity: String, source: String, destination: String)
  /// Two records would be of one object.
  case sharedRecord(entity: String, primaryKey: Int64)
}

extension CloudKitProblem: CustomStringConvertible {
  public var description: String {
    let advice =
      "older devices would not know the new name; keep the old one, or add a new property or entity"
    switch self {
    case .renamedRecordType(let source, let destination):
      return "entity '\(source)' is renamed to '\(destination)' in a store that is mirrored to "
        + "CloudKit; \(advice)"
    case .renamedField(let source, let destination):
      return "attribute '\(source)' is renamed to '\(destination)' in a store that is mirrored to "
        + "CloudKit; \(advice)"
    case .renamedReference(let entity, let source, let destination):
      return "relationship '\(entity).\(source)' is renamed to '\(entity).\(destination)' in a "
        + "store that is mirrored to CloudKit; \(advice)"
    case .sharedRecord(let entity, let primaryKey):
      return "'\(CloudKitPlan.recordTable)' would have two records of '\(entity)' \(primaryKey); "
        + "it was written by another version of the model"
    }
  }

  /// The error that Core Data puts underneath its "Cannot migrate store in-place".
  var coreData: CoreDataError {
    switch self {
    case .renamedRecordType(let source, let destination):
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "CloudKit integration forbids renaming '\(source)' to '\(destination)'. "
          + "Older devices can't process the new records.")
    case .renamedField(let source, let destination):
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "Properties cannot be renamed in stores that are used with CloudKit. "
          + "Cannot rename '\(source)' to '\(destination)'.")
    case .renamedReference(_, let source, let destination):
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "CloudKit integration forbids renaming '\(source)' to '\(destination)'. "
          + "Older devices can't process the new relationships.")
    case .sharedRecord:
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "constraint violation during attempted migration")
    }
  }
}
