import GoldenStoreModel
import GoldenStoreSQLite

extension SQLValue {
  /// The value for a message: bytes as their number.
  var excerpt: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): AttributeValue.quoted(text)
    case .blob(let data): "\(data.count) bytes"
    }
  }
}
