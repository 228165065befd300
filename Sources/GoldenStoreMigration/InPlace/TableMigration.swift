import GoldenStoreFormat
import GoldenStoreSQLite

/// What happens to the table of a root entity.
struct TableMigration: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case add, remove, keep, rebuild
  }

  /// An entity whose objects live on in the table, with its number on both sides.
  struct Member: Hashable, Sendable {
    let entity: String
    let oldNumber: Int
    let newNumber: Int
  }

  let kind: Kind
  /// The table in the source; `nil` for an added one.
  let source: TableLayout?
  /// The table in the destination; `nil` for a removed one.
  let destination: TableLayout?
  /// Where each of the destination's columns gets its cells from, in the destination's order.
  let columns: [ColumnMapping]
  /// The entities that live on, by their numbers in the destination.
  let members: [Member]
  /// The source's numbers of entities whose rows stay nowhere, in ascending order.
  let removedNumbers: [Int]
  /// Whether the source table has rows of no other entity than the one that lives on.
  let isOfOneEntity: Bool

  /// The name under which the rows of a rebuilt table wait to be copied.
  var temporaryName: String { "_T_" + (source?.name ?? "") }
}

/// Where a column of the destination gets its cells from.
struct ColumnMapping: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    /// The cells are empty.
    case none
    /// A column of the source that lives on under this name.
    case column(String)
    /// A column of the source that lives on, with a value where it is NULL.
    case completed(String, SQLValue)
    /// A column of the source whose cells are marked as inline values of external storage, with a
    /// value where it is NULL.
    case marked(String, completedBy: SQLValue?)
    /// A copy of a source column, which another column continues, with a value where it is NULL.
    case copy(String, completedBy: SQLValue?)
    /// The same value in every row.
    case value(SQLValue)

    /// The source column that the cells are read from.
    var column: String? {
      switch self {
      case .column(let source), .completed(let source, _), .marked(let source, _),
        .copy(let source, _):
        source
      case .none, .value: nil
      }
    }

    /// The source column that lives on here.
    var continued: String? {
      switch self {
      case .column(let source), .completed(let source, _), .marked(let source, _): source
      case .none, .copy, .value: nil
      }
    }
  }

  let name: String
  let declaredType: String
  /// The origin for each entity that lives on and has the column, by its destination name.
  let origins: [String: Origin]
  /// How the entity numbers in the column change.
  let renumbering: Renumbering

  /// The source columns that live on here for some entity; a kept table allows one.
  var continuedColumns: Set<String> { Set(origins.values.compactMap(\.continued)) }

  /// The source column that this one continues; with several the first by name.
  var continued: String? { continuedColumns.min() }

  /// The cell for a copied row of an entity, in terms of the source's columns; `nil` for NULL.
  func expression(for entity: String) -> SQL? {
    switch origins[entity] ?? .none {
    case .none: nil
    case .column(let source): renumbering.expression(for: source)
    case .completed(let source, let value): "COALESCE(\(identifier: source), \(value))"
    case .marked(let source, nil): Self.marked(source)
    case .marked(let source, let value?): "COALESCE(\(Self.marked(source)), \(value))"
    case .copy(let source, nil): renumbering.expression(for: source)
    case .copy(let source, let value?): "COALESCE(\(identifier: source), \(value))"
    case .value(let value): "\(value)"
    }
  }

  private static func marked(_ source: String) -> SQL {
    "NSCoreDataPrependExternalReferenceMarker(\(identifier: source))"
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

  /// The numbers that change, as a list in a statement.
  var oldNumbers: SQL { .list(changes.map(\.old)) }

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
