/// The constants of one file: lower camel case in ASCII, none used twice, none a keyword.
struct SwiftNames {
  private var used: Set<String> = []

  /// How long a name may be before its number; what is longer is cut.
  private static let limit = 50

  /// A new name for what is called by a text, such as the name of an entity.
  ///
  /// - Parameters:
  ///   - kind: Put behind the name where it doesn't end with it, so that no entity's constant is
  ///     called as another model's history is; `nil` for none.
  ///   - number: Put at the end, for one of several.
  mutating func make(for text: String, kind: String? = nil, number: Int? = nil) -> String {
    var name = SwiftNames.identifier(for: text)
    if name.isEmpty || name.first?.isNumber == true || SwiftNames.keywords.contains(name) {
      name = "the" + name.prefix(1).uppercased() + name.dropFirst()
    }
    if let kind, !name.lowercased().hasSuffix(kind) {
      name += kind.prefix(1).uppercased() + kind.dropFirst()
    }
    if let number { name += "\(number)" }
    var candidate = name
    var count = 1
    while !used.insert(candidate).inserted {
      count += 1
      candidate = name + (name.last?.isNumber == true ? "N\(count)" : "\(count)")
    }
    return candidate
  }

  /// A text in lower camel case; empty where it has no ASCII letter or digit.
  static func identifier(for text: String) -> String {
    let words = text.unicodeScalars.split { !isPlain($0) }.map { String($0) }
    guard let first = words.first else { return "" }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return String((lowercasedStart(of: first) + rest.joined()).prefix(limit))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// `Person` as `person`, `URLCache` as `urlCache`, `URL` as `url`.
  private static func lowercasedStart(of word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    let rest = word.dropFirst(capitals.count)
    let isNextWord = capitals.count > 1 && rest.first?.isLowercase == true
    let start = isNextWord ? capitals.dropLast() : capitals
    return start.lowercased() + word.dropFirst(start.count)
  }

  /// The words that can't be, or might be mistaken for something else than, the name of a constant.
  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case",
    "catch", "class", "consume", "consuming", "continue", "copy", "default", "defer", "deinit",
    "discard", "do", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
    "macro", "nil", "nonisolated", "open", "operator", "package", "precedencegroup", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
    "subscript", "super", "switch", "then", "throw", "throws", "true", "try", "typealias",
    "unsafe", "var", "where", "while", "yield",
  ]
}
