import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The statements that move and change rows.
extension InPlacePlan {
  // MARK: Copies

  /// Copies the rows of rebuilt tables, one statement for each entity, then those of join tables.
  func copyRows(_ script: inout SchemaScript) {
    for table in tables where table.kind == .rebuild {
      for member in table.members { script.append(.copyRows, copy(of: member, in: table)) }
    }
    for join in joins {
      switch join.kind {
      case .create, .keep: continue
      case .rebuild(let source, let columns):
        script.append(
          .copyRows,
          """
          INSERT INTO \(identifier: join.destination.name) (\(identifiers: columns.map(\.name))) \
          SELECT \(identifiers: columns.map(\.source)) FROM \(identifier: temporaryName(of: source))
          """)
      case .fill(let pairs):
        script.append(.copyRows, fill(join.destination, from: pairs))
      }
    }
    for key in reversed { script.append(.copyRows, reverse(key)) }
  }

  private func copy(of member: TableMigration.Member, in table: TableMigration) -> SQL {
    let cells = table.columns.compactMap { column in
      column.expression(for: member.entity).map { (name: column.name, expression: $0) }
    }
    let statement: SQL = """
      INSERT INTO \(identifier: table.destination?.name ?? "") (\(identifiers: cells.map(\.name))) \
      SELECT \(list(cells.map(\.expression))) FROM \(identifier: table.temporaryName)
      """
    if table.isOfOneEntity { return statement }
    return "\(statement) WHERE \(isOf([member.oldNumber]))"
  }

  private func fill(_ join: JoinTableLayout, from pairs: ForeignKeyPairs) -> SQL {
    var columns = [pairs.ownerColumn, pairs.holderColumn]
    var cells: [SQL] = ["\(identifier: pairs.foreignKey)", "\(identifier: StoreNames.primaryKey)"]
    if let orderKey = pairs.holderOrderKey {
      columns.append(orderKey.name)
      cells.append(
        orderKey.source == StoreNames.primaryKey
          ? "\(identifier: StoreNames.primaryKey)"
          : "COALESCE(\(identifier: orderKey.source), \(identifier: StoreNames.primaryKey))")
    }
    if let orderKey = pairs.ownerOrderKey {
      columns.append(orderKey)
      cells.append("\(raw: String(ForeignKeyPairs.onlyRank))")
    }
    let statement: SQL = """
      INSERT INTO \(identifier: join.name) (\(identifiers: columns)) \
      SELECT \(list(cells)) FROM \(identifier: currentName(of: pairs.table)) \
      WHERE \(identifier: pairs.foreignKey) IS NOT NULL
      """
    return pairs.entityNumbers.isEmpty
      ? statement : "\(statement) AND \(isOf(pairs.entityNumbers))"
  }

  private func reverse(_ key: ReversedForeignKey) -> SQL {
    let holder = currentName(of: key.table)
    let owner: SQL = """
      (SELECT \(identifier: holder).\(identifier: StoreNames.primaryKey) \
      FROM \(identifier: holder) WHERE \(identifier: holder).\(identifier: key.foreignKey) \
      = \(identifier: key.targetTable).\(identifier: StoreNames.primaryKey))
      """
    let columns = [key.targetForeignKey] + (key.targetOrderKey.map { [$0] } ?? [])
    return
      "UPDATE \(identifier: key.targetTable) SET \(list(columns.map { "\(identifier: $0) = \(owner)" }))"
  }

  /// Where the rows of a source table are while rows are copied.
  private func currentName(of table: String) -> String {
    guard let migration = tables.first(where: { $0.source?.name == table }) else { return table }
    return migration.kind == .rebuild
      ? migration.temporaryName : migration.destination?.name ?? table
  }

  // MARK: Changes in place

  /// Deletes the rows of entities that are gone from tables that stay.
  func deleteRows(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep && !table.removedNumbers.isEmpty {
      let name = table.destination?.name ?? ""
      script.append(
        .deleteRows, "DELETE FROM \(identifier: name) WHERE \(isOf(table.removedNumbers))")
    }
  }

  /// Renumbers each kept table with one UPDATE, then gives new values to the entities that get
  /// them, with one UPDATE for each set of entities.
  ///
  /// Format: StoreFormat F112.
  func fill(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep {
      let name = table.destination?.name ?? ""
      let numbers = table.columns.filter { !$0.renumbering.isEmpty && $0.continued != nil }
      if !numbers.isEmpty {
        let changes = numbers.map { column -> SQL in
          "\(identifier: column.name) = \(column.renumbering.expression(for: column.name))"
        }
        script.append(.renumber, "UPDATE \(identifier: name) SET \(list(changes))")
      }
      for group in assignments(in: table) {
        script.append(.fill, group.statement(on: name, in: table))
      }
    }
    for column in entityColumns { fill(column, &script) }
  }

