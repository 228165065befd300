import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Upgrades of every golden of every history, shapes and the shared store included.
struct GoldenUpgradeTests {
  private static func catalog(_ history: ModelHistory) throws -> Catalog {
    try Catalog(history, in: GreenCatalog.goldens)
  }

  @Test(arguments: BrowserModels.all.map(\.name))
  func everyStoreBecomesWhatTheEngineMakesOfIt(_ name: String) throws {
    let history = try #require(BrowserModels.all.first { $0.name == name })
    let places = try Self.catalog(history).seededPlaces()
    #expect(places.count == history.versions.count + history.shapes.count)
    let layout = try StoreLayout(history.versions[history.currentPosition].validated())
    // The objects of some shapes go, whose entities have other names.
    var objects = 0
    for place in places {
      let folder = try TemporaryDirectory()
      let files = StoreFiles(main: folder.path.appendingPathComponent("Store.sqlite"))
      try place.golden.files.copy(to: files)
      let before = try files.digests().map(\.digest)
      let uuid = try StoreInspection(of: files).metadata.storeUUID
      let reference = try Migrator.migrate(
        files, to: history.currentPosition, in: history, stepwise: true,
        to: folder.path.appendingPathComponent("Reference.sqlite"))
      let store = HistoryStore(
        history, at: URL(fileURLWithPath: files.main), means: .portable())
      let plan = try store.plan()
      #expect(plan.source == place.golden.version)
      #expect(
        plan.hops.map { [$0.source, $0.destination] }
          == reference.steps.map { [$0.sourceName, $0.destinationName] })
      #expect(try store.migrateAndWait() == plan)
      if plan.isUpToDate { #expect(try files.digests().map(\.digest) == before) }
      let contents = try [files, reference.output].map { files in
        try StoreReader(files: files, layout: layout).contents()
      }
      #expect(contents[0] == contents[1], "\(history.name) \(place.golden.version)")
      objects += contents[0].entities.reduce(0) { $0 + $1.objects.count }
      #expect(try StoreInspection(of: files).metadata.storeUUID == uuid)
      #expect(!FileManager.default.fileExists(atPath: store.upgradeFolder.path))
      #expect(try store.plan().isUpToDate)
    }
    #expect(objects > 0)
  }

  /// As an app's own code stands in the matrix, to any version.
  @Test(arguments: [BrowserModels.syncMetadata, BrowserModels.sharedStore])
  func theMatrixHoldsForUpgrades(_ history: ModelHistory) async throws {
    let migrator = MigratorUnderTest.custom(reaching: .everyVersion) { url, version in
      try HistoryStore(history, at: url, means: .portable()).migrateAndWait(to: version)
    }
    let catalog = try Self.catalog(history)
    let result = try await MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(history, tier: .full), migrator: migrator
    ).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == history.pairs.count)
  }

  @Test func aStoreThatNeverWasTogetherIsNamedAsSuch() throws {
    let alone = try Self.catalog(BrowserModels.remoteMessaging).golden(at: 0)
    let folder = try TemporaryDirectory()
    let files = StoreFiles(main: folder.path.appendingPathComponent("Shared.sqlite"))
    try alone.files.copy(to: files)
    let before = try files.digests().map(\.digest)
    let store = HistoryStore(
      BrowserModels.sharedStore, at: URL(fileURLWithPath: files.main), means: .portable())
    let error = #expect(throws: PersistenceError.self) { try store.migrateAndWait() }
    #expect(
      error?.description == """
        'Shared.sqlite' holds no version of history 'SharedStore': it holds 'RemoteMessaging' \
        alone, which 'SharedStore' never did; it is left as it is; add the combination that wrote it
        """)
    #expect(try files.digests().map(\.digest) == before)
  }
}
