import GoldenStoreModel

/// The kinds of columns, in the order in which they stand in a table.
///
/// Format: StoreFormat F55, F58; URI before UUID is inferred (F59).
enum ColumnType: CaseIterable {
  case integer
  case float
  case timestamp
  case decimal
  case string
  case uri
  case uuid
  case transformable
  case binary

  /// The type in the table's statement.
  var declaration: String {
    switch self {
    case .integer: "INTEGER"
    case .float: "FLOAT"
    case .timestamp: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .string, .uri: "VARCHAR"
    case .uuid, .transformable, .binary: "BLOB"
    }
  }

  /// Columns are sorted by this number, and stay in creation order where it is equal.
  var group: Int {
    switch self {
    case .integer: 0
    case .float, .timestamp: 1
    case .decimal: 2
    case .string: 3
    case .uri: 4
    case .uuid: 5
    case .transformable: 6
    case .binary: 7
    }
  }
}

extension AttributeType {
  /// The column of an attribute; `nil` where none is known.
  var columnType: ColumnType? {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: .integer
    case .decimal: .decimal
    case .double, .float: .float
    case .date: .timestamp
    case .string: .string
    case .uri: .uri
    case .uuid: .uuid
    case .binary: .binary
    case .transformable: .transformable
    case .undefined, .objectID, .composite: nil
    }
  }

  var isInteger: Bool { self == .integer16 || self == .integer32 || self == .integer64 }
}
