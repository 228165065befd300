package import Foundation
import GoldenStoreFormat

/// A process that runs one attempt and says what it does, a JSON value a line.
package enum MatrixChild {
  /// The variable that holds the attempt that a process is to run, as JSON.
  package static let variable = "GOLDENSTORE_ATTEMPT"

  /// One line of the child's output.
  private enum Message: Codable {
    case began(MatrixStep)
    case ended([ReportedOutcome])
  }

  // MARK: The child

  /// The attempt that this process was started for; `nil` for any other process.
  ///
  /// - Throws: `DecodingError` for a text that is no attempt.
  package static func attempt(environment: [String: String]) throws -> MatrixAttempt? {
    try environment[variable].map {
      try JSON.decode(MatrixAttempt.self, from: Data($0.utf8))
    }
  }

  /// Runs an attempt.
  ///
  /// - Parameter write: Takes each line, its end included.
  package static func run(
    _ attempt: MatrixAttempt, with runner: MatrixRunner,
    write: @escaping @Sendable (Data) -> Void
  ) throws {
    @Sendable func line(_ message: Message) throws -> Data {
      try JSON.encode(message) + Data("\n".utf8)
    }
    let outcomes = runner.run(attempt) { step in
      // A step is a word and a number, which JSON always holds.
      if let data = try? line(.began(step)) { write(data) }
    }
    write(try line(.ended(outcomes.map { try ReportedOutcome($0) })))
  }

  // MARK: The parent

  /// Starts a child for an attempt; what it says goes to a channel, the way it ended too.
  static func start(
    _ attempt: MatrixAttempt, of runner: MatrixRunner, _ isolation: MatrixRunner.Isolation,
    _ channel: AsyncStream<MatrixSupervisor.Event>.Continuation
  ) {
    #if os(macOS) || os(Linux)
      Thread {
        do {
          try withTemporaryDirectory { folder in
            try run(attempt, of: runner, isolation, in: folder, channel)
          }
        } catch {
          channel.yield(.crashed(reason: "it could not be started: \(error)"))
        }
      }.start()
    #else
      channel.yield(.crashed(reason: "it could not be started: this platform runs no programs"))
    #endif
  }

  /// Passes on what a line of the child's output says.
  static func tell(
    _ line: Data, of runner: MatrixRunner,
    _ channel: AsyncStream<MatrixSupervisor.Event>.Continuation
  ) {
    // The code under test may print as well.
    guard let message = try? JSON.decode(Message.self, from: Data(line)) else { return }
    switch message {
    case .began(let step): channel.yield(.began(step, MatrixSupervisor.uptime))
    case .ended(let outcomes):
      channel.yield(.ended(outcomes.map { $0.outcome(of: runner) }))
    }
  }
}

/// An outcome as it goes from one process to another: problems in words.
private struct ReportedOutcome: Codable {
  struct Failure: Codable {
    let problem: ReportedProblem
    let artifacts: String?
  }

  let subject: MatrixCase
  let isRun: Bool
  let seconds: Double
  let hopsRun: Int
  let objectsExpected: Int
  let objectsCompared: Int
  let valuesExpected: Int
  let valuesCompared: Int
  let failures: [Failure]

  init(_ outcome: CaseOutcome) throws {
    subject = outcome.subject
    isRun = outcome.isRun
    seconds = outcome.seconds
    hopsRun = outcome.hopsRun
    objectsExpected = outcome.objectsExpected
    objectsCompared = outcome.objectsCompared
    valuesExpected = outcome.valuesExpected
    valuesCompared = outcome.valuesCompared
    failures = try outcome.failures.map {
      Failure(problem: try ReportedProblem($0), artifacts: $0.artifacts)
    }
  }

  func outcome(of runner: MatrixRunner) -> CaseOutcome {
    var outcome = CaseOutcome(runner.catalog, subject, variant: runner.variant)
    outcome.isRun = isRun
    outcome.seconds = seconds
    outcome.hopsRun = hopsRun
    outcome.objectsExpected = objectsExpected
    outcome.objectsCompared = objectsCompared
    outcome.valuesExpected = valuesExpected
    outcome.valuesCompared = valuesCompared
    for failure in failures {
      outcome.add(.reported(failure.problem), artifacts: failure.artifacts)
    }
    return outcome
  }
}
