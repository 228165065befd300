import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// `generate`, `record`, `check`, `verify` and `run`.
struct GoldenCommandTests {
  private static let rows = [("hot", 3), ("half", 3), ("checkpointed", 1), ("rollback", 1)]

  @Test(arguments: rows)
  func generateWritesTheVariantThatIsAskedFor(variant: String, parts: Int) async throws {
    let folder = try TemporaryDirectory()
    let out = folder.path.appendingPathComponent("deep/stores")
    let outcome = try await runCommand(
      "generate", "SyncMetadata", "--version", "3", "--wal", variant, "--rows", "7", "--out", out,
      "--json")
    #expect(outcome.exitCode == 0)
    let files = StoreFiles(main: out.appendingPathComponent("SyncMetadata-3.sqlite"))
    let written = try outcome.json()["written"]?.elements.compactMap(\.text)
    #expect(written == files.existingParts.map(files.path(of:)))
    #expect(written?.count == parts)
    let json = try await runCommand(
      "dump", files.main, "--model", "SyncMetadata", "--json"
    ).json()
    let objects = json["entities"]?.elements.map { $0["objects"]?.elements.count }
    #expect(objects == [7, 7])
  }

  @Test func generateMakesEveryVersionAndNeverOverwrites() async throws {
    let folder = try TemporaryDirectory()
    let first = try await runCommand("generate", "SyncMetadata", "--out", folder.path, "--json")
    #expect(try first.json()["written"]?.elements.count == 12)
    let second = try await runCommand("generate", "SyncMetadata", "--out", folder.path)
    #expect(second.exitCode == 3)
    #expect(second.errors.contains("SyncMetadata.sqlite"))
  }

