import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// A new store that is written beside an open one and takes its place by one rename.
///
/// A process that is killed before the rename leaves the old store and a hidden file, which the
/// next run deletes; after it, the new store.
///
/// Format: StoreFormat F158.
final class StoreReplacement {
  private let connection: Connection
  private let files: StoreFiles
  private let destination: StoreFiles
  private var dataVersion: SQLValue?
  /// What the persistent history of the new store does not tell.
  private(set) var notes: [MigrationNote] = []
  private var isWriteAheadLogged = false

  init(connection: Connection, files: StoreFiles) {
    self.connection = connection
    self.files = files
    destination = StoreFiles(main: Self.hiddenPath(beside: files))
  }

  /// Core Data's own name for the file.
  static func hiddenPath(beside files: StoreFiles) -> String {
    files.folder.appendingPathComponent(
      ".\(files.name).migrationdestination_41b5a6b5c6e848c462a8480cd24caef3")
  }

  /// Writes the new store, while nobody can write to the old one.
  ///
  /// - Returns: Whether there is something to put in place; false where another process has
  ///   migrated the store already.
  func make(_ step: CustomStep) throws -> Bool {
    let history = PersistentHistoryPlan.tables(in: try StoreSchema(of: connection))
    let plan = try CustomPlan(
      step.stage, from: step.source, to: step.destination, keepsHistory: !history.isEmpty)
    return try connection.transaction(.immediate) {
      let metadata = try MetadataRow(of: connection).value
      if metadata.entityHashes == (try VersionHash.entityHashes(of: step.destination)) {
        return false
      }
      if let difference = metadata.difference(
        from: try VersionHash.entityHashes(of: step.source))
      {
        throw StoreError.otherModel(
          store: files.name, version: step.source.name, difference: difference)
      }
      try isWriteAheadLogged = wasWriteAheadLogged()
      // With the lock in hand, what lies there was left by a process that was killed.
      try destination.delete()
      try CustomMigration(plan: plan, progress: step.progress, calls: step.calls)
        .run(
          connection, files: files, to: destination.main, isWriteAheadLogged: isWriteAheadLogged)
      if !history.isEmpty { notes = [try leftBehind(history)] }
      dataVersion = try connection.pragma("data_version").first
      return true
    }
  }

  private func leftBehind(_ tables: [String]) throws -> MigrationNote {
    let rows = try PersistentHistoryPlan.counts(of: tables, on: connection)
    return .historyLeftBehind(transactions: rows.transactions, changes: rows.changes)
  }

  /// Whether the store is in WAL mode, or was when a process began to replace it that was killed
  /// just before the rename.
  private func wasWriteAheadLogged() throws -> Bool {
    if try connection.pragma("journal_mode").first == .text("wal") { return true }
    guard destination.existingParts.contains(.main) else { return false }
    // A file that was not finished may have no header yet, and says nothing.
    return (try? DatabaseHeader(contentsOf: destination.main))?.isWriteAheadLogged ?? false
  }

  /// Puts the new store in the place of the old one, and closes that.
  ///
  /// - Parameter willRename: Called when nothing but the rename is left.
  /// - Throws: `MigrationError.inUse` where another process has the old store open, or has
  ///   changed it meanwhile; the new store is deleted then.
  func swap(willRename: () -> Void = {}) throws {
    do {
      try connection.keepWriteAheadLogOnClose(false)
      // Leaving WAL mode needs the file for oneself, moves the -wal into it and deletes it.
      guard try connection.pragma("journal_mode = DELETE") == [.text("delete")] else {
        throw MigrationError.inUse(store: files.name)
      }
      try connection.execute("BEGIN EXCLUSIVE")
      // Nobody may have come in between, neither to write nor to stay.
      guard try connection.pragma("data_version").first == dataVersion,
        files.existingParts.allSatisfy({ $0 == .main || $0 == .supportFolder })
      else {
        throw MigrationError.inUse(store: files.name)
      }
      willRename()
      try destination.replace(files)
    } catch {
      // The first error is the one to tell; a next run deletes the rest.
      try? destination.delete()
      if connection.isInTransaction { try? connection.execute("ROLLBACK") }
      if isWriteAheadLogged { _ = try? connection.pragma("journal_mode = WAL") }
      if let error = error as? SQLiteError, error.isBusy {
        throw MigrationError.inUse(store: files.name)
      }
      throw error
    }
    // What is closed is the old file, which has no name any more.
    try connection.execute("ROLLBACK")
    try connection.close()
  }
}

extension SQLiteError {
  /// SQLITE_BUSY and SQLITE_LOCKED.
  fileprivate var isBusy: Bool { primaryCode == 5 || primaryCode == 6 }
}
