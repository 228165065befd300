import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tiers, shards, times and reports of `verify` and `run`.
struct MatrixCommandTests {
  private let goldens = ["--goldens", GreenCatalog.goldens]

  private func models(_ outcome: CommandOutcome) throws -> [JSONValue] {
    try outcome.json()["models"]?.elements ?? []
  }

  private func pairsRun(_ outcome: CommandOutcome) throws -> [Double] {
    try models(outcome).compactMap { $0["pairsRun"]?.number }
  }

  @Test func verifyRunsTheTierOfTheOptionOrOfTheEnvironmentAndRunIsAlwaysFull() async throws {
    let histories = [CommandFixtures.syncMetadata]
    let quick = ["GOLDENSTORE_TIER": "quick"]
    func pairs(_ arguments: [String], _ environment: [String: String] = [:]) async throws
      -> [Double]
    {
      try pairsRun(
        await runCommand(
          ["verify", "--json"] + arguments + goldens, histories: histories,
          environment: environment))
    }
    #expect(try await pairs([]) == [6])
    #expect(try await pairs(["--tier", "standard"]) == [5])
    #expect(try await pairs([], quick) == [3])
    #expect(try await pairs(["--tier", "full"], quick) == [6])
    #expect(try await pairs(["SyncMetadata", "--from", "1", "--to", "3"], quick) == [1])
    let run = try await runCommand(
      ["run", "--json"] + goldens, histories: histories, environment: quick)
    #expect(try run.json()["verify"]?["models"]?.elements.first?["pairsRun"]?.number == 6)
    let outside = try await runCommand(
      ["verify", "SyncMetadata", "--tier", "quick", "--from", "1", "--to", "3"] + goldens,
      histories: histories)
    #expect(outside.exitCode == 1)
    #expect(outside.output.contains("nothing would be verified"))
  }

  @Test func shardsOfAllHistoriesTogetherRunEveryCaseOnce() async throws {
    var cases: [String] = []
    var plans: Set<String> = []
    for number in 1...5 {
      let outcome = try await runCommand(
        ["verify", "--tier", "quick", "--json"] + goldens
          + (number == 3 ? [] : ["--shard", "\(number)/5"]),
        environment: ["GOLDENSTORE_SHARD": "3/5"])
      #expect(outcome.exitCode == 0)
      let shard = try #require(try outcome.json()["shard"])
      #expect(shard["number"]?.number == Double(number))
      #expect(shard["casesRun"] == shard["casesPlanned"])
      plans.insert(try #require(shard["plan"]?.text))
      for model in try models(outcome) {
        for one in model["cases"]?.elements ?? [] {
          #expect(one["isRun"] == .boolean(true))
          #expect((one["seconds"]?.number ?? 0) > 0)
          let names = ["version", "from", "to"].compactMap { one[$0]?.text }
          cases.append(([model["name"]?.text ?? ""] + names).joined(separator: "|"))
        }
      }
    }
    #expect(plans.count == 1)
    // Every version and every neighbour of every history, written down here a second time.
    let expected = CommandFixtures.all.flatMap { history in
      let names = history.versions.map(\.name)
      return names.map { "\(history.name)|\($0)" }
        + zip(names, names.dropFirst()).map { "\(history.name)|\($0)|\($1)" }
    }
    #expect(cases.sorted() == expected.sorted())
  }

  /// One golden of four is gone; its counts are worked out by hand.
  @Test func theCountsAreThoseOfWhatRan() async throws {
    let folder = try TemporaryDirectory()
    let copy = folder.path.appendingPathComponent("SyncMetadata")
    try FileManager.default.copyItem(
      atPath: GreenCatalog.goldens.appendingPathComponent("SyncMetadata"), toPath: copy)
    try FileManager.default.removeItem(
      atPath: copy.appendingPathComponent("02-SyncMetadata-2"))
    let outcome = try await runCommand(
      "verify", "SyncMetadata", "--json", "--goldens", folder.path)
    #expect(outcome.exitCode == 1)
    let model = try #require(models(outcome).first)
    let keys = [
      "versions", "versionsRun", "pairsExpected", "pairsRun", "hopsExpected", "hopsRun",
      "extraCasesExpected", "extraCasesRun", "objectsCompared",
    ]
    // Three pairs start at the first version, which has 12 objects, and one at the third, which has
    // 24 as the fourth; each goes by two routes.
    let objects = 12.0 + 24 + 24 + 2 * (3 * 12 + 24)
    let counts: [Double] = [4, 3, 6, 4, 6, 4, 0, 0, objects]
    #expect(keys.compactMap { model[$0]?.number } == counts)
    let isRun = (model["cases"]?.elements ?? []).filter { $0["isRun"] == .boolean(true) }
    #expect(isRun.count == 7)
  }

  @Test func moreShardsThanCasesLeaveSomeWithNothingWhichIsNoFailure() async throws {
    let outcome = try await runCommand(
      ["verify", "--shard", "9/9"] + goldens, histories: [CommandFixtures.privacyStats])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output.hasPrefix(
        "PrivacyStats: no case in this shard\nshard 9/9: 0 of 0 cases, of 1 in all shards; plan "))
  }

