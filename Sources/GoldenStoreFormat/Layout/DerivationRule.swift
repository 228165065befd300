package import GoldenStoreModel

/// What a derived attribute is computed of, as far as a store can keep it.
///
/// Format: StoreFormat F76 to F78.
package enum DerivationRule: Hashable, Sendable {
  /// An attribute of the target of a to-one.
  case keyPath(relationship: String, attribute: String)
  /// The number of targets.
  case count(relationship: String)
  /// The sum over the targets.
  case sum(relationship: String, attribute: String)
  /// The smallest or largest value of the targets.
  case extreme(Extreme, relationship: String, attribute: String)
  /// A function of an own attribute.
  case function(Function, attribute: String)
  /// The time of the last change.
  case now

  /// Which value of the targets is kept.
  package enum Extreme: String, Hashable, Sendable {
    case minimum = "min:"
    case maximum = "max:"
  }

  /// What is made of a text.
  package enum Function: String, Hashable, Sendable {
    case canonical = "canonical:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
  }

  /// Reads an expression; `nil` for one whose triggers are not known.
  package init?(_ derivation: Derivation) {
    guard derivation.filteringPredicate == nil, let text = derivation.predicateFormat,
      let expression = try? PredicateExpression(text)
    else { return nil }
    switch expression {
    case .keyPath(let path, variable: nil):
      guard let names = Self.pair(path) else { return nil }
      self = .keyPath(relationship: names.0, attribute: names.1)
    case .function("now", []): self = .now
    case .function(let selector, let arguments):
      guard arguments.count == 1, case .keyPath(let path, variable: nil) = arguments[0] else {
        return nil
      }
      self.init(selector, of: path)
    case .object, .variable, .keyPath, .constant, .list: return nil
    }
  }

  private init?(_ selector: String, of path: String) {
    if !path.contains(".") {
      if selector == "count:" {
        self = .count(relationship: path)
      } else if let function = Function(rawValue: selector) {
        self = .function(function, attribute: path)
      } else {
        return nil
      }
      return
    }
    guard let names = Self.pair(path) else { return nil }
    if selector == "sum:" {
      self = .sum(relationship: names.0, attribute: names.1)
    } else if let extreme = Extreme(rawValue: selector) {
      self = .extreme(extreme, relationship: names.0, attribute: names.1)
    } else {
      return nil
    }
  }

  private static func pair(_ path: String) -> (String, String)? {
    let names = path.split(separator: ".").map(String.init)
    return names.count == 2 ? (names[0], names[1]) : nil
  }
}
