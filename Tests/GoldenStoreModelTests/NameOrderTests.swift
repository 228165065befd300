import GoldenStoreModel
import Testing

struct NameOrderTests {
  /// Names in UTF-16 code-unit order; U+1F600 is written with surrogates and so sorts before
  /// U+E000 and U+FF21, which follow it in UTF-8.
  static let sorted = [
    "", "A", "AB", "Z", "_", "a", "aB", "ab", "\u{E9}", "\u{1F600}", "\u{E000}", "\u{FF21}",
  ]

  @Test func plainOrderIsThatOfUTF16CodeUnits() {
    for (left, first) in Self.sorted.enumerated() {
      for (right, second) in Self.sorted.enumerated() {
        #expect(NameOrder.precedes(first, second) == (left < right), "\(first) \(second)")
      }
    }
  }

  @Test func orderWithoutCaseFoldsASCIIOnly() {
    let names = ["b", "A", "_x", "B", "a", "\u{C9}a", "\u{E9}A", "AA"]
    // '_' sorts between the cases, so before lower-cased letters; É and é stay apart.
    #expect(
      names.sorted(by: NameOrder.precedesIgnoringCase)
        == ["_x", "A", "a", "AA", "B", "b", "\u{C9}a", "\u{E9}A"])
  }

  @Test func theNearestNameNeedsFewEdits() {
    #expect(NearestName.of("Pat", in: ["Pet", "Person"]) == "Pet")
    #expect(NearestName.of("personn", in: ["Pet", "Person"]) == "Person")
    #expect(NearestName.of("Zebra", in: ["Pet", "Person"]) == nil)
    #expect(NearestName.suggestion(for: "Zebra", in: []) == "")
  }
}
