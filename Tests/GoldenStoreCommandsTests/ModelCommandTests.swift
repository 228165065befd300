import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// `list`, `hash` and `ddl`, and how a model is named.
struct ModelCommandTests {
  @Test func listShowsEveryHistoryWithItsVersions() async throws {
    let outcome = try await runCommand(["list", "--json"], histories: BrowserModels.all)
    let models = try outcome.json()["models"]?.elements ?? []
    #expect(models.compactMap { $0["name"]?.text } == BrowserModels.all.map(\.name))
    for (model, history) in zip(models, BrowserModels.all) {
      let versions = model["versions"]?.elements ?? []
      let names = versions.compactMap { $0["name"]?.text }
      #expect(names.filter { !$0.contains("~") } == history.versions.map(\.name))
      #expect(Set(names.filter { $0.contains("~") }) == Set(history.shapes.map(\.key)))
      #expect(versions.allSatisfy { $0.keys == ["name", "state"] })
      // Every one of them has shipped.
      #expect(versions.allSatisfy { $0["state"]?.text == "sealed" })
    }
    #expect(outcome.output.hasSuffix("}\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func hashHasTheKeysOfTheContract() async throws {
    let json = try await runCommand("hash", "Bookmarks", "--json").json()
    #expect(json.keys == ["model", "versions"])
    #expect(json["model"]?.text == "Bookmarks")
    let versions = json["versions"]?.elements ?? []
    #expect(versions.count == 6)
    for (position, version) in versions.enumerated() {
      #expect(version.keys == ["checksum", "digest", "entities", "isCurrent", "name"])
      #expect(version["isCurrent"] == .boolean(position == 5))
      let entities = version["entities"]?.elements ?? []
      #expect(entities.map(\.keys) == [["hash", "name"]])
    }
  }

  @Test func aFileThatIsNoModelIsOneLineWithItsPlace() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("Old.xcdatamodel")
    try Data("no model".utf8).write(to: URL(fileURLWithPath: path))
    let outcome = try await runCommand("hash", path)
    #expect(outcome.errors == "Old.xcdatamodel:1:1: error: expected an element, found text\n")
    #expect(outcome.exitCode == 3)
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func hashOfAModelFilePrintsTheRecordedHashes() async throws {
    for model in try RecordedHashes.read().models {
      let path = Corpus.models.appendingPathComponent(model.model + ".xcdatamodeld").path
      let json = try await runCommand("hash", path, "--json").json()
      #expect(json["model"]?.text == model.model)
      let versions = json["versions"]?.elements ?? []
      #expect(versions.compactMap { $0["name"]?.text } == model.versions.map(\.name))
      #expect(versions.compactMap { $0["checksum"]?.text } == model.versions.map(\.checksum))
      #expect(versions.compactMap { $0["digest"]?.text } == model.versions.map(\.digest))
      for (version, recorded) in zip(versions, model.versions) {
        let entities = version["entities"]?.elements ?? []
        #expect(entities.compactMap { $0["name"]?.text } == recorded.entities.map(\.name))
        #expect(entities.compactMap { $0["hash"]?.text } == recorded.entities.map(\.hash))
      }
    }
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func modelFilesThatShareAStoreAreJoined() async throws {
    let paths = ["HTTPSUpgrade", "AppRatingPrompt", "RemoteMessaging"].map {
      Corpus.models.appendingPathComponent($0 + ".xcdatamodeld").path
    }
    let json = try await runCommand("hash", paths.joined(separator: "+"), "--json").json()
    let versions = json["versions"]?.elements ?? []
    #expect(versions.count == 1)
    let names = versions.first?["entities"]?.elements.compactMap { $0["name"]?.text } ?? []
    let entities = try paths.flatMap { path in
      let history = try XCDataModelReader.read(path).history
      return history.versions[history.currentPosition].entities.map(\.name)
    }
    #expect(names == entities.sorted())
  }

  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func orderOfAModelFileCanBeListed() async throws {
    let path = Corpus.models.appendingPathComponent("Bookmark.xcdatamodeld").path
    let listed = try await runCommand(
      "hash", path, "--order", "Bookmark 3, Bookmark,Bookmark 2", "--json")
    let names = try listed.json()["versions"]?.elements.compactMap { $0["name"]?.text }
    #expect(names == ["Bookmark 3", "Bookmark", "Bookmark 2"])
    let incomplete = try await runCommand("hash", path, "--order", "Bookmark,Bookmark 2")
    #expect(incomplete.exitCode == 2)
    #expect(incomplete.sentence.contains("'Bookmark 3' is missing"))
  }

  @Test func aModelWithoutAnySourceCannotBeRead() async throws {
    let outcome = try await runCommand("hash", "nowhere/Model.xcdatamodeld")
    #expect(outcome.sentence == "'nowhere/Model.xcdatamodeld' does not exist")
    #expect(outcome.exitCode == 3)
  }

  @Test func aBadModelIsRefusedWithItsPlace() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("contents")
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model userDefinedModelVersionIdentifier="">
        <entity name="A"><attribute name="x" attributeType="Integr 16"/></entity>
      </model>
      """
    try xml.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try await runCommand("hash", path)
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("contents:3:20: error: unknown attribute type 'Integr 16'"))
  }

  @Test func ddlPrintsTheStatementsInCreationOrder() async throws {
    let json = try await runCommand("ddl", "Bookmarks", "--version", "2", "--json").json()
    #expect(json.keys == ["model", "versions"])
    let versions = json["versions"]?.elements ?? []
    #expect(versions.map(\.keys) == [["name", "statements"]])
    #expect(versions.first?["name"]?.text == "BookmarksModel 2")
    let statements = versions.first?["statements"]?.elements.compactMap(\.text) ?? []
    #expect(statements.first?.hasPrefix("CREATE TABLE ZBOOKMARKENTITY (") == true)
    #expect(statements.last == "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    let text = try await runCommand("ddl", "Bookmarks", "--version", "2").output
    let lines = ["-- BookmarksModel 2"] + statements.map { $0 + ";" }
    #expect(text == lines.joined(separator: "\n") + "\n")
  }
}
