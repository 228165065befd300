import BrowserModels
import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// `inspect`, `dump` and `migrate` on stores that Apple's Core Data wrote.
@Suite(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
struct StoreCommandTests {
  /// The Bookmarks stores, of the versions 1 to 5, and one of SyncMetadata.
  private func withStore<Result>(
    _ number: Int, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let id = "stores/duckduckgo__BrowserServicesKit/\(number)"
    let store = try #require(Corpus.stores.first { $0.id == id })
    let folder = try TemporaryDirectory()
    for name in try FileManager.default.contentsOfDirectory(atPath: store.url.path) {
      let copy = folder.path.appendingPathComponent(name)
      try Data(contentsOf: store.url.appendingPathComponent(name))
        .write(to: URL(fileURLWithPath: copy))
    }
    return try await body(folder.path.appendingPathComponent(store.file ?? ""))
  }

  @Test func inspectHasTheKeysOfTheContract() async throws {
    try await withStore(1) { path in
      let outcome = try await runCommand("inspect", path, "--model", "Bookmarks", "--json")
      let json = try outcome.json()
      #expect(
        json.keys == [
          "checksum", "digest", "entities", "files", "frameworkVersion", "hasHistory",
          "hashesVersion", "joinTables", "journalMode", "match", "nearest", "store", "uuid",
          "versionIdentifiers", "warnings",
        ])
      #expect(json["journalMode"]?.text == "wal")
      #expect(json["checksum"] == .null)
      #expect(json["match"]?["model"]?.text == "Bookmarks")
      #expect(json["match"]?["version"]?.text == "BookmarksModel")
      #expect(json["nearest"] == .null)
      let entity = json["entities"]?.elements.first
      #expect(entity?["name"]?.text == "BookmarkEntity")
      #expect(entity?["rows"]?.number == 10)
      #expect(outcome.exitCode == 0)
    }
  }

  @Test func inspectNamesTheNearestVersionWhereNoneMatches() async throws {
    try await withStore(1) { path in
      let json = try await runCommand("inspect", path, "--model", "SyncMetadata", "--json").json()
      #expect(json["match"] == .null)
      #expect(json["nearest"]?["version"]?.text?.hasPrefix("SyncMetadata") == true)
      let differences = json["nearest"]?["differences"]?.elements ?? []
      #expect(differences.first?["entity"]?.text == "BookmarkEntity")
      #expect(differences.first?["expected"] == .null)
      #expect(differences.first?["found"]?.text?.count == 64)
    }
  }

  @Test func dumpListsEveryPersistedPropertyInNameOrder() async throws {
    try await withStore(5) { path in
      let json = try await runCommand("dump", path, "--model", "Bookmarks", "--json").json()
      let entities = json["entities"]?.elements ?? []
      #expect(entities.compactMap { $0["name"]?.text } == ["BookmarkEntity"])
      let objects = entities.first?["objects"]?.elements ?? []
      #expect(objects.compactMap { $0["primaryKey"]?.number } == (1...10).map(Double.init))
      for object in objects {
        #expect(object.keys == ["attributes", "primaryKey", "relationships"])
        let attributes = object["attributes"]?.elements.compactMap { $0["name"]?.text }
        #expect(
          attributes == [
            "isFolder", "isPendingDeletion", "lastChildrenPayloadReceivedFromSync",
            "modifiedAt", "title", "url", "uuid",
          ])
        let relationships = object["relationships"]?.elements.compactMap { $0["name"]?.text }
        #expect(relationships == ["children", "favoriteFolders", "favorites", "parent"])
      }
      let targets = objects.flatMap { $0["relationships"]?.elements ?? [] }
        .filter { $0["name"]?.text == "favorites" }.flatMap { $0["targets"]?.elements ?? [] }
      #expect(targets.count == 5)
      #expect(targets.allSatisfy { $0.keys == ["entity", "primaryKey"] })
      let text = try await runCommand("dump", path, "--model", "Bookmarks").output
      #expect(text.contains("BookmarkEntity"))
    }
  }

  @Test func dumpOfAStoreOfNoVersionIsRefused() async throws {
    try await withStore(1) { path in
      let outcome = try await runCommand("dump", path, "--model", "History")
      #expect(outcome.sentence.contains("was written with no version of 'History'"))
      #expect(outcome.exitCode == 1)
    }
  }

  @Test func migrateReportsItsSteps() async throws {
    try await withStore(1) { path in
      let output = path.folder.appendingPathComponent("New.sqlite")
      let outcome = try await runCommand(
        "migrate", path, "--model", "Bookmarks", "--stepwise", "--out", output, "--json")
      let json = try outcome.json()
      #expect(json.keys == ["destination", "error", "outcome", "path", "source", "steps"])
      #expect(json["source"]?.text == "BookmarksModel")
      #expect(json["destination"]?.text == "BookmarksModel 6")
      #expect(json["outcome"]?.text == "migrated")
      #expect(json["error"] == .null)
      let steps = json["steps"]?.elements ?? []
      #expect(steps.count == 5)
      #expect(steps.allSatisfy { $0.keys == ["from", "kind", "path", "to"] })
      #expect(steps.allSatisfy { $0["kind"]?.text == "lightweight" })
      #expect(outcome.exitCode == 0)
      #expect(StoreFiles(main: output).existingParts == [.main])
      let inspected = try await runCommand("inspect", output, "--json").json()
      #expect(inspected["match"]?["version"]?.text == "BookmarksModel 6")
    }
  }

  @Test func aDowngradeIsRefusedWithCoreDatasCode() async throws {
    try await withStore(5) { path in
      let output = path.folder.appendingPathComponent("New.sqlite")
      let outcome = try await runCommand(
        "migrate", path, "--model", "Bookmarks", "--to", "2", "--out", output, "--json")
      let json = try outcome.json()
      #expect(outcome.exitCode == 1)
      #expect(json["outcome"]?.text == "refused")
      #expect(json["source"]?.text == "BookmarksModel 5")
      #expect(json["error"]?["domain"]?.text == "NSCocoaErrorDomain")
      #expect(json["error"]?["code"]?.number == 134_506)
      #expect(StoreFiles(main: output).existingParts.isEmpty)
    }
  }

  @Test func anUnknownSourceVersionIsRefused() async throws {
    try await withStore(1) { path in
      let output = path.folder.appendingPathComponent("New.sqlite")
      let outcome = try await runCommand(
        "migrate", path, "--model", "History", "--out", output, "--json")
      #expect(outcome.exitCode == 1)
      #expect(try outcome.json()["error"]?["code"]?.number == 134_130)
      #expect(StoreFiles(main: output).existingParts.isEmpty)
    }
  }

  @Test func anOutputThatExistsIsRefusedUntouched() async throws {
    try await withStore(1) { path in
      let output = path.folder.appendingPathComponent("New.sqlite")
      try Data("mine".utf8).write(to: URL(fileURLWithPath: output + "-wal"))
      let outcome = try await runCommand(
        "migrate", path, "--model", "Bookmarks", "--out", output)
      #expect(outcome.exitCode == 1)
      #expect(StoreFiles(main: output).existingParts == [.writeAheadLog])
      #expect(try Data(contentsOf: URL(fileURLWithPath: output + "-wal")) == Data("mine".utf8))
    }
  }

  @Test func aDamagedStoreCannotBeRead() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Old.sqlite")
    try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
    for arguments in [
      ["inspect", path], ["dump", path, "--model", "Bookmarks"],
      ["migrate", path, "--model", "Bookmarks", "--out", path + ".new"],
    ] {
      let outcome = try await runCommand(arguments)
      #expect(outcome.exitCode == 3, "\(arguments[0])")
      #expect(
        outcome.sentence.hasPrefix("'Old.sqlite' is not an SQLite database: expected "),
        "\(arguments[0]): \(outcome.sentence)")
      #expect(outcome.output.isEmpty, "\(arguments[0])")
    }
  }
}
