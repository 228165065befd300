import BrowserModels
import GoldenStore
import GoldenStoreModel
import TestSupport

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
