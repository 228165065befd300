import GoldenStoreModel
import Testing

#if canImport(CoreData)
  import BrowserModels
  import GoldenStore
  import GoldenStoreCoreData
  import GoldenStoreTesting
  import TestSupport

  /// Every pair of every built-in history, migrated by Core Data and held to the same expectations
  /// as the portable engine: directly, by chains of hops, and from every shape.
  @Suite(
    .cases("pairs") { BrowserModels.all.reduce(0) { $0 + $1.pairs.count } })
  struct CoreDataMatrixTests {
    @Test(arguments: CoreDataEngine.names)
    func everyPairMigratesAsExpected(_ name: String) async throws {
      var history = try #require(CoreDataEngine.history(name))
      history.expectations += CoreDataEngine.identities(in: history)
      let runner = MatrixRunner(
        catalog: try Catalog(history, in: GreenCatalog.goldens), matrix: VersionMatrix(history),
        migrator: CoreDataEngine.migrator(of: history))
      let result = try await runner.run()
      for failure in result.failures { Issue.record("\(failure)") }
      await CaseCount.add(result.pairsRun)
    }
  }

  /// The two engines beside each other: what they make of each golden, object by object.
  @Suite(
    .cases("migrations beside the portable engine") {
      BrowserModels.all.reduce(0) { $0 + EngineComparison.cases(of: $1).count }
    })
  struct CoreDataComparisonTests {
    @Test(arguments: CoreDataEngine.names)
    func bothEnginesGiveTheSameObjects(_ name: String) async throws {
      let history = try #require(CoreDataEngine.history(name))
      let comparison = try EngineComparison(
        history, in: GreenCatalog.goldens, identities: CoreDataEngine.identities(in: history),
        engine: CoreDataEngine.engine)
      for item in EngineComparison.cases(of: history) {
        do {
          if let problem = try comparison.run(item).problem { Issue.record("\(item): \(problem)") }
        } catch {
          Issue.record(error, "\(item)")
        }
        await CaseCount.add()
      }
    }
  }

  /// How the tests of an app run its own upgrade over its goldens.
  @Suite(
    .goldens(
      BrowserModels.bookmarks, in: "Goldens/Bookmarks",
      migrator: .custom { url, version in
        try HistoryStore(BrowserModels.bookmarks, at: url).migrateAndWait(to: version)
      }))
  struct CoreDataBookmarksGoldens {
    @Test(arguments: BrowserModels.bookmarks.versions.map(\.name))
    func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

    @Test(arguments: BrowserModels.bookmarks.pairs.filter { $0.destination == 5 })
    func opens(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
  }
#else
  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataMatrixTests {
    @Test func everyPairMigratesAsExpected() {}
  }

  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataComparisonTests {
    @Test func bothEnginesGiveTheSameObjects() {}
  }

  @Suite(.disabled("\(CoreDataEngine.absence)"))
  struct CoreDataBookmarksGoldens {
    @Test func goldenHolds() {}

    @Test func opens() {}
  }
#endif
