import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// The goldens beside those of the versions: shapes of a version, and adopted stores.
///
/// Each is opened and checked, and is a source of migrations: to every version that its own is a
/// source for, a shape to its version too. They run where the matrix selects that version.
extension MatrixRunner {
  /// An extra golden with the pairs that start at it.
  struct Extra {
    let place: Catalog.Place
    /// Whether the golden itself is a case.
    let isChecked: Bool
    let pairs: [VersionPair]

    var caseCount: Int { (isChecked ? 1 : 0) + pairs.count }
  }

  /// How many cases the extra goldens are.
  package func extraCaseCount() throws -> Int {
    try extras().reduce(0) { $0 + $1.caseCount }
  }

  /// Runs every case of the extra goldens.
  ///
  /// - Throws: What keeps them from being run at all.
  package func runExtras() throws -> [CaseOutcome] {
    let extras = try extras()
    guard !extras.isEmpty else { return [] }
    let pins = try catalog.existingPins()
    let others = try catalog.readableManifests(
      of: catalog.seededPlaces() + catalog.adoptedPlaces(pins))
    return try extras.flatMap { extra in
      try (extra.isChecked ? [check(extra.place, pins: pins, others: others)] : [])
        + runPairs(of: extra)
    }
  }

  private func extras() throws -> [Extra] {
    let pins = try catalog.existingPins()
    let places = try catalog.seededPlaces().filter { $0.shape != nil } + catalog.adoptedPlaces(pins)
    return places.map { place in
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

  private func check(
    _ place: Catalog.Place, pins: Pins?, others: [Manifest]
  ) throws -> CaseOutcome {
    var outcome = CaseOutcome(place.catalog, .version(place.golden.version))
    try check(place, pins: pins, others: others, into: &outcome)
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

  private func runPairs(of extra: Extra) -> [CaseOutcome] {
    let catalog = extra.place.catalog.taking(extra.place.golden)
    let source = extra.place.golden.position
    guard !extra.pairs.isEmpty else { return [] }
    func stopped(_ problem: MatrixProblem) -> [CaseOutcome] {
      extra.pairs.map {
        var outcome = CaseOutcome(catalog, .pair($0.from(extra.place.golden)))
        outcome.add(problem)
        return outcome
      }
    }
    guard FileManager.default.fileExists(atPath: extra.place.golden.folder) else {
      return stopped(.golden(.missingGolden(folder: extra.place.golden.folder.fileName)))
    }
    let runner = over(catalog, VersionMatrix(catalog.history, source: source))
    do {
      return try withTemporaryDirectory { folder in
        var run = try SourceRun(
          runner, source: source, pairs: extra.pairs, folder: folder,
          attempt: MatrixAttempt(.pairs(source: source), of: runner.matrix), report: { _ in })
        return run.run()
      }
    } catch {
      return stopped(.stopped(reason: "\(error)"))
    }
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
