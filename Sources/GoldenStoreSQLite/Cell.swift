package import Foundation
import CGoldenStoreSQLite

/// The value of one column of the current row, for passes that read many.
///
/// Good until the statement steps, is reset, or ends. SQLite converts silently between storage
/// classes: ask ``storage`` first.
package struct Cell {
  private let value: OpaquePointer

  init(_ value: OpaquePointer) { self.value = value }

  /// The storage class of the value, before any conversion.
  package var storage: ColumnStorage {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// True when the value is NULL.
  package var isNull: Bool { sqlite3_value_type(value) == SQLITE_NULL }

  /// The value as an integer; other storage classes are converted by SQLite, NULL is 0.
  package var integer: Int64 { sqlite3_value_int64(value) }

  /// The value as a real number; other storage classes are converted by SQLite, NULL is 0.
  package var real: Double { sqlite3_value_double(value) }

  /// The bytes of a blob or a text; none for NULL.
  package var bytes: Data {
    guard let start = sqlite3_value_blob(value) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// The text, zero bytes included; nil when the bytes are not UTF-8.
  package var text: String? {
    let bytes = textBytes
    var text = String(decoding: bytes, as: UTF8.self)
    let isExact = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let start = bytes.baseAddress, let first = decoded.baseAddress else { return true }
      return memcmp(first, start, bytes.count) == 0
    }
    return isExact ? text : nil
  }

  /// Passes the bytes of the text to a closure, without a copy; false when they are not UTF-8.
  ///
  /// The closure has no result: a generic one would cost more than the copy.
  package func withText(_ body: (Span<UInt8>) throws -> Void) rethrows -> Bool {
    let bytes = textBytes
    guard Self.isASCII(bytes) || text != nil else { return false }
    try body(bytes.span)
    return true
  }

  private var textBytes: UnsafeBufferPointer<UInt8> {
    // The order matters: the count is that of the form that was asked for last.
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// Most texts are, and this takes a fraction of the time of a look at every character.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = 0
    var all: UInt64 = 0
    while position + 8 <= raw.count {
      all |= raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < raw.count {
      all |= UInt64(raw[position])
      position += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
