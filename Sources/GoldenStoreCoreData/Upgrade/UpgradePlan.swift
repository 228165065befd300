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
  /// What an upgrade does first with what an interrupted one has left.
  public let start: Start

  /// What an upgrade begins with.
  public enum Start: Hashable, Sendable {
    /// The store as it is.
    case asItIs
    /// The backup that an interrupted upgrade has left is put back, because the store itself is gone,
    /// damaged or half restored; the source is the version of the backup.
    case restoresBackup
    /// An upgrade that was interrupted while its result took the place of the store is finished; the
    /// source is the version of that result.
    case finishesUpgrade
  }

  package init(
    store: String, source: String?, destination: String, hops: [UpgradeHop] = [],
    start: Start = .asItIs
  ) {
    self.store = store
    self.source = source
    self.destination = destination
    self.hops = hops
    self.start = start
  }

  /// Whether the backup that an interrupted upgrade has left is put back first.
  public var restoresBackup: Bool { start == .restoresBackup }

  /// Whether an upgrade that was interrupted while it replaced the store is finished first.
  public var finishesUpgrade: Bool { start == .finishesUpgrade }

  /// Whether the store stays as it is.
  public var isUpToDate: Bool { source != nil && hops.isEmpty && start == .asItIs }
}

extension UpgradePlan: CustomStringConvertible {
  /// One line for what is found, and one for each hop.
  public var description: String {
    guard let source else {
      return "there is no store '\(store)' yet; it is made with version '\(destination)'"
    }
    let start =
      switch start {
      case .asItIs: "'\(store)'"
      case .restoresBackup: "the backup of '\(store)' is put back and"
      case .finishesUpgrade: "the interrupted upgrade of '\(store)' is finished, which then"
      }
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
