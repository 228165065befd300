import Foundation
package import GoldenStoreFormat
package import GoldenStoreMigration
import GoldenStoreModel

/// What becomes of the copy of a store that was made before its upgrade.
public enum BackupRule: Hashable, Sendable {
  /// It is deleted when the upgraded store has been opened once and has the hashes of its version.
  case removed
  /// It stays in a folder beside the store, such as `Library.sqlite.backup`; where that is taken,
  /// `Library.sqlite.backup-2`.
  case kept
}

/// Brings a store to a version of its history, hop by hop, on copies.
///
/// The store itself is touched once, when the migrated copy takes its place: until then whatever
/// fails, or ends the process, leaves it as it was. What a process leaves that was ended is put in
/// order by the next upgrade (``recover()``). One upgrade at a time works in a folder; others wait.
package struct StoreUpgrade: Sendable {
  let versions: HistoryVersions
  let store: StoreFiles
  /// Whether every version in between is a stop.
  let isStepwise: Bool
  let backups: BackupRule
  let options: StoreOptions
  let means: UpgradeMeans

  package init(
    _ versions: HistoryVersions, of store: StoreFiles, isStepwise: Bool = true,
    backups: BackupRule = .removed, options: StoreOptions = StoreOptions(), means: UpgradeMeans
  ) {
    self.versions = versions
    self.store = store
    self.isStepwise = isStepwise
    self.backups = backups
    self.options = options
    self.means = means
  }

  var folder: UpgradeFolder { UpgradeFolder(store) }

  /// How often an upgrade begins anew because somebody has written to the store meanwhile.
  private static let attempts = 3

  // MARK: Plan

  /// A store's version and the way from it.
  struct Way {
    let identity: StoreIdentity
    let plan: UpgradePlan
    /// The hops in which something changes.
    let hops: [HopModels]
  }

  /// Finds out what an upgrade would do, and changes nothing.
  package func plan(to destination: Int) throws(PersistenceError) -> UpgradePlan {
    let recovery = try recovery()
    switch recovery {
    case .restore(let identity), .replace(let identity):
      return try way(of: identity, to: destination, UpgradePlan.Start(recovery)).plan
    case .nothing, .clear, .keepBackup, .complete: break
    }
    switch try state() {
    case .present(let identity): return try way(of: identity, to: destination).plan
    case .damaged(let problem): throw .store(store.name, problem)
    case .absent:
      return UpgradePlan(
        store: store.name, source: nil, destination: versions.models[destination].name)
    }
  }

  func way(
    of identity: StoreIdentity, to destination: Int, _ start: UpgradePlan.Start = .asItIs
  ) throws(PersistenceError) -> Way {
    do throws(MigrationError) {
      let found = try versions.find(identity.hashes, of: store.name, destination: destination)
      let hops = try found.versions.hops(
        from: found.source, to: found.destination, stepwise: isStepwise
      ).map { HopModels($0, of: found.versions) }
      let plan = UpgradePlan(
        store: store.name, source: found.versions.models[found.source].name,
        destination: versions.models[destination].name, hops: hops.map(\.hop),
        start: start)
      return Way(
        identity: identity, plan: plan, hops: hops.filter { $0.hop.kind != .unchanged })
    } catch {
      throw PersistenceError(planning: error, store: store.name)
    }
  }

  // MARK: Run

  /// Upgrades the store; one that is not there yet is left to whoever opens it.
  ///
  /// - Returns: What was done.
  @discardableResult
  package func run(
    to destination: Int, monitor: UpgradeMonitor = UpgradeMonitor()
  ) throws(PersistenceError) -> UpgradePlan {
    try attempt(.plan) { try means.makeFolder(store.folder) }
    let lock = try lock(monitor)
    defer { withExtendedLifetime(lock) {} }
    let start = UpgradePlan.Start(try recover())
    for _ in 0..<Self.attempts {
      guard case .present(let identity) = try state() else {
        return try plan(to: destination)
      }
      let way = try way(of: identity, to: destination, start)
      if way.hops.isEmpty { return way.plan }
      let course = UpgradeCourse(monitor: monitor, store: store.name, hops: way.hops.count)
      try course.tell(.plan, 0)
      for hop in way.hops { try require(hop) }
      if try upgrade(way, course) { return way.plan }
    }
    throw .store(store.name, .inUse(nil))
  }

  /// Finds out whether a hop can be made.
  private func require(_ hop: HopModels) throws(PersistenceError) {
    guard
      hop.stage?.entityMappings == nil || !options.tracksPersistentHistory
        || options.mayLosePersistentHistory
    else { throw .hop(hop.hop, of: store.name, .losesHistory) }
    try requireConfiguration(of: hop.source.model)
    try requireConfiguration(of: hop.destination.model)
    try attempt(hop) { try means.prepare(hop) }
  }

  /// Makes sure that a version has the configuration that the store is opened with.
  func requireConfiguration(of version: Model) throws(PersistenceError) {
    let known = version.configurations.map(\.name)
    // Core Data's own name for the whole model is always there.
    guard let name = options.configuration, name != "Default", !known.contains(name) else {
      return
    }
    throw .store(
      store.name, .unknownConfiguration(name, version: version.name, known: known))
  }

  /// Waits until no other upgrade works in the folder of the store.
  private func lock(_ monitor: UpgradeMonitor) throws(PersistenceError) -> FolderLock {
    while true {
      if let lock = try attempt(.plan, { try FolderLock.free(store.folder) }) { return lock }
      if monitor.isCancelled() { throw .store(store.name, .cancelled(.plan)) }
      usleep(20_000)
    }
  }

  /// Makes the hops on copies, and puts the last one in the place of the store.
  ///
  /// - Returns: Whether that was done; false where somebody has written to the store meanwhile.
  private func upgrade(_ way: Way, _ course: UpgradeCourse) throws(PersistenceError) -> Bool {
    let stamp: StoreFiles.Stamp
    do throws(PersistenceError) {
      stamp = try backUp(course)
      try migrate(way, course)
      try course.tell(.replacement, way.hops.count + 1)
    } catch {
      discard()
      throw error
    }
    guard store.stamp() == stamp else {
      discard()
      return false
    }
    try replace(way.identity, stamp)
    course.say(.open, way.hops.count + 1, part: 0.5)
    try requireReplaced(way)
    finish()
    course.say(.open, way.hops.count + 2)
    return true
  }

  /// Copies the store.
  ///
  /// - Returns: What the store was like when it was copied.
  private func backUp(_ course: UpgradeCourse) throws(PersistenceError) -> StoreFiles.Stamp {
    try course.tell(.backup, 0)
    return try attempt(.backup) {
      try means.makeFolder(folder.unfinishedBackup)
      for _ in 0..<Self.attempts {
        let stamp = store.stamp()
        try means.replace(folder.files(in: folder.unfinishedBackup), store)
        // The first copy may move a -wal into the main file; any other change is somebody's who
        // writes, and may be missing in the copy.
        guard store.stamp() == stamp else { continue }
        try means.rename(folder.unfinishedBackup, folder.backup)
        return stamp
      }
      throw PersistenceError.store(store.name, .inUse(nil))
    }
  }

  /// Puts the result in the place of the store; where that fails, the store is what it was.
  private func replace(
    _ identity: StoreIdentity, _ stamp: StoreFiles.Stamp
  ) throws(PersistenceError) {
    do throws(PersistenceError) {
      try attempt(.replacement) { try means.rename(folder.result, folder.replacing) }
    } catch {
      putBack(identity, isUntouched: true)
      throw error
    }
    do throws(PersistenceError) {
      try attempt(.replacement) { try means.replace(store, folder.files(in: folder.replacing)) }
    } catch {
      // Who has the store open is not overwritten: SQLite refuses it before it touches anything.
      let isRefused = if case .store(_, .inUse) = error { true } else { false }
      putBack(identity, isUntouched: isRefused || store.stamp() == stamp)
      throw error
    }
  }

  /// Makes sure that the store is the result, and can be opened; else it is what it was.
  private func requireReplaced(_ way: Way) throws(PersistenceError) {
    guard let last = way.hops.last else { return }
    do throws(PersistenceError) {
      try attempt(.replacement) { try means.rename(folder.replacing, folder.replaced) }
      let found = try attempt(.open) { try means.identity(store) }
      try check(found, after: last, from: way.identity)
      try attempt(.open) { try means.open(store, last.destination) }
    } catch {
      // Whether it is the result can't be told now, so the next upgrade ends this one.
      switch error {
      case .store(_, .inUse), .store(_, .protected): break
      default: putBack(way.identity, isUntouched: false)
      }
      throw error
    }
  }
}
