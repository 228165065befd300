public import GoldenStoreFormat
public import GoldenStoreModel
import GoldenStoreSQLite

/// Migrates copies of stores.
public enum Migrator {
  /// Migrates a copy of a store to a later version.
  ///
  /// The source is only read. Its copy is migrated in a folder beside the output, each step in
  /// one transaction, then checkpointed and closed; the main file is moved to its place last, so
  /// that the output is complete or absent. A store that has the destination's version already is
  /// copied.
  ///
  /// - Parameters:
  ///   - source: The store; it need not be checkpointed.
  ///   - sourcePosition: The version that the store must have, counted from 0; `nil` finds it by
  ///     its hashes.
  ///   - destination: The position of the version to migrate to.
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
    try migrate(
      source, from: sourcePosition, to: destination, in: history, stepwise: stepwise, to: output,
      willRun: { _ in }, didMigrate: didMigrate)
  }

  /// The same, with a closure that is called before each statement and may end the migration.
  package static func migrate(
    _ source: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false, to output: String,
    willRun: (MigrationStatement) throws -> Void,
    didMigrate: (MigrationStep) throws -> Void = { _ in }
  ) throws -> MigrationResult {
    let versions = try HistoryVersions(history)
    _ = try versions.hops(from: sourcePosition ?? destination, to: destination, stepwise: false)
    let files = StoreFiles(main: output)
    let names = (source: source.name, destination: versions.models[destination].name)
    return try InPlaceMigration.translatingErrors(names) {
      try files.requireAbsent()
      _ = try source.files()
      _ = try DatabaseHeader(contentsOf: source.main)
      return try withTemporaryDirectory(in: files.folder) { folder in
        let copy = StoreFiles(main: folder.appendingPathComponent(source.name))
        try source.copy(to: copy)
        try requireWholeLog(of: copy, source: source)
        let run = try MigrationRun(
          versions: versions, store: source.name,
          connection: Connection(
            path: copy.main, mode: .readWrite))
        let start = try run.identify(expected: sourcePosition, destination: destination)
        let steps = try run.steps(
          versions.hops(from: start, to: destination, stepwise: stepwise), willRun: willRun,
          didMigrate: didMigrate)
        try run.finish()
        try copy.move(to: files)
        return MigrationResult(
          output: files, source: start, destination: destination, steps: steps)
      }
    }
  }

  /// SQLite would skip a damaged part of the -wal without a word, and its rows with it.
  private static func requireWholeLog(of copy: StoreFiles, source: StoreFiles) throws {
    guard copy.existingParts.contains(.writeAheadLog) else { return }
    let log = try WriteAheadLog(contentsOf: copy.path(of: .writeAheadLog))
    if let damage = log.damage {
      throw StoreError.damagedWriteAheadLog(
        file: source.path(of: .writeAheadLog).fileName, damage: damage)
    }
  }
}
