import GoldenStoreModel

/// What a derived attribute is computed of, as far as a store can keep it.
///
/// Format: StoreFormat F76 to F78.
enum DerivationRule: Hashable {
  /// An attribute of the target of a to-one.
  case keyPath(relationship: String, attribute: String)
  /// The number of targets.
  case count(relationship: String)
  /// The sum over the targets.
  case sum(relationship: String, attribute: String)
  /// The smallest or largest value of the targets; `function` is SQL's.
  case extreme(function: String, relationship: String, attribute: String)
  /// A function of an own attribute; `function` is the one that Core Data registers.
  case function(String, attribute: String)
  /// The time of the last change.
  case now

  private static let functions = [
    "canonical:": "NSCoreDataCanonical", "uppercase:": "NSCoreDataToUpper",
    "lowercase:": "NSCoreDataToLower",
  ]

  /// Reads an expression; `nil` for one whose triggers are not known.
  init?(_ derivation: Derivation) {
    guard derivation.filteringPredicate == nil, let text = derivation.predicateFormat else {
      return nil
    }
    guard let open = text.firstIndex(of: "(") else {
      let names = text.split(separator: ".").map(String.init)
      guard names.count == 2 else { return nil }
      self = .keyPath(relationship: names[0], attribute: names[1])
      return
    }
    let name = String(text[..<open])
    let argument = text[text.index(after: open)...].dropLast()
    let names = argument.split(separator: ".").map(String.init)
    guard !argument.contains("(") else { return nil }
    switch (name, names.count) {
    case ("now", 0): self = .now
    case ("count:", 1): self = .count(relationship: names[0])
    case ("sum:", 2): self = .sum(relationship: names[0], attribute: names[1])
    case ("min:", 2), ("max:", 2):
      self = .extreme(
        function: name.dropLast().uppercased(), relationship: names[0], attribute: names[1])
    case (_, 1):
      guard let function = Self.functions[name] else { return nil }
      self = .function(function, attribute: names[0])
    default: return nil
    }
  }
}
