import GoldenStoreFormat

/// What a migration calls while it runs; whatever a hook throws ends it.
struct MigrationHooks {
  /// Before each statement of a change in place.
  let willRun: (MigrationStatement) throws -> Void
  /// After each step that was committed.
  let didMigrate: (MigrationStep) throws -> Void
  /// Before each object and each statement.
  let progress: ProgressHandler
  /// At each moment at which a process that is killed leaves something else.
  let moment: (MigrationMoment) -> Void

  /// Collects closures that do not outlive a migration.
  static func with<Result>(
    _ willRun: (MigrationStatement) throws -> Void,
    _ didMigrate: (MigrationStep) throws -> Void, _ progress: ProgressHandler,
    _ moment: (MigrationMoment) -> Void, _ body: (MigrationHooks) throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(willRun) { willRun in
      try withoutActuallyEscaping(didMigrate) { didMigrate in
        try withoutActuallyEscaping(progress) { progress in
          try withoutActuallyEscaping(moment) { moment in
            try body(
              MigrationHooks(
                willRun: willRun, didMigrate: didMigrate, progress: progress, moment: moment))
          }
        }
      }
    }
  }
}
