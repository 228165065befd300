import GoldenStoreFormat
import GoldenStoreMigration
package import GoldenStoreModel

/// What becomes of the data of one version when its store is migrated to another.
package enum PairVerdict: Hashable, Sendable {
  /// The versions have equal hashes: Core Data takes their stores for each other.
  case hashNeutral
  /// Every value and relationship is still there.
  case keepsEverything
  /// What the destination does not have goes, by entity or by `Entity.property`.
  case loses([String])
  /// The way hop by hop loses more, or gives something else, than the direct one.
  case dependsOnRoute([String], DifferenceReport)
  /// The migration is refused, by both ways or by one.
  case refused([String])
  /// The result is not what the rules give.
  case differs([String])
  /// No store can be made of one of the versions.
  case unwritable(version: String, reason: String)

  package enum Kind: String, Hashable, Sendable, Encodable {
    case hashNeutral, keepsEverything, loses, dependsOnRoute, refused, differs, unwritable
  }

  package var kind: Kind {
    switch self {
    case .hashNeutral: .hashNeutral
    case .keepsEverything: .keepsEverything
    case .loses: .loses
    case .dependsOnRoute: .dependsOnRoute
    case .refused: .refused
    case .differs: .differs
    case .unwritable: .unwritable
    }
  }

  /// Whether data goes without the migration being wrong.
  package var isLoss: Bool { kind == .loses || kind == .dependsOnRoute }

  /// Whether the pair cannot be relied on.
  package var isFailure: Bool {
    switch kind {
    case .refused, .differs, .unwritable: true
    case .hashNeutral, .keepsEverything, .loses, .dependsOnRoute: false
    }
  }
}

/// A verdict on every pair of a history that declares nothing, from stores that are made for it.
package struct HistoryVerdicts {
  /// What the matrix did; `nil` if no version could be written.
  package let result: MatrixResult?
  package let pairs: [(pair: VersionPair, verdict: PairVerdict)]
  /// Failures that belong to no pair.
  package let others: [MatrixFailure]
  package let goldens: ProvisionalGoldens

  /// Makes the stores, migrates copies of them through the pairs, and judges.
  ///
  /// - Parameters:
  ///   - matrix: The pairs; those of versions without a store are judged without being run.
  ///   - rows: How many objects every entity has; `nil` for as many as it takes.
  /// - Throws: `ModelError`, `GoldenError`, `StoreError` for what keeps the run from starting.
  package init(
    _ history: ModelHistory, matrix: VersionMatrix, rows: Int? = nil,
    timeLimit: Double = MatrixRunner.defaultTimeLimit, artifacts: String? = nil
  ) async throws {
    let folder = try TemporaryDirectory()
    let goldens = try ProvisionalGoldens(history, in: folder.path, rows: rows)
    self.goldens = goldens
    let unwritable = Dictionary(
      goldens.failures.map { ($0.version, $0.reason) }, uniquingKeysWith: { first, _ in first })
    var result: MatrixResult?
    if let catalog = goldens.catalog {
      let wanted = unwritable.isEmpty ? matrix : matrix.restricted(to: catalog.history)
      result = try await MatrixRunner(
        catalog: catalog, matrix: wanted, artifacts: artifacts, timeLimit: timeLimit
      ).run()
    }
    self.result = result
    others =
      result?.failures.filter { if case .pair = $0.subject { false } else { true } } ?? []
    let models = try history.validated()
    let versions = try HistoryVersions(history)
    pairs = try matrix.pairs.map { pair in
      for name in [pair.sourceName, pair.destinationName] {
        if let reason = unwritable[name] {
          return (pair, .unwritable(version: name, reason: reason))
        }
      }
      let refusals = Self.refusals(of: pair, versions)
      if !refusals.isEmpty { return (pair, .refused(refusals)) }
      let failures =
        result?.failures.filter { failure in
          guard case .pair(let other) = failure.subject else { return false }
          return other.sourceName == pair.sourceName
            && other.destinationName == pair.destinationName
        } ?? []
      return (
        pair, try Self.verdict(failures, from: models[pair.source], to: models[pair.destination])
      )
    }
  }

  /// Why a pair is refused whatever the objects are, by either way.
  private static func refusals(of pair: VersionPair, _ versions: HistoryVersions) -> [String] {
    var refusals: [String] = []
    for route in [MatrixProblem.Route.direct, .stepwise] {
      do throws(MigrationError) {
        _ = try MigrationPlan.plan(
          versions: versions, from: pair.source, to: pair.destination,
          stepwise: route == .stepwise)
      } catch {
        add("\(error)", of: route, to: &refusals)
      }
    }
    return refusals
  }

  /// Adds a reason, which is said once where both ways have it.
  private static func add(
    _ reason: String, of route: MatrixProblem.Route, to refusals: inout [String]
  ) {
    if let other = refusals.firstIndex(where: { $0.hasSuffix(": \(reason)") }) {
      refusals[other] = reason
    } else {
      refusals.append("\(route): \(reason)")
    }
  }

  private static func verdict(
    _ failures: [MatrixFailure], from source: ValidatedModel, to destination: ValidatedModel
  ) throws -> PairVerdict {
    var refusals: [String] = []
    var differences: [String] = []
    var routes: DifferenceReport?
    for failure in failures {
      switch failure.problem {
      case .refused(let route, let reason): add(reason, of: route, to: &refusals)
      case .routesDiffer(let report): routes = report
      default: differences.append(failure.sentence)
      }
    }
    if !differences.isEmpty { return .differs(differences + refusals) }
    if !refusals.isEmpty { return .refused(refusals) }
    if try VersionHash.digest(of: source) == VersionHash.digest(of: destination) {
      return .hashNeutral
    }
    let losses = try MappingModel.inferred(from: source, to: destination).entityMappings
      .flatMap(losses)
    if let routes { return .dependsOnRoute(losses, routes) }
    return losses.isEmpty ? .keepsEverything : .loses(losses)
  }

  private static func losses(_ mapping: EntityMapping) -> [String] {
    guard let source = mapping.source else { return [] }
    if mapping.kind == .remove { return [source] }
    return (mapping.removedAttributes + mapping.removedRelationships).map { "\(source).\($0)" }
  }
}
