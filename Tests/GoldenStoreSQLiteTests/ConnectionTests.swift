import Foundation
import GoldenStoreSQLite
import TestSupport
import Testing

struct ConnectionTests {
  @Test func missingFileIsRefused() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("none.sqlite").path
      #expect(
        throws: SQLiteError.cannotOpen(
          file: "none.sqlite", code: 14, message: "unable to open database file")
      ) { try Connection(path: path, mode: .readWrite) }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: [Connection.Mode.readOnly, .readWrite, .create, .immutable])
  func fileThatIsNoDatabaseIsRefused(_ mode: Connection.Mode) throws {
    try withTemporaryDirectory { folder in
      let file = folder.appendingPathComponent("text.sqlite")
      try Data(repeating: 0x41, count: 4096).write(to: file)
      #expect(
        throws: SQLiteError.cannotOpen(
          file: "text.sqlite", code: 26, message: "file is not a database")
      ) { try Connection(path: file.path, mode: mode) }
    }
  }

  @Test func damagedPageThrowsWhenItIsRead() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appendingPathComponent("damaged.sqlite")
      let writer = try Connection(path: file.path, mode: .create)
      try writer.execute("CREATE TABLE t (a TEXT)")
      try writer.execute("INSERT INTO t VALUES (\("a row"))")
      try writer.close()
      var bytes = try Data(contentsOf: file)
      let pageSize = bytes.count / 2
      bytes.replaceSubrange(pageSize..<(pageSize + 8), with: Data(repeating: 0xFF, count: 8))
      try bytes.write(to: file)
      let reader = try Connection(path: file.path, mode: .readOnly)
      let error = #expect(throws: SQLiteError.self) {
        try reader.rows("SELECT a FROM t") { try $0.text(at: 0) }
      }
      #expect(error?.primaryCode == 11)
    }
  }

  @Test func lockedFileIsRefusedAfterTheTimeout() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("locked.sqlite").path
      let owner = try Connection(path: path, mode: .create)
      try owner.execute("CREATE TABLE t (a)")
      try owner.execute("BEGIN EXCLUSIVE")
      let error = #expect(throws: SQLiteError.self) {
        try Connection(path: path, mode: .readOnly, busyTimeout: 1)
      }
      #expect(error?.description == "cannot open 'locked.sqlite': database is locked (SQLite 5)")
    }
  }

  @Test func doubleQuotedTextIsAName() throws {
    let connection = try Connection(path: ":memory:", mode: .create, isTrusted: true)
    let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT \"abc\"") }
    #expect(
      error?.description == "':memory:': no such column: abc (SQLite 1), in 'SELECT \"abc\"'")
  }

  @Test(arguments: [false, true])
  func onlyTrustedFileRunsItsTriggersAndViews(_ isTrusted: Bool) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("schema.sqlite").path
      let author = try Connection(path: path, mode: .create, isTrusted: true)
      try author.execute("CREATE TABLE t (a)")
      try author.execute("CREATE VIEW v AS SELECT a FROM t")
      try author.execute(
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES (NEW.a + 1); END")
      try author.close()
      let connection = try Connection(path: path, mode: .readWrite, isTrusted: isTrusted)
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(try connection.integer("SELECT COUNT(*) FROM t") == (isTrusted ? 2 : 1))
      if isTrusted {
        #expect(try connection.integer("SELECT COUNT(*) FROM v") == 2)
      } else {
        #expect(throws: SQLiteError.self) { try connection.integer("SELECT COUNT(*) FROM v") }
      }
    }
  }

  @Test func untrustedConnectionCannotWriteTheSchema() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    try connection.pragma("writable_schema = ON")
    #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_master") }
  }

  @Test func transactionCommitsWhatReturnsAndRollsBackWhatThrows() throws {
    struct Stop: Error {}
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(connection.isInTransaction)
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT a FROM t") { $0.integer(at: 0) } == [1])
  }

  @Test func writeAheadLogStaysWhenItIsKept() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("wal.sqlite").path
      let log = path + "-wal"
      let writer = try Connection(path: path, mode: .create)
      #expect(try writer.pragma("journal_mode = WAL") == [.text("wal")])
      try writer.execute("CREATE TABLE t (a)")
      try writer.keepWriteAheadLogOnClose()
      try writer.close()
      let size = try Data(contentsOf: URL(fileURLWithPath: log)).count
      #expect(size > 4096)

      let second = try Connection(path: path, mode: .readWrite)
      #expect(try second.integer("SELECT COUNT(*) FROM t") == 0)
      try second.checkpoint(.passive)
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)).count == size)
      try second.checkpoint(.truncate)
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)).isEmpty)
      try second.close()
      #expect(!FileManager.default.fileExists(atPath: log))
    }
  }

  @Test(arguments: [Connection.Checkpoint.passive, .truncate])
  func checkpointThrowsWhileAnotherConnectionReads(_ kind: Connection.Checkpoint) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("busy.sqlite").path
      let writer = try Connection(path: path, mode: .create, busyTimeout: 1)
      try writer.pragma("journal_mode = WAL")
      try writer.execute("CREATE TABLE t (a)")
      let reader = try Connection(path: path, mode: .readOnly)
      let rows = try reader.prepare("SELECT name FROM sqlite_master")
      let isReading = try rows.step()
      #expect(isReading)
      try writer.execute("INSERT INTO t VALUES (1)")
      #expect(throws: SQLiteError.self) { try writer.checkpoint(kind) }
      rows.reset()
      try writer.checkpoint(kind)
    }
  }

  @Test func immutableFileGrowsNoSidecars() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("a ?#%& ü.sqlite").path
      let writer = try Connection(path: path, mode: .create)
      try writer.pragma("journal_mode = WAL")
      try writer.execute("CREATE TABLE t (a)")
      try writer.close()
      let reader = try Connection(path: path, mode: .immutable)
      #expect(try reader.integer("SELECT COUNT(*) FROM t") == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a ?#%& ü.sqlite"])
    }
  }

  @Test func closeIsRefusedWhileAStatementLives() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    do {
      let statement = try connection.prepare("SELECT 1")
      #expect(throws: SQLiteError.self) { try connection.close() }
      let hasRow = try statement.step()
      #expect(hasRow)
    }
    try connection.close()
    #expect(throws: SQLiteError.closed(file: ":memory:")) { try connection.execute("SELECT 1") }
  }

  @Test func readOnlyConnectionDoesNotWrite() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("read.sqlite").path
      try Connection(path: path, mode: .create).execute("CREATE TABLE t (a)")
      let reader = try Connection(path: path, mode: .readOnly)
      let error = #expect(throws: SQLiteError.self) {
        try reader.execute("INSERT INTO t VALUES (1)")
      }
      #expect(error?.primaryCode == 8)
    }
  }

  @Test func failedConstraintCarriesTheExtendedCode() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute("CREATE TABLE t (a UNIQUE)")
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(connection.changes == 1)
    #expect(connection.lastInsertRowID == 1)
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute("INSERT INTO t VALUES (1)")
    }
    #expect(error?.code == 2067)
    #expect(error?.primaryCode == 19)
  }

  @Test(arguments: [
    ("", "':memory:': expected one SQL statement, found none, in ''"),
    ("-- only this", "':memory:': expected one SQL statement, found none, in '-- only this'"),
    (
      "SELECT 1; SELECT 2",
      "':memory:': expected one SQL statement, found more after it, in 'SELECT 1; SELECT 2'"
    ),
    (
      "SELECT 1\0SELECT 2",
      "':memory:': expected one SQL statement, found a zero byte, in 'SELECT 1\0SELECT 2'"
    ),
  ])
  func textThatIsNotOneStatementIsRefused(_ text: String, _ sentence: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let error = #expect(throws: SQLiteError.self) { try connection.execute(SQL(raw: text)) }
    #expect(error?.description == sentence)
  }

  @Test func integerNeedsARowWithAnInteger() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    #expect(try connection.integer("SELECT 5;  ") == 5)
    #expect(throws: SQLiteError.noRow(file: ":memory:", sql: "SELECT 1 WHERE 0")) {
      try connection.integer("SELECT 1 WHERE 0")
    }
    let error = #expect(throws: SQLiteError.self) { try connection.integer("SELECT 'a'") }
    #expect(
      error?.description
        == "':memory:': column 0: expected INTEGER, found TEXT, in 'SELECT 'a''")
  }

  @Test func firstRowIsNilWithoutRows() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    #expect(try connection.firstRow("SELECT 1 WHERE 0") { $0.integer(at: 0) } == nil)
    #expect(try connection.firstRow("SELECT 1 UNION SELECT 2") { $0.integer(at: 0) } == 1)
  }
}
