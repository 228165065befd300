public import Foundation

/// The content of a value; `nil` for a missing value and for one of another type.
extension AttributeValue {
  public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }

  public var booleanValue: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The number of a double or float attribute.
  public var doubleValue: Double? {
    switch self {
    case .double(let value), .float(let value): value
    default: nil
    }
  }

  public var decimalValue: DecimalNumber? {
    if case .decimal(let value) = self { value } else { nil }
  }

  /// Seconds since 2001-01-01 00:00 UTC.
  public var dateValue: Double? { if case .date(let value) = self { value } else { nil } }

  /// The text of a string or URI attribute.
  public var stringValue: String? {
    switch self {
    case .string(let value), .uri(let value): value
    default: nil
    }
  }

  public var uuidValue: UUID? { if case .uuid(let value) = self { value } else { nil } }

  /// The bytes of a binary or transformable attribute.
  public var dataValue: Data? {
    switch self {
    case .binary(let value), .transformable(let value): value
    default: nil
    }
  }
}
