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

  /// What runs as a whole, since it shares work.
  package enum Unit: Hashable, Sendable, Codable {
    /// The version at a position.
    case version(Int)
    /// All pairs that start at a position.
    case pairs(source: Int)
  }

  package let history: String
  package let tier: MatrixTier
  /// The positions of the versions that are opened and compared on their own.
  package let versions: [Int]
  /// The pairs that are migrated: directly, and in the full tier stepwise too.
  package let pairs: [VersionPair]
  /// None where the tier is not stepwise.
  package let chains: [Chain]
  /// Whether pairs are migrated stepwise, too.
  package let isStepwise: Bool
  /// Whether only some pairs were asked for.
  private let isSelection: Bool
  /// Whether pairs were asked for and the history has none like that.
  package let selectsNothing: Bool

  /// Selects versions and pairs.
  ///
  /// - Parameters:
  ///   - source: Only pairs that start at this position; `nil` for all.
  ///   - destination: Only pairs that end at this position; `nil` for all.
  package init(
    _ history: ModelHistory, tier: MatrixTier = .full, source: Int? = nil, destination: Int? = nil
  ) {
    let isSelection = source != nil || destination != nil
    let pairs = history.pairs.filter {
      (source == nil || $0.source == source)
        && (destination == nil || $0.destination == destination)
        && tier.includes($0, current: history.currentPosition)
    }
    self.init(
      history: history.name, tier: tier,
      versions: history.versions.indices.filter {
        !isSelection || $0 == source || $0 == destination
      }, pairs: pairs, isSelection: isSelection, selectsNothing: isSelection && pairs.isEmpty)
  }

  /// The pairs that end at one version, migrated directly alone; the versions stay.
  package func direct(to destination: Int) -> VersionMatrix {
    let pairs = pairs.filter { $0.destination == destination }
    return VersionMatrix(
      history: history, tier: tier, versions: versions, pairs: pairs, isStepwise: false,
      isSelection: isSelection, selectsNothing: selectsNothing || isSelection && pairs.isEmpty)
  }

  /// The same pairs by name in a history that has some of the versions only, and those versions.
  package func restricted(to history: ModelHistory) -> VersionMatrix {
    let names = Set(pairs.map { [$0.sourceName, $0.destinationName] })
    return VersionMatrix(
      history: history.name, tier: tier, versions: Array(history.versions.indices),
      pairs: history.pairs.filter { names.contains([$0.sourceName, $0.destinationName]) },
      selectsNothing: false)
  }

  /// The matrix of one unit, as an attempt has it.
  ///
  /// Positions that the history does not have are left out; the outcomes then are.
  package init(_ history: ModelHistory, attempt: MatrixAttempt) {
    let whole = VersionMatrix(history, tier: attempt.tier)
    self.init(
      history: history.name, tier: attempt.tier,
      versions: whole.versions.filter { attempt.unit == .version($0) },
      pairs: whole.pairs.filter {
        attempt.unit == .pairs(source: $0.source) && attempt.destinations.contains($0.destination)
      }, selectsNothing: false)
  }

  private init(
    history: String, tier: MatrixTier, versions: [Int], pairs: [VersionPair],
    isStepwise: Bool? = nil, isSelection: Bool = false, selectsNothing: Bool
  ) {
    self.isStepwise = isStepwise ?? tier.isStepwise
    self.isSelection = isSelection
    self.history = history
    self.tier = tier
    self.versions = versions
    self.pairs = pairs
    self.selectsNothing = selectsNothing
    var chains: [Chain] = []
    for pair in pairs where self.isStepwise && chains.last?.source != pair.source {
      let last = pairs.filter { $0.source == pair.source }.map(\.destination).max()
      guard let last else { continue }
      chains.append(Chain(source: pair.source, hops: Array(pair.source + 1...last)))
    }
    self.chains = chains
  }

  /// How many migrations of one version to the next run stepwise.
  package var hopCount: Int { chains.reduce(0) { $0 + $1.hops.count } }

  /// How many cases there are in all.
  package var caseCount: Int { versions.count + pairs.count }

  /// Every case, versions first.
  package func cases(of history: ModelHistory) -> [MatrixCase] {
    versions.map { .version(history.versions[$0].name) } + pairs.map { .pair($0) }
  }

  // MARK: Units

  /// Everything that runs as a whole: versions first, then sources, by position.
  package var units: [Unit] {
    versions.map { .version($0) }
      + Set(pairs.map(\.source)).sorted().map { .pairs(source: $0) }
  }

  /// The same matrix without what is in none of some units.
  package func limited(to units: Set<Unit>) -> VersionMatrix {
    VersionMatrix(
      history: history, tier: tier, versions: versions.filter { units.contains(.version($0)) },
      pairs: pairs.filter { units.contains(.pairs(source: $0.source)) },
      isStepwise: isStepwise, selectsNothing: selectsNothing)
  }

  /// How many migrations and openings a unit takes.
  package func stepCount(of unit: Unit) -> Int {
    switch unit {
    case .version: 1
    case .pairs(let source):
      pairs.count { $0.source == source }
        + (chains.first { $0.source == source }?.hops.count ?? 0)
    }
  }
}
