/// Where a migration is: what a process leaves behind that is killed there.
///
/// Not for apps, which hear of ``MigrationProgress``; tests end the process at each of them.
package enum MigrationMoment: UInt8, Hashable, Sendable, CaseIterable {
  /// The store is open, and nothing was changed.
  case open = 1
  /// A handler of a stage runs, in a transaction of its own.
  case handler
  /// Statements change the store, in one transaction.
  case transaction
  /// That transaction is committed; SQLite may then move a part of the -wal.
  case commit
  /// A private copy, or the new store of a custom stage, is written.
  case copy
  /// The -wal is moved into the main file.
  case checkpoint
  /// What was written takes its place.
  case swap
}
