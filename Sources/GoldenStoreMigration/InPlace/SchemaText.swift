/// The words of a statement in `sqlite_master`, for comparisons that ignore quotes and spaces.
struct SchemaText {
  /// Names, keywords and numbers without quotes, and single other characters.
  private(set) var words: [String]

  init(_ sql: String) {
    words = []
    var characters = Substring(sql).unicodeScalars
    while let first = characters.first {
      if first.properties.isWhitespace {
        characters.removeFirst()
      } else if first == "\"" {
        characters.removeFirst()
        let name = characters.prefix { $0 != "\"" }
        characters = characters.dropFirst(name.count + 1)
        words.append(String(name))
      } else if Self.isWordCharacter(first) {
        let word = characters.prefix(while: Self.isWordCharacter)
        characters = characters.dropFirst(word.count)
        words.append(String(word))
      } else {
        words.append(String(first))
        characters.removeFirst()
      }
    }
  }

  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.value > 0x7F || scalar.properties.isAlphabetic
      || ("0"..."9").contains(scalar)
  }

  /// The second word, which is `UNIQUE` in the statement of a unique index.
  var second: String? { words.count > 1 ? words[1] : nil }

  /// The name of the index that a CREATE statement makes.
  var indexName: String? {
    words.firstIndex(of: "INDEX").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }

  func contains(word: String) -> Bool { words.contains(word) }

  /// The words from `ON` to the end, each after one space.
  var indexBody: String {
    guard let start = words.firstIndex(of: "ON") else { return "" }
    return words[start...].joined(separator: " ")
  }

  /// The text with a name replaced wherever it is a whole word.
  static func replacing(_ name: String, with other: String, in text: String) -> String {
    SchemaText(text).words.map { $0 == name ? other : $0 }.joined(separator: " ")
  }
}
