/// The triggers that keep one derived attribute.
///
/// Every trigger changes the value and then reports the new one, through a function that each
/// connection that writes must register.
///
/// Format: StoreFormat F76 to F78.
struct DerivedTriggers {
  let derived: DerivedColumn

  private var table: String { derived.table }
  private var column: String { derived.column }

  /// The triggers in creation order.
  var triggers: [TriggerLayout] {
    switch derived.source {
    case .keyPath(let foreignKey, let table, let value):
      keyPath(foreignKey: foreignKey, table: table, value: value)
    case .count(let targets): count(targets)
    case .sum(let targets, let value): sum(targets, of: value)
    case .extreme(let extreme, let targets, let value):
      self.extreme(extreme.sqlName, targets, of: value)
    case .function(let function, let value):
      ownFunction("\(function.sqlName)(NEW.\(value))", watching: value)
    case .now: ownFunction("NSCoreDataNow()", watching: StoreNames.lockVersion)
    }
  }

  // MARK: Rules

  /// An attribute of a to-one's target.
  private func keyPath(
    foreignKey: String, table parameters: String, value: String
  ) -> [TriggerLayout] {
    let fetched = "(SELECT \(value) FROM \(parameters) WHERE Z_PK = NEW.\(foreignKey))"
    let users = "\(foreignKey) = NEW.Z_PK"
    return [
      ownRow(.insert, "SOURCE_INSERT", after: "INSERT", to: fetched),
      ownRow(.update, "SOURCE_UPDATE", after: "UPDATE OF \(foreignKey)", to: fetched),
      trigger(
        "PARAMETER_INSERT", after: "INSERT", on: parameters, to: "NEW.\(value)", where: users,
        .insert),
      trigger(
        "PARAMETER_UPDATE", after: "UPDATE OF \(value)", on: parameters, to: "NEW.\(value)",
        where: users, .update),
    ]
  }

  /// The number of rows that hold the owner's key.
  private func count(_ source: DerivedColumn.Targets) -> [TriggerLayout] {
    running(source, watching: source.isJoin ? [] : [source.key], step: { _ in "1" })
      + [
        ownRow(
          .insert, "SOURCE_INSERT", after: "INSERT",
          to: "(SELECT IFNULL(COUNT(\(source.key)), 0) FROM \(source.table) "
            + "WHERE \(source.key) = NEW.Z_PK)")
      ]
  }

  /// The sum of a column of the targets.
  private func sum(_ source: DerivedColumn.Targets, of value: String) -> [TriggerLayout] {
    running(source, watching: [source.key, value]) { "IFNULL(\($0).\(value), 0)" }
      + [
        ownRow(
          .insert, "SOURCE_INSERT", after: "INSERT",
          to: "(SELECT IFNULL(SUM(\(value)), 0) FROM \(source.table) "
            + "WHERE \(source.key) = NEW.Z_PK)")
      ]
  }

  /// The smallest or largest value of a column of the targets.
  private func extreme(
    _ function: String, _ source: DerivedColumn.Targets, of value: String
  ) -> [TriggerLayout] {
    func fetched(_ key: String) -> String {
      "(SELECT \(function)(\(value)) FROM \(source.table) WHERE \(source.key) = \(key))"
    }
    func recompute(_ name: String, _ event: String, _ row: String) -> TriggerLayout {
      let key = "\(row).\(source.key)"
      return trigger(
        name, after: event, on: source.table, when: ["(\(key) NOT NULL)"], to: fetched(key),
        where: "Z_PK = \(key)", .update)
    }
    return [
      recompute("INSERT", "INSERT", "NEW"),
      recompute("UPDATE_SET", "UPDATE OF \(source.key), \(value)", "NEW"),
      recompute("UPDATE_UNSET", "UPDATE OF \(source.key)", "OLD"),
      recompute("DELETE", "DELETE", "OLD"),
      ownRow(.insert, "INSERT", after: "INSERT", to: fetched("NEW.Z_PK")),
    ]
  }

  /// A function of the own row, computed again when a column changes.
  private func ownFunction(_ call: String, watching watched: String) -> [TriggerLayout] {
    [
      ownRow(.insert, "INSERT", after: "INSERT", to: call),
      ownRow(.update, "UPDATE", after: "UPDATE OF \(watched)", to: call),
    ]
  }

  // MARK: Texts

  private enum Report: String {
    case insert = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
    case update = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
  }

  /// Triggers that add and subtract as rows come, move and go; without columns to watch rows
  /// don't move.
  private func running(
    _ source: DerivedColumn.Targets, watching columns: [String], step: (_ row: String) -> String
  ) -> [TriggerLayout] {
    let changes = "UPDATE OF \(columns.joined(separator: ", "))"
    let steps = [
      ("INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) +"),
      ("UPDATE_INCREMENT", changes, "NEW", "\(column) +"),
      ("UPDATE_DECREMENT", changes, "OLD", "\(column) -"),
      ("DELETE", "DELETE", "OLD", "\(column) -"),
    ]
    return steps.filter { $0.1 != changes || !columns.isEmpty }.map { name, event, row, sum in
      trigger(
        "PARAMETER_\(name)", after: event, on: source.table,
        when: ["(\(row).\(source.key) NOT NULL)"], to: "\(sum) \(step(row))",
        where: "Z_PK = \(row).\(source.key)", .update)
    }
  }

  /// A trigger for the row itself that changed.
  private func ownRow(
    _ report: Report, _ name: String, after event: String, to value: String
  ) -> TriggerLayout {
    let members = derived.range.map {
      ["\($0.lowerBound) <= NEW.Z_ENT AND NEW.Z_ENT <= \($0.upperBound)"]
    }
    return layout(
      name, after: event, on: table, when: members ?? [], to: value, where: "Z_PK = NEW.Z_PK",
      report)
  }

  /// A trigger for rows elsewhere, among which only those of the entity change.
  private func trigger(
    _ name: String, after event: String, on changed: String, when: [String] = [],
    to value: String, where rows: String, _ report: Report
  ) -> TriggerLayout {
    let members =
      derived.range.map { " AND \($0.lowerBound) <= Z_ENT AND Z_ENT <= \($0.upperBound)" } ?? ""
    return layout(
      name, after: event, on: changed, when: when, to: value, where: rows + members, report)
  }

  private func layout(
    _ name: String, after event: String, on changed: String, when: [String], to value: String,
    where rows: String, _ report: Report
  ) -> TriggerLayout {
    let condition = when.map { " WHEN \($0)" }.joined()
    return TriggerLayout(
      name: "Z_DA_\(changed)_\(derived.entity)_\(derived.attribute)_\(name)", table: changed,
      entity: derived.entity, property: derived.attribute,
      body: "AFTER \(event) ON \(changed) FOR EACH ROW\(condition) BEGIN "
        + "UPDATE \(table) SET \(column) = \(value) WHERE \(rows); "
        + "SELECT \(report.rawValue)('\(table)', Z_ENT, Z_PK, '\(derived.attribute)', \(column)) "
        + "FROM \(table) WHERE \(rows); END")
  }
}
