import GoldenStoreSQLite

extension SQL {
  /// Parts of a statement with commas between them.
  static func list(_ parts: [SQL]) -> SQL {
    guard var list = parts.first else { return "" }
    for part in parts.dropFirst() { list = "\(list), \(part)" }
    return list
  }

  /// Numbers with commas between them, as text and not as bindings.
  static func list(_ numbers: [Int]) -> SQL {
    SQL(raw: numbers.map(String.init).joined(separator: ", "))
  }
}
