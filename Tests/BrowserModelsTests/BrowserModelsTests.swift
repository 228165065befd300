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
    (history: "HTTPSUpgrade", file: "HTTPSUpgrade", versions: 3),
    (history: "RemoteMessaging", file: "RemoteMessaging", versions: 1),
    (history: "AppRatingPrompt", file: "AppRatingPrompt", versions: 2),
    (history: "History", file: "History", versions: 6),
    (history: "Downloads", file: "Downloads", versions: 2),
    (history: "Bookmark", file: "Bookmark", versions: 3),
  ]

  private func history(named name: String) throws -> ModelHistory {
    try #require(BrowserModels.all.first { $0.name == name })
  }

  @Test func everyHistoryIsValidAndListedOnce() throws {
    // The store that three of them share has no model file of its own.
    let histories = BrowserModels.all.filter { $0.members.isEmpty }
    #expect(BrowserModels.all.map(\.name).filter { $0 == "SharedStore" }.count == 1)
    #expect(histories.count == BrowserModels.all.count - 1)
    #expect(histories.map(\.name) == Self.sources.map(\.history))
    for (history, source) in zip(histories, Self.sources) {
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

  /// The folder and the file of each shape, in the order of declaration.
  static let shapes = [
    ("PrivacyStats", "PrivacyStats (2024-11-24)"), ("PrivacyStats", "PrivacyStats (2024-11-27)"),
    ("BookmarksModel", "BookmarksModel (2022-10-16)"),
    ("BookmarksModel", "BookmarksModel (2022-10-17)"),
    ("BookmarksModel", "BookmarksModel 3 (2023-04-04)"),
    ("BookmarksModel", "BookmarksModel 3 (2023-04-14)"),
    ("BookmarksModel", "BookmarksModel 5 (2023-11-20)"),
    ("SyncMetadata", "SyncMetadata 4 (2024-03-14)"),
    ("HTTPSUpgrade", "HTTPSUpgrade (2017-12-01)"), ("HTTPSUpgrade", "HTTPSUpgrade (2018-01-11)"),
    ("Bookmark", "Bookmark 2 (2021-06-20)"), ("Bookmark", "Bookmark 3 (2022-11-18)"),
  ]

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func everyEditedFileIsDeclaredAsAShape() throws {
    let declared = BrowserModels.all.filter { $0.members.isEmpty }.flatMap(\.shapes)
    #expect(declared.count == Self.shapes.count)
    let folder = Corpus.models.appendingPathComponent("edited-in-place")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.filter { $0.hasSuffix(".xml") }.count == Self.shapes.count)
    for ((model, file), shape) in zip(Self.shapes, declared) {
      #expect(file == "\(shape.version) (\(shape.name))")
      let path = folder.appendingPathComponent("\(model)/\(file).xml")
      var read = try #require(try XCDataModelReader.read(path.path).history.versions.first)
      #expect(ModelDifference.between(read, shape.model).map(\.description) == [], "\(file)")
      read.name = shape.key
      let isEqual = read == shape.model
      #expect(isEqual, "\(file): something is declared in another order")
    }
  }
}
