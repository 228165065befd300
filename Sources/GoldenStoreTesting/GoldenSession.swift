import Foundation
package import GoldenStore
package import GoldenStoreModel

/// The cases of one suite while it runs: each case runs once, however often it is asked for.
package actor GoldenSession {
  @TaskLocal package static var current: GoldenSession?

  package let runner: MatrixRunner
  private var result: MatrixResult
  private var counted: Set<MatrixCase> = []
  private var runs: [VersionMatrix.Unit: Task<[CaseOutcome], Never>] = [:]

  package init(_ runner: MatrixRunner) {
    self.runner = runner
    result = MatrixResult(runner.matrix)
  }

  /// Runs the case of one version.
  ///
  /// - Returns: `nil` for a version that the selection leaves out.
  package func runVersion(_ position: Int) async -> CaseOutcome? {
    guard runner.matrix.versions.contains(position) else { return nil }
    let outcome = await outcomes(of: .version(position)).first
    if let outcome { count(outcome) }
    return outcome
  }

  /// Runs a pair, with every other pair of its source, which share their hops.
  ///
  /// - Returns: `nil` for a pair that the selection leaves out.
  package func run(_ pair: VersionPair) async -> CaseOutcome? {
    guard runner.matrix.pairs.contains(pair) else { return nil }
    let outcome = await outcomes(of: .pairs(source: pair.source)).first {
      $0.subject == .pair(pair)
    }
    if let outcome { count(outcome) }
    return outcome
  }

  /// Runs the cases of shapes and adopted stores, for which no test of a suite asks.
  package func runExtras() async throws -> [CaseOutcome] {
    result.plan(try runner.extraCounts())
    let outcomes = try await runner.runExtras()
    for outcome in outcomes { result.addExtra(outcome) }
    return outcomes
  }

  private func outcomes(of unit: VersionMatrix.Unit) async -> [CaseOutcome] {
    let supervisor = MatrixSupervisor(runner)
    let run = runs[unit] ?? Task.detached { await supervisor.outcomes(of: unit) }
    runs[unit] = run
    return await run.value
  }

  private func count(_ outcome: CaseOutcome) {
    if counted.insert(outcome.subject).inserted { result.add(outcome) }
  }

  /// What was run of what was planned: one line.
  package var summary: String { result.summary() }

  /// What was planned and did not run.
  ///
  /// - Parameter isFiltered: Whether the command line selected tests, so that not every case of
  ///   the suite was meant to run.
  package func missingCases(isFiltered: Bool) -> [MatrixFailure] {
    if runner.matrix.selectsNothing {
      return [MatrixFailure(history: result.history, subject: nil, .nothingSelected)]
    }
    // A shard of several may have nothing of this history.
    if runner.matrix.caseCount == 0 || isFiltered && !counted.isEmpty { return [] }
    let versions = counted.filter { if case .version = $0 { true } else { false } }.count
    let missing = [
      ("versions", result.versionsExpected, versions),
      ("pairs", result.pairsExpected, counted.count - versions),
    ].filter { $1 != $2 }
    if missing.isEmpty {
      // Where cases failed, they may have compared less; they are red already.
      result.checkCounts()
      return result.failures.filter { $0.subject == nil }
    }
    return missing.map { name, expected, found in
      MatrixFailure(
        history: result.history, subject: nil,
        .count(of: name, expected: expected, found: found))
    }
  }
}