  /// Fills the numbers of targets for keys that had none beside them: first that of the former
  /// destination, then the target's own, where the key names a row.
  ///
  /// Format: StoreFormat F143.
  private func fill(_ column: NewEntityColumn, _ script: inout SchemaScript) {
    let key: SQL = "\(identifier: column.foreignKey)"
    script.append(
      .fill,
      """
      UPDATE \(identifier: column.table) SET \(identifier: column.name) = \
      \(raw: String(column.number)) WHERE \(key) IS NOT NULL
      """)
    script.append(
      .fill,
      """
      UPDATE \(identifier: column.table) SET \(identifier: column.name) = \
      (SELECT target.Z_ENT FROM \(identifier: column.targetTable) AS target \
      WHERE target.Z_PK = \(identifier: column.table).\(key)) \
      WHERE \(key) IN (SELECT Z_PK FROM \(identifier: column.targetTable))
      """)
  }

  /// What the same entities of a kept table get.
  private struct Assignments {
    /// The destination's numbers of the entities.
    let numbers: [Int]
    var values: [SQL] = []
    /// A condition for each value without which no row needs it; `nil` where every row does.
    var conditions: [SQL?] = []

    func statement(on name: String, in table: TableMigration) -> SQL {
      let change: SQL = "UPDATE \(identifier: name) SET \(list(values))"
      var restrictions: [SQL] = []
      if table.members.count != numbers.count { restrictions.append(isOf(numbers)) }
      let needed = conditions.compactMap { $0 }
      if needed.count == conditions.count, var condition = needed.first {
        for other in needed.dropFirst() { condition = "\(condition) OR \(other)" }
        restrictions.append(
          restrictions.isEmpty || needed.count == 1 ? condition : "(\(condition))")
      }
      guard var restriction = restrictions.first else { return change }
      for other in restrictions.dropFirst() { restriction = "\(restriction) AND \(other)" }
      return "\(change) WHERE \(restriction)"
    }
  }

  private func assignments(in table: TableMigration) -> [Assignments] {
    var groups: [Assignments] = []
    for column in table.columns {
      let members = table.members.filter { assignment(to: column, for: $0, in: table) != nil }
      var seen: [ColumnMapping.Origin] = []
      for member in members {
        let origin = column.origins[member.entity] ?? .none
        guard !seen.contains(origin), let value = assignment(to: column, for: member, in: table)
        else { continue }
        seen.append(origin)
        let numbers = members.filter { column.origins[$0.entity] ?? .none == origin }
          .map(\.newNumber)
        let position =
          groups.firstIndex { $0.numbers == numbers } ?? groups.endIndex
        if position == groups.endIndex { groups.append(Assignments(numbers: numbers)) }
        groups[position].values.append(value.change)
        groups[position].conditions.append(value.condition)
      }
    }
    return groups
  }

  private func assignment(
    to column: ColumnMapping, for member: TableMigration.Member, in table: TableMigration
  ) -> (change: SQL, condition: SQL?)? {
    let cell: SQL = "\(identifier: column.name)"
    switch column.origins[member.entity] {
    case nil, .column, .marked: return nil
    case Optional.some(ColumnMapping.Origin.none):
      // A column that others had: an earlier default may have reached this entity's rows.
      return column.continued == nil ? nil : ("\(cell) = NULL", "\(cell) IS NOT NULL")
    case .value(let value): return ("\(cell) = \(value)", nil)
    case .completed(_, let value):
      return ("\(cell) = COALESCE(\(cell), \(value))", "\(cell) IS NULL")
    case .copy(let source, let value):
      let heir: SQL =
        "\(identifier: table.columns.first { $0.continuedColumns.contains(source) }?.name ?? source)"
      return (value.map { "\(cell) = COALESCE(\(heir), \($0))" } ?? "\(cell) = \(heir)", nil)
    }
  }
}

/// A condition for the rows of some entities.
private func isOf(_ numbers: [Int]) -> SQL {
  let list = numbers.map(String.init).joined(separator: ", ")
  return numbers.count == 1 ? "Z_ENT = \(raw: list)" : "Z_ENT IN (\(raw: list))"
}

private func list(_ parts: [SQL]) -> SQL { .list(parts) }
