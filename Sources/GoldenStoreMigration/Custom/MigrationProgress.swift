/// How far a migration has come, said before each object that code transforms.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done; the order is that of a custom stage.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// Handlers of the stage run on the source version.
    case willMigrate
    /// The schema changes in place, by statements.
    case schema
    /// A custom stage makes objects.
    case createInstances
    /// A custom stage relates them.
    case createRelationships
    /// A custom stage checks them.
    case validate
    /// Handlers of the stage run on the destination version.
    case didMigrate
  }

  /// The name of the version that the step leads from.
  public let source: String
  /// The name of the version that the step leads to.
  public let destination: String
  public let phase: Phase
  /// The entity mapping whose objects are made or related; empty elsewhere.
  public let entityMapping: String
  /// How many objects or statements of the phase are done.
  public let completed: Int
  /// How many the phase has; never less than ``completed``.
  public let total: Int
}

/// Hears of the progress of a migration, once an object: keep it cheap.
///
/// A `CancellationError` that it throws ends the migration as a cancelled task does.
public typealias ProgressHandler = (MigrationProgress) throws -> Void

/// Reports progress and ends the migration of a cancelled task.
struct ProgressReport {
  let source: String
  let destination: String
  let handler: ProgressHandler

  func tell(
    _ phase: MigrationProgress.Phase, mapping entityMapping: String = "", _ completed: Int,
    of total: Int
  ) throws {
    if Task.isCancelled { throw cancelled }
    do {
      try handler(
        MigrationProgress(
          source: source, destination: destination, phase: phase, entityMapping: entityMapping,
          completed: completed, total: max(completed, total)))
    } catch is CancellationError {
      throw cancelled
    }
  }

  private var cancelled: MigrationError { .cancelled(source: source, destination: destination) }
}
