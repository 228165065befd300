import Foundation
import GoldenStoreCoreData
import GoldenStoreModel
import Testing

struct FoundationValueTests {
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// A value, its type and the object that Foundation's own words make.
  private static var pairs: [(value: AttributeValue, type: AttributeType, object: NSObject)] {
    [
      (.integer(-7), .integer16, NSNumber(value: -7 as Int16)),
      (.integer(70_000), .integer32, NSNumber(value: 70_000 as Int32)),
      (.integer(.max), .integer64, NSNumber(value: Int64.max)),
      (.boolean(true), .boolean, NSNumber(value: true)),
      (.double(0.1), .double, NSNumber(value: 0.1)),
      (.float(0.5), .float, NSNumber(value: 0.5 as Float)),
      (.float(-.infinity), .float, NSNumber(value: -Float.infinity)),
      (
        .decimal("12.34"), .decimal,
        NSDecimalNumber(mantissa: 1_234, exponent: -2, isNegative: false)
      ),
      (
        .decimal("-99999999999999999999999999999999999999"), .decimal,
        NSDecimalNumber(string: "-99999999999999999999999999999999999999")
      ),
      (
        .date(721_692_800.123_456_7), .date,
        NSDate(timeIntervalSinceReferenceDate: 721_692_800.123_456_7)
      ),
      (.string("e\u{301}\n"), .string, NSString(string: "e\u{301}\n")),
      (.binary(Data([0, 255])), .binary, NSData(data: Data([0, 255]))),
      (.transformable(Data([7])), .transformable, NSData(data: Data([7]))),
    ]
  }

  @Test func everyTypeHasItsObject() throws {
    for (value, type, object) in Self.pairs {
      let made = try FoundationValue.object(for: value, of: type)
      #expect(object.isEqual(made), "\(value) as \(type)")
      #expect(try FoundationValue.value(of: made, of: type) == value)
    }
    let url = try FoundationValue.object(for: .uri("https://example.org/a?b=c%20d"), of: .uri)
    #expect(url as? URL == URL(string: "https://example.org/a?b=c%20d"))
    #expect(
      try FoundationValue.value(of: url, of: .uri) == .uri("https://example.org/a?b=c%20d"))
    let uuid = try FoundationValue.object(for: .uuid(Self.uuid), of: .uuid)
    #expect((uuid as? UUID)?.uuidString == "01020304-0506-0708-090A-0B0C0D0E0F10")
    #expect(try FoundationValue.value(of: uuid, of: .uuid) == .uuid(Self.uuid))
    let types = Set(Self.pairs.map(\.type)).union([.uri, .uuid, .undefined, .objectID, .composite])
    #expect(types == Set(AttributeType.allCases))
  }

  @Test(arguments: AttributeType.allCases) func noValueIsNoObject(_ type: AttributeType) throws {
    #expect(try FoundationValue.object(for: .null, of: type) == nil)
    #expect(try FoundationValue.value(of: nil, of: type) == .null)
    #expect(try FoundationValue.value(of: NSNull(), of: type) == .null)
  }

  /// A wrong objCType would print a Boolean as 1, and hash and compare as another number.
  @Test func numbersKeepTheirKind() throws {
    let flag = try #require(FoundationValue.object(for: true, of: .boolean) as? NSNumber)
    let float = try #require(FoundationValue.object(for: .float(0.1), of: .float) as? NSNumber)
    #expect(flag == NSNumber(value: true))
    #expect(String(cString: float.objCType) == "f")
    #expect(float.doubleValue == Double(Float(0.1)))
    let decimal = try FoundationValue.object(for: .decimal("0.10"), of: .decimal)
    #expect(decimal is NSDecimalNumber)
  }

  @Test func integersOfEveryKindOfNumberAreRead() throws {
    #expect(try FoundationValue.value(of: NSNumber(value: true), of: .integer16) == .integer(1))
    #expect(try FoundationValue.value(of: NSNumber(value: 3), of: .boolean) == .boolean(true))
    #expect(try FoundationValue.value(of: NSNumber(value: 3), of: .decimal) == .decimal("3"))
  }

  @Test func attributesOfNoTypeTakeEveryValue() throws {
    #expect(try FoundationValue.object(for: "x", of: .undefined) as? String == "x")
    #expect(try FoundationValue.object(for: 3, of: .undefined) as? NSNumber == 3)
  }

  @Test(arguments: [
    (
      AttributeValue.integer(40_000), AttributeType.integer16,
      "is integer16, which can't hold 40000"
    ),
    (.integer(-3_000_000_000), .integer32, "is integer32, which can't hold -3000000000"),
    (.double(.nan), .double, "is not a number (NaN), which SQLite would store as NULL"),
    (.float(.nan), .float, "is not a number (NaN), which SQLite would store as NULL"),
    (.date(.nan), .date, "is not a number (NaN), which SQLite would store as NULL"),
    (.float(1e300), .float, "is float, which can't hold 1e+300"),
    (.string("x"), .integer64, "is integer64, found the value \"x\""),
    (.uri("a b"), .uri, "is \"a b\", which is no URL"),
    (.uri(""), .uri, "is \"\", which is no URL"),
    (
      .decimal("1234567890123456789012345678901234567890.5"), .decimal,
      "is 1234567890123456789012345678901234567890.5, which has more digits than "
        + "NSDecimalNumber holds"
    ),
    (
      .decimal("1e-200"), .decimal,
      "is 0." + String(repeating: "0", count: 199)
        + "1, which has more digits than NSDecimalNumber holds"
    ),
  ])
  func whatObjectsCannotHoldIsRefused(
    _ value: AttributeValue, _ type: AttributeType, _ problem: String
  ) {
    let error = #expect(throws: ValueProblem.self) {
      try FoundationValue.object(for: value, of: type)
    }
    #expect(error?.description == problem)
  }

  @Test(arguments: AttributeType.allCases)
  func objectsOfAnotherClassAreRefused(_ type: AttributeType) {
    let error = #expect(throws: ValueProblem.self) {
      try FoundationValue.value(of: [String: Int](), of: type)
    }
    #expect(
      error?.description == "is \(type.name), found an object of class Dictionary<String, Int>")
  }
}
