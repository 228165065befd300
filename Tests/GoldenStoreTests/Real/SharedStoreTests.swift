import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// The store that three models share, in code and as Core Data wrote it.
struct SharedStoreTests {
  /// The members of each version, as hashes were recorded for them.
  private static let versions = [
    ["HTTPSUpgrade"],
    ["HTTPSUpgrade", "AppRatingPrompt"],
    ["HTTPSUpgrade 2", "AppRatingPrompt"],
    ["HTTPSUpgrade 2", "AppRatingPrompt", "RemoteMessaging"],
    ["HTTPSUpgrade 3", "AppRatingPrompt", "RemoteMessaging"],
    ["HTTPSUpgrade 3", "AppRatingPrompt 2", "RemoteMessaging"],
  ]

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func everyVersionHasTheRecordedHashesOfItsMembers() throws {
    let recorded = try RecordedHashes.read().models.flatMap(\.versions)
    let models = try BrowserModels.sharedStore.validated()
    #expect(models.count == Self.versions.count)
    for (model, members) in zip(models, Self.versions) {
      var expected: [String: String] = [:]
      for member in members {
        let version = try #require(recorded.first { $0.name == member })
        for entity in version.entities { expected[entity.name] = entity.hash }
      }
      let found = try VersionHash.entityHashes(of: model)
      #expect(found.count == expected.count)
      for entity in found { #expect(entity.hash.hexadecimal == expected[entity.entity]) }
    }
  }

  private static let rows = [
    "AppRatingPromptEntity": 1, "HTTPSExcludedDomain": 30,
    "HTTPSStoredBloomFilterSpecification": 1, "RemoteMessageManagedObject": 0,
    "RemoteMessagingConfigManagedObject": 1,
  ]

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func theRealStoreIsTheFifthVersionAndBecomesTheSixth() throws {
    let item = try #require(
      Corpus.stores.first { $0.id.contains("duckduckgo__apple-browsers/7") })
    try Corpus.withCopy(of: item) { url in
      let store = StoreFiles(main: url.path)
      let models = try BrowserModels.sharedStore.validated()
      let before = try StoreReader(files: store, layout: StoreLayout(models[4])).contents()
      let output = url.deletingLastPathComponent().appendingPathComponent("Out.sqlite").path
      let result = try Migrator.migrate(store, to: 5, in: BrowserModels.sharedStore, to: output)
      #expect(result.source == 4)
      let after = try StoreReader(
        files: StoreFiles(main: output), layout: StoreLayout(models[5])
      ).contents()
      for (entity, count) in Self.rows {
        let old = before.objects(of: entity)
        let new = after.objects(of: entity)
        #expect(old.count == count)
        #expect(new.map(\.primaryKey) == old.map(\.primaryKey))
        let properties = try #require(models[4].entity(named: entity)).attributes.map(\.name)
        for name in properties {
          #expect(new.map { $0.value(of: name) } == old.map { $0.value(of: name) })
        }
      }
      let prompts = after.objects(of: "AppRatingPromptEntity")
      #expect(prompts.map { $0.value(of: "firstShown") } == [.null])
    }
  }
}
