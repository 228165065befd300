import Foundation
import GoldenStore
import GoldenStoreModel

/// What a command line says about the verification of a model file.
enum ModelFileOptions {
  static let rows = Command.Option(
    "--rows", "N", "of a model file: the number of objects of every entity (as many as it takes)")
  static let strict = Command.Option(
    "--strict", nil, "of a model file: exit with 1 where data is lost")
}

extension Command {
  /// What `verify` does with a model file, of which there are no goldens: it makes stores of all
  /// versions, and judges every pair.
  static func verifyModelFile(
    _ model: ModelReference, matrix: VersionMatrix, _ invocation: Invocation
  ) async throws -> ExitCode {
    let arguments = invocation.arguments
    for option in [MatrixOptions.shard, MatrixOptions.times, MatrixOptions.variant]
      + [MatrixOptions.isolated, .goldens] where arguments.has(option)
    {
      throw CommandError.pointlessOption(
        option.name, reason: "a model file has no goldens; its stores are made for this run")
    }
    let options = try MatrixOptions(invocation)
    for version in try model.history.validated() where version.entitiesByName.isEmpty {
      throw CommandError.nothingToVerify(
        model: model.history.name, reason: "version '\(version.model.name)' declares no entity")
    }
    let stopwatch = Stopwatch()
    invocation.terminal.progress(
      "verifying \(model.history.name), \(matrix.pairs.count) pairs")
    let verdicts = try await HistoryVerdicts(
      model.history, matrix: matrix,
      rows: try arguments.number(of: ModelFileOptions.rows, in: 1...1_000_000),
      timeLimit: options.timeLimit, artifacts: invocation.artifacts)
    let report = VerdictReport(
      model.history.name, verdicts, isStrict: arguments.has(ModelFileOptions.strict),
      seconds: stopwatch.seconds)
    if let path = options.junit {
      var junit = JUnitReport()
      if let result = verdicts.result { junit.add(result, variant: .hot) }
      try junit.write(to: path)
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.isFine ? .fine : .failed
  }
}

/// The verdicts on the pairs of a model file, as they are printed.
private struct VerdictReport: Encodable {
  struct Pair: Encodable {
    let from: String
    let to: String
    let verdict: PairVerdict.Kind
    /// What goes, by entity or `Entity.property`.
    let losses: [String]
    /// Why it is refused, or what is wrong.
    let reasons: [String]

    init(_ pair: VersionPair, _ verdict: PairVerdict) {
      from = pair.sourceName
      to = pair.destinationName
      self.verdict = verdict.kind
      switch verdict {
      case .hashNeutral, .keepsEverything: (losses, reasons) = ([], [])
      case .loses(let losses): (self.losses, reasons) = (losses, [])
      case .dependsOnRoute(let losses, let report):
        (self.losses, reasons) = (
          losses, report.description.split(separator: "\n").map(String.init)
        )
      case .refused(let reasons), .differs(let reasons): (losses, self.reasons) = ([], reasons)
      case .unwritable(let version, let reason):
        (losses, reasons) = ([], ["no store can be made of '\(version)': \(reason)"])
      }
    }

    var lines: [String] {
      let heading = "'\(from)' → '\(to)': "
      let indented = reasons.flatMap { $0.split(separator: "\n").map { "  \($0)" } }
      switch verdict {
      case .hashNeutral: return [heading + "equal hashes; Core Data migrates nothing"]
      case .keepsEverything: return [heading + "migrates and keeps everything"]
      case .loses:
        return [heading + "migrates and loses \(ModelError.quotedList(losses))"]
      case .dependsOnRoute:
        let loss = losses.isEmpty ? "" : " and loses \(ModelError.quotedList(losses))"
        return [heading + "migrates\(loss); hop by hop it ends with other data:"] + indented
      case .refused: return [heading + "refused"] + indented
      case .differs: return [heading + "migrates, but not as the rules say"] + indented
      case .unwritable: return [heading + "not tried"] + indented
      }
    }
  }

  /// The counts that every `verify` prints, and the verdicts.
  struct Model: Encodable {
    let name: String
    let versions: Int
    let pairsExpected: Int
    let pairsRun: Int
    let objectsCompared: Int
    let valuesCompared: Int
    let failures: [String]
    let pairs: [Pair]
    /// What the data has no example of.
    let gaps: [String]
  }

  let models: [Model]
  let seconds: Double
  private let isStrict: Bool

  private enum CodingKeys: String, CodingKey { case models, seconds }

  private let verdicts: [PairVerdict]
  private let isRun: Bool

  init(_ name: String, _ found: HistoryVerdicts, isStrict: Bool, seconds: Double) {
    let pairs = found.pairs.map { Pair($0.pair, $0.verdict) }
    let versions = found.result?.versionsExpected ?? 0
    let failing = zip(found.pairs, pairs).filter { $0.0.verdict.isFailure }
    models = [
      Model(
        name: name, versions: versions + found.goldens.failures.count,
        pairsExpected: pairs.count, pairsRun: found.result?.pairsRun ?? 0,
        objectsCompared: found.result?.objectsCompared ?? 0,
        valuesCompared: found.result?.valuesCompared ?? 0,
        failures: found.goldens.failures.map {
          "no store can be made of '\($0.version)': \($0.reason)"
        } + found.others.map(\.sentence)
          + failing.map { $0.1.lines.joined(separator: "\n") },
        pairs: pairs,
        gaps: found.goldens.gaps.flatMap { version in
          version.gaps.map { "version '\(version.version)': \($0)" }
        })
    ]
    verdicts = found.pairs.map(\.verdict)
    isRun = (found.result?.versionsRun ?? 0) > 0
    self.isStrict = isStrict
    self.seconds = seconds
  }

  var isFine: Bool {
    isRun && models.allSatisfy { $0.failures.isEmpty }
      && !(isStrict && verdicts.contains(where: \.isLoss))
  }

  var lines: [String] {
    models.flatMap { model -> [String] in
      let failures = model.failures.count
      let lossy = verdicts.count { $0.isLoss }
      let verdict =
        failures > 0
        ? "\(Amount.count(failures, "failure"))"
        : lossy > 0 ? "\(Amount.count(lossy, "pair")) with losses" : "fine"
      let ofPairs = Set(model.pairs.map { $0.lines.joined(separator: "\n") })
      return model.gaps.map { "note: not covered: \($0)" }
        + model.failures.filter { !ofPairs.contains($0) }
        + model.pairs.flatMap(\.lines)
        + [
          "\(model.name): verified \(Amount.count(model.versions, "version")), "
            + "\(model.pairsRun) of \(Amount.count(model.pairsExpected, "pair")), "
            + "\(Amount.count(model.objectsCompared, "object")), "
            + "\(Amount.count(model.valuesCompared, "value")): \(verdict)"
        ]
    }
  }
}
