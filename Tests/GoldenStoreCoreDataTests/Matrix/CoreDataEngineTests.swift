import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// What is planned for Core Data, and how it is held to the same expectations where it gives other
/// keys; shown on the portable engine.
struct CoreDataEngineTests {
  @Test("11 histories: 59 pairs, by 94 routes, 47 goldens of versions and shapes")
  func everyHistoryIsPlanned() throws {
    #expect(CoreDataEngine.names.count == 11)
    #expect(BrowserModels.all.reduce(0) { $0 + $1.pairs.count } == 59)
    #expect(BrowserModels.all.reduce(0) { $0 + EngineComparison.cases(of: $1).count } == 94)
    let places = try BrowserModels.all.flatMap { try CoreDataEngine.places(of: $0) }
    #expect(places.count == 47)
    for place in places {
      #expect(FileManager.default.fileExists(atPath: place.golden.files.main))
    }
  }

  /// Every history whose stages make objects anew says how these are told apart.
  @Test func objectsThatAStageMakesAreToldApart() throws {
    for history in BrowserModels.all {
      let makesObjects = history.stages.contains { $0.entityMappings != nil }
      #expect(makesObjects == !CoreDataEngine.identities(in: history).isEmpty)
    }
  }

  @Test func keysThatAStageGivesAnewAreNoDifference() async throws {
    var history = BrowserModels.legacyBookmarks
    let migrator = MigratorUnderTest.custom(reaching: .everyVersion) { url, version in
      let files = StoreFiles(main: url.path)
      let destination = try BrowserModels.legacyBookmarks.position(of: version)
      let result = try Migrator.migrateInPlace(
        files, to: destination, in: BrowserModels.legacyBookmarks)
      guard result.steps.contains(where: { $0.kind == .custom }) else { return }
      let connection = try Connection(path: url.path, mode: .readWrite)
      let columns = try connection.rows(
        """
        SELECT name FROM pragma_table_info('ZBOOKMARKMANAGEDOBJECT') \
        WHERE name IN ('Z_PK', 'ZPARENTFOLDER', 'ZFAVORITESFOLDER')
        """
      ) { try $0.text(at: 0) }
      let changes = columns.map { "\($0) = 1000 - \($0)" }.joined(separator: ", ")
      try connection.execute("UPDATE ZBOOKMARKMANAGEDOBJECT SET \(raw: changes)")
      try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1000")
      try connection.close()
    }
    func failures() async throws -> [String] {
      try await MatrixRunner(
        catalog: Catalog(history, in: GreenCatalog.goldens), matrix: VersionMatrix(history),
        migrator: migrator
      ).run().failures.map(\.description)
    }
    #expect(try await !failures().isEmpty)
    history.expectations += CoreDataEngine.identities(in: history)
    let found = try await failures()
    #expect(found == [], "\(found.first ?? "")")
  }
}
