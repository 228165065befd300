import Foundation
import GoldenStore
import GoldenStoreModel

/// What a command line says about how matrices run.
struct MatrixOptions {
  static let tier = Command.Option(
    "--tier", "TIER", "quick, standard or full (GOLDENSTORE_TIER, or full)")
  static let shard = Command.Option(
    "--shard", "I/N", "one of several parts, such as 2/4 (GOLDENSTORE_SHARD)")
  static let times = Command.Option(
    "--times", "FILE", "divides by the times of an earlier run; the same for every shard")
  static let variant = Command.Option(
    "--wal", "KIND",
    "where each pair's rows are: hot (as in the golden), half, checkpointed, "
      + "rollback, stale (sidecars of another store lie about)")
  static let timeLimit = Command.Option(
    "--time-limit", "SECONDS", "how long one migration may take (300)")
  static let isolated = Command.Option(
    "--isolated", nil, "runs each version and source in a process of its own")
  static let junit = Command.Option("--junit", "FILE", "also writes a report for build servers")

  /// Those that 'run' has too.
  static let common = [shard, times, timeLimit, isolated, junit]

  /// What the help says of them.
  static let details = [
    """
    A migration that takes longer than the time limit, or with '--isolated' one that crashes,
    costs its own case only.
    """,
    """
    Shards are balanced by cost, an estimate or what '--times' names: the file 'times.json' that a
    run writes to the folder GOLDENSTORE_ARTIFACTS, or a folder of those of several shards. All
    shards together are the whole run, if all are given the same times.
    """,
    """
    Goldens are recorded first where GOLDENSTORE_RECORD is 'missing', 'changed' or 'all'; a run
    that wrote any says what changed, and ends with 1. Sealed goldens stay as they are.
    """,
  ]

  let shard: MatrixShard?
  let times: MatrixTimes?
  let variant: GoldenVariant
  let timeLimit: Double
  let isIsolated: Bool
  let junit: String?

  /// - Throws: `CommandError`, `GoldenError` for what cannot be read.
  init(_ invocation: Invocation) throws {
    let arguments = invocation.arguments
    if let text = arguments.value(of: Self.shard) {
      guard let shard = MatrixShard(text) else {
        throw CommandError.badShard(text, option: Self.shard.name)
      }
      self.shard = shard
    } else {
      shard = try Settings(environment: invocation.environment).shard
    }
    times = try arguments.value(of: Self.times).map { try MatrixTimes(path: $0) }
    variant = try arguments.choice(of: Self.variant) ?? .hot
    timeLimit =
      Double(
        try arguments.number(of: Self.timeLimit, in: 1...Int(1_000_000))
          ?? Int(MatrixRunner.defaultTimeLimit))
    isIsolated = arguments.has(Self.isolated)
    junit = arguments.value(of: Self.junit)
  }

  /// The tier of a run: the option, or else, for pairs that were not asked for by name, what the
  /// environment says.
  static func tier(_ invocation: Invocation, isSelection: Bool) throws -> MatrixTier {
    if let tier: MatrixTier = try invocation.arguments.choice(of: tier) { return tier }
    if isSelection { return .full }
    return try Settings(environment: invocation.environment).tier ?? .full
  }
}

extension Arguments {
  /// The value of an option that has a few.
  ///
  /// - Throws: `CommandError.badChoice`.
  func choice<Choice: RawRepresentable & CaseIterable>(
    of option: Command.Option
  ) throws(CommandError) -> Choice? where Choice.RawValue == String {
    guard let text = value(of: option) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw .badChoice(text, option: option.name, choices: Choice.allCases.map(\.rawValue))
    }
    return choice
  }
}
