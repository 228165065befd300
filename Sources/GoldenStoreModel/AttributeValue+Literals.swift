import Foundation

/// Values written into code as text that the compiler can't check, for types without a literal.
///
/// A text that is no such value is a mistake in the code, and stops the program.
extension AttributeValue {
  /// A decimal number, such as `.decimal("0.99")`.
  public static func decimal(_ literal: StaticString) -> AttributeValue {
    guard let number = DecimalNumber("\(literal)") else {
      preconditionFailure("'\(literal)' is not a decimal number")
    }
    return .decimal(number)
  }

  /// A UUID in its usual form of 36 characters.
  public static func uuid(_ literal: StaticString) -> AttributeValue {
    guard let uuid = UUID(uuidString: "\(literal)") else {
      preconditionFailure("'\(literal)' is not a UUID")
    }
    return .uuid(uuid)
  }

  /// Bytes in base64.
  public static func binary(base64 literal: StaticString) -> AttributeValue {
    .binary(bytes(of: literal))
  }

  /// The bytes that the value transformer made, in base64.
  public static func transformable(base64 literal: StaticString) -> AttributeValue {
    .transformable(bytes(of: literal))
  }

  private static func bytes(of literal: StaticString) -> Data {
    guard let data = Data(base64Encoded: "\(literal)") else {
      preconditionFailure("'\(literal)' is not base64")
    }
    return data
  }
}
