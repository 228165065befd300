import GoldenStoreModel

/// One piece of the work on a unit.
package enum MatrixStep: Hashable, Sendable, Codable {
  /// Opening a golden, or copying one and telling its data; all cases of the unit need it.
  case opening
  /// The direct migration to a position.
  case direct(Int)
  /// The hop of a stepwise migration that ends at a position.
  case hop(Int)

  /// The step in words.
  ///
  /// - Parameter catalog: The one of the attempt, with its golden in it.
  func description(in catalog: Catalog, _ unit: VersionMatrix.Unit) -> String {
    func name(_ position: Int) -> String { "'\(catalog.golden(at: position).version)'" }
    switch (self, unit) {
    case (.opening, .version(let position)): return "the check of golden \(name(position))"
    case (.opening, .pairs(let source)): return "the opening of golden \(name(source))"
    case (.direct(let position), _): return "the direct migration to \(name(position))"
    case (.hop(let position), _):
      return "the hop from \(name(position - 1)) to \(name(position)) of the stepwise migration"
    }
  }
}

/// A step that never came to an end.
package struct MatrixLoss: Hashable, Sendable, Codable {
  package enum Cause: Hashable, Sendable, Codable {
    case hung(seconds: Double)
    case crashed(reason: String)
  }

  package let step: MatrixStep
  package let cause: Cause

  /// Whether a pair with a destination has no result because of it.
  func concerns(_ destination: Int) -> Bool {
    switch step {
    case .opening: true
    case .direct(let position): position == destination
    // Whatever lies behind the hop is reached through it.
    case .hop(let position): position <= destination
    }
  }

  func problem(in catalog: Catalog, _ unit: VersionMatrix.Unit) -> MatrixProblem {
    let what = step.description(in: catalog, unit)
    return switch cause {
    case .hung(let seconds): .hung(what, seconds: seconds)
    case .crashed(let reason): .crashed(what, reason: reason)
    }
  }
}

/// One try to run a unit, without what earlier tries were lost with.
package struct MatrixAttempt: Hashable, Sendable, Codable {
  package let unit: VersionMatrix.Unit
  /// The shape's or adopted store's golden that takes the place of its version's, by its name.
  package let golden: String?
  package let tier: MatrixTier
  /// Where the pairs of a source end.
  package let destinations: [Int]
  package var losses: [MatrixLoss] = []

  package init(_ unit: VersionMatrix.Unit, of matrix: VersionMatrix) {
    self.init(
      unit, tier: matrix.tier,
      pairs: matrix.pairs.filter { unit == .pairs(source: $0.source) })
  }

  init(
    _ unit: VersionMatrix.Unit, golden: String? = nil, tier: MatrixTier, pairs: [VersionPair]
  ) {
    self.unit = unit
    self.golden = golden
    self.tier = tier
    destinations = pairs.map(\.destination)
  }

  /// What the attempt was lost with.
  func problems(in catalog: Catalog) -> [MatrixProblem] {
    losses.map { $0.problem(in: catalog, unit) }
  }

  /// Whether the direct migration to a position is left out.
  func leavesOutDirect(_ destination: Int) -> Bool {
    losses.contains { $0.step == .direct(destination) }
  }

  /// The last position that the stepwise migration may go to.
  var chainEnd: Int {
    losses.compactMap { if case .hop(let position) = $0.step { position - 1 } else { nil } }
      .min() ?? .max
  }
}
