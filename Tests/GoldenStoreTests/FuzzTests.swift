import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// A short run of what `tools/fuzz` does for minutes.
struct FuzzTests {
  private struct Report: Decodable {
    let failures: [String]
    let shortfalls: [String]
    let text: String
  }

  /// Cases run in child processes, so that a trap in one of them is a failure with its number.
  @Test func damagedStoresAndModelsGiveSentences() throws {
    let run = try BuiltExecutable.run(
      #require(BuiltExecutable.storeFuzz),
      ["run", "--seconds", "25", "--cases", "1400", "--json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.failures == [], "\(report.text)")
    #expect(report.shortfalls == [], "\(report.text)")
  }
}
