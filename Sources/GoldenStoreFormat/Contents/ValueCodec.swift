import Foundation
package import GoldenStoreModel
package import GoldenStoreSQLite

/// Reads and writes the cells of one attribute.
///
/// Format: StoreFormat F80 to F86.
package final class ValueCodec: Sendable {
  /// The first byte of a cell that may refer to an external file.
  enum StorageMarker {
    static let inline: UInt8 = 0x01
    static let external: UInt8 = 0x02
  }

  package let attribute: Attribute
  package let column: String
  package let table: String
  /// The name of the store, for errors.
  package let store: String
  /// The folder with the files of external values; nil where there is none.
  package let supportFolder: String?
  /// What writes large values to files; nil where every value stays in the store.
  let externalValues: ExternalValues?
  /// The attribute's type, which every cell asks for.
  let type: AttributeType
  let form: Form

  /// What the values of a type are when they are read.
  enum Form {
    case integer, boolean, real, seconds, text, other

    init(_ type: AttributeType) {
      switch type {
      case .integer16, .integer32, .integer64: self = .integer
      case .boolean: self = .boolean
      case .double, .float: self = .real
      case .date: self = .seconds
      case .string, .uri: self = .text
      case .decimal, .uuid, .binary, .transformable, .undefined, .objectID, .composite:
        self = .other
      }
    }
  }

  package init(
    _ column: AttributeColumn, table: String, store: String, supportFolder: String? = nil,
    externalValues: ExternalValues? = nil
  ) {
    attribute = column.attribute
    type = column.attribute.type
    form = Form(type)
    self.column = column.column
    self.table = table
    self.store = store
    self.supportFolder = supportFolder
    self.externalValues = externalValues
  }
}

// MARK: Reading

extension ValueCodec {
  /// Reads a cell; NULL is `.null`, and nothing is replaced by a default.
  ///
  /// - Parameter row: The primary key, for errors.
  /// - Throws: `StoreError.unexpectedType` or `.unexpectedValue` with table, row and column;
  ///   `.notSupported` for object identifiers and composites.
  package func value(_ cell: Cell, row: Int64) throws -> AttributeValue {
    if cell.isNull { return .null }
    switch type {
    case .integer16, .integer32, .integer64: return .integer(try integer(cell, row: row))
    case .boolean: return .boolean(try boolean(cell, row: row))
    case .double: return .double(try real(cell, row: row))
    case .float: return .float(try real(cell, row: row))
    case .decimal: return .decimal(try decimal(cell, row: row))
    case .date: return .date(try seconds(cell, row: row))
    case .string: return .string(try text(cell, row: row))
    case .uri: return .uri(try text(cell, row: row))
    case .uuid: return .uuid(try uuid(try blob(cell, row: row), row: row))
    case .binary: return .binary(try content(try blob(cell, row: row), row: row))
    case .transformable: return .transformable(try content(try blob(cell, row: row), row: row))
    case .undefined, .objectID, .composite:
      throw StoreError.notSupported(
        feature: "attribute type \(type.name)", place: "'\(table)', column '\(column)'")
    }
  }

  /// Reads the cell of an integer attribute of any width.
  @inline(__always) func integer(_ cell: Cell, row: Int64) throws -> Int64 {
    guard case .integer = cell.storage else { throw unexpected(cell, "INTEGER", row) }
    return cell.integer
  }

  /// Reads the cell of a boolean attribute.
  @inline(__always) func boolean(_ cell: Cell, row: Int64) throws -> Bool {
    let number = try integer(cell, row: row)
    guard number == 0 || number == 1 else {
      throw problem("expected 0 or 1, found \(number)", row: row)
    }
    return number == 1
  }

  /// Reads the cell of a double or float attribute.
  @inline(__always) func real(_ cell: Cell, row: Int64) throws -> Double {
    guard case .real = cell.storage else { throw unexpected(cell, "REAL", row) }
    return cell.real
  }

  /// Reads the cell of a date attribute, as seconds since 2001.
  @inline(__always) func seconds(_ cell: Cell, row: Int64) throws -> Double {
    if case .real = cell.storage { return cell.real }
    guard case .integer = cell.storage else { throw unexpected(cell, "REAL, INTEGER", row) }
    guard let seconds = Double(exactly: cell.integer) else {
      throw problem("\(cell.integer) seconds are no exact double", row: row)
    }
    return seconds
  }

