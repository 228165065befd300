import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// All migrations that start at one golden: a direct one for each pair, and one chain that passes
/// every later version.
struct SourceRun {
  let runner: MatrixRunner
  let source: Int
  let pairs: [VersionPair]
  private let folder: String
  private let manifest: Manifest
  let files: StoreFiles
  private let seeded: StoreContents
  private let storeUUID: String
  private let way: ExpectedWay
  private let models: [ValidatedModel]
  private let attempt: MatrixAttempt
  private let report: (MatrixStep) -> Void
  /// Runs on from one case to the next.
  private var stopwatch = Stopwatch()
  var outcomes: [Int: CaseOutcome] = [:]
  private var direct: [Int: StoreContents] = [:]

  /// Copies the golden into a folder.
  ///
  /// - Parameters:
  ///   - pairs: Pairs of the source, by destination.
  ///   - attempt: What is left out.
  ///   - report: Called before each migration.
  init(
    _ runner: MatrixRunner, source: Int, pairs: [VersionPair], folder: String,
    attempt: MatrixAttempt, report: @escaping (MatrixStep) -> Void
  ) throws {
    self.attempt = attempt
    self.report = report
    self.runner = runner
    self.source = source
    self.pairs = pairs
    self.folder = folder
    let golden = runner.catalog.golden(at: source)
    manifest = try Manifest(contentsOf: golden.manifestPath)
    files = StoreFiles(
      main: try SourceRun.subfolder("source", of: folder)
        .appendingPathComponent(golden.files.name))
    if let seed = manifest.seed {
      let generator = try StoreGenerator(
        runner.catalog.history, position: source, seed: seed)
      seeded = try generator.contents()
      storeUUID = generator.storeUUID.uuidString
      let other = runner.catalog.golden(at: pairs.first?.destination ?? source)
      try runner.variant.provide(golden, seeded, generator, other: other, at: files)
    } else {
      try golden.files.copy(to: files)
      // What an adopted store holds is all that anybody knows of it.
      seeded = try StoreReader(
        files: files, layout: StoreLayout(runner.catalog.models[source])
      ).contents()
      storeUUID = manifest.storeUUID
    }
    way = ExpectedWay(runner.catalog.history)
    models = runner.recordedModels
    for pair in pairs {
      var outcome = CaseOutcome(
        runner.catalog, .pair(pair.from(golden)), variant: runner.variant)
      // What code makes of the objects is counted when it is foreseen.
      if way.isInferred(from: source, to: pair.destination) {
        let planned = PlannedCounts(
          manifest, from: models[source], to: models[pair.destination],
          rules: SourceRun.rules(runner.catalog, pair.destination))
        // Once by each route, unless the migration is to be refused.
        let routes = isUnsupported ? 0 : runner.matrix.isStepwise ? 2 : 1
        outcome.objectsExpected = routes * planned.objects
        outcome.valuesExpected = routes * planned.values
      }
      for loss in attempt.losses where loss.concerns(pair.destination) {
        outcome.add(loss.problem(in: runner.catalog, attempt.unit))
      }
      outcomes[pair.destination] = outcome
    }
  }

  private static func rules(_ catalog: Catalog, _ destination: Int) -> ComparisonRules {
    ComparisonRules(catalog.history.expectations, model: catalog.models[destination])
  }

  private static func subfolder(_ name: String, of folder: String) throws -> String {
    let path = folder.appendingPathComponent(name)
    try Catalog.touching("create", path) {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }
    return path
  }

  /// Runs every pair.
  ///
  /// - Returns: One outcome for each pair, in their order.
  mutating func run() -> [CaseOutcome] {
    do {
      // Reading demands the hashes of the source's version: the proof that it was that version.
      let reader = try StoreReader(
        files: files, layout: try StoreLayout(runner.catalog.models[source]))
      if reader.metadata.storeUUID != storeUUID {
        addToAll(.wrongSource(reason: "its UUID is \(reader.metadata.storeUUID)"))
      }
    } catch {
      addToAll(.wrongSource(reason: "\(error)"))
      return finish()
    }
    if isUnsupported {
      runRefusals()
    } else {
      if runner.variant == .stale { requireRefusalOfStaleSidecar() }
      for pair in pairs where !attempt.leavesOutDirect(pair.destination) {
        runDirect(pair.destination)
      }
      if runner.matrix.isStepwise { runChain() }
    }
    return finish()
  }

