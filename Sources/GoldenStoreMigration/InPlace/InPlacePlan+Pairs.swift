import GoldenStoreFormat
import GoldenStoreSQLite

/// The statements that move the keys of relationships from one place to another.
///
/// Format: StoreFormat F116, F147.
extension InPlacePlan {
  // MARK: Pairs of join tables

  /// Copies pairs into a new join table, one statement for each place that they come from.
  func fill(_ join: JoinMigration, _ script: inout SchemaScript) {
    guard case .fill(let sources) = join.kind else { return }
    for source in sources {
      let statement: SQL = """
        INSERT INTO \(identifier: join.destination.name) \
        (\(identifiers: source.cells.map(\.column))) \
        SELECT \(SQL.list(source.cells.map { cell($0.origin, of: source.place) })) \
        FROM \(identifier: currentName(of: source.place))
        """
      guard var condition = source.conditions.first.map({ sql($0, of: source.place) }) else {
        script.append(.copyRows, statement)
        continue
      }
      for other in source.conditions.dropFirst() {
        condition = "\(condition) AND \(sql(other, of: source.place))"
      }
      script.append(.copyRows, "\(statement) WHERE \(condition)")
    }
  }

  private func cell(_ origin: PairSource.Cell.Origin, of place: PairSource.Place) -> SQL {
    switch origin {
    case .column(let column): "\(identifier: currentColumn(column, of: place))"
    case .rank(let column):
      """
      COALESCE(\(identifier: currentColumn(column, of: place)), \
      \(identifier: StoreNames.primaryKey))
      """
    case .number(let number): "\(raw: String(number))"
    }
  }

  private func sql(_ condition: PairSource.Condition, of place: PairSource.Place) -> SQL {
    switch condition {
    case .isSet(let column): "\(identifier: currentColumn(column, of: place)) IS NOT NULL"
    case .isOf(let numbers): isOf(numbers)
    case .names(let column, let table, let numbers):
      """
      \(identifier: currentColumn(column, of: place)) IN (SELECT Z_PK \
      FROM \(identifier: currentName(of: table)) WHERE \(isOf(numbers)))
      """
    }
  }

  // MARK: Reversed keys

  func reverse(_ key: ReversedForeignKey) -> SQL {
    let holder = currentName(of: key.table)
    let foreignKey = currentColumn(key.foreignKey, of: .table(key.table))
    let owner: SQL = """
      (SELECT holder.Z_PK FROM \(identifier: holder) AS holder \
      WHERE holder.\(identifier: foreignKey) = \(identifier: key.targetTable).Z_PK \
      AND holder.\(isOf(key.numbers)))
      """
    let columns = [key.targetForeignKey] + (key.targetOrderKey.map { [$0] } ?? [])
    let change: SQL = """
      UPDATE \(identifier: key.targetTable) \
      SET \(SQL.list(columns.map { "\(identifier: $0) = \(owner)" }))
      """
    guard let table = tables.first(where: { $0.destination?.name == key.targetTable }) else {
      return change
    }
    // A kept table has the old numbers until all rows are where they belong.
    let targets = table.members.filter { key.targetEntities.contains($0.entity) }
    guard targets.count < table.members.count else { return change }
    let numbers = targets.map { table.kind == .keep ? $0.oldNumber : $0.newNumber }
    return "\(change) WHERE \(isOf(numbers))"
  }

  // MARK: Where things are while rows are copied

  /// The name of a join table that is dropped after its pairs were copied.
  func temporaryName(of join: JoinTableLayout) -> String { "_T_" + join.name }

  /// The join table of the destination that a source's one lives on as.
  func heir(of join: JoinTableLayout) -> JoinMigration? {
    joins.first { if case .keep(join, _) = $0.kind { true } else { false } }
  }

  private func currentName(of place: PairSource.Place) -> String {
    switch place {
    case .table(let table): currentName(of: table)
    case .joinTable(let join): heir(of: join)?.destination.name ?? temporaryName(of: join)
    }
  }

  /// Where the rows of a source table are while rows are copied.
  private func currentName(of table: String) -> String {
    guard let migration = tables.first(where: { $0.source?.name == table }) else { return table }
    return migration.kind == .rebuild
      ? migration.temporaryName : migration.destination?.name ?? table
  }

  /// The name of a source's column in a table whose columns were renamed in their place.
  private func currentColumn(_ column: String, of place: PairSource.Place) -> String {
    switch place {
    case .joinTable(let join):
      guard case .keep(_, let renames) = heir(of: join)?.kind else { return column }
      return renames.first { $0.old == column }?.new ?? column
    case .table(let name):
      guard let table = tables.first(where: { $0.source?.name == name && $0.kind == .keep })
      else { return column }
      return table.columns.first { $0.continuedColumns.contains(column) }?.name ?? column
    }
  }
}
