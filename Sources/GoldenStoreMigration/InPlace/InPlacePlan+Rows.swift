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
    for join in joins { fill(join, &script) }
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

  // MARK: Changes in place

  /// Deletes the rows of entities that are gone from tables that stay.
  func deleteRows(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep && !table.removedNumbers.isEmpty {
      let name = table.destination?.name ?? ""
      script.append(
        .deleteRows, "DELETE FROM \(identifier: name) WHERE \(isOf(table.removedNumbers))")
    }
  }

  /// Renumbers each kept table with one UPDATE.
  func renumber(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep {
      let numbers = table.columns.filter { !$0.renumbering.isEmpty && $0.continued != nil }
      if numbers.isEmpty { continue }
      let changes = numbers.map { column -> SQL in
        "\(identifier: column.name) = \(column.renumbering.expression(for: column.name))"
      }
      script.append(
        .renumber,
        "UPDATE \(identifier: table.destination?.name ?? "") SET \(list(changes))")
    }
  }

  /// Gives new values to the entities that get them, which have their new numbers by now, with one
  /// UPDATE for each set of entities of a kept table.
  ///
  /// Format: StoreFormat F112.
  func fill(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep {
      for group in assignments(in: table) {
        script.append(.fill, group.statement(on: table.destination?.name ?? "", in: table))
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
func isOf(_ numbers: [Int]) -> SQL {
  let list = SQL.list(numbers)
  return numbers.count == 1 ? "Z_ENT = \(list)" : "Z_ENT IN (\(list))"
}

private func list(_ parts: [SQL]) -> SQL { .list(parts) }
