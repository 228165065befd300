import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

struct MatrixShardTests {
  /// Every case of some matrices by name.
  private func cases(_ matrices: [VersionMatrix]) -> [String] {
    matrices.flatMap { matrix in
      matrix.versions.map { "\(matrix.history) \($0)" }
        + matrix.pairs.map { "\(matrix.history) \($0.source)-\($0.destination)" }
    }
  }

  private func matrices(_ tier: MatrixTier) -> [VersionMatrix] {
    [1, 2, 6, 4, 13, 30].enumerated().map { index, count in
      var history = MatrixTierTests.history(count)
      history.name = "H\(index)"
      return VersionMatrix(history, tier: tier)
    }
  }

  /// Costs that depend on nothing but a unit's place, some of them equal.
  private func costs(_ matrices: [VersionMatrix], _ factor: Int) -> [[Double]] {
    matrices.enumerated().map { index, matrix in
      matrix.units.indices.map { Double(1 + (index * 31 + $0 * factor) % 17) }
    }
  }

  @Test(arguments: MatrixTier.allCases)
  func allShardsTogetherAreExactlyEverything(_ tier: MatrixTier) throws {
    let whole = matrices(tier)
    for count in 1...70 {
      for factor in [0, 7] {
        let costs = costs(whole, factor)
        let parts = try (1...count).map { number in
          try #require(MatrixShard("\(number)/\(count)")).part(
            of: whole, costs: costs, start: factor)
        }
        let all = parts.flatMap { self.cases($0) }
        // Sorted lists, so that neither a missing case nor one that runs twice goes unseen.
        try #require(all.sorted() == cases(whole).sorted(), "\(count) shards")
        #expect(
          parts.reduce(0) { $0 + $1.reduce(0) { $0 + $1.hopCount } }
            == whole.reduce(0) { $0 + $1.hopCount })
        #expect(parts.joined().allSatisfy { $0.tier == tier })
      }
    }
  }

  @Test func shardsAreBalanced() throws {
    let whole = matrices(.full)
    for count in 1...30 {
      let costs = costs(whole, 7)
      let parts = MatrixShard.divide(whole, costs: costs, count: count)
      let loads = parts.map { part in
        zip(part, zip(whole, costs)).reduce(0.0) { sum, entry in
          let units = Set(entry.0.units)
          return sum
            + zip(entry.1.0.units, entry.1.1).reduce(0) { $0 + (units.contains($1.0) ? $1.1 : 0) }
        }
      }
      // Nothing can be below the average, nor below the largest unit.
      let bound = max(costs.joined().reduce(0, +) / Double(count), costs.joined().max() ?? 0)
      #expect((loads.max() ?? 0) <= bound * 4 / 3, "\(count) shards: \(loads)")
    }
  }

  /// What costs as much as everything else together is alone in its shard.
  @Test func anExpensiveUnitSharesItsShardWithNothing() {
    let whole = matrices(.full)
    let (place, unit) = (5, whole[5].units[31])
    let costs = whole.indices.map { index in
      whole[index].units.map { index == place && $0 == unit ? 10_000.0 : 1 }
    }
    for count in 2...20 {
      let parts = MatrixShard.divide(whole, costs: costs, count: count)
      let holding = parts.filter { $0[place].units.contains(unit) }
      #expect(holding.count == 1)
      #expect(holding.first.map { $0.flatMap(\.units) } == [unit], "\(count) shards")
    }
  }

  @Test func everyMachineDividesAlikeAndAnotherDivisionHasAnotherDigest() {
    let whole = matrices(.full)
    func digest(_ factor: Int, _ count: Int) -> String {
      MatrixShard.digest(
        of: MatrixShard.divide(whole, costs: costs(whole, factor), count: count))
    }
    #expect(digest(7, 4) == digest(7, 4))
    #expect(digest(7, 4) != digest(5, 4))
    #expect(digest(7, 4) != digest(7, 5))
  }

  @Test func costsAreRecordedSecondsOrAnEstimateInTheSameMeasure() throws {
    let history = BrowserModels.bookmarks.withoutShapes
    let catalog = try Catalog(history, in: GreenCatalog.goldens)
    let matrix = VersionMatrix(history)
    // One opening each; 5 direct and 5 hops from the first version, and so on.
    let steps: [Double] = [1, 1, 1, 1, 1, 1, 10, 8, 6, 4, 2]
    let estimate = MatrixTimes.costs(of: [matrix], in: [catalog])[0]
    // Every version has 24 objects, which cost something too.
    #expect(estimate[0] > 1 && estimate[0] < 2)
    #expect(estimate.count == steps.count)
    for (found, steps) in zip(estimate, steps) {
      #expect(abs(found - steps * estimate[0]) < 1e-9, "\(estimate)")
    }
    let folder = try TemporaryDirectory()
    let file = folder.path.appendingPathComponent("times.json")
    // Of the second source one pair is known, which does not count.
    let first = "BookmarksModel"
    try Data(
      """
      {"format":1,"cases":[
        {"history":"Bookmarks","from":"\(first)","to":"\(first) 2","seconds":1},
        {"history":"Bookmarks","from":"\(first)","to":"\(first) 3","seconds":2},
        {"history":"Bookmarks","from":"\(first)","to":"\(first) 4","seconds":13},
        {"history":"Bookmarks","from":"\(first)","to":"\(first) 5","seconds":2},
        {"history":"Bookmarks","from":"\(first)","to":"\(first) 6","seconds":2},
        {"history":"Bookmarks","from":"\(first) 2","to":"\(first) 3","seconds":900},
        {"history":"Other","from":"\(first) 3","to":"\(first) 4","seconds":900}]}
      """.utf8
    ).write(to: URL(fileURLWithPath: file))
    for path in [file, folder.path] {
      let costs = MatrixTimes.costs(
        of: [matrix], in: [catalog], recorded: try MatrixTimes(path: path))[0]
      for (found, steps) in zip(costs, steps) {
        #expect(abs(found - 2 * steps) < 1e-9, "\(costs)")
      }
    }
  }

  @Test func timesOfARunAreWrittenAndReadAgain() async throws {
    let history = BrowserModels.syncMetadata.withoutShapes
    let catalog = try Catalog(history, in: GreenCatalog.goldens)
    let matrix = VersionMatrix(history, tier: .quick)
    let result = try await MatrixRunner(catalog: catalog, matrix: matrix).run()
    let folder = try TemporaryDirectory()
    try MatrixTimes([result]).write(into: folder.path, shard: MatrixShard("2/3"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["times-2-of-3.json"])
    let costs = MatrixTimes.costs(
      of: [matrix], in: [catalog], recorded: try MatrixTimes(path: folder.path))
    #expect(costs == [result.outcomes.map(\.seconds)])
  }

  @Test func whatIsNoFileOfTimesIsRefused() throws {
    let folder = try TemporaryDirectory()
    let file = folder.path.appendingPathComponent("times.json")
    for text in ["", "{}", #"{"format":2,"cases":[]}"#] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      #expect(throws: GoldenError.self) { try MatrixTimes(path: file) }
    }
    #expect(throws: GoldenError.self) { try MatrixTimes(path: file + "x") }
  }

  @Test(arguments: ["", "1", "0/4", "5/4", "1/0", "-1/4", "1/4/4", "a/b", "1/1001"])
  func whatIsNoShardIsRefused(_ text: String) {
    #expect(MatrixShard(text) == nil)
  }

  @Test func aShardOfNothingIsGreenAndOneThatRanLessIsNot() async throws {
    let history = BrowserModels.syncMetadata.withoutShapes
    let catalog = try Catalog(history, in: GreenCatalog.goldens)
    let empty = VersionMatrix(history).limited(to: [])
    #expect(try await MatrixRunner(catalog: catalog, matrix: empty).run().isGreen)
    let shard = VersionMatrix(history).limited(to: [.version(0), .pairs(source: 1)])
    var result = MatrixResult(shard)
    result.add(MatrixRunner(catalog: catalog, matrix: shard).runPairs(from: 1)[0])
    result.checkCounts()
    #expect(
      result.failures.map(\.problem).prefix(2) == [
        .count(of: "versions", expected: 1, found: 0), .count(of: "pairs", expected: 2, found: 1),
      ])
  }
}
