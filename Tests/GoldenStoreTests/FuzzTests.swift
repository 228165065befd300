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
    let tool = Process()
    let executable: URL = try #require(BuiltExecutable.storeFuzz)
    tool.executableURL = executable
    tool.arguments = ["run", "--seconds", "25", "--cases", "1400", "--json"]
    // A file: the end of a pipe would not be seen while another test's process has inherited it.
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/report.json"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    tool.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try tool.run()
    tool.waitUntilExit()
    let json = try Data(contentsOf: URL(fileURLWithPath: path))
    let report = try JSONDecoder().decode(Report.self, from: json)
    #expect(report.failures == [], "\(report.text)")
    #expect(report.shortfalls == [], "\(report.text)")
  }
}
