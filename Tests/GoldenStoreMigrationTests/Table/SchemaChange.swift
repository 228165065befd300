import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// One row of the table of schema changes: two models that differ in one thing, what the source's
/// store holds, and what must become of it.
///
/// Rows are numbered 1 to 72 as in ``SchemaChangeRow``. Everything expected is written by hand.
struct SchemaChange: CustomTestStringConvertible, Sendable {
  let row: Int
  /// The rules that the case is about, and what it does.
  let name: String
  let source: [Entity]
  let destination: [Entity]
  /// The entities whose version hash differs, comes or goes, by name.
  let changed: [String]
  /// The mapping of each entity without `IEM_`; `nil` where inference refuses.
  let mappings: [String]?
  /// Statements that fill a store of the source.
  let rows: [String]
  /// Statements that change the file, filled or empty, as other software would.
  let file: [String]
  /// What becomes of a store with `rows`.
  let filled: Outcome
  /// What becomes of a store without any row.
  let empty: Outcome

  var testDescription: String { "row \(row), \(name)" }

  /// - Parameter empty: `nil` for the same as `filled`, apart from what is read.
  init(
    _ row: Int, _ name: String, from source: [Entity], to destination: [Entity],
    changed: [String] = ["Person"],
    mappings: [String]? = ["Copy_Bystander", "Transform_Person"], rows: [String],
    file: [String] = [], _ filled: Outcome, empty: Outcome? = nil
  ) {
    self.row = row
    self.name = name
    self.source = source + [Sample.bystander]
    self.destination = destination + [Sample.bystander]
    self.changed = changed
    self.mappings = mappings
    self.rows = rows + Sample.bystanderRows
    self.file = file
    self.filled = filled
    self.empty = empty ?? filled.withoutRows
  }
}

/// What a migration makes of a store.
enum Outcome: Sendable {
  /// No entity's hash changes, so nothing runs.
  case none
  case migrated(Result)
  /// Core Data's errors, the outermost first, with their whole reasons.
  case refused([CoreDataError])
  /// What Core Data may do and this package refuses, in its own words.
  case undecided(String)

  struct Result: Sendable {
    let path: MigrationPath
    /// What becomes of tables by their names in the destination; every other one keeps its place
    /// and its text.
    let tables: [String: Fate]
    /// `Z_PK|Z_OPT` of rows that are not there afterwards.
    let lost: [String]
    let reads: [Read]
    /// Whether every cell is one that an attribute of its type can have.
    let isReadable: Bool
  }

  /// What becomes of a table, as `sqlite_master` shows it: a table that was renamed or got columns
  /// keeps its row there, one that was made anew has another.
  enum Fate: Hashable, Sendable {
    /// The same table, which may have got columns at its end.
    case kept
    /// The same table under another name.
    case renamed(from: String)
    /// A new table with the text of a fresh one.
    case anew
    /// A table of the source that is not there any more.
    case gone
  }

  /// A query in plain SQL and its rows.
  struct Read: Sendable {
    let query: String
    let rows: [String]
  }

  static func cheap(
    _ tables: [String: Fate] = [:], lost: [String] = [], _ reads: Read...
  ) -> Outcome {
    .migrated(Result(path: .cheap, tables: tables, lost: lost, reads: reads, isReadable: true))
  }

  static func rebuild(
    _ tables: [String: Fate], lost: [String] = [], isReadable: Bool = true, _ reads: Read...
  ) -> Outcome {
    .migrated(
      Result(path: .rebuild, tables: tables, lost: lost, reads: reads, isReadable: isReadable))
  }

  /// Refused because the models give no mapping.
  static func notInferred(_ reason: String) -> Outcome {
    let cause = CoreDataError(code: 134_190, reason: reason)
    return .refused([
      CoreDataError(
        code: 134_140, reason: "Can't find or automatically infer mapping model for migration",
        underlying: cause), cause,
    ])
  }

  /// Refused and rolled back while the store is changed.
  static func notMigrated(_ code: Int, _ reason: String) -> Outcome {
    let cause = CoreDataError(code: code, reason: reason)
    return .refused([
      CoreDataError(
        code: 134_110, reason: "Cannot migrate store in-place: \(reason)", underlying: cause),
      cause,
    ])
  }

  static let missingValue = notMigrated(
    134_110, "Validation error missing attribute values on mandatory destination attribute")
  static let missingTarget = notMigrated(
    134_110, "Validation error missing attribute values on mandatory destination relationship")
  static let missingTargets = notMigrated(
    134_110, "Validation error missing relationship values on mandatory destination destination")
  static let incompatibleTypes = notInferred(
    "Source and destination attribute types are incompatible")
  static let toManyToToOne = notInferred("Can not map from a to-many to a to-one relationship")

  /// The same for a store without rows: nothing can be lost, and nothing is there to be read.
  var withoutRows: Outcome {
    guard case .migrated(let result) = self else { return self }
    return .migrated(
      Result(path: result.path, tables: result.tables, lost: [], reads: [], isReadable: true))
  }
}

extension Outcome.Read {
  /// The rows of a query, which says by itself in which order.
  init(_ query: String, _ rows: String...) {
    self.query = query
    self.rows = rows
  }

  /// Cells of the table of `Person`, one row for each primary key.
  static func person(_ columns: String, _ rows: String...) -> Outcome.Read {
    Outcome.Read(query: "SELECT Z_PK, \(columns) FROM ZPERSON ORDER BY Z_PK", rows: rows)
  }
}
