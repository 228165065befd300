package import Foundation
import CGoldenStoreSQLite

/// One compiled statement, finalized when it goes out of scope.
///
/// Prepare a statement once per table and pass, then step, reset and bind again. It keeps its
/// connection alive.
package struct Statement: ~Copyable {
  let handle: OpaquePointer
  let connection: Connection
  /// The text as it was prepared, for messages.
  package let sql: String
  private let scratch = BindingScratch()

  init(handle: OpaquePointer, connection: Connection, sql: String) {
    self.handle = handle
    self.connection = connection
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; false when there is none left.
  ///
  /// - Throws: `SQLiteError.failed`. The statement is reset then.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = failure(code)
    sqlite3_reset(handle)
    throw error
  }

  /// Makes the statement ready to run again, without bindings.
  package func reset() {
    // The result repeats the error of the last step, which has been thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    scratch.rewind()
    connection.stepBudget.renew()
  }

  /// Runs a statement without rows once more: steps to the end, then resets.
  package func run() throws {
    while try step() {}
    reset()
  }

  /// Binds an integer; `index` counts from 1.
  package func bind(_ value: Int64, at index: Int) throws {
    try check(sqlite3_bind_int64(handle, Int32(clamping: index), value))
  }

  /// Binds an integer; `index` counts from 1.
  package func bind(_ value: Int, at index: Int) throws {
    try bind(Int64(value), at: index)
  }

  /// Binds a real number; `index` counts from 1. SQLite stores NULL for NaN.
  package func bind(_ value: Double, at index: Int) throws {
    try check(sqlite3_bind_double(handle, Int32(clamping: index), value))
  }

  /// Binds a text, zero bytes included; `index` counts from 1.
  package func bind(_ value: String, at index: Int) throws {
    let index = Int32(clamping: index)
    let native = value.utf8.withContiguousStorageIfAvailable {
      bindText(UnsafeRawBufferPointer($0), at: index)
    }
    if let native { return try check(native) }
    var text = value
    try check(text.withUTF8 { bindText(UnsafeRawBufferPointer($0), at: index) })
  }

  /// Binds bytes; `index` counts from 1. No bytes are an empty blob, not NULL.
  package func bind(_ value: Data, at index: Int) throws {
    try check(value.withUnsafeBytes { bind($0, at: index) })
  }

  /// Binds bytes; `index` counts from 1. No bytes are an empty blob, not NULL.
  package func bind(_ value: [UInt8], at index: Int) throws {
    try check(value.withUnsafeBytes { bind($0, at: index) })
  }

  /// Binds NULL, which a literal `nil` means; `index` counts from 1.
  package func bind(_ value: Never?, at index: Int) throws {
    try check(sqlite3_bind_null(handle, Int32(clamping: index)))
  }

  /// Binds a value of any storage class; `index` counts from 1.
  package func bind(_ value: SQLValue, at index: Int) throws {
    switch value {
    case .null: try bind(nil, at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .blob(let value): try bind(value, at: index)
    }
  }

  private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    // A null pointer would bind NULL, so an empty text needs a place too.
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return goldenstore_bind_text(handle, index, "", 0)
    }
    let copy = scratch.copy(bytes)
    let text = (copy ?? start).assumingMemoryBound(to: CChar.self)
    return copy == nil
      ? goldenstore_bind_text(handle, index, text, UInt64(bytes.count))
      : sqlite3_bind_text64(
        handle, index, text, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
  }

  private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
    let index = Int32(clamping: index)
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(handle, index, 0)
    }
    guard let copy = scratch.copy(bytes) else {
      return goldenstore_bind_blob(handle, index, start, UInt64(bytes.count))
    }
    return sqlite3_bind_blob64(handle, index, copy, UInt64(bytes.count), nil)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteError {
    if code == SQLITE_INTERRUPT, let limit = connection.stepBudget.limit {
      return .tooManySteps(file: connection.fileName, limit: limit, sql: sql)
    }
    return .failed(file: connection.fileName, code: code, message: connection.lastMessage, sql: sql)
  }
}

/// Holds a statement where a collection needs something copyable.
package final class StatementBox {
  /// The statement.
  package let statement: Statement

  /// Takes over a statement.
  package init(_ statement: consuming Statement) { self.statement = statement }
}
