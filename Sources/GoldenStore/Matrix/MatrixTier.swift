package import GoldenStoreModel

/// How much of a matrix runs.
public enum MatrixTier: String, CaseIterable, Hashable, Sendable, Codable {
  /// Every version to the next one, directly.
  case quick
  /// Every version to the next one and to the current one, directly.
  case standard
  /// Every version to every later one, directly and stepwise, and both compared.
  case full

  /// Whether pairs are also migrated stepwise.
  package var isStepwise: Bool { self == .full }

  /// Whether a pair belongs to the tier.
  ///
  /// - Parameter current: The position of the version that the app uses today.
  package func includes(_ pair: VersionPair, current: Int) -> Bool {
    switch self {
    case .quick: pair.destination == pair.source + 1
    case .standard: pair.destination == pair.source + 1 || pair.destination == current
    case .full: true
    }
  }
}
