import GoldenStoreMigration
import GoldenStoreModel

extension Command {
  private static let source = Option("--from", "V", "only migrations that start at this version")
  private static let destination = Option("--to", "V", "only migrations that end at this version")
  private static let stepwise = Option("--stepwise", nil, "hop by hop instead of in one hop")
  private static let strict = Option("--strict", nil, "exit with 1 where a migration is refused")

  static let plan = Command(
    "plan", "what each migration would do, or why it is refused; runs nothing",
    parameters: ["<model>"], options: [source, destination, stepwise, strict, .order],
    example: "goldenstore plan Bookmarks --from 3 --to 6",
    details: [
      """
      Shows the mapping, the path over the tables, and the error that Core Data gives for a
      refusal. What depends on the objects, such as a missing value, is found by 'migrate'.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    let model = try invocation.model()
    let source = try arguments.value(of: source).map { try model.position(of: $0) }
    let destination = try arguments.value(of: destination).map { try model.position(of: $0) }
    let pairs = model.history.pairs.filter { pair in
      source.map { $0 == pair.source } ?? true
        && destination.map { $0 == pair.destination } ?? true
    }
    guard !pairs.isEmpty else {
      if let source, let destination {
        throw CommandError.backwards(
          source: model.history.versions[source].name,
          destination: model.history.versions[destination].name)
      }
      throw CommandError.noMigrations(
        model: model.history.name, versions: model.history.versions.count)
    }
    let planner = try Planner(model.history, isStepwise: arguments.has(stepwise))
    let report = PlanReport(pairs: try pairs.map(planner.plan))
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.hasRefusal && arguments.has(strict) ? .failed : .fine
  }
}

/// Plans the pairs of a history.
private struct Planner {
  let models: [ValidatedModel]
  /// The versions, checked and hashed once; a refusal of the stages is one of every pair.
  let versions: Result<HistoryVersions, MigrationError>
  let isStepwise: Bool

  init(_ history: ModelHistory, isStepwise: Bool) throws {
    self.isStepwise = isStepwise
    models = try history.validated()
    versions = Result { () throws(MigrationError) in try HistoryVersions(history) }
  }

  func plan(_ pair: VersionPair) throws -> PlanReport.Pair {
    // Where the models alone give no mapping, stages or single hops may lead there all the same.
    let mapping = try allowingRefusal {
      try MappingModel.inferred(from: models[pair.source], to: models[pair.destination])
    }
    let plan = try allowingRefusal {
      try MigrationPlan.plan(
        versions: versions.get(), from: pair.source, to: pair.destination, stepwise: isStepwise)
    }
    return PlanReport.Pair(pair, mapping: mapping, plan: plan)
  }

  private func allowingRefusal<Value>(
    _ body: () throws -> Value
  ) throws -> Result<Value, MigrationError> {
    do {
      return .success(try body())
    } catch let error as MigrationError where error.isRefusal {
      return .failure(error)
    }
  }
}

private struct PlanReport: Encodable {
  let pairs: [Pair]

  struct Entity: Encodable {
    @ExplicitNull var source: String?
    @ExplicitNull var destination: String?
    let kind: String

    init(_ mapping: EntityMapping) {
      _source = ExplicitNull(wrappedValue: mapping.source)
      _destination = ExplicitNull(wrappedValue: mapping.destination)
      kind = "\(mapping.kind)"
    }
  }

  struct Pair: Encodable {
    let from: String
    let to: String
    /// Whether the two models alone give a mapping.
    let inferred: Bool
    @ExplicitNull var path: String?
    let steps: [StepReport]
    let entities: [Entity]
    @ExplicitNull var error: RefusalReport?
    let lines: [String]

    private enum CodingKeys: String, CodingKey {
      case from, to, inferred, path, steps, entities, error
    }

    init(
      _ pair: VersionPair, mapping: Result<MappingModel, MigrationError>,
      plan: Result<MigrationPlan, MigrationError>
    ) {
      from = pair.sourceName
      to = pair.destinationName
      let mappings = (try? mapping.get())?.entityMappings
      inferred = mappings != nil
      entities = mappings?.map(Entity.init) ?? []
      let heading = "'\(pair.sourceName)' → '\(pair.destinationName)'"
      switch plan {
      case .success(let plan):
        _path = ExplicitNull(wrappedValue: plan.path.description)
        steps = plan.steps.map(StepReport.init)
        _error = ExplicitNull(wrappedValue: nil)
        lines =
          ["\(heading): \(plan.path)"] + (steps.count > 1 ? steps.map { "  \($0.text)" } : [])
          + (mappings.map(Self.changes) ?? [])
      case .failure(let refusal):
        _path = ExplicitNull(wrappedValue: nil)
        steps = []
        _error = ExplicitNull(wrappedValue: RefusalReport(refusal))
        let code = refusal.coreData.map { ["  Core Data: \($0)"] } ?? []
        lines = ["\(heading): refused", "  \(refusal)"] + code
      }
    }

    /// The lines of everything that changes; entities that are copied are counted.
    private static func changes(in mappings: [EntityMapping]) -> [String] {
      let changed = mappings.filter { $0.kind != .copy }
      let copied = mappings.count - changed.count
      let count = copied == 1 ? "1 entity is" : "\(Amount.count(copied)) entities are"
      return changed.flatMap {
        $0.description.split(separator: "\n").map { "  \($0)" }
      } + (copied == 0 ? [] : ["  \(count) copied"])
    }
  }

  private enum CodingKeys: String, CodingKey { case pairs }

  var hasRefusal: Bool { pairs.contains { $0.error != nil } }

  var lines: [String] {
    let refused = pairs.count { $0.error != nil }
    return pairs.flatMap(\.lines)
      + ["\(Amount.count(pairs.count, "migration")), \(refused) refused"]
  }
}
