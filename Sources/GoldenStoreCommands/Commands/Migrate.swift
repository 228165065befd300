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
    var report = MigrateReport(destination: history.versions[position].name)
    do {
      let result = try Migrator.migrate(
        StoreFiles(main: arguments.positionals[0]), to: position, in: history,
        stepwise: arguments.has(stepwise), to: arguments.value(of: output) ?? "")
      report.source = history.versions[result.source].name
      report.steps = result.steps.map(MigrateReport.Step.init)
      report.path = result.path.description
    } catch let error as MigrationError where error.isRefusal {
      report.refuse(error)
      invocation.terminal.report(error)
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.error == nil ? .fine : .failed
  }
}

private struct MigrateReport: Encodable {
  @ExplicitNull var source: String?
  let destination: String
  var steps: [Step] = []
  var outcome = "migrated"
  @ExplicitNull var path: String?
  @ExplicitNull var error: Refusal?

  struct Step: Encodable {
    let from: String
    let to: String
    let kind: String
    let path: String

    init(_ step: MigrationStep) {
      from = step.sourceName
      to = step.destinationName
      kind = step.kind.rawValue
      path = step.path.description
    }
  }

  init(destination: String) {
    self.destination = destination
    _source = ExplicitNull(wrappedValue: nil)
    _path = ExplicitNull(wrappedValue: nil)
    _error = ExplicitNull(wrappedValue: nil)
  }

  mutating func refuse(_ migrationError: MigrationError) {
    outcome = "refused"
    source = migrationError.sourceName
    error =
      migrationError.coreData.map { Refusal($0, message: "\(migrationError)") }
      ?? Refusal(message: "\(migrationError)")
  }

  var lines: [String] {
    guard error == nil else { return [] }
    let heading = "migrated '\(source ?? "")' to '\(destination)'"
    if steps.isEmpty { return ["'\(destination)' already: copied without a change"] }
    return [heading] + steps.map { "  '\($0.from)' → '\($0.to)' (\($0.kind), \($0.path))" }
  }
}

/// What Core Data reports in the same case, or this package alone.
private struct Refusal: Encodable {
  let domain: String
  let code: Int
  let reason: String
  /// The sentence of this package, which names the place.
  let message: String?
  let underlying: [Refusal]

  private enum CodingKeys: String, CodingKey { case domain, code, reason, message, underlying }

  init(_ error: CoreDataError, message: String? = nil) {
    domain = error.domain
    code = error.code
    reason = error.reason
    self.message = message
    underlying = error.underlying.map { [Refusal($0)] } ?? []
  }

  /// A refusal that Core Data does not know.
  init(message: String) {
    domain = "GoldenStore"
    code = 0
    reason = message
    self.message = message
    underlying = []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(domain, forKey: .domain)
    try container.encode(code, forKey: .code)
    try container.encode(reason, forKey: .reason)
    try container.encodeIfPresent(message, forKey: .message)
    try container.encode(underlying.first, forKey: .underlying)
  }
}

extension MigrationError {
  /// Whether a rule said no, as opposed to work that could not be done.
  fileprivate var isRefusal: Bool {
    switch self {
    case .cannotMigrate(_, _, .database): false
    case .cannotInfer, .cannotMigrate, .customStage, .staged, .notSupportedYet, .unknownVersion,
      .otherVersion, .downgrade:
      true
    case .store(.destinationOccupied): true
    case .positionOutOfRange, .model, .store, .inUse, .cancelled: false
    }
  }

  fileprivate var sourceName: String? {
    switch self {
    case .cannotInfer(let source, _, _), .cannotMigrate(let source, _, _),
      .customStage(let source, _, _), .cancelled(let source, _),
      .notSupportedYet(let source, _, _), .downgrade(_, let source, _):
      source
    case .otherVersion(_, _, let found): found
    case .unknownVersion, .positionOutOfRange, .model, .store, .staged, .inUse: nil
    }
  }
}