  /// Reads the cell of a string or URI attribute.
  @inline(__always) func text(_ cell: Cell, row: Int64) throws -> String {
    guard case .text = cell.storage else { throw unexpected(cell, "TEXT", row) }
    guard let text = cell.text else { throw notUTF8(row) }
    return text
  }

  /// Passes the bytes of the cell of a string or URI attribute, which are UTF-8, to a closure.
  @inline(__always) func withText(_ cell: Cell, row: Int64, _ body: (Span<UInt8>) throws -> Void)
    throws
  {
    guard case .text = cell.storage else { throw unexpected(cell, "TEXT", row) }
    guard try cell.withText(body) else { throw notUTF8(row) }
  }

  private func blob(_ cell: Cell, row: Int64) throws -> Data {
    guard case .blob = cell.storage else { throw unexpected(cell, "BLOB", row) }
    return cell.bytes
  }

  private func decimal(_ cell: Cell, row: Int64) throws -> DecimalNumber {
    if case .integer = cell.storage { return DecimalNumber(cell.integer) }
    guard case .real = cell.storage else { throw unexpected(cell, "REAL, INTEGER", row) }
    guard let decimal = DecimalNumber(cell.real) else {
      throw problem("expected a finite number, found \(cell.real)", row: row)
    }
    return decimal
  }

  private func unexpected(_ cell: Cell, _ expected: String, _ row: Int64) -> StoreError {
    .unexpectedType(
      store: store, table: table, row: row, column: column, expected: "\(expected) or NULL",
      found: cell.excerpt)
  }

  private func problem(_ problem: String, row: Int64) -> StoreError {
    .unexpectedValue(store: store, table: table, row: row, column: column, problem: problem)
  }

  private func notUTF8(_ row: Int64) -> StoreError {
    problem("expected UTF-8 text, found other bytes", row: row)
  }

  private func uuid(_ bytes: Data, row: Int64) throws -> UUID {
    let b = [UInt8](bytes)
    guard b.count == 16 else {
      throw problem("expected the 16 bytes of a UUID, found \(b.count) bytes", row: row)
    }
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }

  /// Takes the storage marker off the bytes of an attribute that has one.
  private func content(_ bytes: Data, row: Int64) throws -> Data {
    guard attribute.allowsExternalBinaryDataStorage else { return bytes }
    switch bytes.first {
    case StorageMarker.inline: return Data(bytes.dropFirst())
    case StorageMarker.external: return try externalContent(bytes.dropFirst(), row: row)
    case let marker?:
      throw problem("expected storage marker 1 or 2, found \(marker)", row: row)
    case nil:
      throw problem("expected a storage marker, found an empty BLOB", row: row)
    }
  }

  private func externalContent(_ reference: Data, row: Int64) throws -> Data {
    let name = String(decoding: reference.dropLast(), as: UTF8.self)
    // Nothing but a UUID may become part of a path.
    guard reference.count == 37, reference.last == 0, UUID(uuidString: name) != nil else {
      throw problem("the reference to an external file is not a UUID and a zero byte", row: row)
    }
    guard let supportFolder else {
      throw problem("refers to external file '\(name)', but there is no support folder", row: row)
    }
    let path = supportFolder.appendingPathComponent("_EXTERNAL_DATA/\(name)")
    guard let content = FileManager.default.contents(atPath: path) else {
      throw problem("refers to external file '\(name)', which cannot be read", row: row)
    }
    return content
  }
}

extension Cell {
  /// The storage class and the value on one short line, for errors.
  var excerpt: String {
    switch storage {
    case .null: return "NULL"
    case .integer: return "INTEGER \(integer)"
    case .real: return "REAL \(real)"
    case .blob: return "BLOB of \(bytes.count) bytes"
    case .text:
      guard let text else { return "TEXT that is not UTF-8" }
      let start = AttributeValue.quoted(String(text.prefix(40))).dropFirst().dropLast()
      return "TEXT '\(start)\(text.count > 40 ? "…" : "")'"
    }
  }
}

extension Statement {
  /// The storage class and the value of a cell on one short line, for errors.
  func excerpt(at index: Int) -> String { cell(at: index).excerpt }
}
