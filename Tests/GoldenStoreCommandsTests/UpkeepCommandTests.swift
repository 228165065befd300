import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// `record`, `pin`, `seal`, `adopt` and `prune`, as a person and as a script sees them.
struct UpkeepCommandTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) async throws -> CommandOutcome {
    try await runCommand(
      arguments + ["--goldens", folder.path.appendingPathComponent("G")],
      histories: [CommandFixtures.privacyStats, CommandFixtures.syncMetadata])
  }

  private func paths(_ outcome: CommandOutcome, _ key: String) throws -> [String] {
    #expect(try outcome.json().keys.filter { $0 != "lines" } == ["removed", "written"])
    return try outcome.json()[key]?.elements.compactMap { $0.text?.fileName } ?? []
  }

  @Test func aTrialOfRecordSaysWhatWouldChangeAndWritesNothing() async throws {
    let trial = try await run("record", "SyncMetadata", "--dry-run")
    #expect(trial.exitCode == 0)
    #expect(trial.errors.contains("'SyncMetadata' of 'SyncMetadata': new, 12 objects"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let json = try await run("record", "SyncMetadata", "--dry-run", "--json").json()
    #expect(json["changes"]?.elements.count == 4)
    #expect(json["written"] == .array([]))
  }

  @Test func sealedVersionsAreListedAndStay() async throws {
    _ = try await run("record")
    let sealed = try await run("seal", "SyncMetadata", "--version", "2", "--json")
    #expect(sealed.exitCode == 0)
    #expect(try paths(sealed, "written") == ["pins.txt"])
    #expect(sealed.errors == "sealed 'SyncMetadata 2' of 'SyncMetadata'\n")
    let states = try await run("list", "--json").json()["models"]?.elements.last?["versions"]
    #expect(
      states?.elements.compactMap { $0["state"]?.text } == ["draft", "sealed", "draft", "draft"])
    let again = try await run("seal", "SyncMetadata", "--version", "2")
    #expect(again.errors == "'SyncMetadata 2' of 'SyncMetadata' is sealed already\n")
    #expect(again.output == "nothing to write\n")
    let all = try await run("record", "SyncMetadata", "--mode", "all")
    #expect(all.exitCode == 0)
    #expect(all.errors.contains("'SyncMetadata 2' of 'SyncMetadata' is sealed and stays as it is"))
    #expect(all.output.contains("01-SyncMetadata/"))
    #expect(!all.output.contains("02-SyncMetadata-2/"))
    #expect(try await run("seal").exitCode == 0)
    #expect(try await run("check").exitCode == 0)
  }

  @Test func aSealedVersionThatChangedIsAnErrorOfRecord() async throws {
    _ = try await run("record", "SyncMetadata")
    _ = try await run("seal", "SyncMetadata")
    var history = CommandFixtures.syncMetadata
    history.versions[3].entities[0].attributes[0].isOptional = true
    let outcome = try await runCommand(
      ["record", "--mode", "changed", "--goldens", folder.path.appendingPathComponent("G")],
      histories: [history])
    #expect(outcome.exitCode == 1)
    #expect(outcome.sentence.hasPrefix("golden 'SyncMetadata 4' of 'SyncMetadata' is sealed"))
  }

  @Test func pinPrintsLinesAndWritesWhereAsked() async throws {
    let shown = try await run("pin", "PrivacyStats")
    #expect(shown.exitCode == 0)
    let lines = shown.output.split(separator: "\n")
    #expect(lines.first == "state\tPrivacyStats\tdraft")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("pin\tPrivacyStats\t") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    let json = try await run("pin", "PrivacyStats", "--json")
    #expect(try paths(json, "written") == [])
    #expect(try json.json()["lines"]?.elements.count == lines.count)
    let written = try await run("pin", "PrivacyStats", "--write", "--json")
    #expect(try paths(written, "written") == ["pins.txt"])
    let text = try String(
      contentsOfFile: folder.path.appendingPathComponent("G/PrivacyStats/pins.txt"),
      encoding: .utf8)
    #expect(text.hasSuffix(shown.output))
    let both = try await run("pin", "PrivacyStats", "--write", "--replace")
    #expect(both.exitCode == 2)
    #expect(try await run("pin").exitCode == 2)
  }

  @Test func aStoreIsAdoptedAndChecked() async throws {
    _ = try await run("record", "PrivacyStats")
    _ = try await runCommand(
      "generate", "PrivacyStats", "--seed", "5", "--rows", "3", "--out", folder.path,
      histories: [CommandFixtures.privacyStats])
    let store = folder.path.appendingPathComponent("PrivacyStats.sqlite")
    let adopted = try await run("adopt", store, "--model", "PrivacyStats", "--as", "x", "--json")
    #expect(adopted.exitCode == 0, "\(adopted.errors)")
    #expect(try paths(adopted, "written").count == 6)
    #expect(try await run("list").output.contains("  PrivacyStats+x (adopted)\n"))
    let check = try await run("check", "PrivacyStats")
    #expect(check.output.hasPrefix("PrivacyStats: checked 2 of 2 goldens"), "\(check.output)")
    let again = try await run("adopt", store, "--model", "PrivacyStats", "--as", "x")
    #expect(again.exitCode == 1)
    #expect(again.sentence.contains("there is a golden 'PrivacyStats+x' already"))
    #expect(try await run("adopt", store, "--model", "PrivacyStats").exitCode == 2)
  }

  @Test func pruneListsAndRemoves() async throws {
    _ = try await run("record", "PrivacyStats")
    let stray = folder.path.appendingPathComponent("G/PrivacyStats/02-Gone")
    try FileManager.default.createDirectory(atPath: stray, withIntermediateDirectories: false)
    let trial = try await run("prune", "--dry-run", "--json")
    #expect(trial.exitCode == 0)
    #expect(trial.errors == "of no version: \(stray)\n")
    #expect(try paths(trial, "removed") == [])
    #expect(FileManager.default.fileExists(atPath: stray))
    let removed = try await run("prune", "PrivacyStats", "--json")
    #expect(try paths(removed, "removed") == ["02-Gone"])
    #expect(!FileManager.default.fileExists(atPath: stray))
    #expect(try await run("prune").output == "nothing was removed\n")
    #expect(try await run("check", "PrivacyStats").exitCode == 0)
  }

  @Test(arguments: ["seal", "prune"]) func noHistoryIsNoSuccess(_ command: String) async throws {
    #expect(try await runCommand(command, histories: []).exitCode == 1)
  }
}
