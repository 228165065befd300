/// The seven triggers that keep a counter attribute.
///
/// Each changes the number, and then reports the new one through a function that each connection
/// that writes must register.
///
/// Format: StoreFormat F126.
struct CounterTriggers {
  /// The declaring entity and the attribute.
  let entity: String
  let attribute: String
  /// The table and the column of the numbers.
  let table: String
  let column: String
  /// The table of the targets.
  let targets: String
  /// The key that connects owner and target: a column of the targets' table for a to-many, of the
  /// owner's for a to-one.
  let key: String
  let isToMany: Bool
  /// The columns of the terms and what they are compared with, in the order of the text.
  let terms: [(column: String, isEqual: Bool, number: Int64)]

  /// The triggers in creation order.
  var triggers: [TriggerLayout] {
    let same = isToMany ? " AND (NEW.\(key) == OLD.\(key))" : ""
    let sameBefore = isToMany ? " AND (OLD.\(key) == NEW.\(key))" : ""
    let changes = "UPDATE OF \(terms.map(\.column).joined(separator: ", ")) ON \(targets)"
    return [
      trigger(
        "INSERT_INCREMENT", "INSERT ON \(targets) FOR EACH ROW WHEN \(condition("NEW"))",
        increment(of: "NEW")),
      trigger(
        "UPDATE_INCREMENT",
        "\(changes) FOR EACH ROW WHEN (\(condition("NEW"))) AND (\(change))\(same)",
        increment(of: "NEW")),
      trigger(
        "UPDATE_DECREMENT",
        "\(changes) FOR EACH ROW WHEN (\(condition("OLD"))) AND (\(change))\(sameBefore)",
        decrement(of: "OLD")),
      trigger(
        "DELETE_DECREMENT", "DELETE ON \(targets) FOR EACH ROW WHEN \(condition("OLD"))",
        decrement(of: "OLD")),
      trigger(
        "\(table)_INSERT_INCREMENT", "INSERT ON \(table) FOR EACH ROW",
        assignment(of: count)),
    ] + (isToMany ? moves : replacements)
  }

  /// A target of a to-many gets another owner.
  private var moves: [TriggerLayout] {
    let isOther = "(NEW.\(key) != OLD.\(key))"
    return [
      trigger(
        "\(key)_UPDATE_INCREMENT",
        "UPDATE OF \(key) ON \(targets) WHEN (\(condition("NEW"))) AND "
          + "((NEW.\(key) IS NOT NULL AND OLD.\(key) IS NULL) OR \(isOther))",
        "UPDATE \(table) SET \(column) = IFNULL(\(column),0) + 1 WHERE Z_PK = NEW.\(key);"
          + note("Z_PK = NEW.\(key)")),
      trigger(
        "\(key)_UPDATE_DECREMENT",
        "UPDATE OF \(key) ON \(targets) WHEN (\(condition("OLD"))) AND "
          + "((OLD.\(key) IS NOT NULL AND NEW.\(key) IS NULL) OR \(isOther))",
        "UPDATE \(table) SET \(column) = MAX(0,IFNULL(\(column),0) - 1) WHERE Z_PK = OLD.\(key);"
          + note("Z_PK = OLD.\(key)")),
    ]
  }

  /// An owner gets another target of a to-one, or none.
  private var replacements: [TriggerLayout] {
    [
      trigger(
        "\(key)_UPDATE_TO_NULL", "UPDATE OF \(key) ON \(table) WHEN (NEW.\(key) IS NULL)",
        assignment(of: "0")),
      trigger(
        "\(key)_UPDATE_INCREMENT", "UPDATE OF \(key) ON \(table) WHEN (NEW.\(key) IS NOT NULL)",
        assignment(of: count)),
    ]
  }

  // MARK: Texts

  private func condition(_ row: String) -> String {
    terms.map { "\(row).\($0.column) \($0.isEqual ? "==" : "!=") \($0.number)" }
      .joined(separator: " AND ")
  }

  private var change: String {
    terms.map { "NEW.\($0.column) != OLD.\($0.column)" }.joined(separator: " OR ")
  }

  /// The number of targets of the changed owner that meet the terms.
  private var count: String {
    let owner = isToMany ? "\(key) = NEW.Z_PK" : "Z_PK = NEW.\(key)"
    let terms = terms.map { "\($0.column) \($0.isEqual ? "==" : "!=") \($0.number)" }
      .joined(separator: " AND ")
    return "(SELECT COUNT(Z_PK) FROM \(targets) WHERE (\(owner)) AND (\(terms)))"
  }

  private func owner(of row: String) -> (changed: String, noted: String) {
    isToMany
      ? ("\(row).\(key) = Z_PK", "Z_PK = \(row).\(key)")
      : ("\(row).Z_PK = \(key)", "\(key) = \(row).Z_PK")
  }

  private func increment(of row: String) -> String {
    let rows = owner(of: row)
    return "UPDATE \(table) SET \(column) = IFNULL(\(column),0) + 1 WHERE \(rows.changed);"
      + note(rows.noted)
  }

  private func decrement(of row: String) -> String {
    let rows = owner(of: row)
    return "UPDATE \(table) SET \(column) = MAX(0,IFNULL(\(column),0) - 1) WHERE \(rows.changed);"
      + note(rows.noted)
  }

  private func assignment(of value: String) -> String {
    "UPDATE \(table) SET \(column) = \(value) WHERE Z_PK = NEW.Z_PK;" + note("Z_PK = NEW.Z_PK")
  }

  private func note(_ rows: String) -> String {
    " SELECT NSCoreDataTriggerUpdateAffectedObjectValue"
      + "('\(table)', Z_ENT, Z_PK, '\(column)', \(column)) FROM \(table) WHERE \(rows);"
  }

  private func trigger(_ name: String, _ event: String, _ action: String) -> TriggerLayout {
    let words = event.split(separator: " ")
    return TriggerLayout(
      name: "ZT_\(table)_\(column)_\(targets)_\(name)",
      table: words.drop { $0 != "ON" }.dropFirst().first.map(String.init) ?? table,
      entity: entity, property: attribute, body: "AFTER \(event) BEGIN \(action) END")
  }
}
