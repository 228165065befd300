package import Foundation
package import GoldenStore
package import GoldenStoreModel

/// Values of attributes: edges half of the time.
package enum RandomValues {
  /// Texts that something on the way could damage.
  package static let texts = [
    "", " ", "plain", "e\u{301}", "\u{E9}", "👩‍👩‍👧", "🇪🇺", "Ωمرحبا", "a\u{0}b", "\u{0}", "'; DROP TABLE",
    "\u{FEFF}bom", "\u{10FFFF}", " 12 ", "1e5", "NULL", "\r\n\t", "ﬁ", "\u{1F1E9}\u{1F1EA}\u{200D}",
    String(repeating: "long ", count: 1_200),
  ]
  package static let integers: [AttributeType: [Int64]] = [
    .integer16: [0, 1, -1, -32_768, 32_767],
    .integer32: [0, 1, -1, -2_147_483_648, 2_147_483_647],
    .integer64: [0, 1, -1, .min, .max, 9_007_199_254_740_993],
  ]
  package static let doubles: [Double] = [
    0, -0.0, 1, -1.5, 0.1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity,
    9_007_199_254_740_994,
    9_223_372_036_854_775_808, 1e300,
  ]
  package static let floats: [Float] = [
    0, -0.0, 1, 0.1, -2.5, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 16_777_218,
  ]
  package static let decimals = [
    "0", "1", "-1", "0.1", "-12.5", "1234567.891", "9223372036854775807", "-9223372036854775808",
    "100000000000000000000", "0.000001", "9007199254740993", "1e-300", "1e300",
    "0.30000000000000004",
  ]
  /// Seconds since 2001: years 1, 1970, 9999 and beyond, whole and broken.
  package static let dates: [Double] = [
    0, -0.0, 60, -63_114_076_800, -978_307_200, 252_423_993_599, 731_947_175.405035, 0.1, 1e12,
    -1e15 - 0.5, 4_611_686_018_427_387_904, 1e300, .leastNonzeroMagnitude,
  ]
  package static let uris = [
    "", "https://example.org/ä?b=c#d", "file:///a%20b", "x-coredata://A/B/p1", "mailto:a@b.c",
    "urn:isbn:0", "https://xn--bcher-kva.example/\u{1F600}",
  ]
  package static let blobs: [Data] = [
    Data(), Data([0]), Data([1]), Data([2]), Data([0xFF, 0xFE, 0]), Data("bplist00".utf8),
    Data(repeating: 0xAB, count: 9_000),
  ]
  package static let uuids = [
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)),
  ]

  /// Returns a value that an attribute of a type can hold; NULL for types without one.
  package static func value(
    of type: AttributeType, _ random: inout SeededGenerator
  ) -> AttributeValue {
    let isEdge = random.below(2) == 0
    switch type {
    case .integer16, .integer32, .integer64:
      guard !isEdge else { return .integer(random.element(of: integers[type] ?? []) ?? 0) }
      let limit = type == .integer16 ? 30_000 : 2_000_000_000
      return .integer(Int64(random.integer(in: -limit...limit)))
    case .boolean: return .boolean(random.below(2) == 0)
    case .double:
      return .double(isEdge ? random.element(of: doubles) ?? 0 : anyFinite(&random))
    case .float:
      return .float(Double(isEdge ? random.element(of: floats) ?? 0 : Float(random.unit())))
    case .decimal:
      let text =
        isEdge
        ? random.element(of: decimals) ?? "0"
        : "\(random.integer(in: -99_999...99_999)).\(random.below(1_000_000))"
      return DecimalNumber(text).map { .decimal($0) } ?? .null
    case .date:
      let near = Double(random.integer(in: -1_000_000_000...1_000_000_000)) + random.unit()
      return .date(isEdge ? random.element(of: dates) ?? 0 : near)
    case .string: return .string(isEdge ? random.element(of: texts) ?? "" : text(&random))
    case .uri:
      let path = random.bytes(6).map { "\($0)" }.joined(separator: "/")
      return .uri(isEdge ? random.element(of: uris) ?? "" : "https://example.org/" + path)
    case .uuid: return .uuid(isEdge ? random.element(of: uuids) ?? UUID() : random.uuid())
    case .binary:
      return .binary(isEdge ? random.element(of: blobs) ?? Data() : random.bytes(random.below(300)))
    case .transformable:
      return .transformable(
        isEdge ? random.element(of: blobs) ?? Data() : random.bytes(random.below(300)))
    case .undefined, .objectID, .composite: return .null
    }
  }

  /// Returns a value whose sums are exact in any order, and whose letters have known forms.
  package static func tameValue(
    of type: AttributeType, _ random: inout SeededGenerator
  ) -> AttributeValue {
    switch type {
    case .integer32: .integer(Int64(random.integer(in: -1_000...1_000)))
    case .double: .double(Double(random.integer(in: -4_000...4_000)) / 4)
    case .date: .date(Double(random.integer(in: -4_000...4_000)) / 4)
    case .string: .string(random.element(of: LetterForms.known)?.text ?? "")
    default: value(of: type, &random)
    }
  }

  /// A double with any exponent.
  private static func anyFinite(_ random: inout SeededGenerator) -> Double {
    while true {
      let number = Double(bitPattern: random.next())
      if number.isFinite { return number }
    }
  }

  /// A text of any scalars.
  private static func text(_ random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<random.below(12) {
      let width: UInt32 = random.below(3) == 0 ? 0x11_0000 : 0x250
      let number = UInt32(truncatingIfNeeded: random.next()) % width
      if let scalar = Unicode.Scalar(number) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

/// Texts with their upper-cased, lower-cased and canonical forms, written out.
package enum LetterForms {
  package struct Known: Sendable {
    package let text: String
    package let upper: String
    package let lower: String
    package let canonical: String
  }

  package static let known = [
    Known(text: "", upper: "", lower: "", canonical: ""),
    Known(text: "Plain 12", upper: "PLAIN 12", lower: "plain 12", canonical: "plain 12"),
    Known(text: "Émile", upper: "ÉMILE", lower: "émile", canonical: "emile"),
    Known(
      text: "ZOË Ångström", upper: "ZOË ÅNGSTRÖM", lower: "zoë ångström", canonical: "zoe angstrom"),
    Known(text: "naïveté", upper: "NAÏVETÉ", lower: "naïveté", canonical: "naivete"),
    Known(text: "Привет", upper: "ПРИВЕТ", lower: "привет", canonical: "привет"),
  ]
}
