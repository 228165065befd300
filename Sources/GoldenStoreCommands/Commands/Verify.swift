import Foundation
import GoldenStore
import GoldenStoreModel

extension Command {
  private static let source = Option("--from", "V", "only pairs that start at this version")
  private static let destination = Option("--to", "V", "only pairs that end at this version")

  static let verify = Command(
    "verify", "migrates every pair of versions on copies, and compares counts and values",
    parameters: ["[<model>]"],
    options: [MatrixOptions.tier, source, destination, MatrixOptions.variant]
      + MatrixOptions.common + [ModelFileOptions.rows, ModelFileOptions.strict, .order, .goldens],
    example: "goldenstore verify Bookmarks --from 3 --to 6",
    details: [
      """
      Every version is a case of its own. The tier 'quick' migrates each version to the next,
      'standard' also to the current one, 'full' to every later one, directly and stepwise. What a
      failing case leaves is kept in the folder GOLDENSTORE_ARTIFACTS, if that is set.
      """,
      """
      Of a model file, such as an '.xcdatamodeld', stores of every version are made in a temporary
      folder, and every pair gets a verdict: it keeps everything, it loses what the destination
      does not have, or it is refused, and why. Exits with 1 where a pair is refused or a result is
      not what the rules give, and with '--strict' also where data is lost.
      """,
    ] + MatrixOptions.details
  ) { invocation in
    let arguments = invocation.arguments
    if arguments.positionals.isEmpty,
      let option = [source, destination].first(where: { arguments.has($0) })
    {
      throw CommandError.pointlessOption(
        option.name, reason: "'verify' needs <model> to select versions of it")
    }
    if let name = arguments.positionals.first, !invocation.isBuiltIn(name) {
      let model = try invocation.model(named: name)
      return try await verifyModelFile(
        model, matrix: try selectedMatrix(of: model, invocation), invocation)
    }
    for option in [ModelFileOptions.rows, ModelFileOptions.strict, .order]
    where arguments.has(option) {
      throw CommandError.pointlessOption(
        option.name, reason: "it is for a model file, and built-in histories have goldens")
    }
    let histories = try invocation.selectedHistories()
    let options = try MatrixOptions(invocation)
    if let attempt = try MatrixChild.attempt(environment: invocation.environment) {
      return try run(attempt, of: histories, options, invocation)
    }
    let selection = try histories.map {
      try selectedMatrix(of: ModelReference(history: $0, isBuiltIn: true), invocation)
    }
    let report = try await VerifyReport(
      of: histories, selection: selection, options: options,
      recorded: try invocation.recorded(of: histories), invocation: invocation)
    if let path = options.junit {
      var junit = JUnitReport()
      report.add(to: &junit)
      try junit.write(to: path)
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.isGreen ? .fine : .failed
  }

  private static func selectedMatrix(
    of model: ModelReference, _ invocation: Invocation
  ) throws -> VersionMatrix {
    let arguments = invocation.arguments
    let history = model.history
    let tier = try MatrixOptions.tier(
      invocation, isSelection: arguments.has(source) || arguments.has(destination))
    let isShape = arguments.value(of: source)?.contains("~") == true
    let source = try arguments.value(of: source).map { try model.position(ofGolden: $0) }
    let destination = try arguments.value(of: destination).map {
      try model.position(ofGolden: $0)
    }
    // A shape is migrated to its own version, too.
    if source == destination, let source, isShape {
      return VersionMatrix(history, tier: tier, source: source)
    }
    if let source, let destination, source >= destination {
      throw CommandError.backwards(
        source: history.versions[source].name, destination: history.versions[destination].name)
    }
    return VersionMatrix(history, tier: tier, source: source, destination: destination)
  }

  /// Does what a process was started for that runs one unit of somebody else's matrix.
  private static func run(
    _ attempt: MatrixAttempt, of histories: [ModelHistory], _ options: MatrixOptions,
    _ invocation: Invocation
  ) throws -> ExitCode {
    guard let history = histories.first, histories.count == 1 else {
      throw CommandError.badAttempt
    }
    let runner = invocation.runner(
      catalog: try Catalog(history, in: invocation.goldens),
      matrix: VersionMatrix(history, attempt: attempt), options: options)
    guard try runner.knows(attempt) else { throw CommandError.badAttempt }
    let terminal = invocation.terminal
    try MatrixChild.run(attempt, with: runner) { line in
      // Nobody is left to tell where the parent has gone.
      try? terminal.write(line)
    }
    return .fine
  }
}
