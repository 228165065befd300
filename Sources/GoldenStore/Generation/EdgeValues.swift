import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// The values at the limits of a type, where code goes wrong first.
enum EdgeValues {
  /// How many bytes make a blob that does not fit on a page of the store.
  static let largeBlob = 6_000
  /// How many bytes blobs have that may be kept outside the store: the round number that Core
  /// Data's documentation names, the most that stays in the store, and one more.
  static let externalBlobs = [
    100_000, ExternalValues.inlineLimit, ExternalValues.inlineLimit + 1,
  ]

  /// Numbers that add up exactly: small ones, in quarters.
  static func ofSummed(_ attribute: Attribute) -> [AttributeValue] {
    switch attribute.type {
    case .integer16, .integer32, .integer64: [0, -1, 100, -100]
    case .double: [.double(0), .double(-1.5), .double(1024.25)]
    case .float: [.float(0), .float(-1.5), .float(1024.25)]
    case .decimal: ["0", "-12.5", "0.25"].compactMap { DecimalNumber($0) }.map { .decimal($0) }
    case .boolean, .date, .string, .uri, .uuid, .binary, .transformable, .undefined, .objectID,
      .composite:
      []
    }
  }

  /// The edge values of an attribute, different from each other; without NULL.
  ///
  /// - Throws: `GoldenError.cannotGenerate` for types that no store of today can hold.
  static func of(
    _ attribute: Attribute, entity: String, generator: SeededGenerator
  ) throws -> [AttributeValue] {
    switch attribute.type {
    case .integer16: integers(Int16.min, Int16.max)
    case .integer32: integers(Int32.min, Int32.max)
    case .integer64: integers(Int64.min, Int64.max)
    case .boolean: [.boolean(true), .boolean(false)]
    case .double: doubles.map { .double($0) }
    case .float: floats.map { .float(Double($0)) }
    case .decimal: decimals.compactMap { DecimalNumber($0) }.map { .decimal($0) }
    case .date: dates.map { .date($0) }
    case .string: strings.map { .string($0) }
    case .uri: uris.map { .uri($0) }
    case .uuid: uuids.map { .uuid($0) }
    case .binary: blobs(attribute, generator).map { .binary($0) }
    case .transformable: blobs(attribute, generator).map { .transformable($0) }
    case .undefined, .objectID, .composite:
      throw GoldenError.cannotGenerate(
        entity: entity, attribute: attribute.name, type: attribute.type.name)
    }
  }

  private static func integers<Width: FixedWidthInteger>(
    _ minimum: Width, _ maximum: Width
  ) -> [AttributeValue] {
    [0, .integer(Int64(maximum)), .integer(Int64(minimum)), -1]
  }

  private static let doubles: [Double] = [
    0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1.5,
  ]

  private static let floats: [Float] = [
    0, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1.5,
  ]

  /// At most 15 digits: what a store holds exactly.
  private static let decimals = [
    "0", "999999999999999", "-999999999999999", "0.000001", "-12.5",
  ]

  /// The reference date, the beginning of 1970, the first day of year 1, and the end of 4000:
  /// what `Date.distantPast` and `Date.distantFuture` are; half a second before the reference.
  private static let dates: [Double] = [
    0, -978_307_200, -63_114_076_800, 64_092_211_200, -0.5,
  ]

  private static let strings = [
    "",
    "مرحبا بالعالم ‏עברית",
    "Cafe\u{301} Zu\u{308}rich, A\u{30A}ngstro\u{308}m",
    "日本語 한국어 Ελληνικά Кириллица हिन्दी",
    "👩‍👩‍👧‍👦 🇨🇭 👍🏽 😀",
    "\"double\" 'single' \\ back\n\tsecond line; -- %s DROP TABLE",
    String(repeating: "All work and no play makes a long text. ", count: 15),
  ]

  private static let uris = [
    "https://xn--bcher-kva.example/s%C3%BC%C3%9F?q=%E6%97%A5%E6%9C%AC#%F0%9F%98%80",
    "http://user@[2001:db8::1]:8080/a/../b;c?d=e&f=%20#g",
    "data:text/plain;base64,R29sZGVuU3RvcmU=",
    "https://long.example/?q=" + String(repeating: "0123456789", count: 40),
  ]

  private static let uuids = [
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    UUID(
      uuid: (
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
      )),
  ]

  private static func blobs(_ attribute: Attribute, _ generator: SeededGenerator) -> [Data] {
    var generator = generator
    let sizes = attribute.allowsExternalBinaryDataStorage ? externalBlobs : [largeBlob]
    return [Data(), Data([0]), Data(UInt8.min...UInt8.max)] + sizes.map { generator.bytes($0) }
  }
}
