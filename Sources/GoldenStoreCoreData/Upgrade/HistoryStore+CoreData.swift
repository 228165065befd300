#if canImport(CoreData)
  public import CoreData
  public import Foundation
  import GoldenStoreFormat
  import GoldenStoreMigration
  public import GoldenStoreModel

  extension HistoryStore {
    /// Names a store of a history; nothing needs to exist yet.
    ///
    /// - Parameters:
    ///   - history: Every version of the model, and the stages between them.
    ///   - url: The main file. An SQLite store; its folder is made where there is none.
    ///   - options: How it is opened, each time.
    ///   - isStepwise: Whether the store stops at every version; else the stages of the history
    ///     decide where.
    ///   - backups: What becomes of the copy that is made before an upgrade.
    public init(
      _ history: ModelHistory, at url: URL, options: StoreOptions = StoreOptions(),
      isStepwise: Bool = true, backups: BackupRule = .removed
    ) {
      self.init(
        history, at: url, options: options, isStepwise: isStepwise, backups: backups,
        means: .coreData(options))
    }

    /// Brings the store to the current version, on a queue in the background, and opens it.
    ///
    /// The options that let Core Data migrate are off, so that nothing migrates behind one's back.
    /// A store that is not there yet is made.
    ///
    /// Open a store once and keep the container: each call makes a model of its own, and while two of
    /// them claim a class, Core Data can't tell whose entity `entity()` of the class is, and raises
    /// an exception where it is asked.
    ///
    /// - Parameters:
    ///   - name: The name of the container; nil for that of the file, without its extension.
    ///   - module: The module of the classes whose names in the history begin with a point.
    ///   - progress: Hears how far it is, on that queue.
    /// - Returns: The container with its one store loaded.
    public func open(
      name: String? = nil, module: String? = nil,
      progress: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws(PersistenceError) -> NSPersistentContainer {
      try await onQueue { (isCancelled) throws(PersistenceError) in
        try load(
          name: name, module: module,
          UpgradeMonitor(progress: progress, isCancelled: isCancelled))
      }
    }

    /// Does the same, and returns when it is done; not for the main thread, unless the store is
    /// known to be small. It too is for once: keep the container.
    public func openAndWait(
      name: String? = nil, module: String? = nil,
      progress: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) throws(PersistenceError) -> NSPersistentContainer {
      try load(
        name: name, module: module,
        UpgradeMonitor(progress: progress) { Task.isCancelled })
    }

    private func load(
      name: String?, module: String?, _ monitor: UpgradeMonitor
    ) throws(PersistenceError) -> NSPersistentContainer {
      let (upgrade, destination) = try upgrade(to: nil)
      try upgrade.run(to: destination, monitor: monitor)
      let container = NSPersistentContainer(
        name: name ?? url.deletingPathExtension().lastPathComponent,
        managedObjectModel: try NSManagedObjectModel(
          upgrade.versions.models[destination], for: .app(module: module)))
      container.persistentStoreDescriptions = [makeStoreDescription()]
      var failure: (any Error)?
      // The description says that this does not return before the store is there.
      container.loadPersistentStores { failure = $1 }
      if let failure { throw upgrade.translated(failure, .open) }
      return container
    }

    /// Describes the store for a container of one's own, such as one with CloudKit, once it has been
    /// migrated: options as here, no migration, loaded when `loadPersistentStores` returns.
    public func makeStoreDescription() -> NSPersistentStoreDescription {
      let description = NSPersistentStoreDescription(url: url)
      description.type = NSSQLiteStoreType
      description.configuration = options.configuration
      for (key, value) in options.withoutMigration where key != NSSQLitePragmasOption {
        description.setOption(value, forKey: key)
      }
      for (pragma, value) in options.pragmas {
        description.setValue(value as NSString, forPragmaNamed: pragma)
      }
      description.shouldMigrateStoreAutomatically = false
      description.shouldInferMappingModelAutomatically = false
      description.shouldAddStoreAsynchronously = false
      return description
    }

    /// Makes Core Data's model of a version, for a container of one's own.
    ///
    /// Make it once and keep it: each call makes another one, and while two models claim a class, Core
    /// Data can't tell whose entity `entity()` of the class is, and raises an exception where it is
    /// asked.
    ///
    /// - Parameters:
    ///   - version: The name of the version; nil for the current one.
    ///   - module: The module of the classes whose names in the history begin with a point.
    public func makeManagedObjectModel(
      of version: String? = nil, module: String? = nil
    ) throws(PersistenceError) -> NSManagedObjectModel {
      let position: Int
      do throws(ModelError) {
        position = try version.map(history.position(of:)) ?? history.currentPosition
        _ = try history.validated()
      } catch {
        throw .model(error)
      }
      return try NSManagedObjectModel(history.versions[position], for: .app(module: module))
    }
  }
#endif
