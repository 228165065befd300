/// Something that a history's goldens need not have, by name and with a reason.
///
/// A waiver that nothing needs, or that names nothing, fails like what it would waive. An entity
/// without objects is declared with ``SeedRule/empty(entity:reason:)``.
public enum GoldenWaiver: Hashable, Sendable {
  /// An example that no object of the seeded data gives.
  ///
  /// Entity and property are named by their renaming keys, as in a ``SeedRule``; the example is
  /// named as the check names it, such as `NULL` or `a large blob`.
  case example(entity: String, property: String, String, reason: String)
  /// How many bytes of content one golden may have, instead of 65,536. The golden is named by its
  /// version, by `V3~shape`, or by `V3+name` where it is an adopted store.
  case contentLimit(golden: String, bytes: Int, reason: String)

  /// Why it is waived.
  public var reason: String {
    switch self {
    case .example(_, _, _, let reason), .contentLimit(_, _, let reason): reason
    }
  }
}

extension GoldenWaiver: CustomStringConvertible {
  /// Such as `waiver of an example of NULL for 'Book.title'`.
  public var description: String {
    switch self {
    case .example(let entity, let property, let example, _):
      "waiver of an example of \(example) for '\(entity).\(property)'"
    case .contentLimit(let golden, let bytes, _):
      "waiver that gives golden '\(golden)' \(bytes) bytes of content"
    }
  }
}
