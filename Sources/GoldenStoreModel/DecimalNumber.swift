/// A decimal number as its shortest plain text.
///
/// The text is canonical: no leading zeros, no trailing zeros after the point, no exponent, no
/// `-0`. Two numbers are equal when their texts are.
public struct DecimalNumber: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The canonical text, such as `-12.5`.
  public let text: String

  /// Reads a decimal text with an optional sign, point and exponent.
  ///
  /// - Returns: `nil` where the text is no number, or has an exponent beyond ±400.
  public init?(_ source: String) {
    var isNegative = false
    var digits: [UInt8] = []
    var pointPosition: Int?
    var exponent = 0
    var bytes = Substring(source).utf8[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    while let byte = bytes.first {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(byte)
      } else if byte == UInt8(ascii: "."), pointPosition == nil {
        pointPosition = digits.count
      } else {
        break
      }
      bytes = bytes.dropFirst()
    }
    guard !digits.isEmpty, digits.count <= 800 else { return nil }
    if let mark = bytes.first {
      guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"),
        let value = Int(String(bytes.dropFirst()) ?? ""), abs(value) <= 400
      else { return nil }
      exponent = value
    }
    text = DecimalNumber.canonicalText(
      digits: digits, pointPosition: (pointPosition ?? digits.count) + exponent,
      isNegative: isNegative)
  }

  /// The shortest decimal text that reads back as a double; `nil` for infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init("\(value)")
  }

  /// A whole number.
  public init(_ value: Int64) {
    text = "\(value)"
  }

  public var description: String { text }

  public init(from decoder: any Decoder) throws {
    let source = try decoder.singleValueContainer().decode(String.self)
    guard let number = DecimalNumber(source) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "'\(source)' is not a decimal"))
    }
    self = number
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  private static func canonicalText(
    digits: [UInt8], pointPosition: Int, isNegative: Bool
  ) -> String {
    var integral: [UInt8] = []
    var fraction: [UInt8] = []
    if pointPosition <= 0 {
      fraction = Array(repeating: UInt8(ascii: "0"), count: -pointPosition) + digits
    } else if pointPosition >= digits.count {
      integral = digits
      integral += Array(repeating: UInt8(ascii: "0"), count: pointPosition - digits.count)
    } else {
      integral = Array(digits[..<pointPosition])
      fraction = Array(digits[pointPosition...])
    }
    integral = Array(integral.drop { $0 == UInt8(ascii: "0") })
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if integral.isEmpty { integral = [UInt8(ascii: "0")] }
    var text = String(decoding: integral, as: UTF8.self)
    if !fraction.isEmpty { text += "." + String(decoding: fraction, as: UTF8.self) }
    return isNegative && text != "0" ? "-" + text : text
  }
}
