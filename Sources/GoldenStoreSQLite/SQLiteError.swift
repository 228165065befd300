/// What can go wrong between the package and an SQLite file.
package enum SQLiteError: Error, Equatable, Sendable {
  /// The file could not be opened, or is not a database. `code` is SQLite's extended result code.
  case cannotOpen(file: String, code: Int32, message: String)
  /// SQLite refused a statement. `code` is SQLite's extended result code.
  case failed(file: String, code: Int32, message: String, sql: String)
  /// A statement took more steps than the bytes of the file can need.
  case tooManySteps(file: String, limit: Int, sql: String)
  /// SQLite refused something that is not a statement, such as closing or a checkpoint.
  case refused(file: String, action: String, code: Int32, message: String)
  /// A checkpoint left frames in the write-ahead log because another connection reads it.
  case incompleteCheckpoint(file: String, frames: Int, checkpointed: Int)
  /// The text holds no statement, more than one, or a zero byte.
  case notOneStatement(file: String, sql: String, reason: String)
  /// A query that must have a row had none.
  case noRow(file: String, sql: String)
  /// A column holds another storage class than the caller needs. `column` counts from 0.
  case unexpectedStorage(
    file: String, column: Int, expected: ColumnStorage, found: ColumnStorage, sql: String)
  /// A text column holds bytes that are not UTF-8. `column` counts from 0.
  case invalidUTF8(file: String, column: Int, sql: String)
  /// The connection was used after it was closed.
  case closed(file: String)
}

extension SQLiteError {
  /// SQLITE_INTERRUPT.
  private static let interrupted: Int32 = 9

  /// SQLite's extended result code, or nil where the error is not SQLite's own.
  package var code: Int32? {
    switch self {
    case .cannotOpen(_, let code, _), .failed(_, let code, _, _), .refused(_, _, let code, _):
      code
    case .tooManySteps: SQLiteError.interrupted
    case .incompleteCheckpoint, .notOneStatement, .noRow, .unexpectedStorage, .invalidUTF8,
      .closed:
      nil
    }
  }

  /// SQLite's result code without the extension, or nil where the error is not SQLite's own.
  package var primaryCode: Int32? { code.map { $0 & 0xFF } }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let file, let code, let message):
      "cannot open '\(file)': \(message) (SQLite \(code))"
    case .failed(let file, let code, let message, let sql):
      "'\(file)': \(message) (SQLite \(code)), in '\(sql)'"
    case .tooManySteps(let file, let limit, let sql):
      """
      '\(file)': gave up after \(limit) steps, more than its size allows; it is damaged, and its \
      pages probably lead back to themselves, in '\(sql)'
      """
    case .refused(let file, let action, let code, let message):
      "'\(file)': cannot \(action): \(message) (SQLite \(code))"
    case .incompleteCheckpoint(let file, let frames, let checkpointed):
      """
      '\(file)': only \(checkpointed) of \(frames) frames of the '-wal' could be checkpointed; \
      another connection reads the file
      """
    case .notOneStatement(let file, let sql, let reason):
      "'\(file)': expected one SQL statement, found \(reason), in '\(sql)'"
    case .noRow(let file, let sql):
      "'\(file)': expected a row, found none, in '\(sql)'"
    case .unexpectedStorage(let file, let column, let expected, let found, let sql):
      """
      '\(file)': column \(column): expected \(expected.rawValue), found \(found.rawValue), \
      in '\(sql)'
      """
    case .invalidUTF8(let file, let column, let sql):
      "'\(file)': column \(column): expected UTF-8 text, found other bytes, in '\(sql)'"
    case .closed(let file):
      "'\(file)' was used after its connection was closed"
    }
  }
}
