import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// A short run of what `tools/crash` does with large stores.
struct CrashTests {
  private struct Report: Decodable {
    struct Tally: Decodable {
      let path: String
      let kills: Int
      let failures: [String]
    }
    let tallies: [Tally]
  }

  @Test func killedMigrationsLoseNothing() throws {
    let folder = try TemporaryDirectory()
    let run = try BuiltExecutable.run(
      #require(BuiltExecutable.storeCrash),
      ["run", "--kills", "4", "--persons", "1500", "--json", "--folder", "\(folder.path)/crash"])
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    // Where so few kills fall is a matter of luck, unlike what they leave.
    #expect(report.tallies.flatMap(\.failures) == [])
    #expect(
      report.tallies.map(\.path) == ["cheap", "rebuild", "custom", "staged", "copied"])
    #expect(report.tallies.allSatisfy { $0.kills == 4 })
  }
}
