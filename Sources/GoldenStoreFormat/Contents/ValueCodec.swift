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
  /// The attribute's type, which every cell asks for.
  let type: AttributeType

  package init(
    _ column: AttributeColumn, table: String, store: String, supportFolder: String? = nil
  ) {
    attribute = column.attribute
    type = column.attribute.type
    self.column = column.column
    self.table = table
    self.store = store
    self.supportFolder = supportFolder
  }
}

// MARK: Reading

extension ValueCodec {
  /// Reads a cell; NULL is `.null`, and nothing is replaced by a default.
  ///
  /// - Parameters:
  ///   - index: The column of the result, from 0.
  ///   - row: The primary key, for errors.
  /// - Throws: `StoreError.unexpectedType` or `.unexpectedValue` with table, row and column;
  ///   `.notSupported` for object identifiers and composites.
  package func value(
    _ statement: borrowing Statement, at index: Int, row: Int64
  ) throws -> AttributeValue {
    let storage = statement.storage(at: index)
    guard storage != .null else { return .null }
    switch type {
    case .integer16, .integer32, .integer64:
      try require(storage == .integer, "INTEGER", statement, index, row)
      return .integer(statement.integer(at: index))
    case .boolean:
      try require(storage == .integer, "INTEGER", statement, index, row)
      return .boolean(try boolean(statement.integer(at: index), row: row))
    case .double, .float:
      try require(storage == .real, "REAL", statement, index, row)
      let number = statement.real(at: index)
      return type == .double ? .double(number) : .float(number)
    case .decimal:
      try require(storage == .real || storage == .integer, "REAL, INTEGER", statement, index, row)
      return .decimal(try decimal(statement, at: index, storage: storage, row: row))
    case .date:
      try require(storage == .real || storage == .integer, "REAL, INTEGER", statement, index, row)
      return .date(try seconds(statement, at: index, storage: storage, row: row))
    case .string:
      return .string(try text(statement, at: index, storage: storage, row: row))
    case .uri:
      return .uri(try text(statement, at: index, storage: storage, row: row))
    case .uuid:
      try require(storage == .blob, "BLOB", statement, index, row)
      return .uuid(try uuid(statement.bytes(at: index), row: row))
    case .binary:
      try require(storage == .blob, "BLOB", statement, index, row)
      return .binary(try content(statement.bytes(at: index), row: row))
    case .transformable:
      try require(storage == .blob, "BLOB", statement, index, row)
      return .transformable(try content(statement.bytes(at: index), row: row))
    case .undefined, .objectID, .composite:
      throw StoreError.notSupported(
        feature: "attribute type \(type.name)", place: "'\(table)', column '\(column)'")
    }
  }

  private func require(
    _ isExpected: Bool, _ expected: String, _ statement: borrowing Statement, _ index: Int,
    _ row: Int64
  ) throws {
    guard !isExpected else { return }
    throw StoreError.unexpectedType(
      store: store, table: table, row: row, column: column, expected: "\(expected) or NULL",
      found: statement.excerpt(at: index))
  }

  private func problem(_ problem: String, row: Int64) -> StoreError {
    .unexpectedValue(store: store, table: table, row: row, column: column, problem: problem)
  }

  private func boolean(_ number: Int64, row: Int64) throws -> Bool {
    guard number == 0 || number == 1 else {
      throw problem("expected 0 or 1, found \(number)", row: row)
    }
    return number == 1
  }

  private func decimal(
    _ statement: borrowing Statement, at index: Int, storage: ColumnStorage, row: Int64
  ) throws -> DecimalNumber {
    guard storage == .real else { return DecimalNumber(statement.integer(at: index)) }
    let number = statement.real(at: index)
    guard let decimal = DecimalNumber(number) else {
      throw problem("expected a finite number, found \(number)", row: row)
    }
    return decimal
  }

  private func seconds(
    _ statement: borrowing Statement, at index: Int, storage: ColumnStorage, row: Int64
  ) throws -> Double {
    guard storage == .integer else { return statement.real(at: index) }
    let number = statement.integer(at: index)
    guard let seconds = Double(exactly: number) else {
      throw problem("\(number) seconds are no exact double", row: row)
    }
    return seconds
  }

  private func text(
    _ statement: borrowing Statement, at index: Int, storage: ColumnStorage, row: Int64
  ) throws -> String {
    try require(storage == .text, "TEXT", statement, index, row)
    do {
      return try statement.text(at: index)
    } catch SQLiteError.invalidUTF8 {
      throw problem("expected UTF-8 text, found other bytes", row: row)
    }
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

extension Statement {
  /// The storage class and the value of a cell on one short line, for errors.
  func excerpt(at index: Int) -> String {
    switch storage(at: index) {
    case .null: return "NULL"
    case .integer: return "INTEGER \(integer(at: index))"
    case .real: return "REAL \(real(at: index))"
    case .blob: return "BLOB of \(bytes(at: index).count) bytes"
    case .text:
      guard let text = try? text(at: index) else { return "TEXT that is not UTF-8" }
      let start = AttributeValue.quoted(String(text.prefix(40))).dropFirst().dropLast()
      return "TEXT '\(start)\(text.count > 40 ? "…" : "")'"
    }
  }
}
