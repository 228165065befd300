#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreFormat
  import GoldenStoreMigration
  import GoldenStoreModel

  extension UpgradeMeans {
    /// The means of an app: Core Data, and nothing else, opens and writes its stores.
    package static func coreData(_ options: StoreOptions) -> UpgradeMeans {
      var means = UpgradeMeans(
        sqliteDomain: NSSQLiteErrorDomain,
        identity: { store in try autoreleasepool { try identity(of: store, options) } },
        replace: { destination, source in
          try autoreleasepool {
            // Any coordinator does, whatever its model.
            try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
              .replacePersistentStore(
                at: destination.url, destinationOptions: options.coreData,
                withPersistentStoreFrom: source.url, sourceOptions: options.coreData,
                type: .sqlite)
          }
        },
        prepare: { hop in try autoreleasepool { try prepare(hop) } },
        run: { handler, store, model in
          try autoreleasepool {
            try ManagedObjectStage.run(
              handler, onStoreAt: store.url, of: model, configuration: options.configuration,
              options: options.coreData)
          }
        },
        migrate: { hop, source, destination, progress in
          try autoreleasepool { try migrate(hop, source, destination, options, progress) }
        },
        open: { store, model in try autoreleasepool { try open(store, model, options) } })
      means.reservedOptions = StoreOptions.reserved
      means.optionProperties = StoreOptions.properties
      return means
    }

    private static func identity(
      of store: StoreFiles, _ options: StoreOptions
    ) throws -> StoreIdentity {
      // Not for reading only: a process that was killed may have left a journal to be rolled back.
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: store.url, options: options.coreData)
      guard let uuid = metadata[NSStoreUUIDKey] as? String,
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
      else { throw nameless(store) }
      return StoreIdentity(
        uuid: uuid,
        hashes: try hashes.sorted { NameOrder.precedes($0.key, $1.key) }.map { name, bytes in
          guard let hash = HashValue(bytes: bytes) else { throw nameless(store) }
          return EntityHash(entity: name, hash: hash)
        })
    }

    /// What Core Data itself says of a store whose metadata tell no version.
    private static func nameless(_ store: StoreFiles) -> PersistenceError {
      .store(
        store.name,
        .failed(
          .plan,
          CoreDataError(
            code: CoreDataCode.incompatibleVersionHash,
            reason: "The metadata hold no identifier, or no version hashes.")))
    }

    /// Makes sure that Core Data has both models, with the hashes by which the history knows them,
    /// and a mapping between them.
    private static func prepare(_ hop: HopModels) throws {
      let source = try model(hop.source)
      let destination = try model(hop.destination)
      guard let stage = hop.stage, stage.entityMappings != nil else {
        _ = try NSMappingModel.inferredMappingModel(
          forSourceModel: source, destinationModel: destination)
        return
      }
      _ = try StagePlan.make(stage, from: hop.source, to: hop.destination)
    }

    /// The model of a version, whose hashes are compared in every build: Core Data raises an
    /// exception on a mapping that has others than a model.
    private static func model(_ version: ValidatedModel) throws -> NSManagedObjectModel {
      let model = try NSManagedObjectModel(version, for: .migration)
      let differences = try model.versionHashDifferences(from: version)
      guard differences.isEmpty else {
        throw PersistenceError.managedObjectModel(
          version: version.name, problems: differences.map { .versionHash($0) })
      }
      return model
    }

    private static func migrate(
      _ hop: HopModels, _ source: StoreFiles, _ destination: StoreFiles, _ options: StoreOptions,
      _ progress: @escaping @Sendable (Double) throws -> Void
    ) throws {
      if let stage = hop.stage, stage.entityMappings != nil {
        return try ManagedObjectStage.migrate(
          stage, from: hop.source, to: hop.destination, source: source.url,
          destination: destination.url, configuration: options.configuration,
          options: options.coreData,
          historyOptions: PersistentHistoryOptions(allowsGaps: options.mayLosePersistentHistory),
          progress: progress)
      }
      let models = (source: try model(hop.source), destination: try model(hop.destination))
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: models.source, destinationModel: models.destination)
      let manager = NSMigrationManager(
        sourceModel: models.source, destinationModel: models.destination)
      // As it is by default: the copy is changed in place, so that objects keep their keys and the
      // store its history.
      manager.usesStoreSpecificMigrationManager = true
      let observation = manager.observe(\.migrationProgress) { manager, _ in
        do {
          try progress(Double(manager.migrationProgress))
        } catch {
          manager.cancelMigrationWithError(error)
        }
      }
      defer { observation.invalidate() }
      do {
        try manager.migrateStore(
          from: source.url, type: .sqlite, options: options.coreData, mapping: mapping,
          to: destination.url, type: .sqlite, options: options.coreData)
      } catch {
        // Whoever ended the migration says so again, in words of its own.
        try progress(Double(manager.migrationProgress))
        throw error
      }
    }

    private static func open(
      _ store: StoreFiles, _ version: ValidatedModel, _ options: StoreOptions
    ) throws {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model(version))
      let opened = try coordinator.addPersistentStore(
        type: .sqlite, configuration: options.configuration, at: store.url,
        options: options.withoutMigration)
      // With history in the store and without the option Core Data opens it so, and says nothing.
      let isReadOnly = opened.isReadOnly
      try coordinator.remove(opened)
      if isReadOnly { throw PersistenceError.store(store.name, .readOnly) }
    }
  }

  extension StoreFiles {
    var url: URL { URL(fileURLWithPath: main) }
  }
#endif
