package import GoldenStore

/// Kinds of names of properties, each of which a model may have.
package enum NameKind: String, CaseIterable, Hashable, Sendable {
  case plain
  /// A word of SQL.
  case keyword
  /// A name that means something to Core Data, to its archives or to its columns.
  case reserved
  /// Letters beyond ASCII, which grow or change when they are upper-cased.
  case foreign
  /// Begins with an underscore, so that its column begins as those of relationships do.
  case underscored
  /// Long enough that one of the two hash tables leaves out letters.
  case long
  /// Long enough that both do.
  case veryLong
}

/// Makes names; those of one family differ by more than case.
///
/// None ends in a digit, because Core Data appends digits to make columns unique, and the layout
/// refuses what would collide with them.
package enum RandomNames {
  package static let entities = [
    "Account", "Album", "Band", "Chapter", "Device", "Event", "Folder", "Group", "Habit", "Item",
    "Journey", "Label", "Message", "Note", "Order", "Photo", "Quest", "Room", "Song", "Table",
    "User", "Vote", "Walk", "Zoo", "index", "select", "_Hidden", "URLEntry", "größe", "Имя",
  ]
  private static let words = [
    "alpha", "bloom", "cloud", "drift", "ember", "field", "grove", "haven", "inlet", "jewel",
    "knoll", "lemon", "marsh", "north", "ocean", "pearl", "quill", "river", "stone", "tower",
  ]
  private static let keywords = [
    "select", "order", "group", "index", "table", "where", "from", "values", "default", "null",
    "primary", "transaction", "references", "check", "commit", "on", "to", "desc", "integer",
  ]
  private static let reserved = [
    "self", "entity", "objectID", "hash", "description", "class", "pk", "ent", "opt", "max",
    "isDeleted", "rowid", "PRIMARYKEY", "metadata", "reflexive", "superentity",
  ]
  private static let foreign = [
    "größe", "имя", "名前", "naïveté", "ıstanbul", "straße", "ǆungla", "ñandú", "ﬁnal",
  ]

  /// Returns a name whose upper-cased form is not taken.
  package static func property(
    _ kind: NameKind, taken: Set<String>, _ random: inout SeededGenerator
  ) -> String {
    var kind = kind
    var attempts = 0
    while true {
      let name = candidate(kind, &random)
      if !taken.contains(name.uppercased()) { return name }
      attempts += 1
      // The short lists run out; two words never do.
      if attempts > 8 { kind = .plain }
    }
  }

  private static func candidate(_ kind: NameKind, _ random: inout SeededGenerator) -> String {
    switch kind {
    case .plain: return word(&random) + capitalized(word(&random))
    case .keyword: return pick(keywords, &random)
    case .reserved: return pick(reserved, &random)
    case .foreign: return pick(foreign, &random)
    case .underscored: return "_" + word(&random) + "_" + word(&random)
    case .long: return letters(random.integer(in: 24...96), &random)
    case .veryLong: return letters(random.integer(in: 97...140), &random)
    }
  }

  /// The same letters in other cases.
  package static func otherCase(of name: String, _ random: inout SeededGenerator) -> String {
    pick([name.lowercased(), name.uppercased(), capitalized(name), name], &random)
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func word(_ random: inout SeededGenerator) -> String { pick(words, &random) }

  private static func letters(_ count: Int, _ random: inout SeededGenerator) -> String {
    var name = "n"
    while name.count < count { name += random.below(4) == 0 ? "X" : word(&random) }
    return String(name.prefix(count - 1)) + "e"
  }

  private static func pick(_ names: [String], _ random: inout SeededGenerator) -> String {
    names[random.below(names.count)]
  }
}
