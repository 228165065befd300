import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct DifferenceReportTests {
  @Test func longTextsAreShownFromTheirFirstDifferenceOn() {
    let start = String(repeating: "é", count: 1_000)
    let difference = StoreDifference(
      .value, entity: "Note", object: 7, property: "text",
      expected: .value(.string(start + "yes" + start)), found: .value(.string(start + "no")))
    let shown = String(repeating: "é", count: 10)
    #expect(
      difference.description
        == "Note 7: text: expected …\"\(shown)yes\(String(repeating: "é", count: 107))\"… "
        + "(4003 bytes), found …\"\(shown)no\" (2002 bytes)")
  }

  @Test func shortTextsAreShownInFull() {
    let difference = StoreDifference(
      .value, entity: "Note", object: 7, property: "text",
      expected: .value(.string(String(repeating: "a", count: 200))), found: .value(.null))
    #expect(
      difference.description
        == "Note 7: text: expected \"\(String(repeating: "a", count: 200))\", found NULL")
  }

  private static func differences(_ count: Int) -> [StoreDifference] {
    (0..<count).map {
      StoreDifference(
        .value, entity: "Person", object: Int64($0), property: "name", expected: .value("Ann"),
        found: .value(.null))
    }
  }

  @Test func nothingIsSaidInOneLine() {
    #expect(DifferenceReport().description == "no difference")
  }

  @Test func oneDifferenceIsCountedAsOne() {
    #expect(
      DifferenceReport(Self.differences(1)).description
        == "1 difference\n  Person 0: name: expected \"Ann\", found NULL")
  }

  @Test func atMostTwentyLinesAreShownAndTheRestIsCounted() {
    let lines = DifferenceReport(Self.differences(57)).description.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.first == "57 differences")
    #expect(lines.last == "  and 37 more")
  }

  @Test func attachmentHoldsEveryLine() {
    let text = DifferenceReport(Self.differences(57)).fullText
    #expect(text.split(separator: "\n").count == 58)
  }

  @Test func countGoesOnWhereNoMoreAreKept() {
    let report = DifferenceReport(Self.differences(DifferenceReport.limit + 5))
    #expect(report.count == DifferenceReport.limit + 5)
    #expect(report.differences.count == DifferenceReport.limit)
    #expect(report.fullText.hasSuffix("  and 5 more"))
  }

  @Test(arguments: [
    (
      StoreDifference(.missingObject, entity: "A", object: 7), "A 7: is missing",
      #"{"entity":"A","expected":null,"found":null,"kind":"missingObject","object":"7","#
        + #""property":null}"#
    ),
    (
      StoreDifference(.unexpectedObject, entity: "A", object: 7),
      "A 7: is there, but should not be",
      #"{"entity":"A","expected":null,"found":null,"kind":"unexpectedObject","object":"7","#
        + #""property":null}"#
    ),
    (
      StoreDifference(
        .order, entity: "A", object: 7, property: "b", expected: .text("B 1, B 2"),
        found: .text("B 2, B 1")), "A 7: b: expected order B 1, B 2, found B 2, B 1",
      #"{"entity":"A","expected":"B 1, B 2","found":"B 2, B 1","kind":"order","object":"7","#
        + #""property":"b"}"#
    ),
    (
      StoreDifference(.schema, entity: "ZA", expected: .text("a table")),
      "ZA: expected a table, found nothing",
      #"{"entity":"ZA","expected":"a table","found":null,"kind":"schema","object":null,"#
        + #""property":null}"#
    ),
    (
      StoreDifference(
        .value, entity: "A", object: 1, property: "d", expected: .value(.binary(Data([1]))),
        found: .value(2)), "A 1: d: expected 1 bytes 01, found 2",
      #"{"entity":"A","expected":{"base64":"AQ=="},"found":2,"kind":"value","object":"1","#
        + #""property":"d"}"#
    ),
  ])
  func eachKindHasItsSentenceAndItsJSON(
    _ difference: StoreDifference, _ sentence: String, _ json: String
  ) throws {
    #expect(difference.description == sentence)
    #expect(String(decoding: try JSON.encode(difference), as: UTF8.self) == json)
  }

  @Test(arguments: [
    (AttributeValue.null, "null"), (true, "true"), (.double(.infinity), #""inf""#),
    (.double(-.infinity), #""-inf""#), (.date(0.5), "0.5"), (.integer(.min), "\(Int64.min)"),
    (.uri("https://a/b"), #""https://a/b""#), (.transformable(Data()), #"{"base64":""}"#),
  ])
  func valuesAreWrittenAsTheCommandPromises(_ value: AttributeValue, _ json: String) throws {
    #expect(String(decoding: try JSON.encode(DumpValue(value)), as: UTF8.self) == json)
  }
}
