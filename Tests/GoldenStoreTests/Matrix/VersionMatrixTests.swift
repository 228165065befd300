import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

struct VersionMatrixTests {
  private func history(_ count: Int) -> ModelHistory {
    ModelHistory(
      name: "Many",
      versions: (0..<count).map { number in
        Model("V\(number + 1)") { Entity("A") { Attribute("a\(number)", .string) } }
      })
  }

  @Test(arguments: [1, 2, 5, 30])
  func chainsShareTheirHops(_ count: Int) {
    let matrix = VersionMatrix(history(count))
    #expect(matrix.versions.count == count)
    #expect(matrix.pairs.count == count * (count - 1) / 2)
    #expect(matrix.hopCount == count * (count - 1) / 2)
  }

  @Test func selectionRunsOnlyTheHopsThatItNeeds() {
    let matrix = VersionMatrix(history(5), source: 1, destination: 3)
    #expect(matrix.pairs.map(\.description) == ["V2 → V4"])
    #expect(matrix.versions == [1, 3])
    #expect(matrix.chains.map(\.hops) == [[2, 3]])
  }

  @Test func selectionOfNothingFails() async throws {
    let history = BrowserModels.bookmarks.withoutShapes
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, source: 5))
    let result = try await runner.run()
    #expect(result.failures.map(\.problem) == [.nothingSelected])
  }

  @Test func whatCodeOfAStageMakesIsNotForeseen() async throws {
    var history = BrowserModels.bookmarks.withoutShapes
    let names = history.versions.map(\.name)
    func stages(_ handler: MigrationStage.Handler?) -> [MigrationStage] {
      [
        .lightweight(names[0]),
        .custom(from: names[1], to: names[2], willMigrate: handler),
        .lightweight(versions: Array(names[3...])),
      ]
    }
    history.stages = stages { _ in }
    func failures(from source: Int, to destination: Int) async throws -> [String] {
      let runner = MatrixRunner(
        catalog: try Catalog(history, in: GreenCatalog.goldens),
        matrix: VersionMatrix(history, source: source, destination: destination))
      return try await runner.run().failures.map(\.description)
    }
    let crossing = try await failures(from: 0, to: 3)
    #expect(
      crossing.contains {
        $0.contains(
          "cannot derive what a migration from '\(names[0])' to '\(names[3])' gives: the custom "
            + "stage from '\(names[1])' to '\(names[2])' runs code in between")
      }, "\(crossing)")
    // On either side of the stage everything is compared as ever.
    #expect(try await failures(from: 0, to: 1) == [])
    #expect(try await failures(from: 2, to: 5) == [])
    // A stage without code is a stop, and inference gives the rest.
    history.stages = stages(nil)
    #expect(try await failures(from: 0, to: 3) == [])
  }

  /// The hops are counted by the migrator under test, on what it really ran.
  @Test func everyPairOfNVersionsRunsWithOneHopEach() async throws {
    let log = try TemporaryDirectory()
    let history = BrowserModels.bookmarks.withoutShapes
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens), matrix: VersionMatrix(history)
    ) { store, source, destination, history, output in
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
      for step in result.steps {
        // One file for each hop that ran, whatever the task.
        let name = "\(step.source)-\(step.destination)-\(UUID().uuidString)"
        try Data().write(to: URL(fileURLWithPath: log.path.appendingPathComponent(name)))
      }
      return result
    }
    let result = try await runner.run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 15)
    #expect(result.hopsRun == 15)
    #expect(result.versionsRun == 6)
    let hops = try FileManager.default.contentsOfDirectory(atPath: log.path)
      .map { $0.split(separator: "-").prefix(2).compactMap { Int($0) } }
    // 15 direct migrations, and 15 hops of the five chains.
    #expect(hops.count == 30)
    let direct = history.pairs.map { [$0.source, $0.destination] }
    let stepwise = (0..<5).flatMap { source in (source..<5).map { [$0, $0 + 1] } }
    #expect(
      hops.sorted { $0.lexicographicallyPrecedes($1) }
        == (direct + stepwise).sorted { $0.lexicographicallyPrecedes($1) })
    #expect(result.objectsCompared == result.objectsExpected)
    #expect(result.objectsCompared == 24 * (6 + 2 * 15))
    #expect(result.valuesCompared == result.valuesExpected)
  }

  @Test func failingPairKeepsItsStoreItsDumpsAndItsDifferences() throws {
    let artifacts = try TemporaryDirectory()
    let history = BrowserModels.syncMetadata.withoutShapes
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, source: 0, destination: 1), artifacts: artifacts.path
    ) { store, source, destination, history, output in
      var other = history
      // A migrator that knows another model: the attribute was renamed away.
      other.versions[1].entities[0].attributes[0].renamingIdentifier = "nothing"
      return try Migrator.migrate(
        store, from: source, to: destination, in: other, to: output)
    }
    let failure = try #require(runner.runPairs(from: 0).first?.failures.first)
    let folder = try #require(failure.artifacts)
    #expect(
      folder.hasSuffix("SyncMetadata/01-SyncMetadata-to-02-SyncMetadata-2"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for name in [
      "failures.txt", "result/direct/SyncMetadata.sqlite", "result/direct/differences.txt",
      "result/direct/expected.txt", "result/direct/found.txt", "result/stepwise/found.txt",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(
      failure.description.hasSuffix(
        "repeat it with: goldenstore verify 'SyncMetadata' --from 'SyncMetadata' "
          + "--to 'SyncMetadata 2'"))
  }

  @Test func refusedPairIsRunAndFails() throws {
    let history = BrowserModels.syncMetadata.withoutShapes
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, source: 0, destination: 1)
    ) { store, source, destination, history, output in
      var other = history
      other.versions[1].entities[0].attributes[0].type = .date
      return try Migrator.migrate(
        store, from: source, to: destination, in: other, to: output)
    }
    let outcome = try #require(runner.runPairs(from: 0).first)
    #expect(outcome.isRun)
    #expect(outcome.failures.map(\.problem.kind) == ["refused", "refused"])
  }
}
