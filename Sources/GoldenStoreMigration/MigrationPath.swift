/// How much a migration has to do to the tables of a store, the least first.
///
/// Format: StoreFormat F110.
public enum MigrationPath: Int, Hashable, Sendable, Comparable, Codable {
  /// The hashes are the same, so nothing is done.
  case none
  /// Tables stay: columns are added and renamed, entities renumbered.
  case cheap
  /// At least one table is made anew and its rows copied.
  case rebuild
  /// Code of the history transforms the objects.
  case custom

  public static func < (left: MigrationPath, right: MigrationPath) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension MigrationPath: CustomStringConvertible {
  public var description: String {
    switch self {
    case .none: "none"
    case .cheap: "cheap"
    case .rebuild: "rebuild"
    case .custom: "custom"
    }
  }
}
