import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// Migrates goldens with the portable engine and with another one, and compares the results object
/// by object.
struct EngineComparison {
  /// Migrates a store itself, which is closed afterwards.
  typealias Engine =
    @Sendable (
      _ store: URL, _ history: ModelHistory, _ destination: Int, _ isStepwise: Bool
    ) throws -> Void

  /// A pair of versions, by one of the two routes.
  struct Case: Hashable, Sendable, CustomStringConvertible {
    let pair: VersionPair
    let isStepwise: Bool

    var description: String { "\(pair)\(isStepwise ? ", stepwise" : "")" }
  }

  /// What became of a case.
  enum Outcome: Equatable {
    /// Both engines migrated.
    case migrated(DifferenceReport)
    /// Both refused.
    case refused(portable: String, other: String)
    /// One of the two refused.
    case disagreement(String)

    /// What has to be told of it; nil where the engines agree.
    var problem: String? {
      switch self {
      case .migrated(let report):
        report.objectsCompared == 0
          ? "no object was compared" : report.isEmpty ? nil : "\(report)"
      case .refused: nil
      case .disagreement(let sentence): sentence
      }
    }
  }

  let catalog: Catalog
  let engine: Engine
  private let history: ModelHistory
  private let rules: [HistoryExpectation]

  /// - Parameter identities: How objects are told apart that an engine gives other keys than the
  ///   other.
  init(
    _ history: ModelHistory, in goldens: String, identities: [HistoryExpectation] = [],
    engine: @escaping Engine
  ) throws {
    self.history = history
    catalog = try Catalog(history, in: goldens)
    rules = history.expectations + identities
    self.engine = engine
  }

  /// Every pair, directly, and where versions lie between, stepwise.
  static func cases(of history: ModelHistory) -> [Case] {
    history.pairs.flatMap { pair in
      [Case(pair: pair, isStepwise: false)]
        + (pair.destination > pair.source + 1 ? [Case(pair: pair, isStepwise: true)] : [])
    }
  }

  /// Migrates a copy of the pair's golden with each engine.
  ///
  /// - Throws: What keeps a golden from being copied, or a result from being read.
  func run(_ item: Case) throws -> Outcome {
    try withTemporaryDirectory { folder in
      let golden = catalog.golden(at: item.pair.source).files
      let source = StoreFiles(main: folder.appendingPathComponent(golden.name))
      try golden.copy(to: source)
      let portable = Result {
        try Migrator.migrate(
          source, to: item.pair.destination, in: history, stepwise: item.isStepwise,
          to: folder.appendingPathComponent("Portable.sqlite")
        ).output
      }
      let other = Result {
        let files = StoreFiles(main: folder.appendingPathComponent("Other.sqlite"))
        try source.copy(to: files)
        try engine(
          URL(fileURLWithPath: files.main), history, item.pair.destination, item.isStepwise)
        return files
      }
      switch (portable, other) {
      case (.success(let first), .success(let second)):
        return .migrated(try compare(first, second, source, item))
      case (.failure(let first), .failure(let second)):
        return .refused(portable: "\(first)", other: "\(second)")
      case (.success, .failure(let error)):
        return .disagreement("the portable engine migrated, the other one refused: \(error)")
      case (.failure(let error), .success):
        return .disagreement("the other engine migrated, the portable one refused: \(error)")
      }
    }
  }

  private func compare(
    _ portable: StoreFiles, _ other: StoreFiles, _ source: StoreFiles, _ item: Case
  ) throws -> DifferenceReport {
    let model = catalog.models[item.pair.destination]
    let layout = try StoreLayout(model)
    let expected = try StoreReader(files: portable, layout: layout).contents()
    let found = try StoreReader(files: other, layout: layout).contents()
    let rules = ComparisonRules(self.rules, model: model)
    let matching = ObjectMatching(expected: expected, found: found, rules: rules)
    var report = try ContentsComparison.report(
      expected: expected, found: matching.found, model: model,
      undecidedOrders: try undecidedOrders(source, item), rules: rules)
    report.add(matching.report)
    return report
  }

  /// Orders that nothing decides, so that each engine may choose.
  private func undecidedOrders(
    _ source: StoreFiles, _ item: Case
  ) throws -> Set<ContentsComparison.UndecidedOrder> {
    let models = catalog.models
    let way = ExpectedWay(history)
    let reader = try StoreReader(files: source, layout: StoreLayout(models[item.pair.source]))
    let start = item.pair.source
    var expectation = try way.foresee(reader.contents(), from: start, to: start, models: models)
      .expectation
    let stops =
      item.isStepwise
      ? Array(item.pair.source...item.pair.destination) : [item.pair.source, item.pair.destination]
    for (start, end) in zip(stops, stops.dropFirst()) {
      expectation = try way.foresee(
        expectation.contents, undecided: expectation.undecidedOrders, from: start, to: end,
        models: models
      ).expectation
    }
    return expectation.undecidedOrders
  }
}
