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

@Suite(.goldens(BrowserModels.httpsUpgrade, in: "Goldens/HTTPSUpgrade"))
struct HTTPSUpgradeGoldens {
  @Test(arguments: BrowserModels.httpsUpgrade.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.httpsUpgrade.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.remoteMessaging, in: "Goldens/RemoteMessaging"))
struct RemoteMessagingGoldens {
  @Test(arguments: BrowserModels.remoteMessaging.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }
}

@Suite(.goldens(BrowserModels.appRatingPrompt, in: "Goldens/AppRatingPrompt"))
struct AppRatingPromptGoldens {
  @Test(arguments: BrowserModels.appRatingPrompt.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.appRatingPrompt.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.sharedStore, in: "Goldens/SharedStore"))
struct SharedStoreGoldens {
  @Test(arguments: BrowserModels.sharedStore.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.sharedStore.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.downloads, in: "Goldens/Downloads"))
struct DownloadsGoldens {
  @Test(arguments: BrowserModels.downloads.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.downloads.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}

@Suite(.goldens(BrowserModels.legacyBookmarks, in: "Goldens/Bookmark"))
struct LegacyBookmarksGoldens {
  @Test(arguments: BrowserModels.legacyBookmarks.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.legacyBookmarks.pairs)
  func migrates(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}
