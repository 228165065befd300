import GoldenStoreModel

/// What one case of a matrix did and found.
package struct CaseOutcome: Hashable, Sendable {
  package let subject: MatrixCase
  /// Whether the case was run to its end; a refused migration is an end.
  package var isRun = false
  /// How long the case took; what a source needs before its first pair counts with that pair.
  package var seconds: Double = 0
  package var failures: [MatrixFailure] = []
  /// Hops of the stepwise migration that ran for this case, by the migrator's own account.
  package var hopsRun = 0
  package var objectsExpected = 0
  package var objectsCompared = 0
  package var valuesExpected = 0
  package var valuesCompared = 0

  private let history: String
  private let commandArguments: String

  init(_ catalog: Catalog, _ subject: MatrixCase, variant: GoldenVariant = .hot) {
    history = catalog.history.name
    self.subject = subject
    // A version on its own is the golden as it is.
    let isVariant = if case .pair = subject { variant != .hot } else { false }
    commandArguments = catalog.commandArguments + (isVariant ? " --wal \(variant.rawValue)" : "")
  }

  mutating func add(_ problem: MatrixProblem, artifacts: String? = nil) {
    failures.append(
      MatrixFailure(
        history: history, subject: subject, problem, artifacts: artifacts,
        commandArguments: commandArguments))
  }

  /// Says where the case's stores and dumps are kept.
  mutating func note(artifacts: String?) {
    for index in failures.indices { failures[index].artifacts = artifacts }
  }

  /// Adds a failure for each number that is not the planned one, unless another failure, which
  /// then explains it, is there already.
  mutating func checkCounts() {
    guard failures.isEmpty else { return }
    if objectsCompared != objectsExpected {
      add(.count(of: "object comparisons", expected: objectsExpected, found: objectsCompared))
    }
    if valuesCompared != valuesExpected {
      add(.count(of: "value comparisons", expected: valuesExpected, found: valuesCompared))
    }
  }
}
