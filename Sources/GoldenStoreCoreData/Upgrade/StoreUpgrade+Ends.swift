import GoldenStoreFormat

/// How an upgrade ends: well, badly, or by undoing what it has done.
extension StoreUpgrade {
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
  ///
  /// - Parameters:
  ///   - identity: Who the store was.
  ///   - isUntouched: Whether the store is surely as it was, or as somebody else has made it since,
  ///     whose changes must stay.
  func putBack(_ identity: StoreIdentity, isUntouched: Bool) {
    do {
      guard isUntouched else { return try restore(identity) }
      // From here on nobody may finish the replacement.
      if means.exists(folder.replacing) { try means.rename(folder.replacing, folder.result) }
      try means.addExternalValues(store, folder.files(in: folder.backup))
      try clear()
    } catch {
      // The error of the replacement is the one to tell.
    }
  }
}
