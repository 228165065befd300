import GoldenStoreFormat
import GoldenStoreModel

/// Something that a migration did to a store's persistent history, and that its readers should
/// know of.
public enum MigrationNote: Hashable, Sendable {
  /// Entities were removed, and with them the history up to the last transaction that touches one.
  case historyTruncated(
    entities: [String], lastTransaction: Int64, transactions: Int64, changes: Int64)
  /// Entities were removed, and of the history the changes of their objects alone.
  case changesOfEntitiesDeleted(entities: [String], changes: Int64)
  /// The history could not be carried over, and its tables were dropped.
  case historyDropped(PersistentHistoryProblem, transactions: Int64, changes: Int64)
  /// A store was written anew, and its history begins without the changes of the old one.
  case historyLeftBehind(transactions: Int64, changes: Int64)
  /// A handler of a stage changed objects, which the history does not tell.
  case changesNotRecorded(MigrationProgress.Phase)
}

/// Why the persistent history of a store cannot be carried over to another version.
public enum PersistentHistoryProblem: Hashable, Sendable {
  case missingTable(String)
  case missingColumn(table: String, column: String)
  /// A change is of an entity that the model does not number so.
  case unknownEntity(change: Int64, number: String)
  /// A change lists its columns in another way than its entity has them.
  case unreadableColumns(change: Int64, entity: String, expected: Int, found: String)
}

extension MigrationNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .historyTruncated(let entities, let last, let transactions, let changes):
      """
      persistent history up to transaction \(last) was deleted (\(transactions) transactions, \
      \(changes) changes), because it touches \(Self.removed(entities)); tokens before that point \
      are expired
      """
    case .changesOfEntitiesDeleted(let entities, let changes):
      """
      \(changes) changes of \(Self.removed(entities)) were deleted from the persistent history; \
      its transactions stay
      """
    case .historyDropped(let problem, let transactions, let changes):
      """
      persistent history was dropped (\(transactions) transactions, \(changes) changes), because \
      it cannot be carried over: \(problem); every token is expired
      """
    case .historyLeftBehind(let transactions, let changes):
      """
      persistent history begins anew (\(transactions) transactions, \(changes) changes were left \
      behind), because a custom stage wrote a new store
      """
    case .changesNotRecorded(let phase):
      "persistent history does not tell what the \(phase.rawValue) handler changed"
    }
  }

  private static func removed(_ entities: [String]) -> String {
    (entities.count == 1 ? "removed entity " : "removed entities ")
      + ModelError.quotedList(entities)
  }
}

extension PersistentHistoryProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingTable(let table): "table '\(table)' is missing"
    case .missingColumn(let table, let column): "'\(table)' has no column '\(column)'"
    case .unknownEntity(let change, let number):
      "'ACHANGE' row \(change) is of entity number \(number), which the model does not have"
    case .unreadableColumns(let change, let entity, let expected, let found):
      """
      'ACHANGE' row \(change), column 'ZCOLUMNS': expected a mask of \(expected) bits for \
      '\(entity)', found \(found)
      """
    }
  }
}
