public import Foundation

/// A value of an attribute.
///
/// Two values are equal when they are the same case with the same content; texts are equal only
/// byte for byte, so two spellings of one accented letter differ, as they do in the file.
public enum AttributeValue: Sendable {
  /// No value: NULL in the file.
  case null
  /// A value of an integer attribute of any width.
  case integer(Int64)
  case boolean(Bool)
  /// A value of a double attribute; never NaN, which SQLite cannot store.
  case double(Double)
  /// A value of a float attribute, kept at the precision of the file.
  case float(Double)
  case decimal(DecimalNumber)
  /// Seconds since 2001-01-01 00:00 UTC, unrounded.
  case date(Double)
  case string(String)
  case uri(String)
  case uuid(UUID)
  case binary(Data)
  /// The bytes that the value transformer made.
  case transformable(Data)

  /// Whether this is the absence of a value.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether an attribute of a type can hold this value; `null` fits every type.
  public func fits(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (.null, _): true
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64): true
    case (.boolean, .boolean), (.double, .double), (.float, .float): true
    case (.decimal, .decimal), (.date, .date), (.string, .string), (.uri, .uri): true
    case (.uuid, .uuid), (.binary, .binary), (.transformable, .transformable): true
    default: false
    }
  }
}

extension AttributeValue: Hashable {
  public static func == (left: AttributeValue, right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.double(let a), .double(let b)), (.float(let a), .float(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.string(let a), .string(let b)), (.uri(let a), .uri(let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.uuid(let a), .uuid(let b)): a == b
    case (.binary(let a), .binary(let b)), (.transformable(let a), .transformable(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .boolean(let value): hasher.combine(value)
    case .double(let value), .float(let value), .date(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value), .uri(let value):
      // Equal bytes give equal hashes; the collision of two spellings is harmless.
      hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .binary(let value), .transformable(let value): hasher.combine(value)
    }
  }
}

extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as one line of readable text; blobs as their size and first bytes.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .boolean(let value): value ? "true" : "false"
    case .double(let value), .float(let value): "\(value)"
    case .decimal(let value): value.text
    case .date(let value): "\(value) s (\(AttributeValue.calendarText(of: value)))"
    case .string(let value), .uri(let value): AttributeValue.quoted(value)
    case .uuid(let value): value.uuidString
    case .binary(let value), .transformable(let value): AttributeValue.summary(of: value)
    }
  }

  private static func summary(of data: Data) -> String {
    let digits = data.prefix(16).map { hexadecimal($0) }.joined()
    return "\(data.count) bytes \(digits)\(data.count > 16 ? "…" : "")"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }

  /// Quotes a text on one line: control characters, quotes and backslashes are escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.properties.generalCategory == .control
          || scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .lineSeparator
          || scalar.properties.generalCategory == .paragraphSeparator
        {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// The UTC calendar text of seconds since 2001, such as `2024-03-09T12:30:15Z`.
  ///
  /// Years outside 1…9999 give `out of calendar range`. Written by hand because formatters
  /// depend on locale and platform.
  package static func calendarText(of seconds: Double) -> String {
    let limit = 8_000.0 * 366 * 86_400
    guard seconds.isFinite, abs(seconds) < limit else { return "out of calendar range" }
    let whole = Int(seconds.rounded(.down))
    let day = Int((Double(whole) / 86_400).rounded(.down))
    let secondOfDay = whole - day * 86_400
    // Days since 0000-03-01 of the proleptic Gregorian calendar.
    let shifted = day + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    guard (1...9_999).contains(year) else { return "out of calendar range" }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    let hour = secondOfDay / 3_600
    let minute = secondOfDay / 60 % 60
    return "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(secondOfDay % 60, 2))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
