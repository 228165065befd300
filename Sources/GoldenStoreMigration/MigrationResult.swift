public import GoldenStoreFormat

/// What a migration did.
public struct MigrationResult: Hashable, Sendable {
  /// The migrated store, checkpointed and closed: its main file holds everything.
  public let output: StoreFiles
  /// The position of the version that the source turned out to have, counted from 0.
  public let source: Int
  /// The position of the version that the output has.
  public let destination: Int
  /// The steps whose transactions were committed, in order.
  public let steps: [MigrationStep]

  package init(output: StoreFiles, source: Int, destination: Int, steps: [MigrationStep]) {
    self.output = output
    self.source = source
    self.destination = destination
    self.steps = steps
  }

  /// The most expensive path of all steps; `none` where the store was not touched.
  public var path: MigrationPath { steps.map(\.path).max() ?? .none }

  /// What readers of the store's persistent history should know, in the order of the steps.
  public var notes: [MigrationNote] { steps.flatMap(\.notes) }
}
