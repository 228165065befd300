import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Looks at the rows of a store's history before the plan touches them.
struct PersistentHistoryCheck {
  let plan: PersistentHistoryPlan
  /// The framework that wrote the store last; nil where it does not say.
  let framework: Int64?

  /// The user info key under which old frameworks find the order of the values of deleted objects.
  private static let tombstoneKey = "NSPersistentHistoryTombstoneAttributes"

  /// What is to be run, and what is to be told of it.
  struct Outcome {
    var statements: [MigrationStatement] = []
    var notes: [MigrationNote] = []
  }

  /// Registers what the statements call, and decides between carrying over and dropping.
  ///
  /// - Throws: `MigrationError.notSupportedYet` for masks of composite attributes, and for values
  ///   of deleted objects in the order of an old framework.
  func run(on connection: Connection) throws -> Outcome {
    guard plan.isNeeded else { return Outcome() }
    try register(on: connection)
    if let problem = try plan.problem ?? unknownEntity(connection) ?? unreadable(connection) {
      let rows = try PersistentHistoryPlan.counts(of: plan.existingTables, on: connection)
      return Outcome(
        statements: plan.dropStatements,
        notes: [
          .historyDropped(problem, transactions: rows.transactions, changes: rows.changes)
        ])
    }
    try requireKnownTombstones(connection)
    return Outcome(statements: plan.statements, notes: try deletion(connection).map { [$0] } ?? [])
  }

  private func register(on connection: Connection) throws {
    let columns = Dictionary(
      uniqueKeysWithValues: plan.members.compactMap { member in
        member.columns.map { (Int64(member.source.number), $0) }
      })
    try connection.register(PersistentHistoryPlan.columnsFunction, arguments: 2) { arguments in
      guard case .integer(let number) = arguments[0],
        let mask = columns[number]?.carried(arguments[1])
      else { return .null }
      return .blob(mask)
    }
  }

  // MARK: Rows that stay

  private var staying: SQL {
    "\(identifier: PersistentHistoryPlan.changeTable) WHERE (\(plan.isDeleted)) IS NOT TRUE"
  }

  private func unknownEntity(_ connection: Connection) throws -> PersistentHistoryProblem? {
    guard plan.changesNumbers else { return nil }
    let numbers = SQL.list(plan.members.map(\.source.number))
    return try connection.firstRow(
      """
      SELECT Z_PK, ZENTITY FROM \(staying) \
      AND (typeof(ZENTITY) <> 'integer' OR ZENTITY NOT IN (\(numbers))) LIMIT 1
      """
    ) { row in
      .unknownEntity(change: row.integer(at: 0), number: try row.value(at: 1).excerpt)
    }
  }

  private func unreadable(_ connection: Connection) throws -> PersistentHistoryProblem? {
    let members = plan.members.filter { $0.columns != nil }
    if members.isEmpty { return nil }
    func masked(_ members: [PersistentHistoryPlan.Member]) -> SQL {
      let numbers = SQL.list(members.map(\.source.number))
      return "\(staying) AND ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(numbers))"
    }
    let undecided = members.filter { $0.columns?.isUndecided == true }
    for member in undecided
    where try connection.integer("SELECT count(*) FROM \(masked([member]))") > 0 {
      throw plan.planner.notSupported(
        "persistent history of '\(member.source.name)', which has composite attributes,")
    }
    return try connection.firstRow(
      """
      SELECT Z_PK, ZENTITY, ZCOLUMNS FROM \(masked(members)) \
      AND \(raw: PersistentHistoryPlan.columnsFunction)(ZENTITY, ZCOLUMNS) IS NULL LIMIT 1
      """
    ) { row in
      let number = row.integer(at: 1)
      let member = members.first { Int64($0.source.number) == number }
      return .unreadableColumns(
        change: row.integer(at: 0), entity: member?.source.name ?? "\(number)",
        expected: member?.columns?.source.places.count ?? 0,
        found: try row.value(at: 2).excerpt)
    }
  }

  /// Old frameworks keep the values of deleted objects in an order of the entity's own.
  private func requireKnownTombstones(_ connection: Connection) throws {
    guard framework ?? 0 <= 866 else { return }
    for member in plan.members where member.tombstones != nil {
      let entity = plan.planner.source.model.entity(named: member.source.name)
      guard entity?.userInfo.contains(where: { $0.key == Self.tombstoneKey }) == true else {
        continue
      }
      throw plan.planner.notSupported(
        """
        persistent history of '\(member.source.name)', whose values of deleted objects are in the \
        order of '\(Self.tombstoneKey)',
        """)
    }
  }

  // MARK: Rows that go

  private func deletion(_ connection: Connection) throws -> MigrationNote? {
    if plan.removed.isEmpty { return nil }
    let table = PersistentHistoryPlan.changeTable
    let touched = Set(
      try connection.rows(
        "SELECT DISTINCT ZENTITY FROM \(identifier: table) WHERE \(plan.ofRemoved)"
      ) { $0.integer(at: 0) })
    let entities = plan.removed.filter { touched.contains(Int64($0.number)) }.map(\.name)
    if entities.isEmpty { return nil }
    let changes = try connection.integer(
      "SELECT count(*) FROM \(identifier: table) WHERE \(plan.isDeleted)")
    let last = try connection.firstRow("SELECT \(plan.lastTransaction)") { row in
      row.isNull(at: 0) ? nil : row.integer(at: 0)
    }
    guard !plan.options.allowsPartialMigration, let last = last ?? nil else {
      return .changesOfEntitiesDeleted(entities: entities, changes: changes)
    }
    let transactions = try connection.integer(
      """
      SELECT count(*) FROM \(identifier: PersistentHistoryPlan.transactionTable) \
      WHERE \(identifier: StoreNames.primaryKey) <= \(last)
      """)
    return .historyTruncated(
      entities: entities, lastTransaction: last, transactions: transactions, changes: changes)
  }
}
