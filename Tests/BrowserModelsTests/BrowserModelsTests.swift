import BrowserModels
import Foundation
import GoldenStoreModel
import TestSupport
import Testing

/// The histories in code are those of the model files they were written after.
struct BrowserModelsTests {
  /// The folder of each history under `models`, and how many versions were shipped.
  static let sources = [
    (history: "PrivacyStats", file: "PrivacyStats", versions: 1),
    (history: "BrowsingHistory", file: "BrowsingHistory", versions: 1),
    (history: "Bookmarks", file: "BookmarksModel", versions: 6),
    (history: "SyncMetadata", file: "SyncMetadata", versions: 4),
    (history: "History", file: "History", versions: 6),
  ]

  private func history(named name: String) throws -> ModelHistory {
    try #require(BrowserModels.all.first { $0.name == name })
  }

  @Test func everyHistoryIsValidAndListedOnce() throws {
    #expect(BrowserModels.all.map(\.name) == Self.sources.map(\.history))
    for (history, source) in zip(BrowserModels.all, Self.sources) {
      #expect(try history.validated().count == source.versions)
    }
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)),
    arguments: sources.map { [$0.history, $0.file] })
  func everyVersionEqualsItsModelFileHashedOrNot(_ source: [String]) throws {
    let history = try history(named: source[0])
    let folder = Corpus.models.appendingPathComponent(source[1] + ".xcdatamodeld")
    let file = try XCDataModelReader.read(folder.path).history
    #expect(history.versions.map(\.name) == file.versions.map(\.name))
    #expect(
      history.versions[history.currentPosition].name == file.versions[file.currentPosition].name)
    for (code, read) in zip(history.versions, file.versions) {
      #expect(ModelDifference.between(read, code).map(\.description) == [], "\(code.name)")
      // Apart, or a failure would print both models in full.
      let isEqual = code == read
      #expect(isEqual, "\(code.name): something is declared in another order")
    }
  }

  @Test(
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)),
    arguments: sources.map { [$0.history, $0.file] })
  func everyVersionHasTheRecordedHashes(_ source: [String]) throws {
    let history = try history(named: source[0])
    let recorded = try #require(
      try RecordedHashes.read().models.first { $0.model == source[1] })
    #expect(recorded.versions.count == history.versions.count)
    for version in recorded.versions {
      let model = try #require(history.versions.first { $0.name == version.name }).validated()
      let hashes = try VersionHash.entityHashes(of: model)
      #expect(hashes.map(\.entity) == version.entities.map(\.name))
      #expect(hashes.map(\.hash.hexadecimal) == version.entities.map(\.hash))
      #expect(VersionHash.checksum(of: hashes) == version.checksum)
      #expect(VersionHash.digest(of: hashes) == version.digest)
    }
  }
}
