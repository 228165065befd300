import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// The goldens beside those of the versions: shapes of a version, and adopted stores.
///
/// Each is opened and checked, and is a source of migrations: to every version that its own is a
/// source for, a shape to its version too. They run where the matrix selects that version.
extension MatrixRunner {
  /// An extra golden with the pairs that start at it.
  struct Extra: Sendable {
    let place: Catalog.Place
    /// Whether the golden itself is a case.
    let isChecked: Bool
    let pairs: [VersionPair]

    var name: String { place.golden.version }

    /// The catalog in whose history the pairs' positions count, with the golden in its place.
    var catalog: Catalog { place.catalog.taking(place.golden) }

    /// What runs as a whole.
    var units: [VersionMatrix.Unit] {
      let position = place.golden.position
      return (isChecked ? [.version(position)] : [])
        + (pairs.isEmpty ? [] : [.pairs(source: position)])
    }

    func cases(of unit: VersionMatrix.Unit) -> [MatrixCase] {
      switch unit {
      case .version: [.version(name)]
      case .pairs: pairs.map { .pair($0.from(place.golden)) }
      }
    }

    /// How many hops the stepwise migration takes.
    var hopCount: Int {
      (pairs.map(\.destination).max() ?? place.golden.position) - place.golden.position
    }
  }

  /// How many cases the extra goldens are, and how many hops these take.
  package func extraCounts() throws -> (cases: Int, hops: Int) {
    let extras = try extras()
    return (
      extras.reduce(0) { sum, extra in
        sum + extra.units.reduce(0) { $0 + extra.cases(of: $1).count }
      }, matrix.isStepwise ? extras.reduce(0) { $0 + $1.hopCount } : 0
    )
  }

  /// Runs every case of the extra goldens, each golden under the time limit, and isolated where
  /// the others are.
  ///
  /// - Throws: What keeps them from being found.
  package func runExtras() async throws -> [CaseOutcome] {
    let units = try extras().flatMap { extra in extra.units.map { (extra: extra, unit: $0) } }
    let outcomes = await outcomes(
      of: units.map {
        MatrixAttempt($1, golden: $0.name, tier: matrix.tier, pairs: $0.pairs)
      }, steps: units.map { $0.cases(of: $1).count })
    let subjects = Set(outcomes.map(\.subject))
    let missing = units.flatMap { $0.cases(of: $1) }.filter { !subjects.contains($0) }
    return outcomes + self.outcomes(of: missing, [.neverRun])
  }

  /// Whether an attempt, of this or another process, is about something that there is.
  ///
  /// - Throws: What keeps extra goldens from being found.
  package func knows(_ attempt: MatrixAttempt) throws -> Bool {
    guard let golden = attempt.golden else { return matrix.caseCount > 0 }
    return try extra(golden, attempt)?.units.contains(attempt.unit) == true
  }

  /// The golden of a name with the pairs that an attempt is about, whatever the matrix selects.
  private func extra(_ name: String, _ attempt: MatrixAttempt) throws -> Extra? {
    try extraPlaces().first { $0.golden.version == name }.map { place in
      let pairs = place.catalog.history.pairs.filter {
        $0.source == place.golden.position && attempt.destinations.contains($0.destination)
      }
      return Extra(place: place, isChecked: true, pairs: pairs)
    }
  }

  private func extraPlaces() throws -> [Catalog.Place] {
    let pins = try catalog.existingPins()
    return try catalog.seededPlaces().filter { $0.shape != nil } + catalog.adoptedPlaces(pins)
  }

  private func extras() throws -> [Extra] {
    try extraPlaces().map { place in
      let position = place.golden.position
      // In the history of a shape every version after it has moved up by one.
      let offset = place.shape == nil ? 0 : 1
      let isChecked = matrix.versions.contains(position)
      let pairs = place.catalog.history.pairs.filter { pair in
        guard pair.source == position else { return false }
        let destination = pair.destination - offset
        return destination == position
          ? isChecked && (matrix.isStepwise || position == catalog.history.currentPosition)
          : matrix.pairs.contains { $0.source == position && $0.destination == destination }
      }
      return Extra(place: place, isChecked: isChecked, pairs: pairs)
    }
  }

  // MARK: One golden

  /// Runs a unit of an extra golden; nothing where the golden is gone, which whoever planned its
  /// cases sees.
  func runExtra(
    _ name: String, _ attempt: MatrixAttempt,
    _ report: @escaping @Sendable (MatrixStep) -> Void
  ) -> [CaseOutcome] {
    guard let extra = try? extra(name, attempt) else { return [] }
    let runner = runner(of: extra)
    guard case .version = attempt.unit else {
      return runner.runPairs(extra.pairs, attempt, report)
    }
    report(.opening)
    do {
      return [try check(extra.place)]
    } catch {
      return runner.outcomes(of: extra.cases(of: attempt.unit), [.stopped(reason: "\(error)")])
    }
  }

  /// What is said of an extra golden of which nothing more can be run.
  func lostOutcomes(ofExtra name: String, _ attempt: MatrixAttempt) -> [CaseOutcome] {
    guard let extra = try? extra(name, attempt) else { return [] }
    return runner(of: extra).outcomes(
      of: extra.cases(of: attempt.unit), attempt.problems(in: extra.catalog))
  }

  private func runner(of extra: Extra) -> MatrixRunner {
    let catalog = extra.catalog
    return over(
      catalog,
      VersionMatrix(catalog.history, tier: matrix.tier, source: extra.place.golden.position))
  }

  private func check(_ place: Catalog.Place) throws -> CaseOutcome {
    let stopwatch = Stopwatch()
    let pins = try catalog.existingPins()
    let others = try catalog.readableManifests(
      of: catalog.seededPlaces() + catalog.adoptedPlaces(pins))
    var outcome = CaseOutcome(place.catalog, .version(place.golden.version))
    try check(place, pins: pins, others: others, into: &outcome)
    outcome.seconds = stopwatch.seconds
    if !outcome.failures.isEmpty {
      outcome.note(artifacts: keep(place.golden, failures: outcome.failures))
    }
    return outcome
  }

  /// Checks a golden, and counts what was compared against what its manifest plans.
  func check(
    _ place: Catalog.Place, pins: Pins?, others: [Manifest], into outcome: inout CaseOutcome
  ) throws {
    var check = GoldenCheck(place, pins: pins, others: others)
    try check.run()
    for problem in check.problems { outcome.add(.golden(problem)) }
    outcome.isRun = check.isComplete
    if let manifest = others.first(where: { $0.version == place.golden.version }) {
      let planned = PlannedCounts(manifest, from: place.model, to: place.model)
      outcome.objectsExpected = planned.objects
      outcome.valuesExpected = planned.values
    }
    outcome.objectsCompared = check.objectsCompared
    outcome.valuesCompared = check.valuesCompared
    outcome.checkCounts()
  }
}

extension VersionPair {
  /// The pair with the source called as a golden is.
  func from(_ golden: Golden) -> VersionPair {
    VersionPair(
      history: history, source: source, destination: destination, sourceName: golden.version,
      destinationName: destinationName)
  }
}
