import Foundation
import Testing

/// The rules are held to the tests that are named after them, and to the list of facts.
struct MigrationRuleTests {
  private static let target = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The rules at the head of a test's name, as in `@Test("A1, P7: …")`, or of a case's.
  private static func rules(namedIn text: String) throws -> Set<String> {
    let rule = #"(?:[CEPALTNVYK][0-9]+|[0-9]\.[0-9](?:\.[0-9]+)?)"#
    let expression = try NSRegularExpression(pattern: "\"(\(rule)(?:, \(rule))*): ")
    let range = NSRange(text.startIndex..., in: text)
    let heads = expression.matches(in: text, range: range).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
    return Set(heads.flatMap { $0.components(separatedBy: ", ") })
  }

  @Test func everyRuleIsNamedByATest() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Self.target.path))
    var named: Set<String> = []
    for case let name as String in files where name.hasSuffix(".swift") {
      named.formUnion(
        try Self.rules(
          namedIn: String(contentsOf: Self.target.appendingPathComponent(name), encoding: .utf8)))
    }
    let rules = MigrationRule.all.map(\.id)
    #expect(rules.count == 104)
    #expect(Set(rules).count == rules.count)
    #expect(Set(rules).subtracting(named).sorted() == [], "rules without a test")
    #expect(named.subtracting(rules).sorted() == [], "tests of rules that do not exist")
  }

  @Test func aNameIsFoundAtTheHeadOfATextAlone() throws {
    #expect(
      try Self.rules(namedIn: #"@Test("C5, 5.7.1: a") f("P7 is: b") "4.3" // A1: c"#)
        == ["C5", "5.7.1"])
  }

  @Test func everyFactOfMigrationsSaysHowSureItIs() throws {
    let package = Self.target.deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appendingPathComponent(
        "Sources/GoldenStoreFormat/GoldenStoreFormat.docc/StoreFormat.md"), encoding: .utf8)
    let facts = Set(MigrationRule.all.map(\.fact) + SchemaChangeRow.medium.map(\.fact))
    #expect(facts.count > 20)
    let others = Set(Array(100...119) + Array(140...149)).subtracting(facts)
    for fact in others.sorted() {
      let section = try #require(
        text.components(separatedBy: "\n### ").first { $0.hasPrefix("F\(fact). ") }, "F\(fact)")
      let words = ["high", "medium", "low", "none"].map { "\nConfidence: \($0).\n" }
      #expect(words.contains { section.contains($0) }, "F\(fact)")
    }
    for fact in facts.sorted() {
      let section = try #require(
        text.components(separatedBy: "\n### ").first { $0.hasPrefix("F\(fact). ") }, "F\(fact)")
      let lines = section.components(separatedBy: "\n")
      let found = lines.drop { !$0.hasPrefix("Confidence: ") }.prefix { !$0.isEmpty }
        .prefix { !$0.hasPrefix("Source: ") }.joined(separator: " ")
      let expected = Self.confidence(of: fact)
      #expect(found == expected, "F\(fact)")
      if expected.contains("medium") || expected.contains("low") {
        let status = section.components(separatedBy: "\nStatus: ").last ?? ""
        #expect(status.contains("inferred"), "F\(fact)")
      }
    }
  }

  /// The line that a fact must have: what is not of high confidence is named.
  private static func confidence(of fact: Int) -> String {
    let rules = MigrationRule.all.filter { $0.fact == fact }
    let high = rules.filter { $0.confidence == .high }.map(\.id)
    let medium =
      rules.filter { $0.confidence == .medium }.map(\.id)
      + SchemaChangeRow.medium.filter { $0.fact == fact }.map { "row \($0.row)" }
    let low = rules.filter { $0.confidence == .low }.map(\.id)
    let parts = [("high", high), ("medium", medium), ("low", low)].filter { !$0.1.isEmpty }
      .map { "\($0.0) (\($0.1.joined(separator: ", ")))" }
    return "Confidence: \(parts.joined(separator: ", "))."
  }
}
