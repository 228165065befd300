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
  }
#endif
