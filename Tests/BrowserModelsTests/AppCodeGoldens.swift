import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreTesting
import Testing

/// Requirement 24: a suite whose stores are opened by an app's own code.
@Suite(
  .goldens(
    BrowserModels.bookmarks, in: "Goldens/Bookmarks",
    migrator: .custom { url, version in
      let history = BrowserModels.bookmarks
      _ = try Migrator.migrateInPlace(
        StoreFiles(main: url.path), to: try history.position(of: version), in: history,
        stepwise: true)
    }))
struct AppCodeGoldens {
  @Test(arguments: BrowserModels.bookmarks.versions.map(\.name))
  func goldenHolds(_ version: String) async throws { try await expectGolden(version) }

  @Test(arguments: BrowserModels.bookmarks.pairs.filter { $0.destination == 5 })
  func opens(_ pair: VersionPair) async throws { try await expectMigrates(pair) }
}
