import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The comparison of two engines, shown on the portable one and on one that makes a mistake.
struct EngineComparisonTests {
  /// The portable engine on the store itself, and statements afterwards.
  private static func engine(_ extra: SQL...) -> EngineComparison.Engine {
    { store, history, destination, isStepwise in
      _ = try Migrator.migrateInPlace(
        StoreFiles(main: store.path), to: destination, in: history, stepwise: isStepwise)
      let connection = try Connection(path: store.path, mode: .readWrite)
      for statement in extra { try connection.execute(statement) }
      try connection.close()
    }
  }

  private static let history = BrowserModels.bookmarks

  private static func comparison(
    of history: ModelHistory = history, identities: [HistoryExpectation] = [],
    _ engine: @escaping EngineComparison.Engine
  ) throws -> EngineComparison {
    try EngineComparison(
      history, in: GreenCatalog.goldens, identities: identities, engine: engine)
  }

  @Test func everyPairIsPlannedAndThoseOfDistantVersionsTwice() {
    let cases = EngineComparison.cases(of: Self.history)
    #expect(cases.count == 15 + 10)
    #expect(Set(cases).count == cases.count)
    #expect(Set(cases.map(\.pair)) == Set(Self.history.pairs))
    #expect(
      cases.map(\.description).prefix(3) == [
        "BookmarksModel → BookmarksModel 2", "BookmarksModel → BookmarksModel 3",
        "BookmarksModel → BookmarksModel 3, stepwise",
      ])
  }

  @Test(arguments: BrowserModels.all.map(\.name))
  func anEngineAgreesWithItself(_ name: String) throws {
    let history = try #require(BrowserModels.all.first { $0.name == name })
    let comparison = try Self.comparison(of: history, Self.engine())
    for item in EngineComparison.cases(of: history) {
      let outcome = try comparison.run(item)
      #expect(outcome.problem == nil, "\(item)")
      guard case .migrated(let report) = outcome else {
        Issue.record("\(item): \(outcome)")
        continue
      }
      #expect(report.valuesCompared > 0)
    }
  }

  @Test(
    arguments: [
      (
        "UPDATE ZBOOKMARKENTITY SET ZTITLE = 'x' WHERE Z_PK = 1",
        "BookmarkEntity 1: title: expected"
      ),
      ("DELETE FROM ZBOOKMARKENTITY WHERE Z_PK = 7", "BookmarkEntity 7: is missing"),
      ("UPDATE ZBOOKMARKENTITY SET Z_PK = 99 WHERE Z_PK = 7", "BookmarkEntity 99: is there, but"),
      ("UPDATE ZBOOKMARKENTITY SET ZPARENT = NULL", "children: expected"),
    ] as [(SQL, String)])
  func anotherResultIsADifference(_ statement: SQL, _ sentence: String) throws {
    let item = EngineComparison.Case(pair: Self.history.pairs[0], isStepwise: false)
    let problem = try Self.comparison(Self.engine(statement)).run(item).problem
    #expect(problem?.contains(sentence) == true, "\(problem ?? "none")")
  }

  /// Keys that an engine gives anew are no difference where objects are told by something else.
  @Test func objectsMayBeToldByAnAttribute() throws {
    let history = BrowserModels.legacyBookmarks
    let renumber = Self.engine(
      "UPDATE ZBOOKMARKMANAGEDOBJECT SET Z_PK = 1000 - Z_PK, ZPARENTFOLDER = 1000 - ZPARENTFOLDER, ZFAVORITESFOLDER = 1000 - ZFAVORITESFOLDER",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 1000")
    let item = EngineComparison.Case(pair: history.pairs[1], isStepwise: false)
    #expect(try Self.comparison(of: history, renumber).run(item).problem != nil)
    let identity = HistoryExpectation.identity(
      entity: "BookmarkManagedObject", .attribute("id"))
    #expect(
      try Self.comparison(of: history, identities: [identity], renumber).run(item).problem == nil)
  }

  @Test func anAttributeThatTellsNothingApartIsADifference() throws {
    let history = BrowserModels.legacyBookmarks
    let item = EngineComparison.Case(pair: history.pairs[1], isStepwise: false)
    let identity = HistoryExpectation.identity(
      entity: "BookmarkManagedObject", .attribute("isFolder"))
    let problem = try Self.comparison(of: history, identities: [identity], Self.engine())
      .run(item).problem
    #expect(problem?.contains("a value that tells objects apart") == true)
  }

  @Test func nothingToCompareIsAProblem() {
    #expect(
      EngineComparison.Outcome.migrated(DifferenceReport()).problem == "no object was compared")
  }

  // MARK: Histories of the tests' own

  /// Writes the first version's golden of a history and compares two engines on it.
  private static func problem(
    of item: EngineComparison.Case, in history: ModelHistory,
    _ engine: @escaping EngineComparison.Engine
  ) throws -> String? {
    try withTemporaryDirectory { (folder: String) in
      let comparison = try EngineComparison(history, in: folder, engine: engine)
      let golden = comparison.catalog.golden(at: 0)
      try FileManager.default.createDirectory(
        atPath: golden.folder, withIntermediateDirectories: true)
      let generator = try StoreGenerator(history, position: 0)
      try StoreWriter.write(
        generator, layout: StoreLayout(generator.model), storeUUID: generator.storeUUID,
        to: golden.files.main)
      return try comparison.run(item).problem
    }
  }

  /// Where targets had no order before, an engine may give them any.
  @Test func anOrderThatNothingDecidesIsNoDifference() throws {
    func model(_ name: String, isOrdered: Bool) -> Model {
      Model(name) {
        Entity("Album") {
          Relationship("tracks", to: "Track", inverse: "album", .toMany, isOrdered: isOrdered)
        }
        Entity("Track") { Relationship("album", to: "Album", inverse: "tracks") }
      }
    }
    let reversed = Self.engine("UPDATE ZTRACK SET Z_FOK_ALBUM = 99999 - Z_PK")
    let seeds = [SeedRule.objects(entity: "Album", count: 3)]
    let ordered = ModelHistory("Music", seeds: seeds) {
      model("V1", isOrdered: false)
      model("V2", isOrdered: true)
    }
    let item = EngineComparison.Case(pair: ordered.pairs[0], isStepwise: false)
    #expect(try Self.problem(of: item, in: ordered, reversed) == nil)
    var second = model("V2", isOrdered: true)
    second.entities[0].attributes = [Attribute("name", .string)]
    let kept = ModelHistory(
      name: "Music", versions: [model("V1", isOrdered: true), second], seeds: seeds)
    let problem = try Self.problem(of: item, in: kept, reversed)
    #expect(problem?.contains("tracks: expected order ") == true, "\(problem ?? "none")")
  }

  /// An attribute that goes and comes back loses its values on the way, and keeps them directly.
  @Test func bothEnginesGoByTheSameRoute() throws {
    func model(_ name: String, _ attributes: String...) -> Model {
      Model(name) { Entity("Track") { for name in attributes { Attribute(name, .string) } } }
    }
    let history = ModelHistory("Music") {
      model("V1", "title", "comment")
      model("V2", "title")
      model("V3", "title", "comment", "year")
    }
    for isStepwise in [false, true] {
      let item = EngineComparison.Case(pair: history.pairs[1], isStepwise: isStepwise)
      #expect(try Self.problem(of: item, in: history, Self.engine()) == nil)
      let otherRoute: EngineComparison.Engine = { store, history, destination, isStepwise in
        try Self.engine()(store, history, destination, !isStepwise)
      }
      let problem = try Self.problem(of: item, in: history, otherRoute)
      #expect(problem?.contains("comment: expected ") == true)
    }
  }

  // MARK: Refusals

  @Test func anEngineThatRefusesDisagrees() throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "no model for this store"
    }
    let item = EngineComparison.Case(pair: Self.history.pairs[0], isStepwise: false)
    #expect(
      try Self.comparison { _, _, _, _ in throw Refusal() }.run(item)
        == .disagreement(
          "the portable engine migrated, the other one refused: no model for this store"))
    var newer = Self.history
    newer.oldestSupportedVersion = newer.versions[1].name
    #expect(
      try Self.comparison(of: newer) { _, _, _, _ in throw Refusal() }.run(item).problem == nil)
    let problem = try Self.comparison(of: newer, { _, _, _, _ in }).run(item).problem
    #expect(
      problem?.hasPrefix("the other engine migrated, the portable one refused: ") == true)
  }

  /// What did not migrate at all is no store of the version.
  @Test func anEngineThatDoesNothingIsNoticed() throws {
    let item = EngineComparison.Case(pair: Self.history.pairs[0], isStepwise: false)
    #expect(throws: StoreError.self) { try Self.comparison { _, _, _, _ in }.run(item) }
  }
}
