import CGoldenStoreSQLite

extension Connection {
  /// Compiles one statement and binds the values of its interpolation.
  ///
  /// - Throws: `SQLiteError.failed` for what SQLite does not accept, `.notOneStatement` for an
  ///   empty text, a second statement, or a zero byte, where SQLite would stop reading silently.
  package func prepare(_ sql: SQL) throws -> Statement {
    stepBudget.renew()
    let statement = Statement(handle: try compile(sql), connection: self, sql: sql.text)
    for (offset, value) in sql.bindings.enumerated() {
      try statement.bind(value, at: offset + 1)
    }
    return statement
  }

  /// Runs one statement to its end and ignores its rows.
  package func execute(_ sql: SQL) throws {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Returns what `body` makes of every row. Holds the whole result: for small ones only.
  package func rows<Row>(_ sql: SQL, _ body: (borrowing Statement) throws -> Row) throws -> [Row] {
    let statement = try prepare(sql)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(try body(statement))
    }
    return rows
  }

  /// Returns what `body` makes of the first row, or nil without one.
  package func firstRow<Row>(
    _ sql: SQL, _ body: (borrowing Statement) throws -> Row
  ) throws -> Row? {
    let statement = try prepare(sql)
    return try statement.step() ? try body(statement) : nil
  }

  /// Returns the integer in the first column of the first row.
  ///
  /// - Throws: `SQLiteError.noRow`, or `.unexpectedStorage` for anything but an integer.
  package func integer(_ sql: SQL) throws -> Int64 {
    let statement = try prepare(sql)
    guard try statement.step() else { throw SQLiteError.noRow(file: fileName, sql: sql.text) }
    try statement.require(.integer, at: 0)
    return statement.integer(at: 0)
  }

  /// Runs a PRAGMA, such as `journal_mode = WAL`, and returns the first column of its rows.
  @discardableResult
  package func pragma(_ sql: SQL) throws -> [SQLValue] {
    try rows("PRAGMA \(sql)") { try $0.value(at: 0) }
  }

  /// Runs `body` inside one transaction: committed when it returns, rolled back when it throws.
  package func transaction<Result>(
    _ kind: Transaction = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try execute("BEGIN \(raw: kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // The first error is the one to report; SQLite may have rolled back already, and an open
      // transaction that cannot be rolled back ends with the connection.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func compile(_ sql: SQL) throws -> OpaquePointer {
    let connection = try open()
    var text = sql.text
    guard !text.utf8.contains(0) else {
      throw notOneStatement(sql, "a zero byte")
    }
    var compiled: OpaquePointer?
    let (code, rest) = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters -> (Int32, Substring) in
        var tail: UnsafePointer<CChar>?
        let count = Int32(clamping: characters.count)
        let code = sqlite3_prepare_v2(connection, characters.baseAddress, count, &compiled, &tail)
        guard let tail, let start = characters.baseAddress else { return (code, "") }
        return (code, Substring(decoding: bytes[(tail - start)...], as: UTF8.self))
      }
    }
    guard code == SQLITE_OK else {
      throw SQLiteError.failed(
        file: fileName, code: sqlite3_extended_errcode(connection), message: lastMessage,
        sql: sql.text)
    }
    guard let compiled else { throw notOneStatement(sql, "none") }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      sqlite3_finalize(compiled)
      throw notOneStatement(sql, "more after it")
    }
    return compiled
  }

  private func notOneStatement(_ sql: SQL, _ reason: String) -> SQLiteError {
    SQLiteError.notOneStatement(file: fileName, sql: sql.text, reason: reason)
  }
}
