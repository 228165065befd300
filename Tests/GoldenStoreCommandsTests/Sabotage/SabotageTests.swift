import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// Everything that has left a suite of migrations green without reason, done to a copy that was
/// green: the command says what, where, and what to do, and exits accordingly.
@Suite(GreenGoldens()) struct SabotageTests {
  private func run(_ scene: Sabotage.Scene, _ more: String...) async throws -> CommandOutcome {
    try await runCommand(
      scene.arguments + ["--goldens", scene.goldens] + more, histories: [scene.history],
      environment: scene.environment, migrate: scene.migrate)
  }

  @Test(arguments: Sabotage.all)
  func aSpoiltCopyIsRedByName(_ sabotage: Sabotage) async throws {
    let folder = try TemporaryDirectory()
    let goldens = try #require(GreenGoldens.folder)
    let green = try GreenCatalog(sabotage.history, from: goldens, in: folder.path)
    var scene = Sabotage.Scene(
      green: green, history: sabotage.history, arguments: sabotage.arguments,
      goldens: folder.path)
    if let preparation = sabotage.preparation {
      try preparation(&scene)
      try await requireGreen(scene)
    } else if await !GreenGoldens.runs.contains(scene.arguments, of: scene.history) {
      try await requireGreen(scene)
      await GreenGoldens.runs.insert(scene.arguments, of: scene.history)
    }

    try sabotage.action(&scene)
    let outcome = try await run(scene)
    let text = outcome.output + outcome.errors
    #expect(outcome.exitCode == sabotage.exitCode, "\(text)")
    let prefix = sabotage.subject.prefix(of: scene.history.name)
    let failure = try #require(
      Self.failures(in: text).first { $0.hasPrefix(prefix) && $0.contains(sabotage.sentence) },
      "\(text)")
    let command = sabotage.subject.command(of: scene.history.name, goldens: scene.goldens)
    if let nextStep = sabotage.nextStep ?? command {
      #expect(failure.contains(nextStep), "\(failure)")
    } else {
      #expect(sabotage.subject == .command, "a failure that names no next step: \(failure)")
    }
  }

  /// The same command line on the untouched copy must have something to check, and find nothing.
  private func requireGreen(_ scene: Sabotage.Scene) async throws {
    let outcome = try await run(scene, "--json")
    try #require(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    guard scene.arguments.first != "record" else { return }
    let json = try outcome.json()
    let parts = json["models"] == nil ? json.keys.compactMap { json[$0] } : [json]
    try #require(!parts.isEmpty)
    for model in parts.flatMap({ $0["models"]?.elements ?? [] }) {
      try #require(model["failures"] == .array([]))
      for count in ["versions", "objectsCompared", "valuesCompared"] {
        try #require((model[count]?.number ?? 0) > 0, "\(count)")
      }
      try #require(model["pairsRun"] == model["pairsExpected"])
      guard scene.arguments.first == "verify" else { continue }
      try #require((model["pairsRun"]?.number ?? 0) > 0)
    }
  }

  /// The failures of an output, each with the indented lines that belong to it.
  private static func failures(in text: String) -> [String] {
    var failures: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(" "), let last = failures.popLast() {
        failures.append(last + "\n" + line)
      } else {
        failures.append(String(line))
      }
    }
    return failures
  }

  @Test func everySabotageHasASentenceOfItsOwn() {
    let table = Sabotage.all
    #expect(table.count >= 30)
    #expect(Set(table.map(\.name)).count == table.count)
    for (index, first) in table.enumerated() {
      #expect(!first.sentence.isEmpty)
      for second in table[(index + 1)...] {
        let isShared =
          first.sentence.contains(second.sentence) || second.sentence.contains(first.sentence)
        #expect(!isShared, "'\(first.name)' and '\(second.name)': \(second.sentence)")
      }
    }
  }
}
