import Foundation
import GoldenStore
import GoldenStoreModel
import Testing

/// Names with tabs, line breaks and other control characters in the pins.
struct PinFieldTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func hash(_ digit: Character) throws -> HashValue {
    try #require(HashValue(hexadecimal: String(repeating: digit, count: 64)))
  }

  private static let rows: [(name: String, field: String)] = [
    ("a\tb", #"a\u{9}b"#), ("a\nb", #"a\u{a}b"#), ("a\r\nb", #"a\u{d}\u{a}b"#),
    ("\u{0}", #"\u{0}"#), ("\u{1B}[1m", #"\u{1b}[1m"#), ("a\u{85}", #"a\u{85}"#),
    ("\t", #"\u{9}"#), ("\t\u{301}", "\\u{9}\u{301}"),
    // A name that has such a text itself is told apart.
    (#"a\u{9}b"#, #"a\u{5c}u{9}b"#), (#"\u{5c}u{9}"#, #"\u{5c}u{5c}u{9}"#),
    ("\\\t", #"\\u{9}"#),
  ]

  @Test(arguments: rows)
  func controlCharactersAreEscapedAndComeBack(_ name: String, _ field: String) throws {
    var pins = Pins()
    pins.add(version: name, hashes: [EntityHash(entity: name + "x", hash: try hash("1"))])
    pins.adopt(version: name, name: name, manifest: try hash("2"))
    let lines = pins.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    #expect(
      lines == [
        "state\t\(field)\tdraft", "pin\t\(field)\t\(field)x\t\(try hash("1").hexadecimal)",
        "adopted\t\(field)\t\(field)\t\(try hash("2").hexadecimal)",
      ])
    // As scalars: to Swift some different texts are equal.
    let read = Pins(text: pins.text)
    #expect(read == pins)
    #expect(read.adopted.map { Array($0.name.unicodeScalars) } == [Array(name.unicodeScalars)])
    pins.seal(version: name, manifest: try hash("3"))
    #expect(Pins(text: pins.text).seal(of: name) == (try hash("3")))
  }

  /// What earlier files hold is read and written as it was.
  @Test(arguments: [
    #"a\b"#, #"\"#, #"\n"#, #"\u{}"#, #"\u{41}"#, #"\u{009}"#, #"\u{9"#, #"\u{5C}"#, #"\u{1f600}"#,
    #"\u"#, "é\u{2028}", "100%09", "V 1",
  ])
  func everyOtherNameStandsAsItIs(_ name: String) throws {
    let text = "state\t\(name)\tdraft\npin\t\(name)\tA\t\(try hash("1").hexadecimal)\n"
    let pins = Pins(text: text)
    #expect(pins.state(of: name) == .draft)
    #expect(pins.hash(of: "A", version: name) == (try hash("1")))
    #expect(Array(pins.text.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func aHistoryWithSuchNamesIsRecordedCheckedSealedAndVerified() async throws {
    func named(_ name: String, _ model: Model) -> Model {
      var model = model
      model.name = name
      return model
    }
    let history = ModelHistory(
      name: "She\tlf", versions: [named("V\t1", Shelf.first), named("V\n2\r", Shelf.second)],
      shapes: [
        VersionShape("be\tta", of: "V\n2\r") {
          Entity("Book") {
            Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
            Attribute("beta", .string)
          }
        }
      ])
    let catalog = try shelf.recorded(history)
    #expect(
      try shelf.pinLines(catalog).filter { $0.hasPrefix("state") } == [
        #"state"# + "\t" + #"V\u{9}1"# + "\tdraft",
        "state\t" + #"V\u{a}2\u{d}~be\u{9}ta"# + "\tdraft",
        "state\t" + #"V\u{a}2\u{d}"# + "\tdraft",
      ])
    // Nothing is added a second time.
    #expect(try catalog.record(.missing).written == [])
    _ = try catalog.seal()
    #expect(try catalog.pins().state(of: "V\n2\r~be\tta") == .sealed)
    #expect(try shelf.failures(catalog) == [])
    let result = try await MatrixRunner(catalog: catalog, matrix: VersionMatrix(history)).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 1)
  }
}
