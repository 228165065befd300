import GoldenStoreFormat

/// What an upgrade finds of one whose process was ended.
extension StoreUpgrade {
  /// What is at the place of the store.
  enum State {
    case absent
    /// Something that is no store, or one without its main file.
    case damaged(StoreProblem)
    case present(StoreIdentity)
  }

  /// - Throws: Where it can't be told, as for a protected file.
  func state() throws(PersistenceError) -> State {
    let parts = store.partsWithContent
    if parts.isEmpty { return .absent }
    guard means.exists(store.main) else {
      return .damaged(.strayFiles(parts.map { store.path(of: $0).fileName }))
    }
    do throws(PersistenceError) {
      return .present(try attempt(.plan) { try means.identity(store) })
    } catch {
      guard case .store(_, .notAStore(let cause)) = error else { throw error }
      return .damaged(.notAStore(cause))
    }
  }

  /// Puts in order what a process has left that was ended in the middle of an upgrade.
  ///
  /// A store that can be read stays, whatever version it has by now: it gets the external values
  /// that the replacement had not copied yet, and the copies go. A store that is gone or damaged
  /// is made from the backup, which is finished or not there at all. A store that only can't be
  /// read now, such as a protected one, is left alone, and so are the copies.
  ///
  /// - Returns: Whether the backup was put back.
  /// - Throws: Where the store, or the backup that is needed, can't be read.
  func recover() throws(PersistenceError) -> Bool {
    guard means.exists(folder.path) else { return false }
    guard means.exists(folder.backup) else {
      // Nothing was finished, so nothing was touched; or everything was, and is being deleted.
      try attempt(.recovery) { try clear() }
      return false
    }
    let state = try state()
    let backup: StoreIdentity
    do throws(PersistenceError) {
      backup = try identity(in: folder.backup)
    } catch {
      guard case .store(_, .notAStore) = error, case .present = state else { throw error }
      // A damaged copy of a store that is there is of no use.
      try attempt(.recovery) { try clear() }
      return false
    }
    if case .present(let identity) = state {
      try complete(identity, backup)
      return false
    }
    try attempt(.recovery) {
      try means.replace(store, folder.files(in: folder.backup))
      _ = try means.identity(store)
      try clear()
    }
    return true
  }

  func identity(in path: String) throws(PersistenceError) -> StoreIdentity {
    try attempt(.recovery) { try means.identity(folder.files(in: path)) }
  }

  /// Gives a store that can be read what a replacement had not brought, and ends the upgrade.
  private func complete(
    _ identity: StoreIdentity, _ backup: StoreIdentity
  ) throws(PersistenceError) {
    guard identity.uuid == backup.uuid else {
      // Somebody has made another store since: the backup is all that there is of the former.
      try attempt(.recovery) {
        try keepBackup()
        try clear()
      }
      return
    }
    // A result that can't be read, or is not there, has not replaced anything.
    let isReplaced = (try? means.identity(folder.files(in: folder.result))) == identity
    try attempt(.recovery) {
      try means.addExternalValues(
        store, folder.files(in: isReplaced ? folder.result : folder.backup))
      if isReplaced, backups == .kept { try keepBackup() }
      try clear()
    }
  }

  // MARK: Ends

  /// Deletes the folder of the upgrade.
  ///
  /// A process that is killed here must not leave half a backup that looks like a whole one.
  func clear() throws {
    if means.exists(folder.backup) { try means.rename(folder.backup, folder.obsoleteBackup) }
    try means.remove(folder.path)
  }

  func keepBackup() throws {
    var number = 1
    while means.exists(folder.keptBackup(number)) { number += 1 }
    try means.rename(folder.backup, folder.keptBackup(number))
  }

  /// Deletes what an upgrade has made that did not come to its end.
  func discard() {
    // The first error is the one to tell; the next upgrade deletes the rest.
    try? clear()
  }

  /// Keeps the backup if it is wanted, and deletes everything else.
  func finish() {
    // The store is upgraded; the next upgrade does what could not be done here.
    if backups == .kept, (try? keepBackup()) == nil { return }
    try? clear()
  }

  /// Undoes a replacement that failed. Where that fails too, the next upgrade does it.
  func putBack(_ identity: StoreIdentity) {
    let backup = folder.files(in: folder.backup)
    do {
      // A store that can't be read is none that the replacement has left alone.
      if let found = try? means.identity(store), found == identity {
        try means.addExternalValues(store, backup)
      } else {
        try means.replace(store, backup)
        guard try means.identity(store) == identity else { return }
      }
      try clear()
    } catch {
      // The error of the replacement is the one to tell.
    }
  }
}