  private mutating func addToAll(_ problem: MatrixProblem) {
    for pair in pairs { outcomes[pair.destination]?.add(problem) }
  }

  private mutating func finish() -> [CaseOutcome] {
    pairs.compactMap { pair in
      guard var outcome = outcomes[pair.destination] else { return nil }
      outcome.checkCounts()
      if attempt.losses.contains(where: { $0.concerns(pair.destination) }) {
        outcome.isRun = false
      }
      outcome.note(
        artifacts: outcome.failures.isEmpty
          ? nil : runner.keep(folder, of: pair, failures: outcome.failures))
      return outcome
    }
  }

  // MARK: Routes

  private mutating func runDirect(_ destination: Int) {
    report(.direct(destination))
    defer { charge(destination) }
    do {
      let output = try output(.direct, destination)
      let foresight = try way.foresee(
        seeded, from: source, to: destination, models: models)
      for idle in foresight.idle { outcomes[destination]?.add(.idleExpectation(idle)) }
      let result = try migrate(
        files, from: source, to: destination, output, .direct, for: destination)
      try examine(result, from: source, to: destination, .direct, foresight)
    } catch {
      outcomes[destination]?.add(SourceRun.problem(of: error, .direct))
    }
    outcomes[destination]?.isRun = true
  }

  private mutating func runChain() {
    guard let last = pairs.map(\.destination).max() else { return }
    var current = files
    var foreseen = Expectation(contents: seeded, undecidedOrders: [])
    for position in (source + 1)...last where position <= attempt.chainEnd {
      // A hop belongs to the pair that it ends, or else to the next one that is selected.
      let owner = pairs.map(\.destination).filter { $0 >= position }.min() ?? last
      report(.hop(position))
      defer { charge(owner) }
      do {
        let foresight = try way.foresee(
          foreseen.contents, undecided: foreseen.undecidedOrders, from: position - 1,
          to: position, models: models)
        let result = try migrate(
          current, from: position - 1, to: position, try output(.stepwise, position), .stepwise,
          for: owner)
        outcomes[owner]?.hopsRun += runner.tellsSteps ? result.steps.count : 1
        if outcomes[position] != nil {
          try examine(result, from: position - 1, to: position, .stepwise, foresight)
        }
        current = result.output
        foreseen = foresight.expectation
      } catch {
        for pair in pairs where pair.destination >= position {
          outcomes[pair.destination]?.add(SourceRun.problem(of: error, .stepwise))
        }
        return
      }
    }
  }

  /// Adds the time since the last case was charged.
  private mutating func charge(_ destination: Int) {
    outcomes[destination]?.seconds += stopwatch.seconds
    stopwatch = Stopwatch()
  }

  /// A store beside the log of another one would be damaged by it.
  private mutating func requireRefusalOfStaleSidecar() {
    guard let pair = pairs.first else { return }
    func problem() throws -> String? {
      let place = StoreFiles(
        main: try SourceRun.subfolder("occupied", of: folder).appendingPathComponent(files.name))
      try GoldenVariant.copy(
        .writeAheadLog, of: runner.catalog.golden(at: pair.destination), to: place)
      do {
        _ = try migrate(files, from: source, to: pair.destination, place.main)
        return "the migration to '\(pair.destinationName)' was not refused"
      } catch MigrationError.store(.destinationOccupied) {
        return place.existingParts == [.writeAheadLog] ? nil : "the refused migration left files"
      }
    }
    do {
      if let reason = try problem() { addToAll(.staleSidecarIgnored(reason: reason)) }
    } catch {
      addToAll(.staleSidecarIgnored(reason: "\(error)"))
    }
  }

  /// What a case reports that could not be run to its end.
  private static func problem(
    of error: any Error, _ route: MatrixProblem.Route
  ) -> MatrixProblem {
    switch error {
    case let error as MigrationError: .refused(route, reason: error.description)
    case GoldenError.migratorFailed: .refused(route, reason: "\(error)")
    default: .stopped(reason: "\(error)")
    }
  }

  func output(_ route: MatrixProblem.Route, _ destination: Int) throws -> String {
    let name = Golden.folderName(
      position: destination, version: runner.catalog.history.versions[destination].name)
    return try SourceRun.subfolder("\(name)/\(route.rawValue)", of: folder)
      .appendingPathComponent(files.name)
  }

