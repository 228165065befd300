import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// Requirement 25: a crash or hang in one case doesn't hide the rest.
struct IsolatedMatrixTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let recorded = try run(["record"])
    try #require(recorded.code == 0, "\(recorded.errors)")
  }

  /// Runs the executable whose migrator misbehaves where it is told to.
  private func run(
    _ arguments: [String], victim: String = "", environment: [String: String] = [:]
  ) throws -> BuiltExecutable.Output {
    try BuiltExecutable.run(
      #require(BuiltExecutable.matrixVictim), arguments, in: folder.path,
      environment: environment.merging(["VICTIM": victim]) { $1 })
  }

  private func model(_ output: String) throws -> JSONValue {
    let json = try JSON.decode(JSONValue.self, from: Data(output.utf8))
    return try #require(json["models"]?.elements.first)
  }

  /// The failures, such as `V1-V3 crashed`.
  private func failures(_ model: JSONValue) -> [String] {
    (model["failures"]?.elements ?? []).map { failure in
      let names = ["from", "to"].compactMap { failure[$0]?.text }
      return names.joined(separator: "-") + " " + (failure["kind"]?.text ?? "")
    }
  }

  @Test func isolatedCasesFindTheSameAsOthers() throws {
    let alone = try run(["verify", "--json", "--isolated"])
    let together = try run(["verify", "--json"])
    #expect(alone.code == 0, "\(alone.errors)")
    let (first, second) = (try model(alone.output), try model(together.output))
    for key in [
      "pairsRun", "versionsRun", "hopsRun", "objectsCompared", "valuesCompared", "failures",
    ] {
      #expect(first[key] == second[key], "\(key)")
    }
    #expect(first["pairsRun"]?.number == 6)
  }

  @Test func isolatedFailuresAreToldAsOthersAre() throws {
    // Its dump is not what the manifest promises, and its rows are not those of the seed.
    let golden = folder.path.appendingPathComponent("Goldens/Victim/02-V2")
    let log = golden.appendingPathComponent("Victim.sqlite-wal")
    try FileManager.default.removeItem(atPath: log)
    let alone = try run(["verify", "--json", "--isolated"])
    let together = try run(["verify", "--json"])
    #expect(alone.code == 1)
    #expect(try model(alone.output)["failures"] == model(together.output)["failures"])
    #expect(try failures(model(alone.output)).count > 2)
  }

  @Test func aCrashCostsItsPairAndSaysWhere() throws {
    let artifacts = folder.path.appendingPathComponent("artifacts")
    let outcome = try run(
      ["verify", "--isolated", "--json"], victim: "crash:0-2",
      environment: ["GOLDENSTORE_ARTIFACTS": artifacts])
    #expect(outcome.code == 1)
    let model = try model(outcome.output)
    #expect(failures(model) == ["V1-V3 crashed"])
    #expect(model["pairsRun"]?.number == 5)
    #expect(model["versionsRun"]?.number == 4)
    #expect(model["pairsExpected"]?.number == 6)
    let failure = try #require(model["failures"]?.elements.first)
    let message = try #require(failure["message"]?.text)
    #expect(
      message.hasPrefix("the direct migration to 'V3' crashed: its process ended with signal"))
    #expect(message.contains("Fatal error: the victim of 0-2"))
    #expect(failure["artifacts"]?.text == artifacts + "/Victim/01-V1-to-03-V3")
    #expect(
      FileManager.default.fileExists(
        atPath: artifacts + "/Victim/01-V1-to-03-V3/source/Victim.sqlite"))
    // The command that it prints repeats it, and nothing else.
    let command = try #require(failure["command"]?.text)
    #expect(
      command == "goldenstore verify 'Victim' --from 'V1' --to 'V3'")
    let again = try run(
      ["verify", "Victim", "--from", "V1", "--to", "V3", "--isolated", "--json"],
      victim: "crash:0-2")
    #expect(try failures(self.model(again.output)) == ["V1-V3 crashed"])
  }

  @Test func aProcessThatEndsAsIfAllWereWellIsACrashToo() throws {
    let outcome = try run(["verify", "--isolated", "--json"], victim: "exit:1-3")
    #expect(outcome.code == 1)
    #expect(try failures(model(outcome.output)) == ["V2-V4 crashed"])
    #expect(outcome.output.contains("ended with exit code 0 before the case was over"))
  }

  @Test(arguments: [["--isolated"], []])
  func aHangIsGivenUpByName(_ options: [String]) throws {
    let outcome = try run(
      ["verify", "--json", "--time-limit", "10"] + options, victim: "hang:1-3")
    #expect(outcome.code == 1)
    let model = try model(outcome.output)
    #expect(failures(model) == ["V2-V4 hung"])
    #expect(model["pairsRun"]?.number == 5)
    #expect(
      outcome.output.contains(
        "the direct migration to 'V4' was given up after 10 seconds, the time limit of a case"))
  }

  @Test func aHopThatCrashesCostsWhatLiesBehindIt() throws {
    // A neighbour's direct migration is the same as its hop.
    let outcome = try run(["verify", "--isolated", "--json"], victim: "crash:2-3")
    #expect(outcome.code == 1)
    #expect(
      try failures(model(outcome.output)) == [
        "V1-V4 crashed", "V2-V4 crashed", "V3-V4 crashed", "V3-V4 crashed",
      ])
  }

  @Test func aProcessThatWasToldOfACaseThatItDoesNotHaveRefuses() throws {
    let attempt = #"{"unit":{"version":{"_0":9}},"tier":"full","destinations":[],"losses":[]}"#
    let outcome = try run(
      ["verify", "Victim"], environment: ["GOLDENSTORE_ATTEMPT": attempt])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("was told to run a case that its histories don't have"))
  }
}
