import BrowserModels
import GoldenStore
import GoldenStoreModel
import TestSupport
import Testing

#if canImport(CoreData)
  import GoldenStoreCoreData
#endif

/// What the suites that need Apple's Core Data share.
enum CoreDataEngine {
  /// Why a suite is skipped on other systems.
  static let absence = "needs Apple's Core Data; runs on macOS"

  /// The names of the built-in histories, for the arguments of tests.
  static let names = BrowserModels.all.map(\.name)

  static func history(_ name: String) -> ModelHistory? {
    BrowserModels.all.first { $0.name == name }
  }

  /// The goldens that were generated for every version and shape of a history.
  static func places(of history: ModelHistory) throws -> [Catalog.Place] {
    try Catalog(history, in: GreenCatalog.goldens).seededPlaces()
  }

  /// How objects are told apart after a custom stage with mappings: Core Data makes new ones, with
  /// keys in no order.
  static func identities(in history: ModelHistory) -> [HistoryExpectation] {
    history.name == BrowserModels.legacyBookmarks.name
      ? [.identity(entity: "BookmarkManagedObject", .attribute("id"))] : []
  }

  #if canImport(CoreData)
    /// Looks at every golden of a history, which counts as a case, and reports what is wrong with it.
    static func examineGoldens(
      ofHistory name: String, _ problems: (Catalog.Place) throws -> [String]
    ) async throws {
      for place in try places(of: #require(history(name))) {
        do {
          for problem in try problems(place) {
            Issue.record("golden '\(place.golden.version)': \(problem)")
          }
        } catch {
          Issue.record(error, "golden '\(place.golden.version)'")
        }
        await CaseCount.add()
      }
    }

    /// Brings a store to a version with Core Data: in one hop, or by the stages that the history has.
    static func migrator(of history: ModelHistory) -> MigratorUnderTest {
      .custom(reaching: .everyVersion) { url, version in
        try HistoryStore(history, at: url, isStepwise: false).migrateAndWait(to: version)
      }
    }

    static let engine: EngineComparison.Engine = { url, history, destination, isStepwise in
      try HistoryStore(history, at: url, isStepwise: isStepwise)
        .migrateAndWait(to: history.versions[destination].name)
    }
  #endif
}