  @Test func generateDependsOnTheSeedAlone() async throws {
    let folder = try TemporaryDirectory()
    var contents: [Data] = []
    for (position, seed) in ["7", "7", "8"].enumerated() {
      let out = folder.path.appendingPathComponent("\(position)")
      let outcome = try await runCommand(
        "generate", "PrivacyStats", "--seed", seed, "--wal", "rollback", "--out", out)
      #expect(outcome.exitCode == 0)
      let path = out.appendingPathComponent("PrivacyStats.sqlite")
      contents.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let isRepeated = contents[0] == contents[1]
    let isChanged = contents[0] != contents[2]
    #expect(isRepeated)
    #expect(isChanged)
  }

  @Test(arguments: [
    (["--rows", "many"], "option '--rows' needs a whole number from 0 to 10000000, found 'many'"),
    (["--rows", "-1"], "option '--rows' needs a whole number from 0 to 10000000, found '-1'"),
    (
      ["--seed", "18446744073709551616"],
      "option '--seed' needs a whole number from 0 to 18446744073709551615, "
        + "found '18446744073709551616'"
    ),
    (
      ["--wal", "cold"],
      "option '--wal' is 'cold'; expected one of hot, half, checkpointed, rollback"
    ),
  ])
  func generateExplainsWrongValues(options: [String], sentence: String) async throws {
    let folder = try TemporaryDirectory()
    let outcome = try await runCommand(
      ["generate", "PrivacyStats", "--out", folder.path] + options)
    #expect(outcome.sentence == sentence)
    #expect(outcome.exitCode == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// Histories of few versions, so that the test is quick: 0 and 6 pairs.
  private static let histories = [CommandFixtures.privacyStats, CommandFixtures.syncMetadata]

  @Test func recordedGoldensPassCheckVerifyAndRun() async throws {
    let folder = try TemporaryDirectory()
    let goldens = ["--goldens", folder.path]
    let recorded = try await runCommand(
      ["record", "--json"] + goldens, histories: Self.histories)
    #expect(recorded.exitCode == 0)
    #expect(try recorded.json().keys == ["removed", "written"])
    let checked = try await runCommand(
      ["check", "--json"] + goldens, histories: Self.histories)
    #expect(checked.exitCode == 0, "\(checked.output)")
    try expectModels(checked.json(), pairs: 0)
    let run = try await runCommand(["run", "--json"] + goldens, histories: Self.histories)
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(try run.json().keys == ["check", "verify"])
    try expectModels(#require(try run.json()["check"]), pairs: 0)
    try expectModels(#require(try run.json()["verify"]), pairs: 6)
  }

  @Test func verifyRunsThePairsThatAreSelected() async throws {
    let folder = try TemporaryDirectory()
    let goldens = ["--goldens", folder.path]
    _ = try await runCommand(["record", "SyncMetadata"] + goldens)
    let text = try await runCommand(
      ["verify", "SyncMetadata", "--from", "2", "--to", "SyncMetadata 4"] + goldens)
    #expect(text.exitCode == 0)
    #expect(text.errors.isEmpty)
    #expect(
      text.output.hasPrefix("SyncMetadata: verified 2 of 2 versions, 1 of 1 pairs, 2 of 2 hops"))
  }

  @Test func checkNamesFoldersOfNoHistory() async throws {
    let folder = try TemporaryDirectory()
    let goldens = ["--goldens", folder.path]
    _ = try await runCommand(["record", "SyncMetadata"] + goldens)
    let stray = folder.path.appendingPathComponent("Removed")
    try FileManager.default.createDirectory(atPath: stray, withIntermediateDirectories: false)
    try Data().write(to: URL(fileURLWithPath: folder.path.appendingPathComponent("notes.txt")))
    let outcome = try await runCommand(
      ["check"] + goldens, histories: [CommandFixtures.syncMetadata])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.errors
        == "note: '\(stray)' is of no built-in history; nothing of it was checked\n")
  }

  private func expectModels(_ json: JSONValue, pairs: Double) throws {
    #expect(json["seconds"]?.number != nil)
    let models = json["models"]?.elements ?? []
    #expect(models.compactMap { $0["name"]?.text } == Self.histories.map(\.name))
    #expect(
      models.compactMap { $0["versions"]?.number }
        == Self.histories.map { Double($0.versions.count) })
    #expect(models.compactMap { $0["pairsRun"]?.number }.reduce(0, +) == pairs)
    #expect(models.compactMap { $0["pairsExpected"]?.number }.reduce(0, +) == pairs)
    for model in models {
      #expect(model["failures"] == .array([]))
      #expect((model["objectsCompared"]?.number ?? 0) > 0)
      #expect((model["valuesCompared"]?.number ?? 0) > 0)
    }
  }

  @Test func aFailingCheckIsExitCodeOneWithItsSentence() async throws {
    let folder = try TemporaryDirectory()
    let goldens = ["--goldens", folder.path]
    _ = try await runCommand(["record", "PrivacyStats"] + goldens)
    let golden = folder.path.appendingPathComponent("PrivacyStats/01-PrivacyStats")
    try FileManager.default.removeItem(
      atPath: golden.appendingPathComponent("PrivacyStats.sqlite-wal"))
    let text = try await runCommand(["check", "PrivacyStats"] + goldens)
    #expect(text.exitCode == 1)
    #expect(text.output.contains("PrivacyStats.sqlite-wal"))
    let json = try await runCommand(["check", "PrivacyStats", "--json"] + goldens)
    #expect(json.exitCode == 1)
    let failures = try json.json()["models"]?.elements.first?["failures"]?.elements ?? []
    #expect(!failures.isEmpty)
    #expect(failures.allSatisfy { $0["message"]?.text?.isEmpty == false })
    let run = try await runCommand(
      ["run"] + goldens, histories: [CommandFixtures.privacyStats])
    #expect(run.exitCode == 1)
  }

  @Test func aRefusedMigrationCarriesCoreDatasErrorAndLeavesNothing() async throws {
    let folder = try TemporaryDirectory()
    let histories = [CommandFixtures.incompatible]
    _ = try await runCommand(
      "generate", "Incompatible", "--version", "V1", "--out", folder.path, histories: histories)
    let output = folder.path.appendingPathComponent("New.sqlite")
    let outcome = try await runCommand(
      "migrate", folder.path.appendingPathComponent("V1.sqlite"), "--model", "Incompatible",
      "--out", output, "--json", histories: histories)
    let json = try outcome.json()
    #expect(outcome.exitCode == 1)
    #expect(json["outcome"]?.text == "refused")
    let error = try #require(json["error"])
    #expect(error.keys == ["code", "domain", "message", "reason", "underlying"])
    #expect(error["domain"]?.text == "NSCocoaErrorDomain")
    #expect(error["code"]?.number == 134_140)
    #expect(error["underlying"]?["code"]?.number == 134_190)
    #expect(error["underlying"]?["underlying"] == .null)
    #expect(
      outcome.sentence
        == "cannot infer a mapping from 'V1' to 'V2': attribute 'A.size' changes from string "
        + "to integer16; add a custom stage")
    #expect(StoreFiles(main: output).existingParts.isEmpty)
  }

  @Test func theFolderOfGoldensComesFromTheEnvironment() async throws {
    let folder = try TemporaryDirectory()
    let environment = ["GOLDENSTORE_DIR": folder.path.appendingPathComponent("Here")]
    let recorded = try await runCommand("record", "PrivacyStats", environment: environment)
    #expect(recorded.exitCode == 0)
    #expect(
      FileManager.default.fileExists(
        atPath: folder.path.appendingPathComponent("Here/PrivacyStats/pins.txt")))
  }

  @Test(arguments: ["check", "verify", "run", "record"])
  func noHistoryAtAllIsNoSuccess(_ command: String) async throws {
    let outcome = try await runCommand(command, histories: [])
    #expect(outcome.sentence == "no history is built in, so there is nothing to check")
    #expect(outcome.exitCode == 1)
  }
}
