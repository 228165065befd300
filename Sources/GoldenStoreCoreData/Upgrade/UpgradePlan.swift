import GoldenStoreMigration
import GoldenStoreModel

/// What an upgrade of a store will do, as far as its metadata and the history tell.
public struct UpgradePlan: Hashable, Sendable {
  /// The file name of the store.
  public let store: String
  /// The name of the version that the store has; nil where there is no store yet.
  public let source: String?
  /// The name of the version that it gets.
  public let destination: String
  /// The way there; empty where there is nothing to do.
  public let hops: [UpgradeHop]
  /// Whether an upgrade that was interrupted has left a backup that is put back first, because the
  /// store itself is gone or damaged.
  public let restoresBackup: Bool

  package init(
    store: String, source: String?, destination: String, hops: [UpgradeHop] = [],
    restoresBackup: Bool = false
  ) {
    self.store = store
    self.source = source
    self.destination = destination
    self.hops = hops
    self.restoresBackup = restoresBackup
  }

  /// Whether the store stays as it is.
  public var isUpToDate: Bool { source != nil && hops.isEmpty && !restoresBackup }
}

extension UpgradePlan: CustomStringConvertible {
  /// One line for what is found, and one for each hop.
  public var description: String {
    guard let source else {
      return "there is no store '\(store)' yet; it is made with version '\(destination)'"
    }
    let start = restoresBackup ? "the backup of '\(store)' is put back and" : "'\(store)'"
    guard !hops.isEmpty else { return "\(start) holds version '\(source)': nothing to do" }
    let count = hops.count == 1 ? "1 hop" : "\(hops.count) hops"
    return "\(start) holds version '\(source)': \(count) to '\(destination)'"
      + hops.map { "\n  \($0)" }.joined()
  }
}

/// One hop of an upgrade, from a version to a later one.
public struct UpgradeHop: Hashable, Sendable {
  /// How a hop is made.
  public enum Kind: Hashable, Sendable {
    /// The two versions have the same hashes, so that the store is of both.
    case unchanged
    /// By a mapping that Core Data infers from the two models.
    case inferred
    /// By a custom stage of the history, whose code runs at these places, in their order.
    case custom([CustomCodePlace])
  }

  /// The name of the version that the hop leads from.
  public let source: String
  /// The name of the version that it leads to.
  public let destination: String
  public let kind: Kind

  package init(source: String, destination: String, kind: Kind) {
    self.source = source
    self.destination = destination
    self.kind = kind
  }

  init(_ hop: HistoryVersions.Hop, of versions: HistoryVersions) {
    let places: [CustomCodePlace?] = [
      hop.stage?.willMigrate != nil ? .willMigrate : nil,
      hop.stage?.entityMappings != nil ? .entityMappings : nil,
      hop.stage?.didMigrate != nil ? .didMigrate : nil,
    ]
    self.init(
      source: versions.models[hop.source].name,
      destination: versions.models[hop.destination].name,
      kind: hop.stage?.hasCode == true
        ? .custom(places.compactMap(\.self))
        : versions.isNeutral(hop) ? .unchanged : .inferred)
  }
}

extension UpgradeHop: CustomStringConvertible {
  /// Such as `'V1' → 'V2' (inferred)`.
  public var description: String {
    let kind =
      switch kind {
      case .unchanged: "same hashes"
      case .inferred: "inferred"
      case .custom(let places): "custom: \(places.map(\.rawValue).joined(separator: ", "))"
      }
    return "\(names) (\(kind))"
  }

  /// The versions alone, such as `'V1' → 'V2'`.
  var names: String { "'\(source)' → '\(destination)'" }
}

/// Where code of a custom stage runs.
public enum CustomCodePlace: String, Hashable, Sendable, CaseIterable {
  /// On the store of the source version, before anything changes.
  case willMigrate
  /// Where the objects of the destination are made.
  case entityMappings
  /// On the store of the destination version.
  case didMigrate
}