  @Test func timesAreRecordedBesideTheArtifactsAndDivideTheNextRun() async throws {
    let folder = try TemporaryDirectory()
    let histories = [CommandFixtures.syncMetadata]
    let first = try await runCommand(
      ["verify"] + goldens, histories: histories,
      environment: ["GOLDENSTORE_ARTIFACTS": folder.path])
    #expect(first.exitCode == 0)
    let file = folder.path.appendingPathComponent("times.json")
    let times = try JSON.decode(
      JSONValue.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(times["cases"]?.elements.count == 4 + 6)
    let second = try await runCommand(
      ["verify", "--shard", "1/2", "--times", file, "--json"] + goldens, histories: histories)
    #expect(second.exitCode == 0)
    let missing = try await runCommand(
      ["verify", "--shard", "1/2", "--times", file + "x"] + goldens, histories: histories)
    #expect(missing.exitCode == 3)
    #expect(missing.errors.contains("times.jsonx"))
    let changed = try FileManager.default.contentsOfDirectory(atPath: GreenCatalog.goldens)
      .filter { $0.hasPrefix("times") }
    #expect(changed == [])
  }

  // MARK: Reports for build servers

  /// Reads a report as any other program would.
  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var tests: [(suite: String, name: String, time: Double?)] = []
    private(set) var failures: [String: String] = [:]
    private(set) var counts: [String: Int] = [:]
    private var text: String?

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      switch element {
      case "testsuites":
        for name in ["tests", "failures"] { counts[name] = attributes[name].flatMap { Int($0) } }
      case "testcase":
        tests.append(
          (
            attributes["classname"] ?? "", attributes["name"] ?? "",
            attributes["time"].flatMap { Double($0) }
          ))
      case "failure": text = attributes["message"].map { "[\($0)]" }
      default: break
      }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text? += string }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard element == "failure", let text, let test = tests.last else { return }
      failures[test.name, default: ""] += text
      self.text = nil
    }
  }

  private func read(_ path: String) throws -> Reader {
    let reader = Reader()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    parser.delegate = reader
    let isWhole = parser.parse()
    #expect(isWhole && parser.parserError == nil)
    return reader
  }

  @Test func aReportHasATestCaseForEveryVersionAndPair() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("new/report.xml")
    let outcome = try await runCommand(
      ["run", "--junit", path] + goldens, histories: [BrowserModels.syncMetadata])
    #expect(outcome.exitCode == 0)
    let report = try read(path)
    #expect(report.counts == ["tests": 1 + 4 + 6 + 2, "failures": 0])
    #expect(report.tests.allSatisfy { ($0.time ?? -1) >= 0 })
    #expect(report.tests.count { $0.suite == "SyncMetadata" } == 12)
    #expect(
      Set(report.tests.map(\.name)).isSuperset(of: [
        "goldens of 'SyncMetadata'", "version 'SyncMetadata 4'",
        "'SyncMetadata' → 'SyncMetadata 3'",
        "'SyncMetadata 4~2024-03-14' → 'SyncMetadata 4'",
      ]))
    #expect(report.failures.isEmpty)
  }

  @Test func aReportHoldsEveryFailureWhateverItsCharacters() async throws {
    let history = ModelHistory("A<&\"'\u{1}>") {
      Model("V]]>1") { Entity("A") { Attribute("a", .string) } }
      Model("V<&2>") { Entity("A") { Attribute("b", .string, isOptional: false) } }
    }
    let folder = try TemporaryDirectory()
    let path = folder.path.appendingPathComponent("report.xml")
    let here = ["--goldens", folder.path.appendingPathComponent("Goldens")]
    #expect(try await runCommand(["record"] + here, histories: [history]).exitCode == 0)
    let outcome = try await runCommand(
      ["verify", "--junit", path, "--json"] + here, histories: [history])
    #expect(outcome.exitCode == 1)
    let failures = try models(outcome).first?["failures"]?.elements ?? []
    #expect(!failures.isEmpty)
    let report = try read(path)
    #expect(report.counts == ["tests": 3, "failures": 1])
    let text = try #require(report.failures.values.first)
    for failure in failures {
      let message = try #require(failure["message"]?.text)
        .replacingOccurrences(of: "\u{1}", with: "\\u{1}")
      #expect(text.contains(message), "\(text)")
    }
    #expect(text.contains("repeat it with: goldenstore verify"))
    #expect(report.tests.contains { $0.suite == "A<&\"'\\u{1}>" })
  }

  @Test func aReportThatCannotBeWrittenIsNoSuccess() async throws {
    let folder = try TemporaryDirectory()
    let outcome = try await runCommand(
      ["verify", "--junit", folder.path] + goldens, histories: [CommandFixtures.privacyStats])
    #expect(outcome.exitCode == 3)
    #expect(outcome.errors.contains("cannot write '\(folder.path)'"))
  }
}
