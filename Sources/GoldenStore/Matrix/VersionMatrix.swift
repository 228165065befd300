package import GoldenStoreModel

/// The plan of a verification: which versions, pairs and chains run, as values.
///
/// A chain starts at one source and passes every later version, so that all stepwise pairs of
/// n versions cost n(n−1)/2 hops.
package struct VersionMatrix: Hashable, Sendable {
  /// The stepwise migrations that start at one version.
  package struct Chain: Hashable, Sendable {
    /// The position of the source, counted from 0.
    package let source: Int
    /// The positions that the chain passes, the last one included; each is one hop.
    package let hops: [Int]
  }

  package let history: String
  /// The positions of the versions that are opened and compared on their own.
  package let versions: [Int]
  /// The pairs that are migrated, both directly and stepwise.
  package let pairs: [VersionPair]
  package let chains: [Chain]
  /// Whether only some pairs were asked for.
  package let isSelection: Bool
  /// Whether pairs are migrated stepwise, too.
  package let isStepwise: Bool

  /// Selects versions and pairs.
  ///
  /// - Parameters:
  ///   - source: Only pairs that start at this position; `nil` for all.
  ///   - destination: Only pairs that end at this position; `nil` for all.
  package init(_ history: ModelHistory, source: Int? = nil, destination: Int? = nil) {
    self.init(
      history: history.name,
      versions: history.versions.indices.filter {
        (source == nil && destination == nil) || $0 == source || $0 == destination
      },
      pairs: history.pairs.filter {
        (source == nil || $0.source == source)
          && (destination == nil || $0.destination == destination)
      }, isSelection: source != nil || destination != nil)
  }

  /// The pairs that end at one version, migrated directly alone; the versions stay.
  package func direct(to destination: Int) -> VersionMatrix {
    VersionMatrix(
      history: history, versions: versions, pairs: pairs.filter { $0.destination == destination },
      isSelection: isSelection, isStepwise: false)
  }

  private init(
    history: String, versions: [Int], pairs: [VersionPair], isSelection: Bool,
    isStepwise: Bool = true
  ) {
    self.isStepwise = isStepwise
    self.isSelection = isSelection
    self.history = history
    self.versions = versions
    self.pairs = pairs
    var chains: [Chain] = []
    for pair in pairs where chains.last?.source != pair.source {
      let last = pairs.filter { $0.source == pair.source }.map(\.destination).max()
      guard let last else { continue }
      chains.append(
        Chain(source: pair.source, hops: isStepwise ? Array(pair.source + 1...last) : []))
    }
    self.chains = chains
  }

  /// How many migrations of one version to the next run.
  package var hopCount: Int { chains.reduce(0) { $0 + $1.hops.count } }

  /// How many cases there are in all.
  package var caseCount: Int { versions.count + pairs.count }
}
