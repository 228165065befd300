import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// Requirement 25: what one case does to itself costs that case only.
struct MatrixSupervisorTests {
  private let history = BrowserModels.syncMetadata

  private func result(
    timeLimit: Double = 300, artifacts: String? = nil, _ migrate: @escaping MatrixRunner.Migrate
  ) async throws -> MatrixResult {
    try await MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens), matrix: VersionMatrix(history),
      artifacts: artifacts, timeLimit: timeLimit, migrate: migrate
    ).run()
  }

  /// Says which cases failed, by the positions of pairs from 1.
  private func failing(_ result: MatrixResult) -> [String] {
    result.outcomes.filter { !$0.failures.isEmpty }.map { outcome in
      guard case .pair(let pair) = outcome.subject else { return "\(outcome.subject)" }
      return "\(pair.source + 1)-\(pair.destination + 1)"
    }
  }

  /// Waits for so long that nobody else does.
  private static func hang() { while true { usleep(100_000) } }

  @Test func aDirectMigrationThatHangsCostsItsPair() async throws {
    let artifacts = try TemporaryDirectory()
    let result = try await result(timeLimit: 10, artifacts: artifacts.path) {
      store, source, destination, history, output in
      if source == 0, destination == 2 { Self.hang() }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    #expect(failing(result) == ["1-3"])
    #expect(result.pairsRun == 5)
    #expect(result.versionsRun == 4)
    let failure = try #require(result.failures.first)
    let folder = artifacts.path.appendingPathComponent(
      "SyncMetadata/01-SyncMetadata-to-03-SyncMetadata-3")
    #expect(
      failure.description == """
        SyncMetadata 'SyncMetadata' → 'SyncMetadata 3': the direct migration to 'SyncMetadata 3' \
        was given up after 10 seconds, the time limit of a case
          kept in '\(folder)'
          repeat it with: \(failure.command)
        """)
    // The store to look at, and the stepwise result, which did come about.
    for name in ["source", "result/stepwise"] {
      let store = folder.appendingPathComponent(name).appendingPathComponent("SyncMetadata.sqlite")
      #expect(FileManager.default.fileExists(atPath: store), "\(store)")
    }
  }

  @Test func aHopThatHangsCostsEveryPairBehindItAndNoOther() async throws {
    let result = try await result(timeLimit: 10) { store, source, destination, history, output in
      // The direct migration of this pair is the first to come here, hops are the later ones.
      if source == 1, destination == 2, output.contains("stepwise") { Self.hang() }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    #expect(failing(result) == ["1-3", "1-4", "2-3", "2-4"])
    #expect(
      result.failures.allSatisfy {
        $0.description.contains("the hop from 'SyncMetadata 2' to 'SyncMetadata 3'")
      })
    #expect(result.failures.map(\.problem.kind) == ["hung", "hung", "hung", "hung"])
    #expect(result.pairsRun == 2)
  }

  @Test func anErrorOfAnyKindCostsItsPair() async throws {
    struct Odd: Error {}
    let result = try await result { store, source, destination, history, output in
      if source == 0, destination == 3 { throw Odd() }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    #expect(failing(result) == ["1-4"])
    #expect(result.failures.map(\.problem.kind) == ["stopped"])
  }

  @Test func aGoldenThatChangesDuringTheRunIsNamed() async throws {
    let folder = try TemporaryDirectory()
    let copy = folder.path.appendingPathComponent("SyncMetadata")
    try FileManager.default.copyItem(
      atPath: GreenCatalog.goldens.appendingPathComponent("SyncMetadata"), toPath: copy)
    let catalog = try Catalog(history, folder: copy)
    let dump = catalog.golden(at: 3).dumpPath
    let runner = MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(history, source: 0, destination: 1)
    ) { store, source, destination, history, output in
      try GreenCatalog.edit(dump) { $0.append(0x20) }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    #expect(
      try await runner.run().failures.map(\.problem) == [
        .goldenChanged(file: "04-SyncMetadata-4/dump.txt")
      ])
  }

  /// Requirement 29: all pairs of n versions take two migrations each, and each golden is told once.
  @Test func theWorkGrowsWithThePairsAndNoFaster() async throws {
    let folder = try TemporaryDirectory()
    let history = MatrixTierTests.history(9)
    let catalog = try Catalog(history, in: folder.path.appendingPathComponent("Goldens"))
    _ = try catalog.record(.missing)
    let log = try TemporaryDirectory()
    let runner = MatrixRunner(catalog: catalog, matrix: VersionMatrix(history)) {
      store, source, destination, history, output in
      let kind = source == destination ? "again" : "migration"
      try Data().write(
        to: URL(
          fileURLWithPath: log.path.appendingPathComponent("\(kind)-\(UUID().uuidString)")))
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    let result = try await runner.run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 36)
    let calls = try FileManager.default.contentsOfDirectory(atPath: log.path)
    #expect(calls.count { $0.hasPrefix("migration") } == 2 * 36)
    #expect(calls.count { $0.hasPrefix("again") } == 2 * 36)
  }

  /// Requirement 28: every failure says what, where and the next command.
  @Test(arguments: [
    MatrixProblem.golden(.missingGolden(folder: "01-V1")),
    .refused(.direct, reason: "no"), .wrongSource(reason: "its UUID is X"),
    .wrongResult(.stepwise, reason: "no"), .hops(.stepwise, expected: 3, found: 1),
    .differences(.direct, DifferenceReport([StoreDifference(.missingObject, entity: "A")])),
    .routesDiffer(DifferenceReport([StoreDifference(.order, entity: "A")])),
    .secondOpen(.direct, reason: "the file changed"), .goldenChanged(file: "dump.txt"),
    .count(of: "pairs", expected: 3, found: 2), .nothingSelected, .stopped(reason: "no"),
    .hung("the direct migration to 'V2'", seconds: 300),
    .crashed("the direct migration to 'V2'", reason: "its process ended with signal 4"), .neverRun,
    .staleSidecarIgnored(reason: "no"),
  ])
  func everyFailureSaysWhatWhereAndTheNextCommand(_ problem: MatrixProblem) {
    let failure = MatrixFailure(
      history: "Library",
      subject: .pair(
        VersionPair(
          history: "Library", source: 0, destination: 1, sourceName: "V1", destinationName: "V2")),
      problem, artifacts: "kept", commandArguments: "'Library' --goldens 'here'")
    let lines = failure.description.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Library 'V1' → 'V2': \(problem)".prefix(30)) == true)
    #expect(
      lines.suffix(2) == [
        "  kept in 'kept'",
        "  repeat it with: goldenstore verify 'Library' --goldens 'here' --from 'V1' --to 'V2'",
      ])
    #expect(problem.kind.allSatisfy { $0.isASCII && $0.isLetter }, "\(problem.kind)")
  }
}
