import Foundation
import GoldenStoreMigration
import Testing

/// The article of the rules says what the rules say.
struct LintArticleTests {
  @Test func articleListsEveryRuleInItsOrder() throws {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = package.appendingPathComponent(
      "Sources/GoldenStoreMigration/GoldenStoreMigration.docc/LintRules.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(
      rows
        == LintRule.allCases.map {
          "| `\($0.rawValue)` | \($0.severity.rawValue) | \($0.why) | \($0.advice) |"
        })
  }
}
