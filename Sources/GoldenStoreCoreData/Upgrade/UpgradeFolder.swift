package import GoldenStoreFormat

/// The hidden folder beside a store in which an upgrade works; the store itself is replaced only
/// when everything in here is finished.
///
/// A store in it lies in a folder of its own under the name of the real one. A folder that is
/// finished gets its name by one rename, so that whatever a killed process leaves is either whole
/// or has another name.
package struct UpgradeFolder: Sendable {
  package let store: StoreFiles

  package init(_ store: StoreFiles) { self.store = store }

  /// The folder itself.
  package var path: String { store.folder.appendingPathComponent(".\(store.name).upgrade") }

  /// The copy of the store as it was, finished.
  package var backup: String { path.appendingPathComponent("backup") }
  /// The same while it is written.
  package var unfinishedBackup: String { path.appendingPathComponent("backup-unfinished") }
  /// The same while it is deleted.
  package var obsoleteBackup: String { path.appendingPathComponent("backup-obsolete") }
  /// The migrated store, finished and checked.
  package var result: String { path.appendingPathComponent("result") }
  /// The same from the moment on at which it takes the place of the store, which may be a mixture.
  package var replacing: String { path.appendingPathComponent("replacing") }
  /// The same when it has taken the place of the store.
  package var replaced: String { path.appendingPathComponent("replaced") }
  /// An empty folder that is there while the backup is put back, so that the store may be a mixture.
  package var restoring: String { path.appendingPathComponent("restoring") }

  /// The store that a hop begins with or leads to; 0 is the first one's source.
  package func work(_ number: Int) -> String { path.appendingPathComponent("work-\(number)") }

  /// Where a backup is kept that is wanted: beside the store, in a folder that may be seen.
  ///
  /// - Parameter number: The first that is free is taken.
  package func keptBackup(_ number: Int) -> String {
    let name = "\(store.name).backup" + (number == 1 ? "" : "-\(number)")
    return store.folder.appendingPathComponent(name)
  }

  /// The store in one of these folders.
  package func files(in folder: String) -> StoreFiles {
    StoreFiles(main: folder.appendingPathComponent(store.name))
  }
}
