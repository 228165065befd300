import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

/// What the matrices of several histories found.
struct VerifyReport: Encodable {
  /// Which part of the whole run this was.
  struct Shard: Encodable {
    let number: Int
    let count: Int
    let casesPlanned: Int
    let casesRun: Int
    /// The cases of all shards together.
    let casesOfAll: Int
    /// The same in all shards that are parts of one whole.
    let plan: String
  }

  private enum CodingKeys: String, CodingKey { case models, seconds, shard }

  let models: [MatrixResult]
  let seconds: Double
  let shard: Shard?
  private let variant: GoldenVariant

  /// Runs a matrix of each history, or one shard of them all.
  ///
  /// - Parameter recorded: What was recorded before, which makes the report red.
  /// - Throws: What keeps them from being run; whatever a case finds is in the report.
  init(
    of histories: [ModelHistory], selection: [VersionMatrix], options: MatrixOptions,
    recorded: [MatrixFailure], invocation: Invocation
  ) async throws {
    guard !histories.isEmpty else { throw CommandError.noHistories }
    let stopwatch = Stopwatch()
    let catalogs = try histories.map { try Catalog($0, in: invocation.goldens) }
    let parts = options.shard.map { shard in
      MatrixShard.divide(
        selection,
        costs: MatrixTimes.costs(of: selection, in: catalogs, recorded: options.times),
        count: shard.count)
    }
    let own = options.shard.flatMap { parts?[$0.number - 1] } ?? selection
    var models: [MatrixResult] = []
    for (catalog, matrix) in zip(catalogs, own) {
      invocation.terminal.progress(
        "verifying \(matrix.history), \(matrix.pairs.count) pairs")
      var result = try await invocation.runner(
        catalog: catalog, matrix: matrix, options: options
      ).run()
      result.failures.insert(
        contentsOf: recorded.filter { $0.history == matrix.history }, at: 0)
      models.append(result)
    }
    self.models = models
    variant = options.variant
    shard = try options.shard.map { shard in
      let casesOfAll = try zip(catalogs, selection).reduce(0) { sum, run in
        let runner = invocation.runner(catalog: run.0, matrix: run.1, options: options)
        return try sum + run.1.caseCount + runner.extraCounts().cases
      }
      return Shard(
        number: shard.number, count: shard.count,
        casesPlanned: own.reduce(0) { $0 + $1.caseCount }
          + models.reduce(0) { $0 + $1.extraCasesExpected },
        casesRun: models.reduce(0) { $0 + $1.versionsRun + $1.pairsRun + $1.extraCasesRun },
        casesOfAll: casesOfAll,
        plan: MatrixShard.digest(of: parts ?? []))
    }
    seconds = stopwatch.seconds
    if let artifacts = invocation.artifacts {
      try MatrixTimes(models).write(into: artifacts, shard: options.shard)
    }
  }

  var isGreen: Bool { models.allSatisfy(\.isGreen) }

  /// Adds every case to a report for build servers.
  func add(to junit: inout JUnitReport) {
    for model in models { junit.add(model, variant: variant) }
  }

  var lines: [String] {
    var lines = models.flatMap { $0.failures.map(\.description) + [summary(of: $0)] }
    if let shard {
      lines.append(
        "shard \(shard.number)/\(shard.count): \(shard.casesRun) of \(shard.casesPlanned) cases, "
          + "of \(shard.casesOfAll) in all shards; plan \(shard.plan)")
    }
    return lines
  }

  private func summary(of result: MatrixResult) -> String {
    if shard != nil, result.versionsExpected + result.pairsExpected == 0, result.isGreen {
      return "\(result.history): no case in this shard"
    }
    return result.summary(note: variant == .hot ? nil : variant.rawValue)
  }
}

extension Invocation {
  /// The folder GOLDENSTORE_ARTIFACTS; `nil` where it is not set.
  var artifacts: String? {
    environment["GOLDENSTORE_ARTIFACTS"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Records what the environment asks for, before anything is checked.
  ///
  /// - Returns: A failure for each history of which something was written.
  /// - Throws: `GoldenError`, `StoreError`; what was written before is said all the same.
  func recorded(of histories: [ModelHistory]) throws -> [MatrixFailure] {
    let mode = try Settings(environment: environment).recordMode ?? .never
    guard mode != .never else { return [] }
    var failures: [MatrixFailure] = []
    do {
      for history in histories {
        terminal.progress("recording \(history.name)")
        let catalog = try Catalog(history, in: goldens)
        if let failure = try catalog.recordBeforeRun(mode) { failures.append(failure) }
      }
    } catch {
      for failure in failures { terminal.note(failure.description) }
      throw error
    }
    return failures
  }

  /// A runner with everything that the command line says.
  func runner(catalog: Catalog, matrix: VersionMatrix, options: MatrixOptions) -> MatrixRunner {
    let isolation = MatrixRunner.Isolation(
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: [
        "verify", catalog.history.name, Command.Option.goldens.name, goldens,
        MatrixOptions.variant.name, options.variant.rawValue,
      ])
    let used = options.isIsolated ? isolation : nil
    guard let migrate else {
      return MatrixRunner(
        catalog: catalog, matrix: matrix, artifacts: artifacts, variant: options.variant,
        timeLimit: options.timeLimit, isolation: used)
    }
    return MatrixRunner(
      catalog: catalog, matrix: matrix, artifacts: artifacts, variant: options.variant,
      timeLimit: options.timeLimit, isolation: used, migrate: migrate)
  }
}
