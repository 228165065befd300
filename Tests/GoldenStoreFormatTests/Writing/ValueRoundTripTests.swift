import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

struct ValueRoundTripTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: AttributeType
    var isExternal = false
    let values: [AttributeValue]
    var testDescription: String { "\(type.name)\(isExternal ? ", external storage" : "")" }
  }

  static let uuids = [
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    UUID(uuid: (255, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
  ]
  static let texts = [
    "", "plain", "e\u{301}", "\u{E9}", "👩‍👩‍👧 Ωمرحبا", "a\u{0}b", "'; DROP TABLE", "\u{FEFF}bom",
    "\u{10FFFF}", " 12 ", "1e5", String(repeating: "x", count: 20_000),
  ]
  static let blobs = [
    Data(), Data([0]), Data([1]), Data([2]), Data("text".utf8),
    Data(repeating: 0xAB, count: 60_000),
  ]
  static let decimals = [
    "0", "1", "-1", "0.1", "-12.5", "1234567.891", "9223372036854775807", "-9223372036854775808",
    "100000000000000000000", "0.000001", "9007199254740993", "1234567890123456", "1e-300", "1e300",
  ].compactMap { DecimalNumber($0) }
  static let cases: [Case] = [
    Case(type: .integer16, values: [0, 1, -1, .integer(-32768), 32767]),
    Case(type: .integer32, values: [0, .integer(-2_147_483_648), 2_147_483_647]),
    Case(type: .integer64, values: [0, .integer(.min), .integer(.max), 0x20_0000_0000_0001]),
    Case(type: .boolean, values: [true, false]),
    Case(
      type: .double,
      values: [
        0, 1, -1.5, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
        9_007_199_254_740_994,
      ].map { .double($0) }),
    Case(
      type: .float,
      values: [0, 1, 0.5, Double(Float(0.1)), Double(Float.greatestFiniteMagnitude)].map {
        .float($0)
      }),
    Case(type: .decimal, values: decimals.map { .decimal($0) }),
    Case(
      type: .date,
      values: [
        0, 1, -978_307_200, 731_947_175.405035, 0.1, 1e12, .infinity, 4_611_686_018_427_387_904,
      ]
      .map { .date($0) }),
    Case(type: .string, values: texts.map { .string($0) }),
    Case(type: .uri, values: ["", "https://example.org/ä?b=c#d"].map { .uri($0) }),
    Case(type: .uuid, values: uuids.map { .uuid($0) }),
    Case(type: .binary, values: blobs.map { .binary($0) }),
    Case(type: .transformable, values: blobs.map { .transformable($0) }),
    Case(type: .binary, isExternal: true, values: blobs.map { .binary($0) }),
    Case(type: .transformable, isExternal: true, values: blobs.map { .transformable($0) }),
  ]

  @Test func everyStoredTypeHasACase() {
    let types = Set(Self.cases.map(\.type))
    let missing = AttributeType.allCases.filter { !types.contains($0) }
    #expect(missing == [.undefined, .objectID, .composite])
  }

  @Test(arguments: cases, [true, false])
  func everyValueComesBack(_ test: Case, isOptional: Bool) throws {
    var store = try SampleStore(
      SampleStore.model(test.type, isOptional: isOptional, isExternal: test.isExternal))
    let values = test.values + (isOptional ? [.null] : [])
    for (index, value) in values.enumerated() {
      try store.add("Thing", Int64(index + 1), ["value": value])
    }
    let read = try store.roundTrip()
    #expect(read == store.contents)
    #expect(read.objects(of: "Thing").map { $0.value(of: "value") } == values)
  }

  /// What plain SQL finds in the cells, beside what the reader says.
  @Test func cellsHaveTheStorageClassesOfCoreData() throws {
    let cells: [(AttributeType, Bool, AttributeValue, String)] = [
      (.integer64, false, 7, "integer|7"), (.boolean, false, true, "integer|1"),
      (.double, false, .double(2), "real|2.0"), (.float, false, .float(0.5), "real|0.5"),
      (.decimal, false, .decimal(DecimalNumber(3)), "integer|3"),
      (.decimal, false, .decimal(Self.decimals[3]), "real|0.1"),
      (.date, false, .date(60), "integer|60"), (.date, false, .date(0.25), "real|0.25"),
      (.string, false, "a", "text|a"), (.uri, false, .uri("u:v"), "text|u:v"),
      (.uuid, false, .uuid(Self.uuids[1]), "blob|FF0102030405060708090A0B0C0D0E0F"),
      (.binary, false, .binary(Data([0xCA, 0xFE])), "blob|CAFE"),
      (.binary, true, .binary(Data([0xCA, 0xFE])), "blob|01CAFE"),
      (.transformable, true, .transformable(Data()), "blob|01"),
      (.binary, false, .binary(Data()), "blob|"), (.string, false, .null, "null|"),
    ]
    for (type, isExternal, value, expected) in cells {
      var store = try SampleStore(SampleStore.model(type, isExternal: isExternal))
      try store.add("Thing", 1, ["value": value])
      let found = try withFolder { folder in
        let files = try store.write(in: folder, variant: .rollback)
        return try Connection(path: files.main, mode: .readOnly).firstRow(
          """
          SELECT typeof(ZVALUE) || '|' || iif(typeof(ZVALUE) = 'blob', hex(ZVALUE), \
          ifnull(ZVALUE, '')) FROM ZTHING
          """
        ) { try $0.text(at: 0) }
      }
      #expect(found == expected, "\(type.name)")
    }
  }

  @Test func signOfMinusZeroIsLost() throws {
    for (type, value) in [
      (AttributeType.double, AttributeValue.double(-0.0)), (.float, .float(-0.0)),
      (.date, .date(-0.0)),
    ] {
      var store = try SampleStore(SampleStore.model(type))
      try store.add("Thing", 1, ["value": value])
      let read = try store.roundTrip().objects(of: "Thing").first?.value(of: "value")
      switch read {
      case .double(let number), .float(let number), .date(let number):
        #expect(number.isZero && number.sign == .plus, "\(type.name)")
      default: Issue.record("read \(String(describing: read))")
      }
    }
  }

  static let refused: [(AttributeType, AttributeValue, String)] = [
    (
      .double, .double(.nan),
      "cannot write 'Thing' 1: 'value' is not a number (NaN), which SQLite would store as NULL"
    ),
    (
      .float, .float(.nan),
      "cannot write 'Thing' 1: 'value' is not a number (NaN), which SQLite would store as NULL"
    ),
    (
      .date, .date(.nan),
      "cannot write 'Thing' 1: 'value' is not a number (NaN), which SQLite would store as NULL"
    ),
    (
      .decimal, DecimalNumber("0.12345678901234567890").map { .decimal($0) } ?? .null,
      "cannot write 'Thing' 1: 'value' is 0.1234567890123456789, which SQLite can't hold exactly; "
        + "it would store 0.12345678901234568"
    ),
    (
      .decimal, DecimalNumber("1e400").map { .decimal($0) } ?? .null,
      "cannot write 'Thing' 1: 'value' is 1\(String(repeating: "0", count: 400)), "
        + "which is out of the range of SQLite's numbers"
    ),
    (
      .integer16, 32768,
      "cannot write 'Thing' 1: 'value' is integer16, which can't hold 32768"
    ),
    (
      .integer32, .integer(-2_147_483_649),
      "cannot write 'Thing' 1: 'value' is integer32, which can't hold -2147483649"
    ),
    (
      .string, 5, "cannot write 'Thing' 1: 'value' is string, found the value 5"
    ),
  ]

  @Test(arguments: refused.indices)
  func unsuitableValuesAreRefusedAndLeaveNothing(_ index: Int) throws {
    let (type, value, sentence) = Self.refused[index]
    var store = try SampleStore(SampleStore.model(type))
    try store.add("Thing", 1, ["value": value])
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) { try store.write(in: folder) }
      #expect(error?.description == sentence)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }
}
