#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreCoreData
  import GoldenStoreFormat
  import GoldenStoreMigration
  import GoldenStoreModel
  import Testing

  /// What only a system with Core Data can tell: whether code of a stage does on its objects what it
  /// does in the portable engine.
  struct ManagedObjectStageTests {
    private struct Wrong: Error {}

    private func contents(_ files: StoreFiles, _ model: ValidatedModel) throws -> StoreContents {
      try StoreReader(files: files, layout: StoreLayout(model)).contents()
    }

    @Test func entityMappingsGiveWhatThePortableEngineGives() throws {
      let stage = try StagePassesTests.everyKind
      try stage.withSource { files, folder in
        let portable = try stage.portableContents(files, in: folder)
        let result = StoreFiles(main: folder.appendingPathComponent("Native.sqlite"))
        try ManagedObjectStage.migrate(
          stage.stage, from: stage.source, to: stage.destination,
          source: URL(fileURLWithPath: files.main), destination: URL(fileURLWithPath: result.main)
        ) { _ in }
        let native = try contents(result, stage.destination)
        for entity in portable.entities {
          // Keys are Core Data's own, and what 'Log' says names keys.
          guard entity.entity != "Log" else { continue }
          func values(_ contents: StoreContents) -> [String] {
            contents.objects(of: entity.entity).map {
              "\($0.values) \($0.targets.map(\.count))"
            }.sorted()
          }
          #expect(values(native) == values(portable))
        }
        #expect(
          try StoreInspection(of: result).metadata.storeUUID
            == StoreInspection(of: files).metadata.storeUUID)
      }
    }

    @Test func aFailingMigrationLeavesNothing() throws {
      let stage = try StagePassesTests.everyKind
      try stage.withSource { files, folder in
        let result = StoreFiles(main: folder.appendingPathComponent("Native.sqlite"))
        #expect(throws: Wrong.self) {
          try ManagedObjectStage.migrate(
            stage.stage, from: stage.source, to: stage.destination,
            source: URL(fileURLWithPath: files.main),
            destination: URL(fileURLWithPath: result.main)
          ) { if $0 > 0.5 { throw Wrong() } }
        }
        #expect(result.existingParts.isEmpty)
      }
    }

    @Test func historyEndsOnlyWhereThatIsAccepted() throws {
      let stage = try StagePassesTests.everyKind
      try stage.withSource { files, folder in
        _ = #expect(throws: MigrationError.self) {
          try ManagedObjectStage.migrate(
            stage.stage, from: stage.source, to: stage.destination,
            source: URL(fileURLWithPath: files.main),
            destination: URL(fileURLWithPath: folder.appendingPathComponent("Native.sqlite")),
            options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)]
          ) { _ in }
        }
      }
    }

    // MARK: Stores that a handler can't work in

    /// Makes an empty store by Core Data itself, and passes where it is.
    private func withEmptyStore(
      of model: ValidatedModel, options: [AnyHashable: Any], _ body: (URL) throws -> Void
    ) throws {
      try GoldenStoreFormat.withTemporaryDirectory { folder in
        let url = URL(fileURLWithPath: folder.appendingPathComponent("Made.sqlite"))
        let coordinator = NSPersistentStoreCoordinator(
          managedObjectModel: try NSManagedObjectModel(model, for: .migration))
        let store = try coordinator.addPersistentStore(
          type: .sqlite, configuration: nil, at: url, options: options)
        try coordinator.remove(store)
        try body(url)
      }
    }

    @Test func aStoreWithHistoryIsRefusedWhereTheOptionsDoNotTrackIt() throws {
      let model = try Model("V1") { Entity("Item") { Attribute("name", .string) } }.validated()
      let tracked: [AnyHashable: Any] = [
        NSPersistentHistoryTrackingKey: NSNumber(value: true)
      ]
      try withEmptyStore(of: model, options: tracked) { url in
        let insert: MigrationStage.Handler = {
          _ = try $0.insert("Item", values: [:], targets: [:])
        }
        #expect(throws: PersistenceError.managedObject(.readOnlyStore("Made.sqlite"))) {
          try ManagedObjectStage.run(insert, onStoreAt: url, of: model)
        }
        #expect(throws: Never.self) {
          try ManagedObjectStage.run(insert, onStoreAt: url, of: model, options: tracked)
        }
      }
    }

    @Test func aHandlerSeesNothingOutsideOfTheConfiguration() throws {
      let model = try Model(
        "V1", configurations: [ModelConfiguration("Local", entities: ["Here"])]
      ) {
        Entity("Here")
        Entity("Elsewhere") { Attribute("name", .string) }
      }.validated()
      try GoldenStoreFormat.withTemporaryDirectory { folder in
        try ManagedObjectStage.run(
          { context in
            let here = try context.insert("Here", values: [:], targets: [:])
            #expect(try context.object(here) != nil)
            #expect(try context.count(of: "Elsewhere", includesSubentities: true) == 0)
            try context.forEachObject(of: "Elsewhere", includesSubentities: true) { _ in
              Issue.record("there is an object outside of the configuration")
            }
            let absent = ObjectReference(entity: "Elsewhere", primaryKey: 1)
            #expect(try context.object(absent) == nil)
            #expect(
              try context.objects(of: "Elsewhere", where: "name", equals: .string("a")).isEmpty)
            #expect(throws: StoreError.self) {
              try context.insert("Elsewhere", values: [:], targets: [:])
            }
          }, onStoreAt: URL(fileURLWithPath: folder.appendingPathComponent("Local.sqlite")),
          of: model, configuration: "Local")
      }
    }
  }
#endif
