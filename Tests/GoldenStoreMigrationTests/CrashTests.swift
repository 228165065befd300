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
    let tool = Process()
    let executable: URL = try #require(BuiltExecutable.storeCrash)
    tool.executableURL = executable
    tool.arguments = [
      "run", "--kills", "4", "--persons", "1500", "--json", "--folder", "\(folder.path)/crash",
    ]
    // A file: the end of a pipe would not be seen while another test's process has inherited it.
    let path = "\(folder.path)/report.json"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    tool.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try tool.run()
    tool.waitUntilExit()
    let json = try Data(contentsOf: URL(fileURLWithPath: path))
    let report = try JSONDecoder().decode(Report.self, from: json)
    // Where so few kills fall is a matter of luck, unlike what they leave.
    #expect(report.tallies.flatMap(\.failures) == [])
    #expect(
      report.tallies.map(\.path) == ["cheap", "rebuild", "custom", "staged", "copied"])
    #expect(report.tallies.allSatisfy { $0.kills == 4 })
  }
}
