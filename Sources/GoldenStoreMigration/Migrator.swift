public import GoldenStoreFormat
public import GoldenStoreModel

/// Migrates copies of stores.
public struct Migrator {
  /// Migrates a copy of a store to a later version.
  ///
  /// The source is only read. Its copy is migrated in a folder beside the output, each step in
  /// one transaction, then checkpointed and closed; the main file is moved to its place last, so
  /// that the output is complete or absent.
  ///
  /// - Parameters:
  ///   - source: The store; it need not be checkpointed.
  ///   - sourcePosition: The version that the store must have; `nil` finds it by its hashes.
  ///   - destination: The position of the version to migrate to, counted from 0.
  ///   - history: The versions.
  ///   - stepwise: Whether every version in between is a stop of its own.
  ///   - output: The path of the migrated store; none of a store's files may exist there.
  ///   - didMigrate: Called after each step that was committed, with what really ran.
  /// - Throws: `MigrationError`, or what `didMigrate` throws.
  public static func migrate(
    _ source: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false, to output: String,
    didMigrate: (MigrationStep) throws -> Void = { _ in }
  ) throws -> MigrationResult {
    throw MigrationError.notSupportedYet(
      source: history.name, destination: history.name, what: "a migration")
  }
}
