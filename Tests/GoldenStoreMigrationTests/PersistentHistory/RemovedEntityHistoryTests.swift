import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Y1: what goes of the history with an entity.
struct RemovedEntityHistoryTests {
  private static func model(_ version: String, _ entities: String..., child: Bool = false) -> Model
  {
    Model(version) {
      for entity in entities { Entity(entity) { Attribute("name", .string) } }
      if child { Entity("Child", superentity: "A") { Attribute("own", .string) } }
    }
  }

  /// Six transactions; B is touched by 1 and 3, C by 4, A by all but the second, which is empty.
  private static let rows =
    KeptHistory.tables() + KeptHistory.transactions(6) + [
      KeptHistory.change(1, entity: 1, transaction: 1),
      KeptHistory.change(2, entity: 2, transaction: 1),
      KeptHistory.change(3, entity: 1, object: 2, transaction: 3),
      KeptHistory.change(4, entity: 2, transaction: 3, type: 1, columns: "x'80'"),
      KeptHistory.change(5, entity: 1, transaction: 3, type: 1, columns: "x'80'"),
      KeptHistory.change(6, entity: 3, transaction: 4),
      KeptHistory.change(7, entity: 1, transaction: 4, type: 1, columns: "x'80'"),
      KeptHistory.change(8, entity: 1, object: 3, transaction: 5),
      KeptHistory.change(9, entity: 1, transaction: 6, type: 2),
    ]

  private static let three = model("V1", "A", "B", "C")

  @Test("Y1: history up to the last transaction of a removed entity goes")
  func historyUpToTheLastTransactionOfARemovedEntityGoes() throws {
    try withPair(
      from: Self.three, to: Self.model("V2", "A", "C"), change: Self.rows
    ) { pair in
      #expect(
        pair.result.notes == [
          .historyTruncated(entities: ["B"], lastTransaction: 3, transactions: 3, changes: 5)
        ])
      #expect(
        pair.result.notes.map(\.description) == [
          "persistent history up to transaction 3 was deleted (3 transactions, 5 changes), because "
            + "it touches removed entity 'B'; tokens before that point are expired"
        ])
      #expect(pair.after("SELECT Z_PK FROM ATRANSACTION") == ["4", "5", "6"])
      #expect(
        pair.after("SELECT * FROM ATRANSACTION")
          == pair.before("SELECT * FROM ATRANSACTION WHERE Z_PK > 3"))
      // C has moved up to B's number.
      #expect(
        pair.after("SELECT * FROM ACHANGE")
          == pair.before("SELECT * FROM ACHANGE WHERE Z_PK > 5").map {
            $0.replacingOccurrences(of: "6|16001|NULL|0|3|", with: "6|16001|NULL|0|2|")
          })
      pair.requireUnchanged("SELECT * FROM ATRANSACTIONSTRING")
      pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
    }
  }

  @Test("Y1: of several removed entities the last transaction counts")
  func ofSeveralRemovedEntitiesTheLastTransactionCounts() throws {
    try withPair(from: Self.three, to: Self.model("V2", "A"), change: Self.rows) { pair in
      #expect(
        pair.result.notes == [
          .historyTruncated(entities: ["B", "C"], lastTransaction: 4, transactions: 4, changes: 7)
        ])
      #expect(pair.after("SELECT Z_PK FROM ATRANSACTION") == ["5", "6"])
      #expect(pair.after("SELECT Z_PK, ZENTITY FROM ACHANGE") == ["8|1", "9|1"])
    }
  }

  @Test("Y1: with the option only the changes of the entity go")
  func withTheOptionOnlyChangesOfTheEntityGo() throws {
    try withPair(
      from: Self.three, to: Self.model("V2", "A", "C"), change: Self.rows,
      options: PersistentHistoryOptions(allowsPartialMigration: true)
    ) { pair in
      #expect(
        pair.result.notes == [.changesOfEntitiesDeleted(entities: ["B"], changes: 2)])
      #expect(
        pair.result.notes.map(\.description) == [
          "2 changes of removed entity 'B' were deleted from the persistent history; its "
            + "transactions stay"
        ])
      pair.requireUnchanged("SELECT * FROM ATRANSACTION")
      #expect(
        pair.after("SELECT Z_PK, ZENTITY FROM ACHANGE")
          == ["1|1", "3|1", "5|1", "6|2", "7|1", "8|1", "9|1"])
      #expect(
        pair.after(
          "SELECT count(*) FROM ATRANSACTION WHERE Z_PK NOT IN "
            + "(SELECT ZTRANSACTIONID FROM ACHANGE)") == ["1"])
    }
  }

  @Test(arguments: [false, true])
  func aRemovedEntityThatNoChangeIsOfTakesNothingAlong(isPartial: Bool) throws {
    try withPair(
      from: Self.model("V1", "A", "B", "C", "D"), to: Self.model("V2", "A", "B", "C"),
      change: Self.rows, options: PersistentHistoryOptions(allowsPartialMigration: isPartial)
    ) { pair in
      #expect(pair.result.notes == [])
      pair.requireUnchanged("SELECT * FROM ATRANSACTION")
      pair.requireUnchanged("SELECT * FROM ACHANGE")
    }
  }

  @Test func aRemovedSubentityCountsToo() throws {
    // A 1, Child 2, C 3.
    try withPair(
      from: Self.model("V1", "A", "C", child: true), to: Self.model("V2", "A", "C"),
      change: Self.rows
    ) { pair in
      #expect(
        pair.result.notes == [
          .historyTruncated(entities: ["Child"], lastTransaction: 3, transactions: 3, changes: 5)
        ])
    }
  }

  @Test func anEntityThatIsRenamedWithoutIdentifierIsRemoved() throws {
    try withPair(from: Self.three, to: Self.model("V2", "A", "Bee", "C"), change: Self.rows) {
      #expect(
        $0.result.notes == [
          .historyTruncated(entities: ["B"], lastTransaction: 3, transactions: 3, changes: 5)
        ])
    }
    try withPair(
      from: Self.three,
      to: Model("V2") {
        Self.three.entities[0]
        Entity("Bee", renamingIdentifier: "B") { Attribute("name", .string) }
        Self.three.entities[2]
      }, change: Self.rows
    ) { pair in
      #expect(pair.result.notes == [])
      pair.requireUnchanged("SELECT * FROM ACHANGE")
    }
  }

  @Test func notesOfSeveralStepsAreToldInOrder() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("source.sqlite").path
      let output = folder.appendingPathComponent("result.sqlite").path
      let history = ModelHistory("Sample") {
        Self.three
        Self.model("V2", "A", "C")
        Self.model("V3", "A")
      }
      try SampleStore.make(Self.three, at: path, rows: Self.rows)
      var told: [[MigrationNote]] = []
      let result = try Migrator.migrate(
        StoreFiles(main: path), to: 2, in: history, stepwise: true, to: output,
        didMigrate: { told.append($0.notes) })
      #expect(
        result.notes == [
          .historyTruncated(entities: ["B"], lastTransaction: 3, transactions: 3, changes: 5),
          .historyTruncated(entities: ["C"], lastTransaction: 4, transactions: 1, changes: 2),
        ])
      #expect(told == result.notes.map { [$0] })
    }
  }
}
