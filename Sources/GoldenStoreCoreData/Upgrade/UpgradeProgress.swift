/// How far an upgrade has come.
public struct UpgradeProgress: Hashable, Sendable {
  /// What is being done.
  public let step: UpgradeStep
  /// The part of the whole upgrade that is done, from 0 to 1. It falls only where the upgrade begins
  /// anew, because somebody has written to the store meanwhile.
  ///
  /// Each hop counts as much as copying the store does, whatever it has to do.
  public let fractionCompleted: Double
}

/// A part of an upgrade.
public enum UpgradeStep: Hashable, Sendable {
  /// What an upgrade that was interrupted has left is put in order.
  case recovery
  /// The version of the store is found, and the mapping of each hop inferred.
  case plan
  /// The store is copied.
  case backup
  /// A copy is migrated.
  case hop(UpgradeHop)
  /// The migrated copy is opened once, as the app will open it.
  case check
  /// The migrated copy takes the place of the store.
  case replacement
  /// The store is opened.
  case open
}

extension UpgradeStep: CustomStringConvertible {
  /// A phrase for "while".
  public var description: String {
    switch self {
    case .recovery: "an interrupted upgrade was put in order"
    case .plan: "its version was looked for"
    case .backup: "it was copied"
    case .hop(let hop): "a copy was migrated \(hop.names)"
    case .check: "the migrated copy was opened"
    case .replacement: "the migrated copy took its place"
    case .open: "it was opened"
    }
  }
}
