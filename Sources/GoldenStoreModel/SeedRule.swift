/// A rule for the seeded data of a history.
///
/// Entities, attributes and relationships are named by their renaming keys, that is, by the names
/// that they had in the first version, so that one rule serves every version.
public enum SeedRule: Sendable {
  /// Computes the value of one object, counted from 0 among the generated ones of its entity.
  ///
  /// It must depend on nothing else: it is asked twice, and an answer that differs is refused.
  public typealias Value = @Sendable (_ index: Int) -> AttributeValue

  /// The number of objects of an entity.
  case objects(entity: String, count: Int)
  /// Values that an attribute takes in turn, after the generator's own edge values.
  case values(entity: String, attribute: String, [AttributeValue])
  /// Values of all generated objects, edge values included; see that they cover the attribute.
  case computed(entity: String, attribute: String, Value)
  /// An entity that has no objects, and why.
  case empty(entity: String, reason: String)
  /// An object written by hand, beside the generated ones, in every version that has its entity.
  ///
  /// - Parameters:
  ///   - key: What other fixtures call it; different for every fixture of a history.
  ///   - values: Values by attribute. What a version does not declare, or declares of another
  ///     type, is left out there. Attributes that are not named get their default, or none.
  ///   - targets: The keys of other fixtures by relationship, in order; the inverse follows.
  ///   - until: The name of the last version that can hold it; `nil` for the last of all.
  case fixture(
    entity: String, key: String, values: [String: AttributeValue],
    targets: [String: [String]] = [:], until: String? = nil)
}

extension SeedRule: Hashable {
  /// What is declared; closures can't be compared.
  private enum Declaration: Hashable {
    case objects(String, Int)
    case values(String, String, [AttributeValue])
    case computed(String, String)
    case empty(String, String)
    case fixture(String, String, [String: AttributeValue], [String: [String]], String?)
  }

  private var declaration: Declaration {
    switch self {
    case .objects(let entity, let count): .objects(entity, count)
    case .values(let entity, let attribute, let values): .values(entity, attribute, values)
    case .computed(let entity, let attribute, _): .computed(entity, attribute)
    case .empty(let entity, let reason): .empty(entity, reason)
    case .fixture(let entity, let key, let values, let targets, let until):
      .fixture(entity, key, values, targets, until)
    }
  }

  public static func == (left: SeedRule, right: SeedRule) -> Bool {
    left.declaration == right.declaration
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(declaration) }
}
