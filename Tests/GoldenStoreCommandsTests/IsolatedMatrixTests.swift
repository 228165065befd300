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
      "extraCasesRun",
    ] {
      #expect(first[key] == second[key], "\(key)")
    }
    #expect(first["pairsRun"]?.number == 6)
    #expect(first["extraCasesRun"]?.number == 3)
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
      ["verify", "--isolated", "--json"], victim: "crash:V1-V3",
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
    #expect(message.contains("Fatal error: the victim of V1-V3"))
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
      victim: "crash:V1-V3")
    #expect(try failures(self.model(again.output)) == ["V1-V3 crashed"])
  }

  @Test func aProcessThatEndsAsIfAllWereWellIsACrashToo() throws {
    let outcome = try run(["verify", "--isolated", "--json"], victim: "exit:V2-V4")
    #expect(outcome.code == 1)
    #expect(try failures(model(outcome.output)) == ["V2-V4 crashed"])
    #expect(outcome.output.contains("ended with exit code 0 before the case was over"))
  }

  @Test(arguments: [["--isolated"], []])
  func aHangIsGivenUpByName(_ options: [String]) throws {
    let outcome = try run(
      ["verify", "--json", "--time-limit", "10"] + options, victim: "hang:V2-V4")
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
    let outcome = try run(["verify", "--isolated", "--json"], victim: "crash:V3-V4")
    #expect(outcome.code == 1)
    #expect(
      try failures(model(outcome.output)) == [
        "V1-V4 crashed", "V2-V4 crashed", "V3-V4 crashed", "V3-V4 crashed", "V3~beta-V4 crashed",
      ])
  }

  // MARK: Shapes and adopted stores

  /// Adopts a store of the second version, and returns its UUID.
  private func adoptField() throws -> String {
    let made = try run([
      "generate", "Victim", "--version", "V2", "--seed", "9", "--rows", "7", "--out", "field",
    ])
    try #require(made.code == 0, "\(made.errors)")
    let adopted = try run(["adopt", "field/V2.sqlite", "--model", "Victim", "--as", "field"])
    try #require(adopted.code == 0, "\(adopted.errors)")
    let inspected = try run(["inspect", "field/V2.sqlite", "--json"])
    return try #require(
      JSON.decode(JSONValue.self, from: Data(inspected.output.utf8))["uuid"]?.text)
  }

  @Test func aCrashOfAShapeCostsItsPair() throws {
    let report = folder.path.appendingPathComponent("report.xml")
    let outcome = try run(
      ["verify", "--isolated", "--json", "--junit", report], victim: "crash:V3~beta-V4")
    #expect(outcome.code == 1)
    let model = try model(outcome.output)
    #expect(failures(model) == ["V3~beta-V4 crashed"])
    #expect(
      outcome.output.contains("the direct migration to 'V4' crashed: its process ended with signal")
    )
    #expect(model["extraCasesExpected"]?.number == 3)
    #expect(model["extraCasesRun"]?.number == 2)
    #expect(model["pairsRun"]?.number == 6)
    #expect(model["versionsRun"]?.number == 4)
    let junit = try String(contentsOfFile: report, encoding: .utf8)
    #expect(junit.contains("<testsuite name=\"Victim\" tests=\"13\" failures=\"1\""))
    #expect(
      junit.components(separatedBy: "\n").contains {
        $0.contains("name=\"'V3~beta' → 'V4'\"") && $0.hasSuffix(">") && !$0.hasSuffix("/>")
      })
  }

  @Test(arguments: [["--isolated"], []])
  func aHangOfAnAdoptedStoreCostsItsPair(_ options: [String]) throws {
    let uuid = try adoptField()
    let outcome = try run(
      ["verify", "--json", "--time-limit", "10"] + options, victim: "hang:V2-V4",
      environment: ["VICTIM_STORE": uuid])
    #expect(outcome.code == 1)
    let model = try model(outcome.output)
    #expect(failures(model) == ["V2+field-V4 hung"])
    // The shape with two pairs, the adopted store with two.
    #expect(model["extraCasesExpected"]?.number == 6)
    #expect(model["extraCasesRun"]?.number == 5)
    #expect(model["pairsRun"]?.number == 6)
  }

  @Test func aHopOfAnAdoptedStoreThatCrashesSaysWhere() throws {
    let uuid = try adoptField()
    let outcome = try run(
      ["verify", "--isolated", "--json"], victim: "crash:V3-V4",
      environment: ["VICTIM_STORE": uuid])
    #expect(outcome.code == 1)
    #expect(try failures(model(outcome.output)) == ["V2+field-V4 crashed"])
    #expect(
      outcome.output.contains("the hop from 'V3' to 'V4' of the stepwise migration crashed"))
  }

  @Test func checkCountsShapesAndAdoptedStoresApart() throws {
    _ = try adoptField()
    try FileManager.default.removeItem(
      atPath: folder.path.appendingPathComponent("Goldens/Victim/03-V3~beta/manifest.json"))
    let model = try model(run(["check", "--json"]).output)
    let counts = [
      "versions", "versionsChecked", "shapes", "shapesChecked", "adoptedStores",
      "adoptedStoresChecked",
    ].map { model[$0]?.number }
    #expect(counts == [4, 4, 1, 0, 1, 1])
  }

  @Test func shardsCountShapesAndAdoptedStores() throws {
    _ = try adoptField()
    var run = 0.0
    var names: [String] = []
    for number in 1...3 {
      let outcome = try self.run(["verify", "--json", "--shard", "\(number)/3"])
      #expect(outcome.code == 0, "\(outcome.output)")
      let json = try JSON.decode(JSONValue.self, from: Data(outcome.output.utf8))
      let shard = try #require(json["shard"])
      #expect(shard["casesRun"] == shard["casesPlanned"])
      // 4 versions, 6 pairs, 3 cases of the shape and 3 of the adopted store.
      #expect(shard["casesOfAll"]?.number == 16)
      run += shard["casesRun"]?.number ?? 0
      names += (try model(outcome.output)["cases"]?.elements ?? []).map { one in
        ["version", "from", "to"].compactMap { one[$0]?.text }.joined(separator: "-")
      }
    }
    #expect(run == 16)
    #expect(Set(names).count == 16)
    #expect(Set(names).isSuperset(of: ["V3~beta", "V3~beta-V3", "V3~beta-V4", "V2+field-V4"]))
  }

  @Test(arguments: ["hot", "half"])
  func theRepeatingCommandNamesTheVariantOfIsolatedPairs(_ kind: String) throws {
    let outcome = try run(
      ["verify", "--isolated", "--json", "--wal", kind], victim: "crash:V1-V3")
    let failure = try #require(model(outcome.output)["failures"]?.elements.first)
    let variant = kind == "hot" ? "" : " --wal half"
    #expect(
      failure["command"]?.text == "goldenstore verify 'Victim'\(variant) --from 'V1' --to 'V3'")
  }

  @Test func aProcessThatWasToldOfACaseThatItDoesNotHaveRefuses() throws {
    let attempt = #"{"unit":{"version":{"_0":9}},"tier":"full","destinations":[],"losses":[]}"#
    let outcome = try run(
      ["verify", "Victim"], environment: ["GOLDENSTORE_ATTEMPT": attempt])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("was told to run a case that its histories don't have"))
    let other =
      #"{"unit":{"version":{"_0":2}},"golden":"V3~x","tier":"full","destinations":[],"losses":[]}"#
    #expect(
      try run(["verify", "Victim"], environment: ["GOLDENSTORE_ATTEMPT": other]).code == 2)
  }
}
