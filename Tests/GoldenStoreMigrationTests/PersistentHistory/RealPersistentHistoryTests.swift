import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Stores with persistent history that Apple's Core Data wrote, migrated to models that tests make
/// of their own; read with plain SQL before and after.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealPersistentHistoryTests {
  private static var stores: [Corpus.Item] {
    Corpus.stores.filter { $0.rows?["ACHANGE"] != nil }
  }

  /// Migrates a copy of a store from the model that it holds to a changed one.
  private func withMigrated(
    _ store: Corpus.Item, change: [String] = [],
    options: PersistentHistoryOptions = PersistentHistoryOptions(),
    to evolve: (inout Model) throws -> Void, _ body: (MigrationPair) throws -> Void
  ) throws {
    try Corpus.withCopy(of: store) { url in
      // One file, so that the source can be queried as it is.
      let source = url.path + ".plain"
      try StoreFiles(main: url.path).copy(to: StoreFiles(main: source))
      try SampleStore.change(source, ["PRAGMA wal_checkpoint(TRUNCATE)"] + change)
      var model = try #require(
        CompiledModelReader.model(cachedIn: StoreFiles(main: source)).history.versions.first)
      model.name = "V1"
      var later = model
      later.name = "V2"
      try evolve(&later)
      let history = ModelHistory(name: "Real", versions: [model, later])
      let output = url.path + ".result"
      let result = try Migrator.migrate(
        StoreFiles(main: source), to: 1, in: history, persistentHistory: options, to: output)
      #expect(try SampleStore.query(output, "PRAGMA integrity_check") == ["ok"])
      let layout = try StoreLayout(later.validated())
      _ = try StoreReader(files: StoreFiles(main: output), layout: layout).contents()
      #expect(try StoreInspection(of: StoreFiles(main: output)).hasHistory)
      try body(MigrationPair(history: history, source: source, output: output, result: result))
    }
  }

  private func requireSameHistory(_ pair: MigrationPair) {
    pair.requireUnchanged("SELECT * FROM ATRANSACTION", mayBeEmpty: true)
    pair.requireUnchanged("SELECT * FROM ATRANSACTIONSTRING", mayBeEmpty: true)
    pair.requireUnchanged(
      "SELECT name, sql, rowid FROM sqlite_master WHERE tbl_name LIKE 'A%' ORDER BY rowid")
    pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000", mayBeEmpty: true)
  }

  @Test func storesWithHistoryAreThere() {
    #expect(Self.stores.count == 10)
  }

  @Test(arguments: stores) func anEntityBeforeAllOthersRenumbersTheChanges(_ store: Corpus.Item)
    throws
  {
    try withMigrated(store) {
      $0.entities.append(Entity("AAA") { Attribute("name", .string) })
    } _: { pair in
      #expect(pair.result.notes == [])
      requireSameHistory(pair)
      pair.requireUnchanged(
        "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE",
        mayBeEmpty: true)
      #expect(
        pair.after("SELECT Z_PK, ZENTITY FROM ACHANGE")
          == pair.before("SELECT Z_PK, ZENTITY + 1 FROM ACHANGE"))
    }
  }

  /// Book 1, GraphicNovel 2, Feedback 3, Page 4, Writer 5, Author 6; one transaction.
  private static var library: Corpus.Item? {
    stores.first { $0.id == "stores/alemar11__CoreDataPlus/4" }
  }

  @Test func masksOfARealModelAreCarried() throws {
    // Page: book, its entity, content, isBookmarked, number; then book, its entity, content, mark,
    // number.
    // Author: age, alias, books; then age, alias, born, books.
    let updates = [
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (2, 16002, 1.5)",
      KeptHistory.change(201, entity: 4, transaction: 2, type: 1, columns: "x'C0'"),
      KeptHistory.change(202, entity: 4, object: 2, transaction: 2, type: 1, columns: "x'28'"),
      KeptHistory.change(203, entity: 4, object: 3, transaction: 2, type: 1, columns: "x'10'"),
      KeptHistory.change(204, entity: 6, transaction: 2, type: 1, columns: "x'20'"),
      KeptHistory.change(205, entity: 6, transaction: 2, type: 1, columns: "x'80'"),
    ]
    try withMigrated(try #require(Self.library), change: updates) { model in
      for position in model.entities.indices {
        if model.entities[position].name == "Page" {
          let place = try #require(
            model.entities[position].attributes.firstIndex { $0.name == "isBookmarked" })
          model.entities[position].attributes[place].name = "zMark"
          model.entities[position].attributes[place].renamingIdentifier = "isBookmarked"
        }
        if model.entities[position].name == "Author" {
          model.entities[position].attributes.append(Attribute("born", .date))
        }
      }
    } _: { pair in
      #expect(pair.result.notes == [])
      requireSameHistory(pair)
      pair.requireUnchanged("SELECT * FROM ACHANGE WHERE Z_PK <= 200")
      #expect(
        pair.after("SELECT Z_PK, ZENTITY, hex(ZCOLUMNS) FROM ACHANGE WHERE Z_PK > 200") == [
          // content, isBookmarked, number became content, number, zMark.
          "201|4|C0", "202|4|30", "203|4|08",
          // books has moved behind born.
          "204|6|10", "205|6|80",
        ])
    }
  }

  @Test(arguments: [false, true]) func aRemovedEntityTakesHistoryAlong(isPartial: Bool) throws {
    let later = [
      "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (2, 16002, 1.5)",
      KeptHistory.change(201, entity: 4, transaction: 2),
    ]
    try withMigrated(
      try #require(Self.library), change: later,
      options: PersistentHistoryOptions(allowsPartialMigration: isPartial)
    ) { model in
      model.entities.removeAll { $0.name == "Feedback" }
      for position in model.configurations.indices {
        model.configurations[position].entities.removeAll { $0 == "Feedback" }
      }
    } _: { pair in
      if isPartial {
        #expect(
          pair.result.notes == [.changesOfEntitiesDeleted(entities: ["Feedback"], changes: 3)])
        pair.requireUnchanged("SELECT * FROM ATRANSACTION")
        #expect(
          pair.after("SELECT Z_PK, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE")
            == pair.before(
              """
              SELECT Z_PK, ZENTITY - (ZENTITY > 3), ZENTITYPK, ZTRANSACTIONID FROM ACHANGE \
              WHERE ZENTITY <> 3
              """))
      } else {
        #expect(
          pair.result.notes == [
            .historyTruncated(
              entities: ["Feedback"], lastTransaction: 1, transactions: 1, changes: 126)
          ])
        #expect(pair.after("SELECT Z_PK FROM ATRANSACTION") == ["2"])
        #expect(pair.after("SELECT Z_PK, ZENTITY FROM ACHANGE") == ["201|3"])
      }
      pair.requireUnchanged("SELECT * FROM ATRANSACTIONSTRING")
      pair.requireUnchanged("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
    }
  }

  @Test func readersOfObjectsDoNotMindTheHistory() throws {
    for store in Self.stores {
      try Corpus.withCopy(of: store) { url in
        let files = StoreFiles(main: url.path)
        let inspection = try StoreInspection(of: files)
        #expect(inspection.hasHistory)
        // A warning of a lost log is about the -shm beside the store.
        #expect(
          !inspection.warnings.contains { if case .uncountedEntity = $0 { true } else { false } })
        let model = try #require(
          CompiledModelReader.model(cachedIn: files).history.versions.first)
        let contents = try StoreReader(files: files, layout: StoreLayout(model.validated()))
          .contents()
        #expect(
          Int64(contents.entities.reduce(0) { $0 + $1.objects.count }) == inspection.objectCount)
      }
    }
  }
}
