import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Requirement 10: the same contents in other files.
struct GoldenVariantTests {
  private let history = BrowserModels.syncMetadata

  /// Runs one pair, and says which files and which bytes the migrator was given.
  private func run(
    _ variant: GoldenVariant, migrate: MatrixRunner.Migrate? = nil
  ) async throws -> (result: MatrixResult, names: [String], rowsInMain: Int64) {
    let log = try TemporaryDirectory()
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, source: 0, destination: 1), variant: variant
    ) { store, source, destination, history, output in
      let text = try store.files().map(\.name).joined(separator: "\n")
      let path = log.path.appendingPathComponent("files.txt")
      if source == 0, !FileManager.default.fileExists(atPath: path) {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.copyItem(
          atPath: store.main, toPath: log.path.appendingPathComponent("main.sqlite"))
      }
      return try (migrate ?? MatrixRunner.ownMigrator)(
        store, source, destination, history, output)
    }
    let result = try await runner.run()
    let text = try String(
      contentsOfFile: log.path.appendingPathComponent("files.txt"), encoding: .utf8)
    // The main file without its log, as plain SQL sees it.
    let main = try Connection(
      path: log.path.appendingPathComponent("main.sqlite"), mode: .immutable)
    let rows = try main.integer("SELECT count(*) FROM ZSYNCFEATUREENTITY")
    return (result, text.split(separator: "\n").map(String.init).sorted(), rows)
  }

  @Test(arguments: [
    (GoldenVariant.hot, ["", "-shm", "-wal"], 0), (.half, ["", "-shm", "-wal"], -1),
    (.checkpointed, [""], 1), (.rollback, [""], 1), (.stale, ["", "-shm"], 1),
  ])
  func everyVariantMigratesLikeTheGolden(
    _ variant: GoldenVariant, _ parts: [String], _ share: Int
  ) async throws {
    let (result, names, rows) = try await run(variant)
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 1)
    #expect(result.objectsCompared == result.objectsExpected)
    #expect(names == parts.map { "SyncMetadata.sqlite" + $0 })
    // The first outcome is that of the version, whose one entity has all the objects.
    let all = Int64(result.outcomes.first?.objectsCompared ?? 0)
    #expect(all > 0)
    if share < 0 { #expect(rows > 0 && rows < all) } else { #expect(rows == Int64(share) * all) }
  }

  @Test func aFailureOfAVariantNamesItInItsCommand() async throws {
    struct Odd: Error {}
    let (result, _, _) = try await run(.half) { _, _, _, _, _ in throw Odd() }
    #expect(try #require(result.failures.first).command.contains("'SyncMetadata' "))
    #expect(result.failures.first?.command.contains(" --wal half --from 'SyncMetadata'") == true)
  }

  @Test func aMigratorThatBuriesAStaleLogFails() async throws {
    let (result, _, _) = try await run(.stale) { store, source, destination, history, output in
      // As one that only looks at the main file, or that tidies up first.
      let log = output + "-wal"
      if FileManager.default.fileExists(atPath: log) {
        try FileManager.default.removeItem(atPath: log)
      }
      return try MatrixRunner.ownMigrator(store, source, destination, history, output)
    }
    #expect(result.failures.map(\.problem.kind) == ["staleSidecarIgnored"])
    #expect(
      result.failures.first?.description.contains(
        "the migration to 'SyncMetadata 2' was not refused") == true)
  }
}
