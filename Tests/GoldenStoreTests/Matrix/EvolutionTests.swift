import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Random models that change at random: what the migration makes of their objects is compared
/// with what the rules make of the values.
struct EvolutionTests {
  /// Other seeds than usual, as a number in the environment.
  private static let seed =
    ProcessInfo.processInfo.environment["GOLDENSTORE_SEED"].flatMap(UInt64.init) ?? 1

  /// How many models, as a number in the environment; fewer than usual need not show everything.
  private static let count =
    ProcessInfo.processInfo.environment["GOLDENSTORE_MODELS"].flatMap(UInt64.init) ?? usualCount
  private static let usualCount: UInt64 = 120

  private struct Outcome {
    var migrated = 0
    var refused = 0
    var paths: [MigrationPath: Int] = [:]
    var changes: [ModelEvolution.Change: Int] = [:]
    var objects = 0
  }

  @Test func migratedObjectsAreThoseThatTheRulesGive() throws {
    var outcome = Outcome()
    let count = Self.count
    for seed in Self.seed..<(Self.seed + count) { try run(seed: seed, &outcome) }
    #expect(outcome.migrated + outcome.refused == Int(count))
    guard count >= Self.usualCount else { return }
    #expect(outcome.refused * 10 < outcome.migrated)
    #expect(outcome.objects > 2_000)
    let unseen = ModelEvolution.Change.allCases.filter { outcome.changes[$0] == nil }
    #expect(unseen == [])
    #expect((outcome.paths[.cheap] ?? 0) > 10 && (outcome.paths[.rebuild] ?? 0) > 30)
  }

  private func run(seed: UInt64, _ outcome: inout Outcome) throws {
    var evolution = ModelEvolution(seed: seed)
    let source = evolution.model("V1")
    evolution.evolve(Int(seed % 5) + 1)
    let history = ModelHistory(name: "E\(seed)", versions: [source, evolution.model("V2")])
    let models = try history.validated()
    let label = "GOLDENSTORE_SEED=\(seed): \(evolution.changes.map(\.rawValue))"
    try withTemporaryDirectory { folder in
      let files = StoreFiles(main: folder.appendingPathComponent("source.sqlite"))
      let output = folder.appendingPathComponent("result.sqlite")
      let generator = try StoreGenerator(history, position: 0, seed: seed, rows: 6)
      let contents = try generator.contents()
      try StoreWriter.write(
        contents, layout: try StoreLayout(models[0]), storeUUID: generator.storeUUID,
        to: files.main)
      let fresh = try PhysicalComparison.report(of: files, layout: StoreLayout(models[0]))
      #expect(fresh.isEmpty, "\(label): the source: \(fresh)")
      let refusals = ForeseenRefusal.all(from: models[0], to: models[1], contents)
      do {
        let result = try Migrator.migrate(files, to: 1, in: history, to: output)
        outcome.paths[result.path, default: 0] += 1
        #expect(refusals == [], "\(label)")
      } catch let error as MigrationError {
        let isForeseen = ForeseenRefusal(error).map(refusals.contains) ?? false
        #expect(isForeseen, "\(label): \(error)")
        outcome.refused += 1
        return
      } catch {
        Issue.record("\(label): \(error)")
        return
      }
      let expectation = try Expectation(of: contents, from: models[0], to: models[1])
      let layout = try StoreLayout(models[1])
      let found = StoreFiles(main: output)
      let differences = try ContentsComparison.report(
        expected: expectation.contents, found: StoreReader(files: found, layout: layout),
        model: models[1], undecidedOrders: expectation.undecidedOrders)
      #expect(differences.isEmpty, "\(label): \(differences)")
      let structure = try PhysicalComparison.report(
        of: found, layout: layout,
        origin: .init(
          formerModels: [models[0]], undecidedOrders: expectation.undecidedOrders,
          storeUUID: generator.storeUUID.uuidString))
      #expect(structure.isEmpty, "\(label): \(structure)")
      outcome.migrated += 1
      outcome.objects += expectation.objectCount
      for change in Set(evolution.changes) { outcome.changes[change, default: 0] += 1 }
    }
  }
}
