import Foundation
import GoldenStoreFormat
import GoldenStoreMigration

/// What an upgrade finds of one whose process was ended.
///
/// A store that was being replaced may be a mixture of two whose metadata tell nothing. So the names
/// of the folders say how far the process had come, and only they are trusted.
extension StoreUpgrade {
  /// What is at the place of the store.
  enum State {
    case absent
    /// Something that is no store, or one without its main file.
    case damaged(StoreProblem)
    case present(StoreIdentity)
  }

  /// What is to be done first with what another upgrade has left.
  enum Recovery {
    case nothing
    /// Nothing was finished, so nothing was touched; or everything was, and is being deleted.
    case clear
    /// The backup is of another store than the one that is there, or can't be read.
    case keepBackup
    /// The store gets the external values that it lacks, from a folder.
    case complete(from: String)
    /// The store is gone, damaged or half restored.
    case restore(StoreIdentity)
    /// The store was being replaced, and is anew.
    case replace(StoreIdentity)
  }

  /// - Throws: Where it can't be told, as for a protected file.
  func state() throws(PersistenceError) -> State {
    let parts = store.partsWithContent
    if parts.isEmpty { return .absent }
    guard means.exists(store.main) else {
      return .damaged(.strayFiles(parts.map { store.path(of: $0).fileName }))
    }
    do throws(PersistenceError) {
      return .present(try identity(of: store, .plan))
    } catch {
      guard case .store(_, .notAStore(let cause)) = error else { throw error }
      return .damaged(.notAStore(cause))
    }
  }

  /// Reads who a store is.
  ///
  /// - Throws: `notAStore` only for what surely is none: Core Data's code for it has other reasons,
  ///   too.
  private func identity(
    of files: StoreFiles, _ step: UpgradeStep
  ) throws(PersistenceError) -> StoreIdentity {
    do throws(PersistenceError) {
      return try attempt(step) { try means.identity(files) }
    } catch {
      guard case .store(let name, .notAStore(let cause)) = error else { throw error }
      let beginning: Data
      do {
        beginning = try means.beginning(files.main)
      } catch {
        throw .store(name, .protected(cause))
      }
      let isDatabase = beginning == Data("SQLite format 3\0".utf8)
      if isDatabase, !cause.saysDamaged(sqliteDomain: means.sqliteDomain) {
        throw .store(name, .failed(step, cause))
      }
      throw error
    }
  }

  func identity(in path: String) throws(PersistenceError) -> StoreIdentity {
    try identity(of: folder.files(in: path), .recovery)
  }

  // MARK: Decision

  /// Finds out what has to be done first, and changes nothing.
  func recovery() throws(PersistenceError) -> Recovery {
    guard means.exists(folder.path) else { return .nothing }
    guard means.exists(folder.backup) else { return .clear }
    let isRestoring = means.exists(folder.restoring)
    if isRestoring || means.exists(folder.replacing) {
      return try recoveryOfMixture(isRestoring: isRestoring)
    }
    guard case .present(let found) = try state() else {
      return .restore(try identity(in: folder.backup))
    }
    let backup: StoreIdentity
    do throws(PersistenceError) {
      backup = try identity(in: folder.backup)
    } catch {
      if error.mayPass { throw error }
      // A damaged copy of a store that is there is of no use; any other may be.
      if case .store(_, .notAStore) = error { return .clear }
      return .keepBackup
    }
    // Somebody has made another store since: the backup is all that there is of the former.
    guard found.uuid == backup.uuid else { return .keepBackup }
    return .complete(from: means.exists(folder.replaced) ? folder.replaced : folder.backup)
  }

