import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// `verify` and `run` where the environment asks for goldens to be recorded.
struct RecordingRunTests {
  private let folder: TemporaryDirectory
  private static let histories = [CommandFixtures.privacyStats, CommandFixtures.syncMetadata]

  init() throws { folder = try TemporaryDirectory() }

  private func run(
    _ arguments: String..., mode: String?, histories: [ModelHistory] = Self.histories
  ) async throws -> CommandOutcome {
    try await runCommand(
      arguments + ["--goldens", folder.path], histories: histories,
      environment: mode.map { ["GOLDENSTORE_RECORD": $0] } ?? [:])
  }

  /// The bytes of every file of the catalogs, by name.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let path = folder.path.appendingPathComponent(name)
      if !StoreFiles.isFolder(path) {
        files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return files
  }

  private func damageDump(_ path: String) throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path.appendingPathComponent(path)))
  }

  @Test(arguments: ["verify", "run"])
  func whatIsMissingIsRecordedAndTheRunEndsRed(_ command: String) async throws {
    let first = try await run(command, mode: "missing")
    #expect(first.exitCode == 1)
    for (name, goldens) in [("PrivacyStats", "1 golden"), ("SyncMetadata", "4 goldens")] {
      let place = folder.path.appendingPathComponent(name)
      #expect(first.output.contains("\(name): recorded \(goldens) of '\(name)' in '\(place)'"))
    }
    #expect(first.output.contains("'SyncMetadata 2' of 'SyncMetadata': new, "))
    #expect(
      first.output.components(separatedBy: "look at the changes, and run again without recording")
        .count == 3)
    // What was written is what 'check' accepts, and the next run finds nothing to write.
    #expect(try await run("check", mode: nil).exitCode == 0)
    let before = try files()
    let second = try await run(command, mode: "missing")
    #expect(second.exitCode == 0, "\(second.output)")
    #expect(!second.output.contains("recorded"))
    #expect(second.output.contains("verified 4 of 4 versions, 6 of 6 pairs"))
    #expect(try files() == before)
  }

  @Test(arguments: [nil, "", "never"] as [String?])
  func nothingIsRecordedUnlessAsked(_ mode: String?) async throws {
    for command in ["verify", "run"] {
      let outcome = try await run(command, mode: mode)
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.contains("the golden is missing"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func checkNeverRecords() async throws {
    #expect(try await run("check", mode: "all").exitCode == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func changedDraftsAreRecordedWithWhatChanges() async throws {
    _ = try await run("record", mode: nil)
    let intact = try files()
    try damageDump("SyncMetadata/02-SyncMetadata-2/dump.txt")
    #expect(try await run("verify", mode: "missing").exitCode == 1)
    #expect(try files() != intact)
    let outcome = try await run("verify", "--json", mode: "changed")
    #expect(outcome.exitCode == 1)
    let models = try outcome.json()["models"]?.elements ?? []
    #expect(models.count == 2)
    #expect(models.first?["failures"]?.elements == [])
    let failures = models.last?["failures"]?.elements ?? []
    #expect(failures.count == 1)
    #expect(failures.first?["kind"]?.text == "recorded")
    let message = try #require(failures.first?["message"]?.text)
    #expect(message.hasPrefix("recorded 1 golden of 'SyncMetadata' in "))
    #expect(
      message.contains("\n  'SyncMetadata 2' of 'SyncMetadata': the same objects, written again"))
    #expect(models.last?["pairsRun"]?.number == 6)
    #expect(try files() == intact)
  }

  @Test func aReportForBuildServersSaysThatItWasARecording() async throws {
    let path = folder.path.appendingPathComponent("report.xml")
    let outcome = try await runCommand(
      ["verify", "--goldens", folder.path.appendingPathComponent("Goldens"), "--junit", path],
      histories: [CommandFixtures.privacyStats], environment: ["GOLDENSTORE_RECORD": "missing"])
    #expect(outcome.exitCode == 1)
    let report = try String(contentsOfFile: path, encoding: .utf8)
    #expect(report.contains(#"<testsuite name="PrivacyStats" tests="2" failures="1""#))
    #expect(report.contains(#"name="the whole run""#))
    #expect(
      report.contains(
        #"<failure type="recorded" message="PrivacyStats: recorded 1 golden of 'PrivacyStats'"#))
  }

  @Test func sealedGoldensAreNeverRewritten() async throws {
    _ = try await run("record", mode: nil)
    #expect(try await run("seal", mode: nil).exitCode == 0)
    try damageDump("SyncMetadata/02-SyncMetadata-2/dump.txt")
    let before = try files()
    for mode in ["missing", "changed", "all"] {
      let outcome = try await run("verify", mode: mode)
      #expect(outcome.exitCode == 1)
      #expect(outcome.output.contains("dump.txt"))
      #expect(!outcome.output.contains("recorded 1 golden"))
      #expect(try files() == before)
    }
  }

  @Test func whatWasRecordedIsSaidThoughALaterHistoryCannotBe() async throws {
    let empty = ModelHistory("Twice") {
      Model("V1") { Entity("A") { Attribute("a", .string) } }
    }
    // Where the goldens of the second history belong there is a file.
    try Data().write(to: URL(fileURLWithPath: folder.path.appendingPathComponent("Twice")))
    let outcome = try await run(
      "verify", mode: "missing", histories: [CommandFixtures.privacyStats, empty])
    #expect(outcome.exitCode == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("PrivacyStats: recorded 1 golden of 'PrivacyStats'"))
  }

  @Test func unknownModesAreRefused() async throws {
    for command in ["verify", "run"] {
      let outcome = try await run(command, mode: "always")
      #expect(outcome.exitCode == 2)
      #expect(outcome.sentence.hasPrefix("GOLDENSTORE_RECORD is 'always'; expected one of"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func theProcessOfOneCaseRecordsNothing() async throws {
    let attempt = #"{"unit":{"version":{"_0":0}},"tier":"full","destinations":[],"losses":[]}"#
    let outcome = try await runCommand(
      ["verify", "PrivacyStats", "--goldens", folder.path], histories: Self.histories,
      environment: ["GOLDENSTORE_RECORD": "all", "GOLDENSTORE_ATTEMPT": attempt])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("the golden is missing"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
