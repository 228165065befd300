import Foundation
import Testing

/// The list of facts is held to the sources that cite it and the tests that it names.
struct StoreFormatFactsTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of folder: String) throws -> String {
    let url = package.appendingPathComponent(folder)
    let files = try #require(FileManager.default.enumerator(atPath: url.path))
    var text = ""
    for case let name as String in files where name.hasSuffix(".swift") {
      text += try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }
    return text
  }

  private static func facts() throws -> String {
    try String(
      contentsOf: package.appendingPathComponent(
        "Sources/GoldenStoreFormat/GoldenStoreFormat.docc/StoreFormat.md"), encoding: .utf8)
  }

  /// The groups of a pattern in a text, one list for each match.
  private static func matches(_ pattern: String, in text: String) throws -> [[String]] {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).map { match in
      (1..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text) }
        .map { String(text[$0]) }
    }
  }

  @Test func everyFactHasItsOwnNumber() throws {
    let numbers = try Self.matches(#"^### F(\d+)\."#, in: Self.facts()).flatMap(\.self)
    #expect(numbers.count > 80)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func everyCitedFactExists() throws {
    let numbers = Set(try Self.matches(#"^### F(\d+)\."#, in: Self.facts()).flatMap(\.self))
    let cited = Set(
      try Self.matches(#"StoreFormat F(\d+)"#, in: Self.text(of: "Sources")).flatMap(\.self))
    #expect(cited.count > 20)
    #expect(cited.subtracting(numbers).sorted() == [])
  }

  @Test func everyFactIsPinnedByATestThatExists() throws {
    let facts = try Self.facts()
    let tests = try Self.text(of: "Tests")
    let pins = try Self.matches(#"`(\w+Tests)/(\w+)`"#, in: facts)
    #expect(pins.count > 80)
    for pin in pins {
      #expect(tests.contains("struct \(pin[0])"), "\(pin[0])")
      #expect(tests.contains("func \(pin[1])"), "\(pin[0])/\(pin[1])")
    }
    let sections = facts.components(separatedBy: "\n### ").dropFirst()
    for section in sections {
      let title = section.prefix { $0 != "\n" }
      #expect(section.contains("Status: "), "\(title)")
      #expect(section.contains("Source: ") || section.contains("Source:\n"), "\(title)")
      #expect(section.contains("Pinned by: "), "\(title)")
    }
  }
}
