package import GoldenStoreModel

/// What a counter attribute counts: the targets of a relationship that meet every term.
///
/// Format: StoreFormat F126.
package struct CounterRule: Hashable, Sendable {
  /// A comparison of a target's attribute with a whole number; NULL meets none.
  package struct Term: Hashable, Sendable {
    package let attribute: String
    package let isEqual: Bool
    package let number: Int64
  }

  package let relationship: String
  /// The terms in the order of the text, at least one.
  package let terms: [Term]

  /// Reads a text such as `(assets.hidden == NO) && (assets.kind != 0)`; `nil` for another form.
  package init?(_ text: String) {
    guard let predicate = try? PredicateText(text) else { return nil }
    let parts: [PredicateText] =
      if case .compound(.and, let parts) = predicate { parts } else { [predicate] }
    var relationships: Set<String> = []
    var terms: [Term] = []
    for part in parts {
      guard case .comparison(let comparison) = part, comparison.options.isEmpty,
        comparison.modifier == .direct,
        comparison.comparison == .equal || comparison.comparison == .notEqual,
        case .keyPath(let path, variable: nil) = comparison.left,
        case .constant(.integer(let number)) = comparison.right
      else { return nil }
      let names = path.split(separator: ".").map(String.init)
      guard names.count == 2 else { return nil }
      relationships.insert(names[0])
      terms.append(
        Term(
          attribute: names[1], isEqual: comparison.comparison == .equal, number: number))
    }
    guard relationships.count == 1, let relationship = relationships.first else { return nil }
    self.relationship = relationship
    self.terms = terms
  }
}

/// The user info of attributes that changes the schema.
extension Attribute {
  static let counterKey = "NSTriggerKey"
  static let locationKey = "_NSLocationAttributeDerivedComponents"

  /// What the attribute counts; `nil` for an ordinary one.
  package var counter: CounterRule? {
    userInfo.first { $0.key == Self.counterKey }.flatMap { CounterRule($0.value) }
  }

  /// Whether a store computes the values, whatever is written.
  package var isKeptByTriggers: Bool { derivation != nil || counter != nil }

  /// The names of the two attributes that make up a location, such as latitude and longitude.
  var locationComponents: [String]? {
    userInfo.first { $0.key == Self.locationKey }.map {
      $0.value.split(separator: ",").map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }
}
