import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreModel
import GoldenStoreTesting
import Testing

/// The guard of the suite trait: what was planned has run.
struct GoldenSessionTests {
  private func session(_ history: ModelHistory) throws -> GoldenSession {
    let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens")
    return GoldenSession(
      MatrixRunner(
        catalog: try Catalog(history, in: goldens.path), matrix: VersionMatrix(history)))
  }

  @Test func suiteThatRunsNothingFails() async throws {
    let session = try session(BrowserModels.syncMetadata)
    for isFiltered in [true, false] {
      let missing = await session.missingCases(isFiltered: isFiltered)
      #expect(
        missing.map(\.problem) == [
          .count(of: "versions", expected: 4, found: 0), .count(of: "pairs", expected: 6, found: 0),
        ])
    }
  }

  @Test func suiteThatLeavesOutACaseFailsUnlessTestsWereSelected() async throws {
    let history = BrowserModels.syncMetadata
    let session = try session(history)
    for position in 0..<4 { _ = await session.runVersion(position) }
    for pair in history.pairs.dropLast() { _ = await session.run(pair) }
    #expect(
      await session.missingCases(isFiltered: false).map(\.problem) == [
        .count(of: "pairs", expected: 6, found: 5)
      ])
    #expect(await session.missingCases(isFiltered: true) == [])
  }

  @Test func suiteThatRunsEverythingIsComplete() async throws {
    let history = BrowserModels.syncMetadata
    let session = try session(history)
    for position in 0..<4 { _ = await session.runVersion(position) }
    for pair in history.pairs {
      // Twice the same case counts once.
      #expect(await session.run(pair)?.failures == [])
      #expect(await session.run(pair)?.isRun == true)
    }
    #expect(await session.missingCases(isFiltered: false) == [])
  }

  @Test func selectionWithoutAPairFails() async throws {
    let history = BrowserModels.syncMetadata
    let catalog = await (try session(history)).runner.catalog
    let session = GoldenSession(
      MatrixRunner(catalog: catalog, matrix: VersionMatrix(history, source: 3)))
    _ = await session.runVersion(3)
    #expect(
      await session.missingCases(isFiltered: true).map(\.problem) == [.nothingSelected])
  }
}
