import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Code of custom stages in stores that keep history: nothing would tell what it does.
struct StagedHistoryTests {
  private static func history(_ stage: MigrationStage) -> ModelHistory {
    ModelHistory("Sample", stages: [.lightweight("V1"), stage]) {
      Model("V1") { Entity("Person") { Attribute("name", .string) } }
      Model("V2") {
        Entity("Person") {
          Attribute("age", .integer16)
          Attribute("name", .string, preservesValueInHistoryOnDeletion: true)
        }
      }
      Model("V3") {
        Entity("Animal") { Attribute("name", .string) }
        Entity("Person") {
          Attribute("age", .integer16)
          Attribute("name", .string, preservesValueInHistoryOnDeletion: true)
        }
      }
    }
  }

  private static let rows =
    ["INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada')"]
    + KeptHistory.tables() + KeptHistory.transactions(2) + [
      KeptHistory.change(1, entity: 1),
      KeptHistory.change(2, entity: 1, transaction: 2, type: 1, columns: "x'80'"),
    ]

  private static let write: MigrationStage.Handler = {
    try $0.update(
      ObjectReference(entity: "Person", primaryKey: 1), values: ["name": "changed"])
  }
  private static let look: MigrationStage.Handler = {
    let count = try $0.count(of: "Person")
    #expect(count == 1)
  }

  private static let anew = MigrationStage.custom(
    from: "V2", to: "V3", entityMappings: [CustomEntityMapping(from: "Person", to: "Person")])

  private func migrate(
    _ store: StagedStore, _ options: PersistentHistoryOptions
  ) throws -> MigrationResult {
    try Migrator.migrate(
      store.files, to: 2, in: store.history, persistentHistory: options,
      to: store.folder.appendingPathComponent("Result.sqlite"))
  }

  @Test(arguments: [
    anew, .custom(from: "V2", to: "V3", willMigrate: { _ in }),
    .custom(from: "V2", to: "V3", didMigrate: { _ in }),
  ])
  func codeIsRefusedBeforeAnythingRunsUnlessGapsAreAllowed(_ stage: MigrationStage) throws {
    try StagedStore.with(Self.history(stage), rows: Self.rows) { store in
      let before = try bytes(of: store.files.main)
      let refusal = #expect(throws: MigrationError.self) {
        try store.migrateInPlace()
      }
      #expect(
        refusal?.description
          == "cannot migrate 'V2' to 'V3': the store keeps persistent history (table 'ACHANGE'), "
          + "which would not tell what code of a custom stage does; leave the code out, or accept "
          + "the gap with the option 'allowsGaps' of 'PersistentHistoryOptions'")
      #expect(refusal?.coreData == nil)
      // Not even the inferred step before the stage.
      let after = try bytes(of: store.files.main)
      for part in ["main", "writeAheadLog"] { #expect(after[part] == before[part], "\(part)") }
      #expect(throws: MigrationError.self) {
        try migrate(store, PersistentHistoryOptions(allowsPartialMigration: true))
      }
      let result = try migrate(store, PersistentHistoryOptions(allowsGaps: true))
      #expect(result.path >= .cheap)
    }
  }

  @Test func aStageWithoutCodeNeedsNoPermission() throws {
    try StagedStore.with(Self.history(.custom(from: "V2", to: "V3")), rows: Self.rows) { store in
      let result = try migrate(store, PersistentHistoryOptions())
      #expect(result.steps.map(\.kind) == [.lightweight, .custom])
      #expect(result.notes == [])
      #expect(
        try SampleStore.query(
          result.output.main, "SELECT Z_PK, ZENTITY, hex(ZCOLUMNS) FROM ACHANGE")
          == ["1|2|", "2|2|40"])
    }
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func onlyHandlersThatWroteAreNoted(_ writes: (first: Bool, last: Bool)) throws {
    let stage = MigrationStage.custom(
      from: "V2", to: "V3", willMigrate: writes.first ? Self.write : Self.look,
      didMigrate: writes.last ? Self.write : Self.look)
    try StagedStore.with(Self.history(stage), rows: Self.rows) { store in
      let result = try migrate(store, PersistentHistoryOptions(allowsGaps: true))
      #expect(
        result.notes
          == (writes.first ? [.changesNotRecorded(.willMigrate)] : [])
          + (writes.last ? [.changesNotRecorded(.didMigrate)] : []))
      #expect(
        try SampleStore.query(result.output.main, "SELECT ZNAME FROM ZPERSON")
          == [writes.first || writes.last ? "changed" : "Ada"])
      // The history that was there is carried over all the same.
      #expect(
        try SampleStore.query(result.output.main, "SELECT Z_PK, ZENTITY FROM ACHANGE")
          == ["1|2", "2|2"])
    }
    #expect(
      MigrationNote.changesNotRecorded(.didMigrate).description
        == "persistent history does not tell what the didMigrate handler changed")
  }

  @Test func aHandlerOfAStoreWithoutHistoryIsNotNoted() throws {
    let stage = MigrationStage.custom(from: "V2", to: "V3", willMigrate: Self.write)
    try StagedStore.with(Self.history(stage), rows: [Self.rows[0]]) { store in
      let result = try migrate(store, PersistentHistoryOptions())
      #expect(result.notes == [])
    }
  }

  @Test func aNewStoreBeginsAHistoryWhoseNumbersGoOn() throws {
    try StagedStore.with(Self.history(Self.anew), rows: Self.rows) { store in
      let result = try migrate(store, PersistentHistoryOptions(allowsGaps: true))
      #expect(result.notes == [.historyLeftBehind(transactions: 2, changes: 2)])
      #expect(
        result.notes.map(\.description) == [
          "persistent history begins anew (2 transactions, 2 changes were left behind), because a "
            + "custom stage wrote a new store"
        ])
      let output = result.output.main
      for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
        #expect(try SampleStore.query(output, "SELECT count(*) FROM \(table)") == ["0"])
      }
      #expect(
        try SampleStore.query(
          output, "SELECT name FROM pragma_table_info('ACHANGE') WHERE name LIKE 'ZT%'")
          == ["ZTRANSACTIONID", "ZTOMBSTONE0"])
      #expect(
        try SampleStore.query(output, "SELECT * FROM Z_PRIMARYKEY ORDER BY Z_ENT") == [
          "1|Animal|0|0", "2|Person|0|1", "16001|CHANGE|0|900", "16002|TRANSACTION|0|90",
          "16003|TRANSACTIONSTRING|0|1",
        ])
      #expect(
        try SampleStore.query(output, "SELECT Z_PK, Z_ENT, ZNAME FROM ZPERSON") == ["1|2|Ada"])
      let layout = try StoreLayout(store.history.versions[2].validated(), includesHistory: true)
      #expect(
        try SampleStore.query(
          output, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
          == layout.statements)
    }
  }

  @Test(arguments: [
    anew, .custom(from: "V2", to: "V3", willMigrate: { _ in }),
  ])
  func codeInAMirroredStoreIsRefused(_ stage: MigrationStage) throws {
    let rows = Self.rows + ["CREATE TABLE ANSCKEVENT ( Z_PK INTEGER PRIMARY KEY )"]
    try StagedStore.with(Self.history(stage), rows: rows) { store in
      let error = #expect(throws: MigrationError.self) {
        try migrate(store, PersistentHistoryOptions(allowsGaps: true))
      }
      #expect(
        error?.description
          == "cannot migrate 'V2' to 'V3': CloudKit mirroring (table 'ANSCKEVENT') in a custom "
          + "stage is not supported yet")
    }
  }
}
