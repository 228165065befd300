import BrowserModels
import GoldenStore
import GoldenStoreModel
import TestSupport
import Testing

/// Requirement 17: the pairs of each tier come from the history alone.
struct MatrixTierTests {
  static func history(_ count: Int, current: Int? = nil) -> ModelHistory {
    ModelHistory(
      name: "Many",
      versions: (0..<count).map { number in
        Model("V\(number + 1)") { Entity("A") { Attribute("a\(number)", .string) } }
      }, currentVersion: current.map { "V\($0)" })
  }

  private func pairs(_ tier: MatrixTier, _ history: ModelHistory) -> [String] {
    VersionMatrix(history, tier: tier).pairs.map { "\($0.source + 1)-\($0.destination + 1)" }
  }

  @Test func tiersAreNeighboursThenAllToTheCurrentOneThenEverything() {
    let history = Self.history(5)
    #expect(pairs(.quick, history) == ["1-2", "2-3", "3-4", "4-5"])
    #expect(pairs(.standard, history) == ["1-2", "1-5", "2-3", "2-5", "3-4", "3-5", "4-5"])
    #expect(
      pairs(.full, history)
        == ["1-2", "1-3", "1-4", "1-5", "2-3", "2-4", "2-5", "3-4", "3-5", "4-5"])
    // The current version need not be the last; the one behind it is a neighbour all the same.
    #expect(
      pairs(.standard, Self.history(5, current: 3)) == ["1-2", "1-3", "2-3", "3-4", "4-5"])
    #expect(MatrixTier.allCases.map { pairs($0, Self.history(1)) } == [[], [], []])
  }

  @Test func aNewVersionNeedsNoEdit() {
    for tier in MatrixTier.allCases {
      let before = Set(pairs(tier, Self.history(6, current: 6)))
      let after = Set(pairs(tier, Self.history(7, current: 6)))
      #expect(before.isStrictSubset(of: after), "\(tier)")
      #expect(after.contains("6-7"))
    }
  }

  @Test(arguments: [1, 2, 5, 30])
  func onlyTheFullTierIsStepwiseAndItCostsAHopForEachPair(_ count: Int) {
    let history = Self.history(count)
    #expect(VersionMatrix(history).hopCount == count * (count - 1) / 2)
    #expect(VersionMatrix(history, tier: .quick).hopCount == 0)
    #expect(VersionMatrix(history, tier: .standard).hopCount == 0)
    #expect(VersionMatrix(history, tier: .quick).versions.count == count)
  }

  @Test(arguments: [(MatrixTier.quick, 5, 0), (.standard, 9, 0), (.full, 15, 15)])
  func eachTierRunsWhatItPromises(_ tier: MatrixTier, _ pairs: Int, _ hops: Int) async throws {
    let history = BrowserModels.bookmarks.withoutShapes
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, tier: tier))
    let result = try await runner.run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == pairs)
    #expect(result.hopsRun == hops)
    // 24 objects of each version once, and of each pair by each of its routes.
    #expect(result.objectsCompared == 24 * (6 + pairs * (hops == 0 ? 1 : 2)))
    #expect(result.outcomes.count == 6 + pairs)
    #expect(result.outcomes.allSatisfy { $0.seconds > 0 })
  }

  @Test func aPairOutsideOfTheTierIsNothingSelected() async throws {
    let history = BrowserModels.bookmarks.withoutShapes
    let matrix = VersionMatrix(history, tier: .quick, source: 0, destination: 4)
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens), matrix: matrix)
    #expect(try await runner.run().failures.map(\.problem) == [.nothingSelected])
  }
}
