#if canImport(CoreData)
  package import CoreData
  package import Foundation
  import GoldenStoreFormat
  package import GoldenStoreMigration
  package import GoldenStoreModel

  /// Runs the code of a history's custom stages on stores of Core Data.
  ///
  /// Everything is open with models that are made for a migration: objects are plain, and
  /// transformable values the bytes of the store.
  package enum ManagedObjectStage {
    /// Runs a handler on a store, which is open for nobody else and closed afterwards.
    ///
    /// What the handler does is saved once when it returns; where it throws, or what it has done
    /// can't be saved, nothing is.
    ///
    /// - Parameters:
    ///   - url: The store, of the version exactly: it is opened without any migration.
    ///   - model: The version.
    ///   - configuration: The configuration that the app opens the store with; `nil` for none.
    ///   - options: The app's options. A store with persistent history needs the option that
    ///     tracks it, so that the history tells what the handler has done; Core Data opens it for
    ///     reading only without, and then the handler does not run.
    /// - Throws: What the handler throws, unchanged; Core Data's errors, unchanged;
    ///   `PersistenceError` where the version has no model in Core Data, or the store can't be
    ///   written.
    package static func run(
      _ handler: MigrationStage.Handler, onStoreAt url: URL, of model: ValidatedModel,
      configuration: String? = nil, options: [AnyHashable: Any]? = nil
    ) throws {
      try withStore(
        url, of: model, configuration: configuration, options: StageOptions.plain(options)
      ) { context, _, _ in
        try run(handler, in: context, of: model)
        context.performAndWait { context.reset() }
      }
    }

    /// Runs a handler on the one store of a context, and saves once when it returns.
    ///
    /// Where the handler throws, or what it has done can't be saved, the context is rolled back.
    ///
    /// - Parameter model: The version that the context's coordinator has, in plain objects.
    package static func run(
      _ handler: MigrationStage.Handler, in context: NSManagedObjectContext,
      of model: ValidatedModel
    ) throws {
      try context.performAndWait {
        do {
          try handler(ManagedObjectEditor(context, of: model))
          if context.hasChanges { try context.save() }
        } catch {
          context.rollback()
          throw error
        }
      }
    }

    /// Makes the objects of a stage's new store from those of the old one, as the stage's entity
    /// mappings say; its handlers do not run.
    ///
    /// Two coordinators with a context each do it, and no `NSMigrationManager`: that one wants a
    /// mapping model whose expressions and policy classes it finds by name, and raises exceptions,
    /// which Swift can't catch, where one of them does not fit. Two contexts need nothing but what
    /// every app does, and run the very passes that the portable engine's rules are tested with. The
    /// new store is saved a part at a time as far as its objects are valid by then.
    ///
    /// Core Data gives out the primary keys: all tables count from 1, whatever the stage's
    /// ``PrimaryKeyRule`` says, and saved object URIs are then wrong. The store's identifier and the
    /// app's metadata stay. The new store has no persistent history.
    ///
    /// - Parameters:
    ///   - source: The old store, which is only read.
    ///   - destination: Where the new store is made; no file of it may exist. Deleted where
    ///     something fails.
    ///   - historyOptions: Whether the history may end here, where the options track it.
    ///   - progress: Hears from 0 to 1 how much is done, before each object; what it throws ends the
    ///     migration unchanged.
    /// - Throws: `MigrationError.customStage` and its like; what code of the stage throws, unchanged;
    ///   Core Data's errors, unchanged; `PersistenceError`.
    package static func migrate(
      _ stage: MigrationStage, from old: ValidatedModel, to new: ValidatedModel, source: URL,
      destination: URL, configuration: String? = nil, options: [AnyHashable: Any]? = nil,
      historyOptions: PersistentHistoryOptions = PersistentHistoryOptions(),
      progress: @Sendable (Double) throws -> Void
    ) throws {
      let plan = try StagePlan.make(stage, from: old, to: new)
      if StageOptions.tracksHistory(options), !historyOptions.allowsGaps {
        throw MigrationError.customStage(
          source: old.name, destination: new.name, .trackedHistory)
      }
      let files = StoreFiles(main: destination.path)
      try files.requireAbsent()
      do {
        let metadata = try withStore(
          source, of: old, configuration: configuration,
          options: StageOptions.readOnly(options)
        ) { sourceContext, coordinator, store in
          try withStore(
            destination, of: new, configuration: configuration,
            options: StageOptions.withoutHistory(options)
          ) { context, _, _ in
            try pass(plan, from: sourceContext, to: context, progress)
          }
          return coordinator.metadata(for: store)
        }
        try setMetadata(
          metadata, at: destination, options: StageOptions.withoutHistory(options))
      } catch {
        try? files.delete()  // The first error is the one to tell; the caller finds the rest.
        throw error
      }
    }

    private static func pass(
      _ plan: CustomPlan, from sourceContext: NSManagedObjectContext,
      to context: NSManagedObjectContext, _ progress: @Sendable (Double) throws -> Void
    ) throws {
      try sourceContext.performAndWait {
        try context.performAndWait {
          let source = try ManagedObjectEditor(sourceContext, of: plan.source.model)
          let saving = StageSaving(try ManagedObjectEditor(context, of: plan.destination.model))
          try withoutActuallyEscaping(progress) { progress in
            try StagePasses(
              plan, from: source, to: saving.destination, progress: progress
            ).run()
          }
          try saving.finish()
          sourceContext.reset()
        }
      }
    }

    /// Gives the new store, which nobody has open, the identifier and the app's metadata of the old
    /// one.
    private static func setMetadata(
      _ metadata: [String: Any], at url: URL, options: [AnyHashable: Any]
    ) throws {
      let own = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: url, options: options)
      try NSPersistentStoreCoordinator.setMetadata(
        StageMetadata.merged(
          source: metadata, destination: own, identifierKey: NSStoreUUIDKey),
        type: .sqlite, at: url, options: options)
    }

    /// Opens a store on a context of its own, and closes it.
    ///
    /// Core Data opens a store with persistent history for reading only where the options do not
    /// track it, and says so in no error: what is inserted then may raise an exception.
    ///
    /// - Throws: `PersistenceError.managedObject` for a store that is read-only without being asked.
    private static func withStore<Result>(
      _ url: URL, of model: ValidatedModel, configuration: String?, options: [AnyHashable: Any],
      _ body: (
        NSManagedObjectContext, NSPersistentStoreCoordinator, NSPersistentStore
      ) throws -> Result
    ) throws -> Result {
      try autoreleasepool {
        let coordinator = NSPersistentStoreCoordinator(
          managedObjectModel: try NSManagedObjectModel(model, for: .migration))
        let store = try coordinator.addPersistentStore(
          type: .sqlite, configuration: configuration, at: url, options: options)
        guard StageOptions.isReadOnly(options) || !store.isReadOnly else {
          try? coordinator.remove(store)  // Nothing was done in it; the error is the one to tell.
          throw PersistenceError.managedObject(.readOnlyStore(url.lastPathComponent))
        }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.undoManager = nil
        let result: Result
        do {
          result = try body(context, coordinator, store)
        } catch {
          try? coordinator.remove(store)  // The first error is the one to tell.
          throw error
        }
        try coordinator.remove(store)
        return result
      }
    }
  }
#endif
