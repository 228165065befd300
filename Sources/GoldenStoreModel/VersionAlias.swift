/// Says that a version has the hashes of an earlier one: it changed nothing that Core Data hashes.
///
/// Core Data takes the stores of the two for each other and migrates neither. A history must say
/// so, since most versions of equal hashes are a mistake: a change that was forgotten, or one
/// that devices will never notice.
public struct VersionAlias: Hashable, Sendable {
  /// The name of the later version.
  public var version: String
  /// The name of the version whose hashes it has.
  public var original: String

  public init(_ version: String, of original: String) {
    self.version = version
    self.original = original
  }
}
