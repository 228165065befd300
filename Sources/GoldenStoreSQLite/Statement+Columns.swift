package import Foundation
import CGoldenStoreSQLite

/// The storage class of one value in a row.
package enum ColumnStorage: String, Hashable, Sendable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
  case null = "NULL"
}

/// The columns of the current row, counted from 0.
///
/// SQLite converts silently between storage classes: ask `storage(at:)` first.
extension Statement {
  /// The number of columns of the result.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The name of a column, as the statement gives it.
  package func columnName(at index: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: index)).map { String(cString: $0) } ?? ""
  }

  /// The value of a column.
  package func cell(at index: Int) -> Cell {
    Cell(sqlite3_column_value(handle, Int32(clamping: index)))
  }

  /// The storage class of the value, before any conversion.
  package func storage(at index: Int) -> ColumnStorage { cell(at: index).storage }

  /// True when the value is NULL.
  package func isNull(at index: Int) -> Bool { cell(at: index).isNull }

  /// The value as an integer; other storage classes are converted by SQLite, NULL is 0.
  package func integer(at index: Int) -> Int64 { cell(at: index).integer }

  /// The value as a real number; other storage classes are converted by SQLite, NULL is 0.
  package func real(at index: Int) -> Double { cell(at: index).real }

  /// The text of the value, zero bytes included.
  ///
  /// - Throws: `SQLiteError.unexpectedStorage` for anything but a text, NULL included;
  ///   `.invalidUTF8` when the bytes are not UTF-8.
  package func text(at index: Int) throws -> String {
    try require(.text, at: index)
    guard let text = cell(at: index).text else {
      throw SQLiteError.invalidUTF8(file: connection.fileName, column: index, sql: sql)
    }
    return text
  }

  /// The bytes of a blob or a text; none for NULL.
  package func bytes(at index: Int) -> Data { cell(at: index).bytes }

  /// The value of any storage class, for passes where speed does not matter.
  ///
  /// - Throws: `SQLiteError.invalidUTF8`.
  package func value(at index: Int) throws -> SQLValue {
    switch storage(at: index) {
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: .text(try text(at: index))
    case .blob: .blob(bytes(at: index))
    case .null: .null
    }
  }

  /// Checks the storage class of a value.
  ///
  /// - Throws: `SQLiteError.unexpectedStorage`.
  package func require(_ expected: ColumnStorage, at index: Int) throws {
    let found = storage(at: index)
    guard found == expected else {
      throw SQLiteError.unexpectedStorage(
        file: connection.fileName, column: index, expected: expected, found: found, sql: sql)
    }
  }
}
