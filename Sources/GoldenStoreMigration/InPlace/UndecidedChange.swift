/// A change of which Core Data's rules allow the mapping, and of which nothing says what becomes
/// of the objects; it is refused.
///
/// Format: StoreFormat F149.
public enum UndecidedChange: Hashable, Sendable {
  /// A to-one becomes a one-to-many, and some targets have several owners.
  case sharedTargets(entity: String, relationship: String, shared: Int64)
  /// A relationship that is its own inverse gets another one: its pairs have no direction.
  case losesItself(entity: String, relationship: String)
  /// A many-to-many loses its inverse: a target has room for one owner then.
  case losesManyInverse(entity: String, relationship: String)
  /// A to-many without inverse gets members of another table.
  case otherMembers(entity: String, relationship: String, source: String, destination: String)
  /// The members of several relationships would share one column.
  case severalOrigins(entity: String, relationship: String)
  /// Only some of the entities that have a relationship without inverse keep it.
  case keptByFew(entity: String, relationship: String)
}

extension UndecidedChange: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sharedTargets(let entity, let relationship, let shared):
      """
      relationship '\(entity).\(relationship)' becomes a one-to-many, in which a target has one \
      owner, but \(shared) of its targets have several; add a custom stage that chooses the owner
      """
    case .losesItself(let entity, let relationship):
      """
      relationship '\(entity).\(relationship)' was its own inverse and gets another one, but its \
      pairs have no direction; add a custom stage that sets both
      """
    case .losesManyInverse(let entity, let relationship):
      """
      many-to-many relationship '\(entity).\(relationship)' loses its inverse, without which a \
      target has one owner; keep an inverse, or add a custom stage that chooses the owner
      """
    case .otherMembers(let entity, let relationship, let source, let destination):
      """
      relationship '\(entity).\(relationship)' had no inverse and changes its destination from \
      '\(source)' to '\(destination)', whose rows have no keys of it; give it another renaming \
      identifier to begin anew, or add a custom stage
      """
    case .severalOrigins(let entity, let relationship):
      """
      relationship '\(entity).\(relationship)' would get the members of several relationships in \
      one column; keep them apart, or add a custom stage
      """
    case .keptByFew(let entity, let relationship):
      """
      relationship '\(entity).\(relationship)' had no inverse, and not every entity that had it \
      keeps it; leave it where it was declared, or add a custom stage
      """
    }
  }
}
