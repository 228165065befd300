import GoldenStoreModel
package import GoldenStoreSQLite

/// One statement of an in-place migration.
public struct MigrationStatement: Hashable, Sendable {
  /// What a statement is for, in the order in which the groups run.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    case dropTriggers = "drop triggers"
    case dropIndexes = "drop indexes"
    case dropTables = "drop tables"
    case rename = "rename"
    case create = "create"
    case addColumns = "add columns"
    case copyRows = "copy rows"
    case dropCopied = "drop copied tables"
    case deleteRows = "delete rows"
    case renumber = "renumber"
    case fill = "fill"
    case createIndexes = "create indexes"
    case primaryKeys = "primary keys"
    case derive = "derive"
    case createTriggers = "create triggers"
    case persistentHistory = "persistent history"
    case cloudKit = "CloudKit"
  }

  public let phase: Phase
  package let sql: SQL

  /// The statement's text, with `?` for values.
  public var text: String { sql.text }
}

extension MigrationStatement: CustomStringConvertible {
  /// The statement with a semicolon, its values as a comment.
  public var description: String {
    sql.bindings.isEmpty ? "\(text);" : "\(text); -- \(values)"
  }

  private var values: String { sql.bindings.map(\.excerpt).joined(separator: ", ") }
}
