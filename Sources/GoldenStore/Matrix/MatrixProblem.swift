/// What can be wrong with a case of a matrix, as facts.
package enum MatrixProblem: Hashable, Sendable {
  /// How a result was reached.
  package enum Route: String, Hashable, Sendable {
    case direct, stepwise
  }

  /// The golden itself is not what the catalog claims.
  case golden(CatalogProblem)
  /// The migration was refused.
  case refused(Route, reason: String)
  /// A store from below the support floor was migrated.
  case notRefused(Route, oldest: String)
  /// A store from below the support floor was refused for another reason than that.
  case refusedOtherwise(Route, reason: String)
  /// A refusal left files, or changed some.
  case uncleanRefusal(Route, reason: String)
  /// The source was not of the version that the pair names.
  case wrongSource(reason: String)
  /// The result is not of the version that the pair names.
  case wrongResult(Route, reason: String)
  /// A migration changed the store that it was given, instead of a copy.
  case sourceChanged(Route, file: String)
  /// Another number of migrations ran than the route needs.
  case hops(Route, expected: Int, found: Int)
  /// A custom stage with code ran without its code being called, or did not run.
  case stageDidNotRun(Route, stage: String)
  /// Something is declared that changes nothing, so that nobody has seen it happen.
  case idleExpectation(String)
  /// Contents, values, relationships or structure differ from what they must be.
  case differences(Route, DifferenceReport)
  /// Direct and stepwise migration give different stores.
  case routesDiffer(DifferenceReport)
  /// Opening the result again changed it.
  case secondOpen(Route, reason: String)
  /// A golden changed while the matrix ran.
  case goldenChanged(file: String)
  /// Fewer or more was run or compared than planned.
  case count(of: String, expected: Int, found: Int)
  /// A selection of pairs that selects none.
  case nothingSelected
  /// The case could not be run to its end.
  case stopped(reason: String)
  /// A step took longer than the time limit.
  case hung(_ step: String, seconds: Double)
  /// A step took its process down.
  case crashed(_ step: String, reason: String)
  /// A planned case that nobody ran.
  case neverRun
  /// A store was put beside what another one had left, instead of being refused.
  case staleSidecarIgnored(reason: String)
  /// Goldens were written before the run; what changed, one a line.
  case recorded(goldens: Int, history: String, folder: String, changes: [String])
  /// What another process found.
  case reported(ReportedProblem)
}

extension MatrixProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .golden(let problem): "\(problem)"
    case .refused(let route, let reason): "\(route) migration was refused: \(reason)"
    case .notRefused(let route, let oldest):
      "\(route) migration was not refused, although '\(oldest)' is the oldest supported version"
    case .refusedOtherwise(let route, let reason):
      "\(route) migration was to be refused because of the support floor, but failed for another "
        + "reason: \(reason)"
    case .uncleanRefusal(let route, let reason):
      "\(route) migration was refused, but not cleanly: \(reason)"
    case .wrongSource(let reason): "the source is not of its version: \(reason)"
    case .wrongResult(let route, let reason):
      "the result of the \(route) migration is not of its version: \(reason)"
    case .sourceChanged(let route, let file):
      "the \(route) migration changed its source, of which '\(file)' is not what it was; a "
        + "migrator has to leave the store that it is given as it is, and to write another"
    case .hops(let route, let expected, let found):
      "the \(route) migration ran \(found) \(found == 1 ? "hop" : "hops"), expected \(expected)"
    case .stageDidNotRun(let route, let stage):
      "the \(stage) did not run its code in the \(route) migration"
    case .idleExpectation(let expectation):
      "declared, but nothing happens: \(expectation); declare only what happens, or give the "
        + "seeded data a case of it"
    case .differences(let route, let report):
      "the result of the \(route) migration is not what the history says: \(report)"
    case .routesDiffer(let report):
      "direct and stepwise migration give different stores: \(report)"
    case .secondOpen(let route, let reason):
      "opening the result of the \(route) migration again is not a no-op: \(reason)"
    case .goldenChanged(let file):
      "golden file '\(file)' changed while the matrix ran; restore it from git, and let whatever "
        + "runs then open copies only"
    case .count(let what, let expected, let found):
      "planned \(expected) \(what), ran \(found)"
    case .nothingSelected:
      "the selection holds no pair of versions, so nothing would be verified; select a larger tier, "
        + "or other versions"
    case .stopped(let reason): "the case could not be run to its end: \(reason)"
    case .hung(let step, let seconds):
      "\(step) was given up after \(MatrixProblem.text(of: seconds)) seconds, the time limit of a case"
    case .crashed(let step, let reason): "\(step) crashed: \(reason)"
    case .staleSidecarIgnored(let reason):
      "a migrated store must not be put beside the '-wal' of another store: \(reason)"
    case .neverRun: "the case was planned, and never run"
    case .recorded(let count, let history, let folder, let changes):
      MatrixProblem.recordingSentence(count, history, folder, changes)
    case .reported(let problem): problem.message
    }
  }

  private static func recordingSentence(
    _ count: Int, _ history: String, _ folder: String, _ changes: [String]
  ) -> String {
    let goldens = "\(count) \(count == 1 ? "golden" : "goldens")"
    return (["recorded \(goldens) of '\(history)' in '\(folder)'"] + changes)
      .joined(separator: "\n  ")
      + "\nlook at the changes, and run again without recording"
  }

  /// The name of the case, for machines.
  package var kind: String {
    switch self {
    case .reported(let problem): problem.kind
    case .nothingSelected: "nothingSelected"
    case .neverRun: "neverRun"
    default: Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
  }

  /// The differences, where the problem has some.
  package var report: DifferenceReport? {
    switch self {
    case .differences(_, let report), .routesDiffer(let report): report
    default: nil
    }
  }

  /// Every difference, one a line, where the problem has some.
  package var differencesText: String? {
    if case .reported(let problem) = self { problem.differencesText } else { report?.fullText }
  }

  /// A number of seconds without a needless fraction.
  private static func text(of seconds: Double) -> String {
    seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
  }
}
