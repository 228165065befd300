public import GoldenStoreFormat
public import GoldenStoreModel
import GoldenStoreSQLite

/// Migrates stores: copies of them, or the files themselves.
public enum Migrator {
  /// Migrates a copy of a store to a later version.
  ///
  /// The source is only read. Its copy is migrated in a folder beside the output, each step in
  /// transactions of its own, then checkpointed and closed; the main file is moved to its place
  /// last, so that the output is complete or absent. A store that has the destination's version
  /// already is copied.
  ///
  /// A history with stages is followed as Core Data's staged migration follows it.
  ///
  /// - Parameters:
  ///   - source: The store; it need not be checkpointed.
  ///   - sourcePosition: The version that the store must have, counted from 0; `nil` finds it by
  ///     its hashes.
  ///   - destination: The position of the version to migrate to.
  ///   - history: The versions, and the stages between them.
  ///   - stepwise: Whether every version in between is a stop of its own.
  ///   - persistentHistory: What may be lost of the store's persistent history.
  ///   - output: The path of the migrated store; none of a store's files may exist there.
  ///   - progress: Called before each object that code transforms and before each statement.
  ///   - didMigrate: Called after each step that was committed, with what really ran.
  /// - Throws: `MigrationError`; what `progress`, `didMigrate` and code of the history throw.
  public static func migrate(
    _ source: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false,
    persistentHistory: PersistentHistoryOptions = PersistentHistoryOptions(), to output: String,
    progress: ProgressHandler = { _ in }, didMigrate: (MigrationStep) throws -> Void = { _ in }
  ) throws -> MigrationResult {
    try migrate(
      source, from: sourcePosition, to: destination, in: history, stepwise: stepwise,
      persistentHistory: persistentHistory, to: output, willRun: { _ in }, progress: progress,
      didMigrate: didMigrate)
  }

  /// The same, with a closure that is called before each statement and may end the migration, and
  /// one that is called at each moment.
  package static func migrate(
    _ source: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false,
    persistentHistory: PersistentHistoryOptions = PersistentHistoryOptions(), to output: String,
    willRun: (MigrationStatement) throws -> Void, progress: ProgressHandler = { _ in },
    didMigrate: (MigrationStep) throws -> Void = { _ in },
    moment: (MigrationMoment) -> Void = { _ in }
  ) throws -> MigrationResult {
    try migrate(
      source, from: sourcePosition, to: destination, in: HistoryVersions(history),
      stepwise: stepwise, persistentHistory: persistentHistory, to: output, willRun: willRun,
      progress: progress, didMigrate: didMigrate, moment: moment)
  }

  /// The same, with versions that were checked and hashed before.
  package static func migrate(
    _ source: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in versions: HistoryVersions, stepwise: Bool = false,
    persistentHistory: PersistentHistoryOptions = PersistentHistoryOptions(), to output: String,
    willRun: (MigrationStatement) throws -> Void = { _ in },
    progress: ProgressHandler = { _ in }, didMigrate: (MigrationStep) throws -> Void = { _ in },
    moment: (MigrationMoment) -> Void = { _ in }
  ) throws -> MigrationResult {
    try versions.requireOrder(from: sourcePosition ?? destination, to: destination)
    let files = StoreFiles(main: output)
    let names = (source: source.name, destination: versions.models[destination].name)
    return try InPlaceMigration.translatingErrors(names) {
      try files.requireAbsent()
      _ = try source.files()
      _ = try DatabaseHeader(contentsOf: source.main)
      return try withTemporaryDirectory(in: files.folder) { folder in
        let copy = StoreFiles(main: folder.appendingPathComponent(source.name))
        moment(.copy)
        try source.copy(to: copy)
        try requireWholeLog(of: copy, named: source)
        return try MigrationHooks.with(willRun, didMigrate, progress, moment) { hooks in
          let run = try MigrationRun(
            versions: versions, store: source.name, files: copy, isShared: false,
            historyOptions: persistentHistory, hooks: hooks)
          let done = try run.migrate(
            from: sourcePosition, to: destination, stepwise: stepwise)
          try copy.synchronize()
          moment(.swap)
          try copy.move(to: files)
          return MigrationResult(
            output: files, source: done.start, destination: destination, steps: done.steps)
        }
      }
    }
  }

