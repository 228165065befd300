#if canImport(CoreData)
  public import CoreData
  import Foundation
  import GoldenStoreMigration
  import GoldenStoreModel

  /// The same plan for Core Data's own staged migration.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension HistoryStore {
    /// Makes stages that lead every store the way that this one goes, for those who want Core Data to
    /// migrate when it opens a store.
    ///
    /// Core Data then works on the store itself: without a copy, each stage a commit of its own, and
    /// a handler that was ended runs again (`willMigrate`) or never (`didMigrate`). A store that no
    /// system since iOS 17 has opened must hold its model, or is refused.
    ///
    /// - Throws: `PersistenceError.stages` for what Core Data has no stage for, or would raise an
    ///   exception on; `.managedObjectModel`.
    public func makeStagedMigrationManager() throws(PersistenceError) -> NSStagedMigrationManager {
      let (upgrade, destination) = try upgrade(to: nil)
      let plan = try StagedPlan(
        upgrade.versions, to: destination, isStepwise: isStepwise)
      var stages: [NSMigrationStage] = []
      for stage in plan.stages {
        switch stage {
        case .lightweight(let checksums):
          stages.append(NSLightweightMigrationStage(checksums))
        case .custom(let hop, let source, let destination):
          stages.append(try customStage(hop, from: source, to: destination))
        }
      }
      return NSStagedMigrationManager(stages)
    }

    /// Describes the store with the stages, for a container whose model is that of the current
    /// version: it migrates when it is loaded.
    public func makeStagedStoreDescription()
      throws(PersistenceError) -> NSPersistentStoreDescription
    {
      let description = makeStoreDescription()
      description.setOption(
        try makeStagedMigrationManager(),
        forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
      // Without both Core Data refuses the stages.
      description.shouldMigrateStoreAutomatically = true
      description.shouldInferMappingModelAutomatically = true
      return description
    }

    private func customStage(
      _ hop: HopModels, from source: String, to destination: String
    ) throws(PersistenceError) -> NSCustomMigrationStage {
      let stage = NSCustomMigrationStage(
        migratingFrom: try reference(hop.source, source),
        to: try reference(hop.destination, destination))
      stage.label = hop.hop.description
      let store = url.lastPathComponent
      func run(
        _ handler: MigrationStage.Handler, _ manager: NSStagedMigrationManager,
        of model: ValidatedModel
      ) throws {
        guard let container = manager.container else {
          throw PersistenceError.hop(
            hop.hop, of: store,
            .failed(
              CoreDataError(
                code: CoreDataCode.migration, reason: "The migration manager has no container.")))
        }
        try ManagedObjectStage.run(handler, in: container.newBackgroundContext(), of: model)
      }
      if let handler = hop.stage?.willMigrate {
        stage.willMigrateHandler = { manager, _ in try run(handler, manager, of: hop.source) }
      }
      if let handler = hop.stage?.didMigrate {
        stage.didMigrateHandler = { manager, _ in try run(handler, manager, of: hop.destination) }
      }
      return stage
    }

    /// Core Data raises an exception on a reference whose checksum is not that of its model.
    private func reference(
      _ version: ValidatedModel, _ checksum: String
    ) throws(PersistenceError) -> NSManagedObjectModelReference {
      let model = try NSManagedObjectModel(version, for: .migration)
      guard model.versionChecksum == checksum else {
        throw .stages(
          history: history.name,
          .checksum(version: version.name, expected: checksum, found: model.versionChecksum))
      }
      return NSManagedObjectModelReference(model: model, versionChecksum: checksum)
    }
  }
#endif
