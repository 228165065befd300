import Foundation
package import GoldenStoreModel
package import GoldenStoreSQLite

extension ValueCodec {
  /// Binds a value to a parameter of a statement that writes this attribute.
  ///
  /// Binary values of attributes that allow external storage are written inline, but for large ones
  /// of a new store, which get files.
  ///
  /// - Parameters:
  ///   - index: The parameter, from 1.
  ///   - object: The object that has the value, for errors.
  /// - Throws: `StoreError.unsuitableValue` for a value of another type, NaN, an integer that is
  ///   out of range, and a decimal that the file can't hold exactly; `.notSupported`.
  package func bind(
    _ value: AttributeValue, to statement: borrowing Statement, at index: Int,
    object: StoredObject
  ) throws {
    guard value.fits(type) else {
      throw unsuitable("is \(type.name), found the value \(value)", object)
    }
    switch value {
    case .null:
      try statement.bind(nil, at: index)
    case .integer(let number):
      try statement.bind(try inRange(number, object), at: index)
    case .boolean(let flag):
      try statement.bind(flag ? 1 : 0, at: index)
    case .double(let number), .float(let number), .date(let number):
      guard !number.isNaN else {
        throw unsuitable("is not a number (NaN), which SQLite would store as NULL", object)
      }
      try statement.bind(number, at: index)
    case .decimal(let decimal):
      try bind(decimal, to: statement, at: index, object: object)
    case .string(let text), .uri(let text):
      try statement.bind(text, at: index)
    case .uuid(let uuid):
      try statement.bind(bytes(of: uuid), at: index)
    case .binary(let data), .transformable(let data):
      guard attribute.allowsExternalBinaryDataStorage else {
        return try statement.bind(data, at: index)
      }
      if let name = try externalValues?.write(data, of: object.primaryKey, column, table) {
        let reference = Data(name.uuidString.utf8) + [0]
        try statement.bind([StorageMarker.external] + reference, at: index)
      } else {
        try statement.bind([StorageMarker.inline] + data, at: index)
      }
    }
  }

  private func bind(
    _ decimal: DecimalNumber, to statement: borrowing Statement, at index: Int,
    object: StoredObject
  ) throws {
    if let number = Int64(decimal.text) {
      try statement.bind(number, at: index)
      return
    }
    guard let number = Double(decimal.text), let stored = DecimalNumber(number) else {
      throw unsuitable("is \(decimal), which is out of the range of SQLite's numbers", object)
    }
    guard stored == decimal else {
      throw unsuitable(
        "is \(decimal), which SQLite can't hold exactly; it would store \(stored)", object)
    }
    try statement.bind(number, at: index)
  }

  private func inRange(_ number: Int64, _ object: StoredObject) throws -> Int64 {
    let fits =
      switch type {
      case .integer16: Int16(exactly: number) != nil
      case .integer32: Int32(exactly: number) != nil
      default: true
      }
    guard fits else {
      throw unsuitable("is \(type.name), which can't hold \(number)", object)
    }
    return number
  }

  private func bytes(of uuid: UUID) -> [UInt8] {
    let u = uuid.uuid
    return [
      u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15,
    ]
  }

  private func unsuitable(_ problem: String, _ object: StoredObject) -> StoreError {
    .unsuitableValue(
      entity: object.entity, primaryKey: object.primaryKey, property: attribute.name,
      problem: problem)
  }
}
