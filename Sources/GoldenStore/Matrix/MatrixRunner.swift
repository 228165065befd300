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
  let migrate: Migrate
  /// What ``migrate`` was made from; `nil` for a closure.
  private let migrator: MigratorUnderTest?
  /// The models of all versions as their goldens recorded them: what disappears is an expected
  /// loss only if these say so.
  let recordedModels: [ValidatedModel]
  /// Whether the migrator says what it did, so that this is compared with the plan too.
  let tellsSteps: Bool

  /// - Parameter migrate: The migrator under test.
  package init(
    catalog: Catalog, matrix: VersionMatrix, artifacts: String? = nil,
    migrate: @escaping Migrate
  ) {
    self.catalog = catalog
    self.matrix = matrix
    self.artifacts = artifacts
    self.migrate = migrate
    migrator = nil
    tellsSteps = true
    recordedModels = catalog.recordedModels()
  }

  /// Runs the part of a matrix that a migrator can run.
  package init(
    catalog: Catalog, matrix: VersionMatrix, artifacts: String? = nil,
    migrator: MigratorUnderTest = .portable
  ) {
    self.catalog = catalog
    self.matrix = migrator.matrix(matrix, of: catalog.history)
    self.artifacts = artifacts
    migrate = migrator.migrate(of: catalog)
    self.migrator = migrator
    tellsSteps = migrator.open == nil
    recordedModels = catalog.recordedModels()
  }

  /// The same migrator over other goldens.
  func over(_ catalog: Catalog, _ matrix: VersionMatrix) -> MatrixRunner {
    if let migrator {
      MatrixRunner(catalog: catalog, matrix: matrix, artifacts: artifacts, migrator: migrator)
    } else {
      MatrixRunner(catalog: catalog, matrix: matrix, artifacts: artifacts, migrate: migrate)
    }
  }

  // MARK: One case

  /// Opens a golden, and compares it with its manifest, its seed and a fresh store.
  package func runVersion(_ position: Int) throws -> CaseOutcome {
    let golden = catalog.golden(at: position)
    var outcome = CaseOutcome(catalog, .version(golden.version))
    // What cannot be read is a problem of its golden, below.
    let others = catalog.goldens.compactMap { try? Manifest(contentsOf: $0.manifestPath) }
    let pins = FileManager.default.fileExists(atPath: catalog.pinsPath) ? try catalog.pins() : nil
    if pins == nil { outcome.add(.golden(.missingPins(path: catalog.pinsPath.fileName))) }
    var check = GoldenCheck(
      Catalog.Place(catalog: catalog, golden: golden, shape: nil), pins: pins, others: others)
    try check.run()
    for problem in check.problems { outcome.add(.golden(problem)) }
    outcome.isRun = check.isComplete
    if let manifest = others.first(where: { $0.version == golden.version }) {
      let model = catalog.models[position]
      let planned = PlannedCounts(manifest, from: model, to: model)
      outcome.objectsExpected = planned.objects
      outcome.valuesExpected = planned.values
    }
    outcome.objectsCompared = check.objectsCompared
    outcome.valuesCompared = check.valuesCompared
    outcome.checkCounts()
    return outcome
  }

  /// Migrates a golden to every selected later version, directly and stepwise.
  ///
  /// - Returns: One outcome for each pair of the matrix that starts at the source.
  package func runPairs(from source: Int) -> [CaseOutcome] {
    let pairs = matrix.pairs.filter { $0.source == source }
    func stopped(_ problem: MatrixProblem) -> [CaseOutcome] {
      pairs.map {
        var outcome = CaseOutcome(catalog, .pair($0))
        outcome.add(problem)
        return outcome
      }
    }
    let golden = catalog.golden(at: source)
    guard FileManager.default.fileExists(atPath: golden.folder) else {
      return stopped(.golden(.missingGolden(folder: golden.folder.fileName)))
    }
    do {
      return try withTemporaryDirectory { folder in
        var run = try SourceRun(self, source: source, pairs: pairs, folder: folder)
        return run.run()
      }
    } catch {
      return stopped(.stopped(reason: "\(error)"))
    }
  }

  // MARK: Every case

  /// Runs every case, as many at a time as there are cores.
  ///
  /// - Throws: What keeps the matrix from being run at all; whatever a case finds is in the
  ///   result.
  package func run() async throws -> MatrixResult {
    var result = MatrixResult(matrix)
    if matrix.caseCount == 0 || matrix.isSelection && matrix.pairs.isEmpty {
      result.failures.append(
        failure(.nothingSelected))
      return result
    }
    let before = fileContents()
    for outcome in try await outcomes() { result.add(outcome) }
    result.extraCasesExpected = try extraCaseCount()
    for outcome in try runExtras() { result.addExtra(outcome) }
    let after = fileContents()
    for name in Set(before.keys).union(after.keys).sorted(by: NameOrder.precedes)
    where before[name] != after[name] {
      result.failures.append(
        failure(.goldenChanged(file: name)))
    }
    result.checkCounts()
    return result
  }

  /// A failure of the whole run.
  private func failure(_ problem: MatrixProblem) -> MatrixFailure {
    MatrixFailure(
      history: matrix.history, subject: nil, problem, commandArguments: catalog.commandArguments)
  }

  private enum Job: Sendable {
    case version(Int)
    case pairs(source: Int)
  }

  private func outcomes() async throws -> [CaseOutcome] {
    // The longest jobs come first, so that none of them runs alone at the end.
    let jobs =
      matrix.chains.map { Job.pairs(source: $0.source) } + matrix.versions.map { Job.version($0) }
    let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    return try await withThrowingTaskGroup(of: (Int, [CaseOutcome]).self) { group in
      var waiting = jobs.enumerated().makeIterator()
      func startNext(_ group: inout ThrowingTaskGroup<(Int, [CaseOutcome]), any Error>) {
        guard let (index, job) = waiting.next() else { return }
        group.addTask { (index, try outcomes(of: job)) }
      }
      for _ in 0..<width { startNext(&group) }
      var finished: [Int: [CaseOutcome]] = [:]
      while let (index, outcomes) = try await group.next() {
        finished[index] = outcomes
        startNext(&group)
      }
      let order = Array(matrix.chains.count..<jobs.count) + Array(0..<matrix.chains.count)
      return order.flatMap { finished[$0] ?? [] }
    }
  }

  private func outcomes(of job: Job) throws -> [CaseOutcome] {
    switch job {
    case .version(let position): [try runVersion(position)]
    case .pairs(let source): runPairs(from: source)
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

  // MARK: Artifacts

  /// Moves what a failing pair left to the artifacts.
  ///
  /// - Returns: The folder; `nil` where nothing is kept.
  func keep(_ folder: String, of pair: VersionPair, failures: [MatrixFailure]) -> String? {
    guard let artifacts else { return nil }
    let name =
      Golden.folderName(position: pair.source, version: pair.sourceName) + "-to-"
      + Golden.folderName(position: pair.destination, version: pair.destinationName)
    let target = artifacts.appendingPathComponent(Golden.fileName(matrix.history))
      .appendingPathComponent(name)
    let result = folder.appendingPathComponent(
      Golden.folderName(position: pair.destination, version: pair.destinationName))
    do {
      try? FileManager.default.removeItem(atPath: target)  // What an earlier run left, if it did.
      try FileManager.default.createDirectory(
        atPath: target, withIntermediateDirectories: true)
      let text = failures.map(\.description).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: target.appendingPathComponent("failures.txt")))
      if FileManager.default.fileExists(atPath: result) {
        try FileManager.default.copyItem(
          atPath: result, toPath: target.appendingPathComponent("result"))
      }
      return target
    } catch {
      return nil  // The failures themselves are reported all the same.
    }
  }
}
