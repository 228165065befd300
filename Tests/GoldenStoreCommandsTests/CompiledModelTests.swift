import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreSQLite
import TestSupport
import Testing

/// Models that come from stores and compiled files, and stores compared with each other.
struct CompiledModelTests {
  private static let stores = (1...7).map { "stores/duckduckgo__BrowserServicesKit/\($0)" }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"), arguments: stores)
  func aStoreIsDumpedByTheModelThatItKeeps(_ id: String) async throws {
    let item = try #require(Corpus.stores.first { $0.id == id })
    let path = item.url.appendingPathComponent(try #require(item.file)).path
    let model = id.hasSuffix("/6") ? "SyncMetadata" : "Bookmarks"
    let own = try await runCommand("dump", path, "--json")
    let given = try await runCommand("dump", path, "--model", model, "--json")
    #expect(own.exitCode == 0)
    #expect(own.output == given.output)
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func aStoreServesAsModel() async throws {
    let item = try #require(Corpus.stores.first { $0.id == Self.stores[3] })
    let path = item.url.appendingPathComponent(try #require(item.file)).path
    let hashes = try await runCommand("hash", path, "--json").json()
    let expected = try await runCommand("hash", "Bookmarks", "--version", "4", "--json").json()
    let version = hashes["versions"]?.elements.first
    let other = expected["versions"]?.elements.first
    #expect(version?["checksum"]?.text != nil)
    #expect(version?["checksum"]?.text == other?["checksum"]?.text)
    #expect(version?["digest"]?.text == other?["digest"]?.text)
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func compiledVersionsHashToWhatVersionInfoRecords() async throws {
    struct VersionInfo: Decodable {
      let hashes: [String: [String: Data]]

      enum CodingKeys: String, CodingKey {
        case hashes = "NSManagedObjectModel_VersionHashes"
      }
    }
    var compared = 0
    for info in Corpus.items(kind: "compiled-versioninfo") {
      let folder = info.url.deletingLastPathComponent()
      let recorded = try PropertyListDecoder().decode(
        VersionInfo.self, from: Data(contentsOf: info.url))
      let outcome = try await runCommand("hash", folder.path, "--json")
      guard folder.pathExtension == "momd", outcome.exitCode == 0 else { continue }
      for version in try outcome.json()["versions"]?.elements ?? [] {
        let hashes = try #require(recorded.hashes[version["name"]?.text ?? ""])
        for entity in version["entities"]?.elements ?? [] {
          let expected = hashes[entity["name"]?.text ?? ""]?.map {
            String(repeating: "0", count: $0 < 16 ? 1 : 0) + String($0, radix: 16)
          }.joined()
          #expect(entity["hash"]?.text == expected)
        }
        compared += 1
      }
    }
    #expect(compared == 22)
  }

  @Test(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
  func anOptimizedModelIsRefusedByName() async throws {
    let files = Corpus.items(kind: "compiled-mom").filter { $0.id.hasSuffix(".omo") }
    #expect(files.count == 8)
    for file in files {
      let outcome = try await runCommand("hash", file.url.path)
      #expect(outcome.exitCode == 3)
      #expect(
        outcome.sentence
          == "'\(file.url.lastPathComponent)': cannot read the archived model: it is an "
          + "optimized model ('momv2'), which only Core Data itself can read; "
          + "use the '.mom' beside it")
    }
  }

  @Test func aStoreWithoutItsModelAsksForIt() async throws {
    try await withGenerated { path, _ in
      try execute(path, "DELETE FROM Z_MODELCACHE")
      let outcome = try await runCommand("dump", path)
      #expect(
        outcome.sentence
          == "'SyncMetadata-4.sqlite' holds no archived model; "
          + "name its model file or a built-in history instead")
      #expect(outcome.exitCode == 3)
    }
  }

  @Test func equalStoresHaveNoDifference() async throws {
    try await withGenerated { first, second in
      let outcome = try await runCommand("diff", first, second, "--json")
      #expect(outcome.exitCode == 0)
      #expect(outcome.output == "{\"count\":0,\"differences\":[],\"equal\":true}\n")
    }
  }

  @Test func aDifferenceNamesObjectAndProperty() async throws {
    try await withGenerated { first, second in
      try execute(second, "UPDATE ZSYNCFEATUREENTITY SET ZNAME = 'other' WHERE Z_PK = 1")
      try execute(second, "DELETE FROM ZSYNCABLESETTINGSMETADATA WHERE Z_PK = 2")
      let outcome = try await runCommand("diff", first, second, "--json")
      #expect(outcome.exitCode == 1)
      let json = try outcome.json()
      #expect(json["differences"]?.elements.map { $0["kind"]?.text } == ["value", "missingObject"])
      let difference = try #require(json["differences"]?.elements.first)
      #expect(difference.keys == ["entity", "expected", "found", "kind", "object", "property"])
      #expect(difference["entity"]?.text == "SyncFeatureEntity")
      #expect(difference["object"]?.text == "1")
      #expect(difference["property"]?.text == "name")
      #expect(difference["found"]?.text == "other")
    }
  }

  @Test func storesOfTwoVersionsDifferInTheirSchema() async throws {
    try await withGenerated(versions: ("1", "2")) { first, second in
      let outcome = try await runCommand("diff", first, second, "--json")
      #expect(outcome.exitCode == 1)
      let kinds = try outcome.json()["differences"]?.elements.map { $0["kind"]?.text } ?? []
      #expect(!kinds.isEmpty && kinds.allSatisfy { $0 == "schema" })
    }
  }

  /// Two generated stores of SyncMetadata, of one version or of two.
  private func withGenerated(
    versions: (String, String) = ("4", "4"), _ body: (String, String) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    var paths: [String] = []
    for (name, version) in [("A", versions.0), ("B", versions.1)] {
      let out = folder.path.appendingPathComponent(name)
      let outcome = try await runCommand(
        "generate", "SyncMetadata", "--version", version, "--out", out, "--wal", "rollback",
        "--json")
      let written = try outcome.json()["written"]?.elements.compactMap(\.text) ?? []
      paths.append(try #require(written.first { $0.hasSuffix(".sqlite") }))
    }
    try await body(paths[0], paths[1])
  }

  private func execute(_ path: String, _ statement: String) throws {
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(SQL(raw: statement))
    try connection.close()
  }
}
