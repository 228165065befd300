import Foundation
import GoldenStoreModel
import Testing

struct AttributeValueTests {
  @Test func textsAreEqualOnlyByteForByte() {
    // "é" as one scalar and as two is equal for String, but these are different bytes.
    #expect("\u{E9}" == "e\u{301}")
    #expect(AttributeValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(AttributeValue.uri("\u{E9}") != .uri("e\u{301}"))
    #expect(AttributeValue.string("a") != .uri("a"))
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("+1", "1"), ("007.500", "7.5"), ("1e3", "1000"),
    ("12.5E-3", "0.0125"),
    (".5", "0.5"), ("5.", "5"), ("-12345678901234567890.25", "-12345678901234567890.25"),
    ("1e-2", "0.01"), ("0.000", "0"),
  ])
  func decimalsHaveOneText(_ source: String, _ canonical: String) {
    #expect(DecimalNumber(source)?.text == canonical)
  }

  @Test(arguments: ["", "-", ".", "abc", "1e", "1e999999999999", "1 ", "0x10", "--1", "1.2.3", "٣"])
  func otherTextsAreNoDecimals(_ source: String) {
    #expect(DecimalNumber(source) == nil)
  }

  @Test func aDoubleBecomesItsShortestDecimal() {
    #expect(DecimalNumber(0.1)?.text == "0.1")
    #expect(DecimalNumber(1e21)?.text == "1000000000000000000000")
    #expect(DecimalNumber(Double.nan) == nil)
    #expect(DecimalNumber(Double.infinity) == nil)
    #expect(DecimalNumber(1e-300).flatMap { Double($0.text) } == 1e-300)
  }

  @Test func calendarTextAgreesWithFoundation() throws {
    let formatter = ISO8601DateFormatter()
    for seconds in stride(from: -40_000_000_000.0, through: 40_000_000_000, by: 123_456_789.25) {
      let expected = formatter.string(
        from: Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)))
      // The formatter follows the Julian calendar before 1582.
      guard seconds > -13_000_000_000 else { continue }
      #expect(AttributeValue.date(seconds).description == "\(seconds) s (\(expected))")
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e300, 1e12])
  func datesBeyondTheCalendarStayPrintable(_ seconds: Double) {
    #expect(AttributeValue.date(seconds).description == "\(seconds) s (out of calendar range)")
  }

  @Test func textsArePrintedOnOneLine() {
    let value = AttributeValue.string("a\"b\\c\n\t\u{0}\u{202E}é")
    #expect(value.description == #""a\"b\\c\n\t\u{0}\u{202e}é""#)
  }

  @Test func onlyItsOwnTypeFits() {
    let samples: [AttributeValue] = [
      1, true, .double(1), .float(1), .date(1), "a", .uri("a"), .binary(Data()),
      .transformable(Data()), .decimal(DecimalNumber(1)), .uuid(UUID()),
    ]
    let fitting: [Int] = AttributeType.allCases.map { type in samples.count { $0.fits(type) } }
    #expect(fitting == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    #expect(AttributeType.allCases.allSatisfy { AttributeValue.null.fits($0) })
  }
}
