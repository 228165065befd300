/// A rule for the seeded data of a history.
///
/// Entities and attributes are named by their renaming keys, that is, by the names that they had
/// in the first version, so that one rule serves every version.
public enum SeedRule: Hashable, Sendable {
  /// The number of objects of an entity.
  case objects(entity: String, count: Int)
  /// Values that an attribute takes in turn, after the generator's own edge values.
  case values(entity: String, attribute: String, [AttributeValue])
  /// An entity that has no objects, and why.
  case empty(entity: String, reason: String)
}
