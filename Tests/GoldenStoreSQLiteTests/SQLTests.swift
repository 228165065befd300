import Foundation
import GoldenStoreSQLite
import Testing

struct SQLTests {
  @Test func interpolatedValuesBecomeBindings() {
    let name: String? = nil
    let sql: SQL = "SELECT \(1), \(Int64(2)), \(0.5), \("x'; DROP"), \(name), \(Data([1]))"
    #expect(sql.text == "SELECT ?, ?, ?, ?, ?, ?")
    #expect(
      sql.bindings == [
        .integer(1), .integer(2), .real(0.5), .text("x'; DROP"), .null, .blob(Data([1])),
      ])
  }

  @Test(arguments: [
    ("ZPERSON", "ZPERSON"), ("Z_1PETS", "Z_1PETS"), ("order", "\"order\""), ("1a", "\"1a\""),
    ("", "\"\""), ("a b", "\"a b\""), ("a\"b", "\"a\"\"b\""), ("ZÄ", "\"ZÄ\""),
  ])
  func identifierIsQuotedOnlyWhereSQLiteNeedsIt(_ name: String, _ written: String) throws {
    let sql: SQL = "CREATE TABLE \(identifier: name) (\(identifiers: ["a", "select"]))"
    #expect(sql.text == "CREATE TABLE \(written) (a, \"select\")")
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(sql)
    let table = try connection.firstRow("SELECT name FROM sqlite_master") { try $0.text(at: 0) }
    #expect(table == name)
  }

  @Test func partsKeepTheirBindingsInOrder() throws {
    let condition: SQL = "a = \(2)"
    let sql: SQL = "SELECT \(1) WHERE \(condition) AND b = \(raw: "'raw'") AND c = \(3)"
    #expect(sql.text == "SELECT ? WHERE a = ? AND b = 'raw' AND c = ?")
    #expect(sql.bindings == [.integer(1), .integer(2), .integer(3)])
  }
}
