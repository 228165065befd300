import BrowserModels
import GoldenStoreModel
import GoldenStoreTesting
import Testing

@Suite(.goldens(BrowserModels.privacyStats, in: "Goldens/PrivacyStats"))
struct PrivacyStatsGoldens {
  @Test(arguments: BrowserModels.privacyStats.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }
}

@Suite(.goldens(BrowserModels.browsingHistory, in: "Goldens/BrowsingHistory"))
struct BrowsingHistoryGoldens {
  @Test(arguments: BrowserModels.browsingHistory.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }
}

@Suite(.goldens(BrowserModels.bookmarks, in: "Goldens/Bookmarks"))
struct BookmarksGoldens {
  @Test(arguments: BrowserModels.bookmarks.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.bookmarks.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.syncMetadata, in: "Goldens/SyncMetadata"))
struct SyncMetadataGoldens {
  @Test(arguments: BrowserModels.syncMetadata.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.syncMetadata.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.history, in: "Goldens/History"))
struct HistoryGoldens {
  @Test(arguments: BrowserModels.history.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.history.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}
