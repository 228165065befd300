import Foundation
import GoldenStoreModel
import GoldenStoreSQLite

/// The cells of values, by the rules of the format written out once more.
enum PlainCell {
  /// - Parameter isMarked: Whether the attribute allows external storage.
  static func cell(of value: AttributeValue, isMarked: Bool) -> SQLValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .boolean(let flag): .integer(flag ? 1 : 0)
    case .double(let number), .float(let number): .real(number)
    case .decimal(let number): Int64(number.text).map { .integer($0) } ?? numeric(number.text)
    case .date(let seconds): numeric("\(seconds)")
    case .string(let text), .uri(let text): .text(text)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .binary(let data), .transformable(let data): .blob(isMarked ? [1] + data : data)
    }
  }

  /// Whether two cells hold the same; texts byte for byte.
  static func isEqual(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: left == right
    }
  }

  /// A column of numeric affinity keeps whole numbers of 64 bits as INTEGER.
  private static func numeric(_ text: String) -> SQLValue {
    let number = Double(text) ?? .nan
    if let whole = Int64(exactly: number), whole != .min, whole != .max { return .integer(whole) }
    return .real(number)
  }
}
