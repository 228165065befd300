import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Foundation

/// The cell for an attribute's default.
///
/// Format: StoreFormat F112; the cells are those of the store's writer (F80 to F86).
enum DefaultValue {
  /// Returns the cell.
  ///
  /// - Throws: `StoreError.notSupported` for a default that no cell can hold.
  static func encoded(
    _ value: AttributeValue, of attribute: Attribute, in entity: String
  ) throws(StoreError) -> SQLValue {
    switch value {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .double(let number), .float(let number), .date(let number):
      guard !number.isNaN else { throw unsuitable(value, attribute, entity) }
      return .real(number)
    case .decimal(let decimal):
      if let number = Int64(decimal.text) { return .integer(number) }
      guard let number = Double(decimal.text), DecimalNumber(number) == decimal else {
        throw unsuitable(value, attribute, entity)
      }
      return .real(number)
    case .string(let text), .uri(let text): return .text(text)
    case .uuid(let uuid): return .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .binary(let data), .transformable(let data):
      // The first byte of an external-storage attribute's cell says that the value is inline.
      return .blob(attribute.allowsExternalBinaryDataStorage ? Data([1]) + data : data)
    }
  }

  private static func unsuitable(
    _ value: AttributeValue, _ attribute: Attribute, _ entity: String
  ) -> StoreError {
    .notSupported(
      feature: "default \(value), which no cell can hold,",
      place: "attribute '\(entity).\(attribute.name)'")
  }
}
