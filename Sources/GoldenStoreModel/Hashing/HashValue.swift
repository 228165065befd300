public import Foundation

/// A SHA-256 hash, such as the version hash of an entity.
public struct HashValue: Hashable, Sendable {
  /// The number of bytes of a hash.
  public static let byteCount = 32

  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Wraps bytes from a file; `nil` unless there are exactly 32.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == HashValue.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 hexadecimal digits of either case; `nil` for anything else.
  public init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 2 * HashValue.byteCount else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = HashValue.value(ofDigit: digits[index]),
        let low = HashValue.value(ofDigit: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// Takes the digest that `SHA256` made, which has the right length by construction.
  package init(digest: [UInt8]) { bytes = digest }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Two texts of hexadecimal digits for one sentence that says that they differ: the first eight
  /// digits of each, or all of them where those are equal.
  package static func excerpts(_ first: String, _ second: String) -> (first: String, second: String)
  {
    guard first.count > 12, second.count > 12, first.prefix(8) != second.prefix(8) else {
      return (first, second)
    }
    return (first.prefix(8) + "…", second.prefix(8) + "…")
  }

  /// The bytes as a property list holds them.
  public var data: Data { Data(bytes) }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension HashValue: CustomStringConvertible {
  public var description: String { hexadecimal }
}

/// A hash as its hexadecimal text.
extension HashValue: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let hash = HashValue(hexadecimal: text) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "expected 64 hexadecimal digits, found '\(text)'"))
    }
    self = hash
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal)
  }
}
