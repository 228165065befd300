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

  /// The files of the example as they stand here, where they are compiled and run, by the paths
  /// that they have in the reader's package. Its manifest is tried by `tools/try-as-dependency`.
  private static let examples = [
    "Package.swift": nil,
    "Sources/Library/Library.swift": "Tests/ReadmeExample/Library/Library.swift",
    "Sources/librarystore/LibraryStore.swift":
      "Tests/ReadmeExample/librarystore/LibraryStore.swift",
    "Tests/LibraryTests/LibraryTests.swift": "Tests/BrowserModelsTests/ReadmeExample.swift",
  ]

  @Test func theSwiftExamplesAreTheFilesThatRun() throws {
    let readme = try lines(of: "README.md")
    var seen: [String] = []
    for block in readme.indices where readme[block] == "```swift" {
      // A block stands below the path of its file.
      let path = readme[block - 2].trimmingCharacters(in: ["`", ":"])
      let end = try #require(readme[block...].firstIndex(of: "```"))
      seen.append(path)
      guard let file = try #require(Self.examples[path], "no file is known as '\(path)'") else {
        continue
      }
      var example = try lines(of: file)
      #expect(example.popLast() == "")
      #expect(Array(readme[(block + 1)..<end]) == example, "\(path)")
    }
    #expect(seen.sorted() == Self.examples.keys.sorted())
  }

  @Test func theReadmeIsShort() throws {
    #expect(try lines(of: "README.md").count <= 240)
  }
}
