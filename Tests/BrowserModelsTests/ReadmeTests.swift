import Foundation
import Testing

struct ReadmeTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func lines(of path: String) throws -> [String] {
    let text = try String(
      contentsOf: Self.package.appendingPathComponent(path), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// `ReadmeExample.swift` is compiled and run like any other suite.
  @Test func theSwiftExampleIsTheFileThatRuns() throws {
    let readme = try lines(of: "README.md")
    let blocks = readme.indices.filter { readme[$0] == "```swift" }
    #expect(blocks.count == 1)
    let start = try #require(blocks.first) + 1
    let end = try #require(readme[start...].firstIndex(of: "```"))
    var example = try lines(of: "Tests/BrowserModelsTests/ReadmeExample.swift")
    #expect(example.popLast() == "")
    #expect(Array(readme[start..<end]) == example)
  }

  @Test func theReadmeIsShort() throws {
    #expect(try lines(of: "README.md").count <= 200)
  }
}
