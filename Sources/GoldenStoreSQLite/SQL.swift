package import Foundation
import CGoldenStoreSQLite

/// One SQL value, for bindings and for passes where speed does not matter.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

/// The text of one SQL statement with the values that it binds.
///
/// A plain `\(value)` becomes a binding, never text. `\(identifier:)` quotes the name where
/// SQLite needs it and leaves it bare elsewhere, as Core Data writes names; `\(raw:)` goes in
/// byte for byte.
package struct SQL: Hashable, Sendable {
  /// The statement, with `?` at the place of every binding.
  package var text: String
  /// The values of the `?`, in order.
  package var bindings: [SQLValue]

  /// Makes a statement of a complete text, which goes to SQLite byte for byte.
  package init(raw text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// Returns a name as SQLite reads it: bare where that is safe, else in double quotes.
  package static func identifier(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let isPlain =
      !bytes.isEmpty && !isDigit(bytes[0]) && bytes.allSatisfy { isLetter($0) || isDigit($0) }
      && sqlite3_keyword_check(name, Int32(truncatingIfNeeded: bytes.count)) == 0
    return isPlain ? name : "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension SQL: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(raw: value) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

  /// Collects the text and the bindings of an interpolated statement.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(raw: "")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { sql.text += literal }

    /// Inserts text byte for byte.
    package mutating func appendInterpolation(raw text: String) { sql.text += text }

    /// Inserts the name of a table, column or index, quoted where SQLite needs it.
    package mutating func appendInterpolation(identifier name: String) {
      sql.text += SQL.identifier(name)
    }

    /// Inserts names separated by `, `, each quoted where SQLite needs it.
    package mutating func appendInterpolation(identifiers names: [String]) {
      sql.text += names.map(SQL.identifier).joined(separator: ", ")
    }

    /// Inserts another statement or a part of one, with its bindings.
    package mutating func appendInterpolation(_ part: SQL) {
      sql.text += part.text
      sql.bindings += part.bindings
    }

    /// Binds a value.
    package mutating func appendInterpolation(_ value: SQLValue) {
      sql.text += "?"
      sql.bindings.append(value)
    }

    /// Binds an integer, or NULL for nil.
    package mutating func appendInterpolation(_ value: Int64?) {
      appendInterpolation(value.map(SQLValue.integer) ?? .null)
    }

    /// Binds an integer.
    package mutating func appendInterpolation(_ value: Int) {
      appendInterpolation(SQLValue.integer(Int64(value)))
    }

    /// Binds a real number, or NULL for nil.
    package mutating func appendInterpolation(_ value: Double?) {
      appendInterpolation(value.map(SQLValue.real) ?? .null)
    }

    /// Binds a text, or NULL for nil.
    package mutating func appendInterpolation(_ value: String?) {
      appendInterpolation(value.map(SQLValue.text) ?? .null)
    }

    /// Binds bytes, or NULL for nil.
    package mutating func appendInterpolation(_ value: Data?) {
      appendInterpolation(value.map(SQLValue.blob) ?? .null)
    }
  }
}
