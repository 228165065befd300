import Foundation
import GoldenStoreModel

/// Values that a person can read, guessed from an attribute's name.
struct ReadableValues {
  private let name: String
  private let words: [String]
  private let index: Int
  private let isUnique: Bool

  init(name: String, index: Int, isUnique: Bool) {
    self.name = name
    words = ReadableValues.words(of: name)
    self.index = index
    self.isUnique = isUnique
  }

  private func mentions(_ candidates: String...) -> Bool {
    candidates.contains { candidate in words.contains { $0.hasPrefix(candidate) } }
  }

  // MARK: Texts

  func text(_ generator: inout SeededGenerator) -> String {
    if mentions("uuid", "identifier", "guid") { return generator.uuid().uuidString }
    if mentions("url", "uri", "link", "href") { return uri(&generator) }
    guard let list = list, let text = generator.element(of: list) else {
      return "\(words.joined(separator: " ")) \(index + 1)"
    }
    return isUnique ? "\(text) \(index + 1)" : text
  }

  private var list: [String]? {
    if mentions("title", "headline", "subject") { return Self.titles }
    if mentions("company", "vendor", "owner") { return Self.companies }
    if mentions("host", "domain", "site") { return Self.hosts }
    if mentions("email", "mail") { return Self.hosts.map { "someone@\($0)" } }
    if mentions("name", "author", "person") { return Self.names }
    if mentions("city", "place", "town") { return Self.cities }
    if mentions("state", "status") { return ["active", "idle", "waiting", "done"] }
    if mentions("date", "time", "modified", "timestamp") { return Self.timestamps }
    if mentions("note", "text", "body", "comment", "description", "summary", "message") {
      return Self.sentences
    }
    return nil
  }

  func uri(_ generator: inout SeededGenerator) -> String {
    let host = generator.element(of: Self.hosts) ?? "example.com"
    let page = generator.element(of: Self.pages) ?? ""
    let isMarked = isUnique || generator.below(3) == 0
    return "https://\(host)/\(page)" + (isMarked ? "?id=\(index + 1)" : "")
  }

  // MARK: Numbers

  func integer(_ generator: inout SeededGenerator, maximum: Int) -> Int64 {
    if isUnique { return Int64(min(index + 1, maximum)) }
    let limit =
      if mentions("count", "number", "total", "visits") {
        200
      } else if mentions("size", "bytes", "length") {
        5_000_000
      } else {
        9_999
      }
    return Int64(generator.integer(in: 1...min(limit, maximum)))
  }

  func real(_ generator: inout SeededGenerator) -> Double {
    if isUnique { return Double(index) + 0.25 }
    if mentions("latitude") { return Double(generator.integer(in: -90_000...90_000)) / 1_000 }
    if mentions("longitude") { return Double(generator.integer(in: -180_000...180_000)) / 1_000 }
    if mentions("progress", "ratio", "fraction") { return generator.unit() }
    return Double(generator.integer(in: 1...1_000_000)) / 1_000
  }

  func decimal(_ generator: inout SeededGenerator) -> AttributeValue {
    let cents = generator.integer(in: 1...99)
    let units = isUnique ? index + 1 : generator.integer(in: 1...4_999)
    let text = "\(units).\(cents < 10 ? "0" : "")\(cents)"
    return DecimalNumber(text).map { .decimal($0) } ?? .null
  }

  /// Seconds since 2001 within the years 2016 to 2025, to the microsecond.
  func date(_ generator: inout SeededGenerator) -> Double {
    let start = 473_385_600
    let seconds =
      isUnique ? start + index * 86_400 : start + generator.below(315_360_000)
    return Double(seconds) + Double(generator.below(1_000_000)) / 1_000_000
  }

  // MARK: Words

  /// The words of a name in camel or snake case, lower-cased: `lastVisit` is `last visit`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var current = ""
    var wasLower = false
    for character in name {
      if !character.isLetter && !character.isNumber {
        if !current.isEmpty { words.append(current) }
        current = ""
        wasLower = false
        continue
      }
      if character.isUppercase && wasLower {
        words.append(current)
        current = ""
      }
      current += character.lowercased()
      wasLower = character.isLowercase || character.isNumber
    }
    if !current.isEmpty { words.append(current) }
    return words
  }

  private static let titles = [
    "Weekly shopping list", "Über die Alpen", "Release notes", "Tarte à l'oignon", "東京の地図",
    "How tall is the Eiffel Tower?", "Timetable 2024", "Ελληνική κουζίνα", "Read me first",
  ]

  private static let companies = [
    "Acme", "Globex", "Initech", "Umbrella", "Müller & Söhne", "Ångström AB", "三角商事",
  ]

  private static let names = [
    "Ada", "Grace", "Alan", "Édouard", "Søren", "Łukasz", "Дарья", "美咲", "Nour", "José",
  ]

  private static let hosts = [
    "example.com", "news.example", "shop.example", "wiki.example", "localhost",
  ]

  private static let pages = [
    "", "index.html", "a/b/c", "search", "articles/2024/09/one", "%C3%BCber",
  ]

  private static let cities = ["Zürich", "Paris", "São Paulo", "Kraków", "東京", "Αθήνα"]

  private static let timestamps = [
    "2024-02-29T23:59:59Z", "2023-12-31T00:00:00Z", "1712345678", "2016-01-01T12:30:15.250Z",
  ]

  private static let sentences = [
    "Bring an umbrella.", "The quick brown fox jumps over the lazy dog.",
    "Zwölf Boxkämpfer jagen Viktor.", "Voix ambiguë d'un cœur.", "いろはにほへと",
  ]
}
