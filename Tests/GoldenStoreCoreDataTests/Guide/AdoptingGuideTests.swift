import Foundation
import Testing

/// The Swift of the guide is that of ``AdoptingExamples``, which is compiled where Core Data is.
struct AdoptingGuideTests {
  private static let guide =
    "Sources/GoldenStoreCoreData/GoldenStoreCoreData.docc/AdoptingInAnApp.md"

  private func text(of path: String) throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of each block of Swift.
  private func blocks() throws -> [[Substring]] {
    var blocks: [[Substring]] = []
    var isInside = false
    for line in try text(of: Self.guide).split(separator: "\n", omittingEmptySubsequences: false) {
      switch (line, isInside) {
      case ("```swift", false):
        isInside = true
        blocks.append([])
      case ("```", true): isInside = false
      case (_, true): blocks[blocks.count - 1].append(line)
      case (_, false): break
      }
    }
    return blocks
  }

  @Test func everyBlockIsCompiled() throws {
    let lines = try text(of: "Tests/GoldenStoreCoreDataTests/Guide/AdoptingExamples.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let blocks = try blocks()
    #expect(blocks.count == 7)
    for block in blocks {
      // Within one or two conditions the lines begin further to the right.
      let isCompiled = [2, 4].contains { indentation in
        let margin = String(repeating: " ", count: indentation)
        let indented = block.map { $0.isEmpty ? "" : margin + $0 }
        return lines.indices.contains { lines[$0...].map(String.init).starts(with: indented) }
      }
      #expect(isCompiled, "\(block.joined(separator: "\n"))")
    }
  }

  @Test func everyLinkLeadsToAPage() throws {
    let guide = try text(of: Self.guide)
    let folder = "Sources/GoldenStoreCoreData/GoldenStoreCoreData.docc/"
    let links = guide.components(separatedBy: "](").dropFirst().compactMap {
      $0.components(separatedBy: ")").first
    }
    #expect(links.count >= 2)
    for link in links { #expect(throws: Never.self) { try text(of: folder + link) } }
  }

  @Test func theGuideSaysWhatWasNotTried() throws {
    #expect(try text(of: Self.guide).contains("It has not yet run on an Apple system."))
  }
}
