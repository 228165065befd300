import Foundation
import GoldenStoreSQLite
import Testing

struct StatementTests {
  private let connection: Connection

  init() throws { connection = try Connection(path: ":memory:", mode: .create) }

  @Test(arguments: [
    (SQLValue.null, "NULL", "null"), (.integer(.min), "-9223372036854775808", "integer"),
    (.integer(.max), "9223372036854775807", "integer"), (.real(0.5), "0.5", "real"),
    (.text(""), "''", "text"), (.text("a'b"), "'a''b'", "text"),
    (.text("e\u{301}"), "'e\u{301}'", "text"), (.blob(Data()), "X''", "blob"),
    (.blob(Data([0, 255])), "X'00FF'", "blob"),
  ])
  func boundValueArrivesWithItsStorageClass(
    _ value: SQLValue, _ quoted: String, _ storage: String
  ) throws {
    let row = try connection.firstRow("SELECT quote(v), typeof(v), v FROM (SELECT \(value) AS v)") {
      (quote: try $0.text(at: 0), type: try $0.text(at: 1), value: try $0.value(at: 2))
    }
    #expect(row?.quote == quoted)
    #expect(row?.type == storage)
    #expect(row?.value == value)
  }

  @Test func infinityIsKeptAndNaNBecomesNull() throws {
    #expect(try connection.firstRow("SELECT \(-Double.infinity)") { $0.real(at: 0) } == -.infinity)
    #expect(try connection.firstRow("SELECT \(Double.nan)") { $0.isNull(at: 0) } == true)
  }

  @Test func textKeepsZeroBytesAndItsExactUnicodeForm() throws {
    let text = "a\0b e\u{301} \u{E9} \u{1F468}\u{200D}\u{1F469}"
    let read = try connection.firstRow("SELECT \(text)") { try $0.text(at: 0) }
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    #expect(
      try connection.integer("SELECT length(CAST(\(text) AS BLOB))") == Int64(text.utf8.count))
  }

  @Test(arguments: ["FF", "C3", "61C328", "EDA080", "C080", "EFBFBDFF", "F09F98"])
  func textThatIsNotUTF8IsRefused(_ hex: String) throws {
    let sql = SQL(raw: "SELECT CAST(X'\(hex)' AS TEXT)")
    #expect(throws: SQLiteError.invalidUTF8(file: ":memory:", column: 0, sql: sql.text)) {
      try connection.firstRow(sql) { try $0.text(at: 0) }
    }
    let bytes = try connection.firstRow(sql) { $0.bytes(at: 0) }
    #expect(bytes?.map { String(format: "%02X", $0) }.joined() == hex)
  }

  /// Small values share memory that rows use again; large ones have their own.
  @Test func boundTextsAndBlobsOfManyRowsStayApart() throws {
    try connection.execute("CREATE TABLE T (A, B, C, D)")
    let sizes = [0, 1, 15, 16, 4_000, 9_000, 16_384, 16_385, 40_000]
    func text(_ row: Int, _ column: Int) -> String {
      String(repeating: "\(row)é\(column)", count: sizes[(row + column) % sizes.count] / 4)
    }
    let insertion = try connection.prepare("INSERT INTO T VALUES (?, ?, ?, ?)")
    for row in 0..<60 {
      try insertion.bind("is replaced", at: 1)
      try insertion.bind(text(row, 1), at: 1)
      try insertion.bind(Data(text(row, 2).utf8), at: 2)
      if row % 3 != 0 { try insertion.bind(text(row, 3), at: 3) }
      try insertion.bind(Array(text(row, 4).utf8), at: 4)
      try insertion.run()
    }
    let query = try connection.prepare("SELECT A, B, C, D FROM T ORDER BY rowid")
    for row in 0..<60 {
      try #require(try query.step())
      #expect(try query.text(at: 0) == text(row, 1))
      #expect(query.bytes(at: 1) == Data(text(row, 2).utf8))
      #expect(try query.value(at: 2) == (row % 3 == 0 ? .null : .text(text(row, 3))))
      #expect(query.bytes(at: 3) == Data(text(row, 4).utf8))
    }
    #expect(try query.step() == false)
  }

  @Test func replacementCharacterInTheFileIsText() throws {
    let sql: SQL = "SELECT CAST(X'EFBFBD' AS TEXT)"
    #expect(try connection.firstRow(sql) { try $0.text(at: 0) } == "\u{FFFD}")
  }

  @Test(arguments: ["NULL", "1", "1.5", "X'61'"])
  func onlyTextIsReadAsText(_ literal: String) throws {
    #expect(throws: SQLiteError.self) {
      try connection.firstRow(SQL(raw: "SELECT \(literal)")) { try $0.text(at: 0) }
    }
  }

  @Test func preparedStatementRunsAgainWithOtherValues() throws {
    try connection.execute("CREATE TABLE t (a, b)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?, ?)")
    try insert.bind(1, at: 1)
    try insert.bind([UInt8]([7]), at: 2)
    try insert.run()
    try insert.bind(2.5, at: 1)
    try insert.run()
    let rows = try connection.rows("SELECT a, b FROM t") {
      [try $0.value(at: 0), try $0.value(at: 1)]
    }
    #expect(rows == [[.integer(1), .blob(Data([7]))], [.real(2.5), .null]])
  }

  @Test func bindingOutOfRangeThrows() throws {
    let statement = try connection.prepare("SELECT ?")
    #expect(throws: SQLiteError.self) { try statement.bind(nil, at: 2) }
    let error = #expect(throws: SQLiteError.self) { try statement.bind("a", at: .max) }
    #expect(error?.primaryCode == 25)
  }

  @Test func columnsHaveNames() throws {
    let statement = try connection.prepare("SELECT 1 AS one, NULL AS two")
    let names = (0..<statement.columnCount).map { statement.columnName(at: $0) }
    #expect(names == ["one", "two"])
    let hasRow = try statement.step()
    let storage = statement.storage(at: 0)
    let isNull = statement.isNull(at: 1)
    let hasSecondRow = try statement.step()
    #expect(hasRow && !hasSecondRow)
    #expect(storage == .integer)
    #expect(isNull)
  }

  @Test func boxedStatementsLiveInACollection() throws {
    let boxes = try (1...3).map { StatementBox(try connection.prepare("SELECT \($0)")) }
    for (offset, box) in boxes.enumerated() {
      let hasRow = try box.statement.step()
      let value = box.statement.integer(at: 0)
      #expect(hasRow && value == Int64(offset + 1))
    }
  }

  @Test func errorInTheMiddleOfAPassIsThrown() throws {
    try connection.execute("CREATE TABLE t (a)")
    try connection.execute("INSERT INTO t VALUES ('{}'), ('{')")
    var read = 0
    #expect(throws: SQLiteError.self) {
      try connection.rows("SELECT json(a) FROM t") { _ in read += 1 }
    }
    #expect(read == 1)
  }
}
