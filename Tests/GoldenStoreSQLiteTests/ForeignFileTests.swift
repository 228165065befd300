import Foundation
import GoldenStoreSQLite
import TestSupport
import Testing

/// What a connection that does not trust its file keeps the file from doing.
struct ForeignFileTests {
  /// Makes a file with statements, and opens it again without trust.
  private static func withForeign(
    _ statements: [String], _ body: (Connection) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("foreign.sqlite").path
      let author = try Connection(path: path, mode: .create, isTrusted: true)
      for statement in statements { try author.execute(SQL(raw: statement)) }
      try author.close()
      let connection = try Connection(path: path, mode: .readWrite)
      try body(connection)
      try connection.close()
    }
  }

  /// A function of SQLite that it does not call harmless runs for the file's author alone.
  @Test func functionThatIsNotHarmlessIsRefusedInTheSchema() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("foreign.sqlite").path
      let author = try Connection(path: path, mode: .create, isTrusted: true)
      try author.execute("CREATE TABLE t (a DEFAULT (rtreedepth(x'0007')), b)")
      try author.execute("INSERT INTO t (b) VALUES (1)")
      #expect(try author.integer("SELECT a FROM t") == 7)
      try author.close()
      let connection = try Connection(path: path, mode: .readWrite)
      let error = #expect(throws: SQLiteError.self) {
        try connection.execute("INSERT INTO t (b) VALUES (2)")
      }
      #expect(error?.description.contains("unsafe use of rtreedepth()") == true)
    }
  }

  /// SQLite's own shell would not take these either; a file can hold them all the same.
  @Test(arguments: [
    "CREATE INDEX i ON t (rtreedepth(a))", "CREATE INDEX i ON t (a) WHERE rtreedepth(a) = 1",
    "CREATE INDEX i ON t (load_extension('x'))",
  ])
  func indexThatCallsSuchAFunctionMakesTheFileUnreadable(_ schema: String) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("foreign.sqlite").path
      let author = try Connection(path: path, mode: .create, isTrusted: true)
      try author.execute("CREATE TABLE t (a)")
      try author.execute("CREATE INDEX i ON t (a)")
      try author.pragma("writable_schema = ON")
      try author.execute("UPDATE sqlite_master SET sql = \(schema) WHERE name = 'i'")
      try author.close()
      let error = #expect(throws: SQLiteError.self) {
        try Connection(path: path, mode: .readWrite).execute("INSERT INTO t VALUES (1)")
      }
      #expect(error?.description.contains("malformed database schema (i)") == true)
    }
  }

  /// A canary that cannot be evaluated without an error: the smallest integer has no opposite.
  private static let canary = "abs(-9223372036854775807 - 1)"

  @Test func checkIsNotEvaluated() throws {
    let statements = ["CREATE TABLE t (a CHECK (\(Self.canary) > 0))"]
    try Self.withForeign(statements) { connection in
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(try connection.rows("PRAGMA integrity_check") { try $0.text(at: 0) } == ["ok"])
    }
    let trusted = try Connection(path: ":memory:", mode: .create, isTrusted: true)
    try trusted.execute(SQL(raw: statements[0]))
    let error = #expect(throws: SQLiteError.self) {
      try trusted.execute("INSERT INTO t VALUES (1)")
    }
    #expect(error?.description.contains("integer overflow") == true)
  }

  @Test func foreignKeyIsNotFollowed() throws {
    try Self.withForeign([
      "CREATE TABLE t (a INTEGER PRIMARY KEY)",
      "CREATE TABLE u (b REFERENCES t (a) ON DELETE CASCADE)",
      "INSERT INTO t VALUES (1)", "INSERT INTO u VALUES (1)",
    ]) { connection in
      try connection.execute("DELETE FROM t")
      #expect(try connection.integer("SELECT count(*) FROM u") == 1)
    }
  }

  @Test(arguments: [
    "CREATE TABLE u (a CHECK (\"text\" = a))", "CREATE INDEX i ON t (\"text\")",
    "CREATE TABLE u (a, b AS (\"text\"))",
  ])
  func doubleQuotedTextIsANameInTheSchemaToo(_ statement: String) throws {
    for isTrusted in [false, true] {
      let connection = try Connection(path: ":memory:", mode: .create, isTrusted: isTrusted)
      try connection.execute("CREATE TABLE t (a)")
      let error = #expect(throws: SQLiteError.self) {
        try connection.execute(SQL(raw: statement))
      }
      #expect(error?.description.contains("no such column: text") == true)
    }
  }

  // MARK: Statements without end

  @Test func statementWithoutEndIsGivenUp() throws {
    let endless = """
      WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT max(x) FROM r
      """
    try Self.withForeign(["CREATE TABLE t (a)"]) { connection in
      for _ in 0..<2 {
        let error = #expect(throws: SQLiteError.self) {
          try connection.integer(SQL(raw: endless))
        }
        #expect(
          error?.description
            == "'foreign.sqlite': gave up after 20000000 steps, more than its size allows; it is "
            + "damaged, and its pages probably lead back to themselves, in '\(endless)'")
        #expect(error?.primaryCode == 9)
      }
      let count = try connection.integer("SELECT count(*) FROM t")
      #expect(count == 0)
    }
  }

  /// Every statement has the whole budget, also one that runs again and again.
  @Test func stepsOfOtherStatementsDoNotCount() throws {
    let counting = """
      WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 500000) \
      SELECT count(*) FROM r
      """
    try Self.withForeign(["CREATE TABLE t (a)"]) { connection in
      for _ in 0..<4 { #expect(try connection.integer(SQL(raw: counting)) == 500_000) }
      let statement = try connection.prepare(SQL(raw: counting))
      for _ in 0..<4 { try statement.run() }
    }
  }

  // MARK: Errors in the middle

  @Test func connectionClosesAfterABindThatFailed() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let tooLarge = Data(count: 1_000_000_001)
    let error = #expect(throws: SQLiteError.self) {
      try connection.firstRow("SELECT length(\(tooLarge))") { $0.integer(at: 0) }
    }
    #expect(error?.primaryCode == 18)
    #expect(
      error?.description
        == "':memory:': string or blob too big (SQLite 18), in 'SELECT length(?)'")
    try connection.close()
  }

  @Test func connectionClosesAfterABodyThatThrew() throws {
    struct Stop: Error {}
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("INSERT INTO t VALUES (1), (2)")
    #expect(throws: Stop.self) { try connection.rows("SELECT a FROM t") { _ in throw Stop() } }
    #expect(throws: Stop.self) { try connection.firstRow("SELECT a FROM t") { _ in throw Stop() } }
    #expect(throws: Stop.self) {
      try connection.transaction {
        let statement = try connection.prepare("SELECT a FROM t")
        _ = try statement.step()
        throw Stop()
      }
    }
    #expect(throws: SQLiteError.self) { try connection.integer("SELECT 'a'") }
    try connection.close()
  }

  @Test func resultOverTheLimitOfSQLiteIsAnError() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let error = #expect(throws: SQLiteError.self) {
      try connection.integer("SELECT length(zeroblob(2000000000))")
    }
    #expect(error?.primaryCode == 18)
  }

  // MARK: Locks

  /// A file in rollback mode that another connection reads can't be committed.
  @Test func busyAtCommitRollsBack() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("busy.sqlite").path
      let writer = try Connection(path: path, mode: .create, busyTimeout: 1)
      try writer.execute("CREATE TABLE t (a)")
      try writer.execute("INSERT INTO t VALUES (1)")
      let reader = try Connection(path: path, mode: .readOnly)
      let rows = try reader.prepare("SELECT a FROM t")
      let isReading = try rows.step()
      #expect(isReading)
      let error = #expect(throws: SQLiteError.self) {
        try writer.transaction { try writer.execute("INSERT INTO t VALUES (2)") }
      }
      #expect(error?.description == "'busy.sqlite': database is locked (SQLite 5), in 'COMMIT'")
      #expect(!writer.isInTransaction)
      rows.reset()
      try writer.transaction { try writer.execute("INSERT INTO t VALUES (3)") }
      #expect(try reader.rows("SELECT a FROM t") { $0.integer(at: 0) } == [1, 3])
    }
  }

  /// A transaction that has read can't write any more once another connection has.
  @Test func busyInTheMiddleOfATransactionRollsBack() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("busy.sqlite").path
      let first = try Connection(path: path, mode: .create, busyTimeout: 1)
      try first.pragma("journal_mode = WAL")
      try first.execute("CREATE TABLE t (a)")
      let second = try Connection(path: path, mode: .readWrite, busyTimeout: 1)
      let error = #expect(throws: SQLiteError.self) {
        try first.transaction(.deferred) {
          _ = try first.integer("SELECT count(*) FROM t")
          try second.execute("INSERT INTO t VALUES (1)")
          try first.execute("INSERT INTO t VALUES (2)")
        }
      }
      // SQLITE_BUSY_SNAPSHOT
      #expect(error?.code == 517)
      #expect(!first.isInTransaction)
      #expect(try first.rows("SELECT a FROM t") { $0.integer(at: 0) } == [1])
      try first.close()
    }
  }
}
