import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

extension Command {
  private static let destination = Option(
    "--to", "V", "the version to migrate to (the current one)")
  private static let stepwise = Option("--stepwise", nil, "hop by hop instead of in one hop")
  private static let output = Option(
    "--out", "FILE", "the migrated store; no file of it may exist", isRequired: true)

  static let migrate = Command(
    "migrate", "migrates a copy of a store to a later version",
    parameters: ["<store>"],
    options: [
      Option("--model", "M", "the model with all versions", isRequired: true), destination,
      stepwise, output, .order,
    ],
    example: "goldenstore migrate Old.sqlite --model Bookmarks --out New.sqlite",
    details: [
      """
      The source is never written. The output is complete or absent, checkpointed, without
      sidecars. A refusal names the error that Core Data reports in the same case.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    let model = try invocation.model(named: arguments.values["--model"] ?? "")
    let history = model.history
    let position =
      try arguments.value(of: destination).map { try model.position(of: $0) }
      ?? history.currentPosition
    // What cannot be inspected, the migrator refuses with a better reason.
    let inspection = try? StoreInspection(of: StoreFiles(main: arguments.positionals[0]))
    for warning in inspection?.warnings ?? [] { invocation.terminal.note("warning: \(warning)") }
    var report = MigrateReport(destination: history.versions[position].name)
    do {
      let result = try Migrator.migrate(
        StoreFiles(main: arguments.positionals[0]), to: position, in: history,
        stepwise: arguments.has(stepwise), to: arguments.value(of: output) ?? "",
        progress: progress(on: invocation.terminal))
      report.source = history.versions[result.source].name
      report.steps = result.steps.map(StepReport.init)
      report.path = result.path.description
      for note in result.notes { invocation.terminal.note("note: \(note)") }
    } catch let error as MigrationError where error.isRefusal {
      report.refuse(error)
      invocation.terminal.report(error)
      if let coreData = error.coreData { invocation.terminal.note("Core Data: \(coreData)") }
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.error == nil ? .fine : .failed
  }
}

/// Draws how far a migration has come, a few times a second.
private func progress(on terminal: Terminal) -> ProgressHandler {
  var drawn: Stopwatch?
  var phase: MigrationProgress.Phase?
  return { progress in
    // An object takes microseconds, and a line that is drawn for each of them takes longer.
    if phase == progress.phase, let drawn, drawn.seconds < 0.1 { return }
    (phase, drawn) = (progress.phase, Stopwatch())
    terminal.progress(progress.line)
  }
}

extension MigrationProgress {
  /// What is done, and how much of it, on one line.
  var line: String {
    let what =
      switch phase {
      case .willMigrate: "code before the change"
      case .schema: "statement \(completed) of \(total)"
      case .createInstances: "object \(completed) of \(total)"
      case .createRelationships: "relationships of object \(completed) of \(total)"
      case .validate: "checking the objects"
      case .didMigrate: "code after the change"
      }
    return "'\(source)' → '\(destination)': \(what)"
  }
}

private struct MigrateReport: Encodable {
  @ExplicitNull var source: String?
  let destination: String
  var steps: [StepReport] = []
  var outcome = "migrated"
  @ExplicitNull var path: String?
  @ExplicitNull var error: RefusalReport?

  init(destination: String) {
    self.destination = destination
    _source = ExplicitNull(wrappedValue: nil)
    _path = ExplicitNull(wrappedValue: nil)
    _error = ExplicitNull(wrappedValue: nil)
  }

  mutating func refuse(_ migrationError: MigrationError) {
    outcome = "refused"
    source = migrationError.sourceName
    error = RefusalReport(migrationError)
  }

  var lines: [String] {
    guard error == nil else { return [] }
    let heading = "migrated '\(source ?? "")' to '\(destination)'"
    if steps.isEmpty { return ["'\(destination)' already: copied without a change"] }
    return [heading] + steps.map { "  \($0.text)" }
  }
}
