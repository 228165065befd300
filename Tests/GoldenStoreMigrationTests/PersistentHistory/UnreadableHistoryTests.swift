import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Y3: a history that cannot be carried over is dropped, and told of; anything else that fails
/// leaves all of it as it was.
struct UnreadableHistoryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: [String]
    let problem: PersistentHistoryProblem
    let sentence: String
    var changes: Int64 = 2
    var transactions: Int64 = 2
  }

  private static func model(_ version: String, _ attributes: String..., first: String? = nil)
    -> Model
  {
    Model(version) {
      if let first { Entity(first) { Attribute("a", .string) } }
      Entity("Person") { for attribute in attributes { Attribute(attribute, .string) } }
    }
  }

  private static let source = model("V1", "name", "note")
  private static let destination = model("V2", "age", "name", first: "Animal")

  private static let rows =
    ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada')"]
    + KeptHistory.tables() + KeptHistory.transactions(2) + [
      KeptHistory.change(1, entity: 1),
      KeptHistory.change(2, entity: 1, transaction: 2, type: 1, columns: "x'80'"),
    ]

  private static func unreadable(_ sql: String, _ found: String) -> Case {
    Case(
      testDescription: "mask \(sql)",
      change: ["UPDATE ACHANGE SET ZCOLUMNS = \(sql) WHERE Z_PK = 2"],
      problem: .unreadableColumns(change: 2, entity: "Person", expected: 2, found: found),
      sentence:
        "'ACHANGE' row 2, column 'ZCOLUMNS': expected a mask of 2 bits for 'Person', found \(found)"
    )
  }

  private static func unknown(_ sql: String, _ found: String) -> Case {
    Case(
      testDescription: "entity \(sql)",
      change: ["UPDATE ACHANGE SET ZENTITY = \(sql) WHERE Z_PK = 1"],
      problem: .unknownEntity(change: 1, number: found),
      sentence: "'ACHANGE' row 1 is of entity number \(found), which the model does not have")
  }

  static let cases = [
    unreadable("x'8000'", "2 bytes"), unreadable("x''", "0 bytes"),
    unreadable("x'A0'", "1 bytes"), unreadable("128", "128"), unreadable("'@'", #""@""#),
    unknown("2", "2"), unknown("NULL", "NULL"), unknown("1.5", "1.5"),
    Case(
      testDescription: "no transactions", change: ["DROP TABLE ATRANSACTION"],
      problem: .missingTable("ATRANSACTION"), sentence: "table 'ATRANSACTION' is missing",
      transactions: 0),
    Case(
      testDescription: "no changes", change: ["DROP TABLE ACHANGE"],
      problem: .missingTable("ACHANGE"), sentence: "table 'ACHANGE' is missing", changes: 0),
    Case(
      testDescription: "no numbers", change: ["ALTER TABLE ACHANGE DROP COLUMN ZENTITY"],
      problem: .missingColumn(table: "ACHANGE", column: "ZENTITY"),
      sentence: "'ACHANGE' has no column 'ZENTITY'"),
  ]

  @Test("Y3: a history that cannot be carried over is dropped and told of", arguments: cases)
  func itIsDroppedAndToldOf(_ row: Case) throws {
    try withPair(
      from: Self.source, to: Self.destination, change: Self.rows + row.change
    ) { pair in
      #expect(
        pair.result.notes == [
          .historyDropped(
            row.problem, transactions: row.transactions, changes: row.changes)
        ])
      #expect(
        pair.result.notes.map(\.description) == [
          "persistent history was dropped (\(row.transactions) transactions, \(row.changes) "
            + "changes), because it cannot be carried over: \(row.sentence); every token is expired"
        ])
      #expect(
        pair.after("SELECT name FROM sqlite_master WHERE tbl_name LIKE 'A%'") == [])
      // The objects are there, and numbers of the history are not given out twice.
      #expect(pair.after("SELECT Z_PK, Z_ENT, ZNAME, ZAGE FROM ZPERSON") == ["1|2|Ada|NULL"])
      pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
      #expect(try StoreInspection(of: StoreFiles(main: pair.output)).hasHistory == false)
      // It is done: nothing is told or run again.
      let again = try Migrator.migrate(
        StoreFiles(main: pair.output), to: 1, in: pair.history, to: pair.output + ".again",
        willRun: { Issue.record("ran \($0)") })
      #expect(again.notes == [] && again.steps == [])
    }
  }

  @Test func whatGoesAnywayNeedNotBeReadable() throws {
    // The removed entity takes the unreadable change along.
    try withPair(
      from: Model("V1") {
        Entity("Gone") { Attribute("a", .string) }
        Self.source.entities[0]
      },
      to: Self.model("V2", "age", "name"),
      change: KeptHistory.tables() + KeptHistory.transactions(3) + [
        KeptHistory.change(1, entity: 2, type: 1, columns: "'no mask'"),
        KeptHistory.change(2, entity: 99, transaction: 1),
        KeptHistory.change(3, entity: 1, transaction: 2),
        KeptHistory.change(4, entity: 2, transaction: 3, type: 1, columns: "x'80'"),
      ]
    ) { pair in
      #expect(
        pair.result.notes == [
          .historyTruncated(entities: ["Gone"], lastTransaction: 2, transactions: 2, changes: 3)
        ])
      // name was the first of two, and is the second now.
      #expect(pair.after("SELECT Z_PK, ZENTITY, hex(ZCOLUMNS) FROM ACHANGE") == ["4|1|40"])
    }
  }

  @Test func aViewInThePlaceOfATableIsRefused() throws {
    for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
      let error = #expect(throws: MigrationError.self) {
        try withPair(
          from: Self.source, to: Self.destination,
          change: Self.rows + ["DROP TABLE \(table)", "CREATE VIEW \(table) AS SELECT 1 AS Z_PK"]
        ) { _ in }
      }
      #expect(
        error == .store(.notATable(store: "source.sqlite", name: table, found: "a view")))
    }
  }

  @Test func aMigrationThatFailsAmidTheHistoryLeavesAllAsItWas() throws {
    struct Stop: Error {}
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      let history = ModelHistory("Sample") {
        Self.source
        Self.destination
      }
      try SampleStore.make(Self.source, at: path, rows: Self.rows, journalMode: "DELETE")
      let before = try bytes(of: path)
      var failed = 0
      for stop in 0... {
        var count = 0
        do {
          _ = try Migrator.migrateInPlace(
            StoreFiles(main: path), to: 1, in: history,
            willRun: { statement in
              guard statement.phase == .persistentHistory else { return }
              if count == stop { throw Stop() }
              count += 1
            })
          break
        } catch is Stop {
          failed += 1
        }
        #expect(try bytes(of: path) == before)
      }
      // Masks and numbers.
      #expect(failed == 2)
      #expect(
        try SampleStore.query(path, "SELECT Z_PK, ZENTITY, hex(ZCOLUMNS) FROM ACHANGE")
          == ["1|2|", "2|2|40"])
    }
  }
}
