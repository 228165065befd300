import GoldenStore
import GoldenStoreModel

extension Command {
  private static let source = Option("--from", "V", "only pairs that start at this version")
  private static let destination = Option("--to", "V", "only pairs that end at this version")

  static let verify = Command(
    "verify", "migrates every pair of versions on copies, and compares counts and values",
    parameters: ["[<model>]"], options: [source, destination, .goldens],
    example: "goldenstore verify Bookmarks --from 3 --to 6",
    details: [
      """
      Every version is a case of its own; every pair is migrated directly and stepwise. What a
      failing case leaves is kept in the folder GOLDENSTORE_ARTIFACTS, if that is set.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    if arguments.positionals.isEmpty,
      let option = [source, destination].first(where: { arguments.has($0) })
    {
      throw CommandError.pointlessOption(
        option.name, reason: "'verify' needs <model> to select versions of it")
    }
    let histories = try invocation.selectedHistories()
    let selection = try histories.map { history in
      let model = ModelReference(history: history, isBuiltIn: true)
      let source = try arguments.value(of: source).map { try model.position(ofGolden: $0) }
      let destination = try arguments.value(of: destination).map {
        try model.position(ofGolden: $0)
      }
      // A shape is migrated to its own version, too.
      if source == destination, let source,
        arguments.value(of: Command.source)?.contains("~") == true
      {
        return VersionMatrix(history, source: source)
      }
      if let source, let destination, source >= destination {
        throw CommandError.backwards(
          source: history.versions[source].name, destination: history.versions[destination].name)
      }
      return VersionMatrix(history, source: source, destination: destination)
    }
    let report = try await VerifyReport(
      of: histories, selection: selection, invocation: invocation)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.isGreen ? .fine : .failed
  }
}

/// What the matrices of several histories found.
struct VerifyReport: Encodable {
  let models: [MatrixResult]
  let seconds: Double

  /// Runs a matrix of each history.
  init(
    of histories: [ModelHistory], selection: [VersionMatrix], invocation: Invocation
  ) async throws {
    guard !histories.isEmpty else { throw CommandError.noHistories }
    let stopwatch = Stopwatch()
    var models: [MatrixResult] = []
    for (history, matrix) in zip(histories, selection) {
      invocation.terminal.progress("verifying \(history.name), \(matrix.pairs.count) pairs")
      let runner = MatrixRunner(
        catalog: try Catalog(history, in: invocation.goldens), matrix: matrix,
        artifacts: invocation.environment["GOLDENSTORE_ARTIFACTS"].flatMap { $0.isEmpty ? nil : $0 }
      )
      models.append(try await runner.run())
    }
    self.models = models
    seconds = stopwatch.seconds
  }

  var isGreen: Bool { models.allSatisfy(\.isGreen) }

  var lines: [String] {
    models.flatMap { result in
      let counts =
        [
          "\(result.versionsRun) of \(result.versionsExpected) versions",
          "\(result.pairsRun) of \(result.pairsExpected) pairs",
          "\(result.hopsRun) of \(result.hopsExpected) hops", "\(result.objectsCompared) objects",
          "\(result.valuesCompared) values",
        ]
        + (result.extraCasesExpected == 0
          ? []
          : [
            "\(result.extraCasesRun) of \(result.extraCasesExpected) cases of shapes and adopted "
              + "stores"
          ])
      let verdict = result.isGreen ? "fine" : failureCount(result.failures.count)
      return result.failures.map(\.description) + [
        "\(result.history): verified \(counts.joined(separator: ", ")): \(verdict)"
      ]
    }
  }
}
