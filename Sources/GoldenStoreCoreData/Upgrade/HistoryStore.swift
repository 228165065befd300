public import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
public import GoldenStoreModel

/// A store of Core Data that a history of models describes: it is brought to the current version,
/// hop by hop, and then opened.
///
/// ```swift
/// let library = HistoryStore(libraryHistory, at: url)
/// let container = try await library.open()
/// ```
///
/// The version of the store is found by the entity hashes in its metadata. Each hop is inferred, or
/// made by the custom stage of the history that begins where the store stands. All hops run on
/// copies in a hidden folder beside the store, `.Library.sqlite.upgrade`; the store itself is
/// replaced once, by Core Data's own means, when the last copy has been opened and has the hashes
/// of the version. Whatever fails before leaves the store as it was, and so does the end of the
/// process: the next upgrade deletes what is left. An upgrade whose process is ended while the last
/// copy takes the store's place is finished by the next one; open the store through here alone, so
/// that nobody meets it half replaced. A store is never deleted or made anew because
/// it can't be read. The copies need room: up to three times that of the store.
///
/// **Code of custom stages** runs on copies too. An upgrade that ends before it is finished begins
/// anew with the store as it was, so that a handler never sees what it has done before.
///
/// **Threads.** An upgrade takes as long as it takes. ``migrate(to:progress:)`` and `open` work on a
/// queue of their own; ``migrateAndWait(to:progress:)`` works where it is called and is not for the
/// main thread, where the system ends an app that does not answer. A cancelled task ends the upgrade
/// between two steps, and within a hop whenever Core Data says how far it is; it is too late once
/// the last copy takes the store's place.
///
/// **Several processes**, such as an app and its extensions: one upgrade at a time works in a folder,
/// the others wait and find the work done. What does not go through here is not kept out: close the
/// store everywhere before its upgrade; where somebody writes to it meanwhile, the upgrade begins
/// anew, and gives up after some times with ``StoreProblem/inUse(_:)``. Only what somebody writes
/// between a replacement that was killed and the next upgrade, which finishes it, is lost. The simplest rule is that
/// the app alone upgrades and an extension asks ``plan(to:)`` first and does nothing while there are
/// hops. A process that iOS suspends while it has a lock in a shared folder is ended, so ask for
/// time in the background before.
///
/// **Protected files.** In the background before the first unlock a store can't be read. That is
/// ``StoreProblem/protected(_:)``, and nothing was touched: try again later.
///
/// **Leftovers.** Whoever deletes the store by other means deletes the hidden folder too
/// (``upgradeFolder``): an upgrade puts the backup that it finds there in the place of a store that
/// is gone.
public struct HistoryStore: Sendable {
  public let history: ModelHistory
  public let url: URL
  public let options: StoreOptions
  /// Whether the store stops at every version; else the stages of the history decide where, and
  /// without stages it goes in one hop.
  public let isStepwise: Bool
  public let backups: BackupRule
  let means: UpgradeMeans

  package init(
    _ history: ModelHistory, at url: URL, options: StoreOptions = StoreOptions(),
    isStepwise: Bool = true, backups: BackupRule = .removed, means: UpgradeMeans
  ) {
    self.history = history
    self.url = url
    self.options = options
    self.isStepwise = isStepwise
    self.backups = backups
    self.means = means
  }

  /// The hidden folder in which an upgrade works; it is there only while one does, or where one was
  /// interrupted.
  public var upgradeFolder: URL {
    URL(fileURLWithPath: UpgradeFolder(StoreFiles(main: url.path)).path, isDirectory: true)
  }

  /// Finds out what an upgrade would do, and changes nothing.
  ///
  /// - Parameter version: The name of the version to go to; nil for the current one.
  public func plan(to version: String? = nil) throws(PersistenceError) -> UpgradePlan {
    let (upgrade, destination) = try upgrade(to: version)
    return try upgrade.plan(to: destination)
  }

  /// Brings the store to a version, on a queue in the background.
  ///
  /// A store that is not there yet is left to be made by whoever opens it.
  ///
  /// - Parameters:
  ///   - version: The name of the version to go to; nil for the current one.
  ///   - progress: Hears how far it is, on that queue.
  /// - Returns: What was done.
  @discardableResult
  public func migrate(
    to version: String? = nil,
    progress: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
  ) async throws(PersistenceError) -> UpgradePlan {
    try await onQueue { (isCancelled) throws(PersistenceError) in
      try run(to: version, UpgradeMonitor(progress: progress, isCancelled: isCancelled))
    }
  }

  /// Brings the store to a version, and returns when that is done.
  ///
  /// - Parameters:
  ///   - version: The name of the version to go to; nil for the current one.
  ///   - progress: Hears how far it is.
  /// - Returns: What was done.
  @discardableResult
  public func migrateAndWait(
    to version: String? = nil,
    progress: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
  ) throws(PersistenceError) -> UpgradePlan {
    try run(to: version, UpgradeMonitor(progress: progress) { Task.isCancelled })
  }

  // MARK: Parts

  /// Runs a closure on a queue of its own, which hears whether the task was cancelled.
  func onQueue<Result: Sendable>(
    _ body:
      @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws(PersistenceError)
      -> Result
  ) async throws(PersistenceError) -> Result {
    let cancellation = Progress(totalUnitCount: 1)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "HistoryStore \(url.lastPathComponent)", qos: .userInitiated).async {
          continuation.resume(
            returning: Swift.Result { () throws(PersistenceError) in
              try body { cancellation.isCancelled }
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  @discardableResult
  func run(
    to version: String?, _ monitor: UpgradeMonitor
  ) throws(PersistenceError) -> UpgradePlan {
    let (upgrade, destination) = try upgrade(to: version)
    return try upgrade.run(to: destination, monitor: monitor)
  }

  func upgrade(
    to version: String?
  ) throws(PersistenceError) -> (upgrade: StoreUpgrade, destination: Int) {
    guard url.isFileURL else {
      throw .store(url.lastPathComponent, .notAFile(url.absoluteString))
    }
    if let key = options.others.keys.filter(means.reservedOptions.contains).min() {
      throw .store(url.lastPathComponent, .reservedOption(key))
    }
    let own = options.others.keys.filter { means.optionProperties[$0] != nil }.min()
    if let own, let property = means.optionProperties[own] {
      throw .store(url.lastPathComponent, .optionWithProperty(own, property: property))
    }
    let versions: HistoryVersions
    do throws(MigrationError) {
      versions = try HistoryVersions(history)
    } catch {
      throw PersistenceError(planning: error, store: url.lastPathComponent)
    }
    let destination: Int
    do throws(ModelError) {
      destination = try version.map(history.position(of:)) ?? history.currentPosition
    } catch {
      throw .model(error)
    }
    let upgrade = StoreUpgrade(
      versions, of: StoreFiles(main: url.path), isStepwise: isStepwise, backups: backups,
      options: options, means: means)
    try upgrade.requireConfiguration(of: history.versions[destination])
    return (upgrade, destination)
  }
}
