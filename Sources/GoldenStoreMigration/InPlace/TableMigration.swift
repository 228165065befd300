import GoldenStoreFormat
import GoldenStoreSQLite

/// What happens to the table of a root entity.
struct TableMigration: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case add, remove, keep, rebuild
  }

  let kind: Kind
  /// The table in the source; `nil` for an added one.
  let source: TableLayout?
  /// The table in the destination; `nil` for a removed one.
  let destination: TableLayout?
  /// Where each of the destination's columns gets its cells from, in the destination's order.
  let columns: [ColumnMapping]

  /// The name under which the rows of a rebuilt table wait to be copied.
  var temporaryName: String { "_T_" + (source?.name ?? "") }

  /// Whether the table is touched without being rebuilt.
  var isAltered: Bool {
    guard kind == .keep else { return false }
    return source?.name != destination?.name || columns.contains { !$0.isUntouched }
  }
}

/// Where a column of the destination gets its cells from.
struct ColumnMapping: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    /// The column is new and empty.
    case none
    /// A column of the source that lives on under this name.
    case column(String)
    /// A column of the source that lives on, with a value where it is NULL.
    case completed(String, SQLValue)
    /// A copy of a source column, which another column continues.
    case copy(String)
    /// The same value in every row.
    case value(SQLValue)
  }

  let name: String
  let declaredType: String
  let origin: Origin
  /// How the entity numbers in the column change.
  let renumbering: Renumbering

  /// The source column that this one continues.
  var continued: String? {
    switch origin {
    case .column(let source), .completed(let source, _): source
    case .none, .copy, .value: nil
    }
  }

  var isUntouched: Bool { origin == .column(name) && renumbering.isEmpty }

  /// The cell for a copied row, in terms of the source's columns.
  var expression: SQL {
    switch origin {
    case .none: "NULL"
    case .column(let source): renumbering.expression(for: source)
    case .completed(let source, let value): "COALESCE(\(identifier: source), \(value))"
    case .copy(let source): "\(identifier: source)"
    case .value(let value): "\(value)"
    }
  }
}

/// Entity numbers that change from one version to the other.
struct Renumbering: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    let old: Int
    let new: Int
  }

  static let none = Renumbering([])

  /// The changes by old number; numbers that stay are not listed.
  let changes: [Change]

  init(_ changes: [Change]) {
    self.changes = changes.filter { $0.old != $0.new }.sorted { $0.old < $1.old }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// The new number for the old one in a column; other numbers and NULL stay.
  func expression(for column: String) -> SQL {
    guard !isEmpty else { return "\(identifier: column)" }
    var sql: SQL = "CASE \(identifier: column)"
    for change in changes {
      sql = "\(sql) WHEN \(raw: String(change.old)) THEN \(raw: String(change.new))"
    }
    return "\(sql) ELSE \(identifier: column) END"
  }
}
