package import Foundation

/// The one door through which values become JSON and come back.
///
/// Keys are sorted, slashes stay as they are and doubles are their shortest text, so equal values
/// give equal bytes on every platform. Names that users choose are values in arrays, never keys.
package enum JSON {
  /// How a value is laid out as text.
  package enum Style {
    /// One line.
    case compact
    /// One key a line, for files that people review.
    case readable
  }

  /// Encodes a value, without a line break at the end.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold, such as infinity.
  package static func encode(_ value: some Encodable, _ style: Style = .compact) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if style == .readable { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value)
  }

  /// Decodes a value; unknown keys are ignored.
  ///
  /// - Throws: `DecodingError` with the path of what is missing or has the wrong type.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
  {
    try JSONDecoder().decode(type, from: data)
  }
}
