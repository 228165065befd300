package import Foundation
package import GoldenStoreFormat
package import GoldenStoreMigration
package import GoldenStoreModel

/// Runs the cases of a matrix on copies of the goldens.
package struct MatrixRunner: Sendable {
  /// Migrates a copy of a store in one hop: the store, the positions of source and destination,
  /// the history, and the path of the output.
  package typealias Migrate =
    @Sendable (
      _ store: StoreFiles, _ source: Int, _ destination: Int, _ history: ModelHistory,
      _ output: String
    ) throws -> MigrationResult

  package let catalog: Catalog
  package let matrix: VersionMatrix
  /// The folder that keeps the stores, dumps and differences of failing cases; `nil` keeps none.
  package let artifacts: String?
  /// In which of its files the store lies that each pair starts with.
  package let variant: GoldenVariant
  /// How many seconds a step may take.
  package let timeLimit: Double
  /// Whether and how each unit runs in a process of its own.
  package let isolation: Isolation?
  let migrate: Migrate
  /// What ``migrate`` was made from; `nil` for a closure.
  private let migrator: MigratorUnderTest?
  /// The models of all versions as their goldens recorded them: what disappears is an expected
  /// loss only if these say so.
  let recordedModels: [ValidatedModel]
  /// Whether the migrator says what it did, so that this is compared with the plan too.
  let tellsSteps: Bool

  /// The executable that runs a unit, whose ``MatrixChild`` answers, and its arguments.
  ///
  /// Its migrator is its own, not the one of this runner.
  package struct Isolation: Hashable, Sendable {
    package let executable: String
    package let arguments: [String]

    package init(executable: String, arguments: [String]) {
      self.executable = executable
      self.arguments = arguments
    }
  }

  /// How many seconds a step may take unless somebody says otherwise.
  package static let defaultTimeLimit: Double = 300

  /// The portable engine, for closures that call it now and then.
  package static let ownMigrator: Migrate = { store, source, destination, history, output in
    try Migrator.migrate(store, from: source, to: destination, in: history, to: output)
  }

  /// - Parameter migrate: The migrator under test.
  package init(
    catalog: Catalog, matrix: VersionMatrix, artifacts: String? = nil,
    variant: GoldenVariant = .hot, timeLimit: Double = MatrixRunner.defaultTimeLimit,
    isolation: Isolation? = nil,
    migrate: @escaping Migrate
  ) {
    self.catalog = catalog
    self.matrix = matrix
    self.artifacts = artifacts
    self.variant = variant
    self.timeLimit = timeLimit
    self.isolation = isolation
    self.migrate = migrate
    migrator = nil
    tellsSteps = true
    recordedModels = catalog.recordedModels()
  }

  /// Runs the part of a matrix that a migrator can run.
  package init(
    catalog: Catalog, matrix: VersionMatrix, artifacts: String? = nil,
    variant: GoldenVariant = .hot, timeLimit: Double = MatrixRunner.defaultTimeLimit,
    isolation: Isolation? = nil, migrator: MigratorUnderTest = .portable
  ) {
    self.catalog = catalog
    self.matrix = migrator.matrix(matrix, of: catalog.history)
    self.artifacts = artifacts
    self.variant = variant
    self.timeLimit = timeLimit
    self.isolation = isolation
    migrate = migrator.migrate(of: catalog)
    self.migrator = migrator
    tellsSteps = migrator.open == nil
    recordedModels = catalog.recordedModels()
  }

  /// The same migrator over other goldens, as they are.
  func over(_ catalog: Catalog, _ matrix: VersionMatrix) -> MatrixRunner {
    if let migrator {
      MatrixRunner(
        catalog: catalog, matrix: matrix, artifacts: artifacts, variant: variant,
        timeLimit: timeLimit, migrator: migrator)
    } else {
      MatrixRunner(
        catalog: catalog, matrix: matrix, artifacts: artifacts, variant: variant,
        timeLimit: timeLimit, migrate: migrate)
    }
  }

  // MARK: One case

  /// Opens a golden, and compares it with its manifest, its seed and a fresh store.
  package func runVersion(_ position: Int) throws -> CaseOutcome {
    let stopwatch = Stopwatch()
    let golden = catalog.golden(at: position)
    var outcome = CaseOutcome(catalog, .version(golden.version))
    let places = catalog.goldens.map { Catalog.Place(catalog: catalog, golden: $0, shape: nil) }
    let pins = try catalog.existingPins()
    if pins == nil { outcome.add(.golden(.missingPins(path: catalog.pinsPath.fileName))) }
    try check(
      places[position], pins: pins, others: catalog.readableManifests(of: places),
      into: &outcome)
    outcome.seconds = stopwatch.seconds
    if !outcome.failures.isEmpty {
      outcome.note(artifacts: keep(golden, failures: outcome.failures))
    }
    return outcome
  }

  /// Migrates a golden to every selected later version, directly and, in the full tier, stepwise.
  ///
  /// - Returns: One outcome for each pair of the matrix that starts at the source.
  package func runPairs(from source: Int) -> [CaseOutcome] {
    run(MatrixAttempt(.pairs(source: source), of: matrix)) { _ in }
  }

  /// Runs a unit without what the attempt leaves out.
  ///
  /// - Parameter report: Called before each step.
  package func run(
    _ attempt: MatrixAttempt, report: @escaping @Sendable (MatrixStep) -> Void
  ) -> [CaseOutcome] {
    if let golden = attempt.golden { return runExtra(golden, attempt, report) }
    switch attempt.unit {
    case .version(let position):
      do {
        report(.opening)
        return [try runVersion(position)]
      } catch {
        return outcomes(of: cases(of: attempt.unit), [.stopped(reason: "\(error)")])
      }
    case .pairs(let source):
      return runPairs(matrix.pairs.filter { $0.source == source }, attempt, report)
    }
  }

  /// What is said of a unit of which nothing more can be run.
  func lostOutcomes(of attempt: MatrixAttempt) -> [CaseOutcome] {
    if let golden = attempt.golden { return lostOutcomes(ofExtra: golden, attempt) }
    return outcomes(of: cases(of: attempt.unit), attempt.problems(in: catalog))
  }

  private func cases(of unit: VersionMatrix.Unit) -> [MatrixCase] {
    switch unit {
    case .version(let position): [.version(catalog.history.versions[position].name)]
    case .pairs(let source): matrix.pairs.filter { $0.source == source }.map { .pair($0) }
    }
  }

  /// An outcome with the same problems for each of some cases.
  func outcomes(of cases: [MatrixCase], _ problems: [MatrixProblem]) -> [CaseOutcome] {
    cases.map { subject in
      var outcome = CaseOutcome(catalog, subject, variant: variant)
      for problem in problems { outcome.add(problem) }
      return outcome
    }
  }

  /// Runs pairs of one source, whose positions count in the history of this catalog.
  func runPairs(
    _ pairs: [VersionPair], _ attempt: MatrixAttempt,
    _ report: @escaping @Sendable (MatrixStep) -> Void
  ) -> [CaseOutcome] {
    guard let source = pairs.first?.source else { return [] }
    let golden = catalog.golden(at: source)
    func stopped(_ problem: MatrixProblem) -> [CaseOutcome] {
      outcomes(of: pairs.map { .pair($0.from(golden)) }, [problem])
    }
    report(.opening)
    guard FileManager.default.fileExists(atPath: golden.folder) else {
      return stopped(.golden(.missingGolden(folder: golden.folder.fileName)))
    }
    do {
      return try withTemporaryDirectory { folder in
        var run = try SourceRun(
          self, source: source, pairs: pairs, folder: folder, attempt: attempt, report: report)
        return run.run()
      }
    } catch {
      return stopped(.stopped(reason: "\(error)"))
    }
  }

  // MARK: Every case

  /// Runs every case, as many at a time as there are cores.
  ///
  /// A shard that nothing was planned for is done at once; a selection that selects nothing fails.
  ///
  /// - Throws: What keeps shapes and adopted stores from being found.
  package func run() async throws -> MatrixResult {
    var result = MatrixResult(matrix)
    if matrix.selectsNothing {
      result.failures.append(failure(.nothingSelected))
      return result
    }
    let before = fileContents()
    let outcomes = await outcomes()
    let subjects = Set(outcomes.map(\.subject))
    let missing = matrix.cases(of: catalog.history).filter { !subjects.contains($0) }
    for outcome in outcomes + self.outcomes(of: missing, [.neverRun]) { result.add(outcome) }
    result.plan(try extraCounts())
    for outcome in try await runExtras() { result.addExtra(outcome) }
    result.failures += changes(since: before)
    result.checkCounts()
    return result
  }

  /// A failure for each file of the catalog that is not what it was.
  package func changes(since before: [String: Data]) -> [MatrixFailure] {
    let after = fileContents()
    return Set(before.keys).union(after.keys).sorted(by: NameOrder.precedes)
      .filter { before[$0] != after[$0] }.map { failure(.goldenChanged(file: $0)) }
  }

  /// A failure of the whole run.
  private func failure(_ problem: MatrixProblem) -> MatrixFailure {
    MatrixFailure(
      history: matrix.history, subject: nil, problem, commandArguments: catalog.commandArguments)
  }

  private func outcomes() async -> [CaseOutcome] {
    let units = matrix.units
    return await outcomes(
      of: units.map { MatrixAttempt($0, of: matrix) },
      steps: units.map { matrix.stepCount(of: $0) })
  }

  /// Runs attempts, as many at a time as there are cores, until each of their cases has an outcome.
  ///
  /// - Parameter steps: How many migrations each takes.
  func outcomes(of attempts: [MatrixAttempt], steps: [Int]) async -> [CaseOutcome] {
    // The longest come first, so that none of them runs alone at the end.
    let order = attempts.indices.sorted { first, second in
      steps[first] != steps[second] ? steps[first] > steps[second] : first < second
    }
    let supervisor = MatrixSupervisor(self)
    let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: (Int, [CaseOutcome]).self) { group in
      var waiting = order.makeIterator()
      func startNext(_ group: inout TaskGroup<(Int, [CaseOutcome])>) {
        guard let index = waiting.next() else { return }
        group.addTask { (index, await supervisor.outcomes(of: attempts[index])) }
      }
      for _ in 0..<width { startNext(&group) }
      var finished: [Int: [CaseOutcome]] = [:]
      while let (index, outcomes) = await group.next() {
        finished[index] = outcomes
        startNext(&group)
      }
      return attempts.indices.flatMap { finished[$0] ?? [] }
    }
  }

  /// The bytes of every file of the catalog, by name; none for what cannot be read.
  package func fileContents() -> [String: Data] {
    var contents: [String: Data] = [:]
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: catalog.folder)) ?? []
    for name in names {
      let url = URL(fileURLWithPath: catalog.folder.appendingPathComponent(name))
      contents[name] = (try? Data(contentsOf: url)) ?? Data()
    }
    return contents
  }
}