  /// Migrates, and notes for a pair where that changed the store that it started from.
  private mutating func migrate(
    _ store: StoreFiles, from source: Int, to destination: Int, _ output: String,
    _ route: MatrixProblem.Route, for owner: Int
  ) throws -> MigrationResult {
    let before = try SourceRun.contents(of: store)
    let result = try migrate(store, from: source, to: destination, output)
    let after = try SourceRun.contents(of: store)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    if let file = changed.min(by: NameOrder.precedes) {
      outcomes[owner]?.add(.sourceChanged(route, file: file))
    }
    return result
  }

  /// The bytes of a store's files by name.
  private static func contents(of store: StoreFiles) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in try store.files() {
      let path = store.folder.appendingPathComponent(file.name)
      contents[file.name] = try Catalog.touching("read", path) {
        try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return contents
  }

  func migrate(
    _ store: StoreFiles, from source: Int, to destination: Int, _ output: String
  ) throws -> MigrationResult {
    try runner.migrate(store, source, destination, runner.catalog.history, output)
  }

  // MARK: Examination

  /// Compares a result with what the history says, and the two routes with each other.
  private mutating func examine(
    _ result: MigrationResult, from start: Int, to destination: Int,
    _ route: MatrixProblem.Route, _ foresight: ExpectedWay.Foresight
  ) throws {
    guard result.output.existingParts.contains(.main) else {
      outcomes[destination]?.add(.wrongResult(route, reason: "the migrator wrote no store"))
      return
    }
    let problems = try inspect(result, from: start, to: destination, route, foresight)
    for problem in problems { outcomes[destination]?.add(problem) }
    let expectation = foresight.expectation
    let rules = SourceRun.rules(runner.catalog, destination)
    if !way.isInferred(from: source, to: destination) {
      outcomes[destination]?.objectsExpected += expectation.objectCount
      outcomes[destination]?.valuesExpected += expectation.valueCount(by: rules)
    }
    let model = runner.catalog.models[destination]
    let layout = try StoreLayout(model)
    let built = try StoreLayout(builtModel(of: destination, route))
    do {
      let contents = try StoreReader(files: result.output, layout: layout).contents()
      let matching = ObjectMatching(
        expected: expectation.contents, found: contents, rules: rules)
      var report = try ContentsComparison.report(
        expected: expectation.contents, found: matching.found, model: model,
        undecidedOrders: expectation.undecidedOrders, rules: rules)
      outcomes[destination]?.objectsCompared += report.objectsCompared
      outcomes[destination]?.valuesCompared += report.valuesCompared
      report.add(matching.report)
      report.add(try physicalReport(result.output, built, expectation))
      if !report.isEmpty {
        try keepDumps(of: result.output, expected: expectation.contents, found: contents, report)
        outcomes[destination]?.add(.differences(route, report))
      }
      try compareRoutes(matching.found, model, destination, route, expectation, rules)
    } catch let error as StoreError {
      // Not of the version, or with a table or row that no version explains.
      outcomes[destination]?.add(.wrongResult(route, reason: error.description))
      let report = try physicalReport(result.output, built, expectation)
      if !report.isEmpty { outcomes[destination]?.add(.differences(route, report)) }
    }
    if let reason = try secondOpen(result, to: destination) {
      outcomes[destination]?.add(.secondOpen(route, reason: reason))
    }
  }

  /// The version after which a result is built: a step between versions of equal hashes changes
  /// nothing, so that the store stays what it was before.
  private func builtModel(
    of destination: Int, _ route: MatrixProblem.Route
  ) -> ValidatedModel {
    let history = runner.catalog.history
    var steps =
      route == .direct
      ? way.stops(from: source, to: destination).map(\.source)
      : Array(source..<max(source, destination))
    var position = destination
    while let former = steps.popLast(),
      history.areAliases(history.versions[former].name, history.versions[position].name)
    { position = former }
    return runner.catalog.models[position]
  }

  /// How a store is built whose source came from the field depends on everything that happened to
  /// it there, which nobody knows: it is not compared.
  private func physicalReport(
    _ store: StoreFiles, _ layout: StoreLayout, _ expectation: Expectation
  ) throws -> DifferenceReport {
    guard manifest.adoptedAs == nil else { return DifferenceReport() }
    return try PhysicalComparison.report(
      of: store, layout: layout,
      origin: PhysicalComparison.Origin(
        formerModels: Array(runner.catalog.models[source...]),
        undecidedOrders: expectation.undecidedOrders, storeUUID: storeUUID,
        isForeign: !runner.tellsSteps))
  }

  private func inspect(
    _ result: MigrationResult, from start: Int, to destination: Int,
    _ route: MatrixProblem.Route, _ foresight: ExpectedWay.Foresight
  ) throws -> [MatrixProblem] {
    var problems: [MatrixProblem] = []
    if result.source != start || result.destination != destination {
      problems.append(
        .wrongResult(
          route, reason: "it went from \(result.source + 1) to \(result.destination + 1)"))
    }
    guard runner.tellsSteps else { return problems }
    let models = runner.catalog.models
    let expected = try way.stops(from: start, to: destination).filter { stop in
      try VersionHash.digest(of: models[stop.source])
        != VersionHash.digest(of: models[stop.destination])
    }.count
    let found = result.steps.filter { $0.path != .none }.count
    if found != expected { problems.append(.hops(route, expected: expected, found: found)) }
    for stage in foresight.calledStages {
      let step = result.steps.first {
        $0.source == stage.source && $0.destination == stage.destination && $0.kind == .custom
      }
      if step.map({ $0.codeCalls == 0 }) ?? true {
        problems.append(.stageDidNotRun(route, stage: stage.name))
      }
    }
    return problems
  }

  private mutating func compareRoutes(
    _ contents: StoreContents, _ model: ValidatedModel, _ destination: Int,
    _ route: MatrixProblem.Route, _ expectation: Expectation, _ rules: ComparisonRules
  ) throws {
    guard route == .stepwise else {
      direct[destination] = contents
      return
    }
    guard let other = direct[destination] else { return }
    let declared = RouteDifference.declared(
      in: runner.catalog.history, from: source, to: destination, model: model)
    for difference in declared where !difference.happens(between: other, contents) {
      outcomes[destination]?.add(.idleExpectation(difference.name))
    }
    let report = try ContentsComparison.report(
      expected: other, found: contents, model: model,
      undecidedOrders: expectation.undecidedOrders,
      rules: rules.ignoring(declared.flatMap(\.properties)))
    if !report.isEmpty { outcomes[destination]?.add(.routesDiffer(report)) }
  }

  /// Opens a result once more, which must leave every byte as it is.
  private func secondOpen(_ result: MigrationResult, to destination: Int) throws -> String? {
    let again = result.output.main + ".again"
    defer { try? StoreFiles(main: again).delete() }  // The folder goes away anyway.
    do {
      let second = try runner.migrate(
        result.output, destination, destination, runner.catalog.history, again)
      guard second.steps.isEmpty else { return "it ran \(second.steps.count) more hops" }
      if runner.tellsSteps {
        let isSame = FileManager.default.contentsEqual(
          atPath: result.output.main, andPath: second.output.main)
        return isSame ? nil : "the file changed"
      }
      // What others write into the file when they open it is their affair, not so the objects.
      let layout = try StoreLayout(runner.catalog.models[destination])
      let contents = try StoreReader(files: result.output, layout: layout).contents()
      let others = try StoreReader(files: second.output, layout: layout).contents()
      return contents == others ? nil : "the objects changed"
    } catch let error as MigrationError {
      return error.description
    } catch let error as GoldenError {
      return error.description
    } catch let error as StoreError {
      return error.description
    }
  }

  /// Writes the dumps beside the store, where the artifacts are taken from.
  private func keepDumps(
    of store: StoreFiles, expected: StoreContents, found: StoreContents,
    _ report: DifferenceReport
  ) throws {
    guard runner.artifacts != nil else { return }
    let texts = [
      ("expected.txt", try StoreDump.text(of: expected, entities: expected.entities.map(\.entity))),
      ("found.txt", try StoreDump.text(of: found, entities: found.entities.map(\.entity))),
      ("differences.txt", report.fullText + "\n"),
    ]
    for (name, text) in texts {
      let path = store.folder.appendingPathComponent(name)
      try Catalog.touching("write", path) {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      }
    }
  }
}