  /// Migrates a store itself to a later version.
  ///
  /// Each step is committed by itself: where one fails, the store stays at the version before it,
  /// whole. A custom stage with entity mappings writes a new store under a hidden name beside the
  /// old one and replaces that by one rename, for which no other process may have it open; what a
  /// process that was killed has left there is deleted by the next one. Several processes may
  /// migrate at once: the second finds the work done. A store that has the destination's version
  /// already is not changed.
  ///
  /// - Parameters:
  ///   - files: The store.
  ///   - sourcePosition: The version that the store must have, counted from 0; `nil` finds it by
  ///     its hashes.
  ///   - destination: The position of the version to migrate to.
  ///   - history: The versions, and the stages between them.
  ///   - stepwise: Whether every version in between is a stop of its own.
  ///   - persistentHistory: What may be lost of the store's persistent history.
  ///   - progress: Called before each object that code transforms and before each statement.
  ///   - didMigrate: Called after each step that was committed, with what really ran.
  /// - Throws: `MigrationError`, `.inUse` where a new store could not take its place; what
  ///   `progress`, `didMigrate` and code of the history throw.
  public static func migrateInPlace(
    _ files: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false,
    persistentHistory: PersistentHistoryOptions = PersistentHistoryOptions(),
    progress: ProgressHandler = { _ in }, didMigrate: (MigrationStep) throws -> Void = { _ in }
  ) throws -> MigrationResult {
    try migrateInPlace(
      files, from: sourcePosition, to: destination, in: history, stepwise: stepwise,
      persistentHistory: persistentHistory, willRun: { _ in }, progress: progress,
      didMigrate: didMigrate)
  }

  /// The same, with a closure that is called before each statement and may end the migration, and
  /// one that is called at each moment.
  package static func migrateInPlace(
    _ files: StoreFiles, from sourcePosition: Int? = nil, to destination: Int,
    in history: ModelHistory, stepwise: Bool = false,
    persistentHistory: PersistentHistoryOptions = PersistentHistoryOptions(),
    willRun: (MigrationStatement) throws -> Void, progress: ProgressHandler = { _ in },
    didMigrate: (MigrationStep) throws -> Void = { _ in },
    moment: (MigrationMoment) -> Void = { _ in }
  ) throws -> MigrationResult {
    let versions = try HistoryVersions(history)
    try versions.requireOrder(from: sourcePosition ?? destination, to: destination)
    let names = (source: files.name, destination: versions.models[destination].name)
    return try InPlaceMigration.translatingErrors(names) {
      _ = try files.files()
      // A store that is replaced must not be open elsewhere, not even to wait for its turn.
      let lock = try versions.mayReplaceStore ? FolderLock(files.folder) : nil
      defer { withExtendedLifetime(lock) {} }
      _ = try DatabaseHeader(contentsOf: files.main)
      try requireWholeLog(of: files, named: files)
      return try MigrationHooks.with(willRun, didMigrate, progress, moment) { hooks in
        let run = try MigrationRun(
          versions: versions, store: files.name, files: files, isShared: true,
          historyOptions: persistentHistory, hooks: hooks)
        let done = try run.migrate(from: sourcePosition, to: destination, stepwise: stepwise)
        return MigrationResult(
          output: files, source: done.start, destination: destination, steps: done.steps)
      }
    }
  }

  /// SQLite would skip a damaged part of the -wal without a word, and its rows with it.
  private static func requireWholeLog(of copy: StoreFiles, named source: StoreFiles) throws {
    guard copy.existingParts.contains(.writeAheadLog) else { return }
    let damage: WriteAheadLogDamage?
    do {
      damage = try logDamage(of: copy)
    } catch {
      // Whoever closed the store last has moved the -wal into the main file meanwhile.
      if !copy.existingParts.contains(.writeAheadLog) { return }
      throw error
    }
    try WriteAheadLog.requireSound(damage, of: source.name)
  }

  private static func logDamage(of files: StoreFiles) throws -> WriteAheadLogDamage? {
    let path = files.path(of: .writeAheadLog)
    let log = try WriteAheadLog(
      contentsOf: path,
      committed: WriteAheadLog.committedFrames(of: path, index: files.path(of: .sharedMemory)))
    let header = try DatabaseHeader(contentsOf: files.main)
    return try log.damage ?? WriteAheadLog.foreignPages(of: files, header)
  }
}
