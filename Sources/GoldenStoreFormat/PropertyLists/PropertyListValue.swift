package import Foundation

/// A value of a property list, unique identifiers (as keyed archives use them) included.
///
/// Dates are seconds since 2001-01-01 00:00 UTC.
package enum PropertyListValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case largeInteger(UInt64)
  case real(Double)
  case date(Double)
  case data(Data)
  case string(String)
  /// A reference to an object of a keyed archive, by its position in `$objects`.
  case uniqueIdentifier(UInt64)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])

  /// Returns the word for the type of this value, as messages use it.
  package var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer, .largeInteger: "integer"
    case .real: "real"
    case .date: "date"
    case .data: "data"
    case .string: "string"
    case .uniqueIdentifier: "unique identifier"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }
}