  /// The same for a store that was being overwritten, so that it may say anything of itself.
  private func recoveryOfMixture(isRestoring: Bool) throws(PersistenceError) -> Recovery {
    let found = try readable { () throws(PersistenceError) in
      if case .present(let identity) = try state() { identity } else { nil }
    }
    let result =
      isRestoring
      ? nil
      : try readable { () throws(PersistenceError) in try identity(in: folder.replacing) }
    // Only where there is no result, the backup has to be read.
    let source: StoreIdentity
    if let result { source = result } else { source = try identity(in: folder.backup) }
    // No page of either copy has another identifier: somebody has made another store since.
    if let found, found.uuid != source.uuid { return .keepBackup }
    return result.map { .replace($0) } ?? .restore(source)
  }

  /// The identity of a store; nil where it has none that can be read, now or later.
  private func readable(
    _ identity: () throws(PersistenceError) -> StoreIdentity?
  ) throws(PersistenceError) -> StoreIdentity? {
    do throws(PersistenceError) {
      return try identity()
    } catch {
      if error.mayPass { throw error }
      return nil
    }
  }

  // MARK: Action

  /// Puts in order what a process has left that was ended in the middle of an upgrade.
  ///
  /// A store that was being replaced is replaced again by the finished result, and one into whose
  /// place the backup was being put gets it again. Otherwise a store that can be read stays, whatever
  /// version it has by now: it gets the external values that it lacks, and the copies go. A store
  /// that is gone or damaged is made from the backup, which is finished or not there at all. A store
  /// that only can't be read now, such as a protected one, is left alone, and so are the copies.
  ///
  /// - Returns: What was done.
  /// - Throws: Where the store, or the copy that is needed, can't be read.
  func recover() throws(PersistenceError) -> Recovery {
    let recovery = try recovery()
    try attempt(.recovery) {
      switch recovery {
      case .nothing: break
      case .clear: try clear()
      case .keepBackup:
        try keepBackup()
        try clear()
      case .complete(let source): try complete(from: source)
      case .restore(let identity): try restore(identity)
      case .replace(let identity):
        try means.replace(store, folder.files(in: folder.replacing))
        try requireIdentity(identity)
        try means.rename(folder.replacing, folder.replaced)
        try complete(from: folder.replaced)
      }
    }
    return recovery
  }

  /// Gives the store what a replacement had not brought, and ends the upgrade.
  private func complete(from source: String) throws {
    try means.addExternalValues(store, folder.files(in: source))
    if source == folder.replaced, backups == .kept { try keepBackup() }
    try clear()
  }

  /// Puts the backup in the place of the store, and ends the upgrade.
  ///
  /// From the first moment on the store may be a mixture, which the next upgrade must know.
  func restore(_ identity: StoreIdentity) throws {
    try means.makeFolder(folder.restoring)
    try means.replace(store, folder.files(in: folder.backup))
    try requireIdentity(identity)
    try clear()
  }

  private func requireIdentity(_ identity: StoreIdentity) throws {
    guard try means.identity(store) == identity else {
      throw PersistenceError.store(
        store.name,
        .failed(
          .recovery,
          CoreDataError(
            code: CoreDataCode.migration,
            reason: "The store has another identifier or version than the copy that replaced it.")))
    }
  }
}

extension UpgradePlan.Start {
  init(_ recovery: StoreUpgrade.Recovery) {
    self =
      switch recovery {
      case .restore: .restoresBackup
      case .replace: .finishesUpgrade
      case .nothing, .clear, .keepBackup, .complete: .asItIs
      }
  }
}

extension PersistenceError {
  /// Whether the same may go well later, with nothing changed.
  var mayPass: Bool {
    switch self {
    case .store(_, .inUse), .store(_, .protected), .store(_, .diskFull), .store(_, .cancelled): true
    default: false
    }
  }
}

extension CoreDataError {
  /// Whether SQLite itself says that the file is damaged (11) or no database (26).
  fileprivate func saysDamaged(sqliteDomain: String) -> Bool {
    if domain == sqliteDomain, [11, 26].contains(code & 0xFF) { return true }
    return underlying?.saysDamaged(sqliteDomain: sqliteDomain) ?? false
  }
}
