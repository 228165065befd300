import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Requirement 24: an app's own code in the place of the engine, with the same expectations.
struct MigratorUnderTestTests {
  private static let history = BrowserModels.bookmarks.withoutShapes

  /// An app's code that migrates in place, and may do something else as well.
  private static func app(
    reaching reach: MigratorUnderTest.Reach, _ extra: SQL...
  ) -> MigratorUnderTest {
    .custom(reaching: reach) { url, version in
      let position = try history.position(of: version)
      let files = StoreFiles(main: url.path)
      _ = try Migrator.migrateInPlace(files, to: position, in: history)
      let connection = try Connection(path: url.path, mode: .readWrite)
      for statement in extra { try connection.execute(statement) }
      try connection.close()
    }
  }

  private func runner(_ migrator: MigratorUnderTest) throws -> MatrixRunner {
    MatrixRunner(
      catalog: try Catalog(Self.history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(Self.history), migrator: migrator)
  }

  @Test("requirement 24: an app's code for the current version runs every pair that ends there")
  func currentVersionAlone() async throws {
    let runner = try runner(Self.app(reaching: .currentVersion))
    #expect(runner.matrix.pairs.map(\.destination) == [5, 5, 5, 5, 5])
    let result = try await runner.run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 5)
    #expect(result.hopsRun == 0)
    #expect(result.versionsRun == 6)
    #expect(result.objectsCompared == 24 * (6 + 5))
    #expect(result.objectsCompared == result.objectsExpected)
  }

  @Test("requirement 24: code that reaches every version runs direct and stepwise")
  func everyVersion() async throws {
    let result = try await runner(Self.app(reaching: .everyVersion)).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 15)
    #expect(result.hopsRun == 15)
    #expect(result.objectsCompared == 24 * (6 + 2 * 15))
  }

  private static let spoilt: [(SQL, String)] = [
    ("UPDATE ZBOOKMARKENTITY SET ZTITLE = 'x' WHERE Z_PK = 1", "title: expected"),
    ("DELETE FROM ZBOOKMARKENTITY WHERE Z_PK = 7", "BookmarkEntity 7: is missing"),
    ("CREATE TABLE T_LEFTOVER (A INTEGER)", "T_LEFTOVER"),
    ("UPDATE ZBOOKMARKENTITY SET ZTITLE = ZTITLE || 'x'", "the objects changed"),
  ]

  @Test("requirement 24: what an app's code does wrong is caught", arguments: spoilt.indices)
  func wrongResult(_ index: Int) throws {
    let (statement, sentence) = Self.spoilt[index]
    let failures = try runner(Self.app(reaching: .currentVersion, statement))
      .runPairs(from: 2).flatMap(\.failures)
    #expect(
      failures.contains { $0.description.contains(sentence) },
      "\(failures.map(\.description).joined(separator: "\n"))")
  }

  /// Core Data archives the app's classes; nothing but the hashes of the archived model counts.
  @Test("requirement 24: the archived model of an app's code counts by its hashes")
  func archiveOfOtherCode() throws {
    func failures(_ change: (inout Model) -> Void) throws -> [String] {
      var model = try #require(Self.history.versions.last)
      change(&model)
      let content = try ArchivedModel.cacheContent(of: model.validated())
      return try runner(
        Self.app(
          reaching: .currentVersion, "UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)")
      ).runPairs(from: 4).flatMap(\.failures).map(\.description)
    }
    #expect(try failures { $0.entities[0].className = "App.Bookmark" } == [])
    let other = try failures { $0.entities[0].versionHashModifier = "other" }
    #expect(other.contains { $0.contains("archived model") })
  }

  @Test("requirement 24: code that opens nothing, or fails, is caught")
  func codeThatDoesNothing() throws {
    let idle = try runner(.custom { _, _ in }).runPairs(from: 2).flatMap(\.failures)
    #expect(idle.map(\.problem.kind).contains("wrongResult"))
    struct Refusal: Error, CustomStringConvertible {
      let description = "no model for this store"
    }
    let refused = try runner(.custom { _, _ in throw Refusal() }).runPairs(from: 2)
      .flatMap(\.failures)
    #expect(refused.map(\.problem.kind) == ["refused"])
    #expect(
      refused.first?.description.contains(
        "the migrator under test failed: no model for this store") == true)
  }

  @Test("requirement 24: the closure is told the version by name and gets a copy of its own")
  func closureGetsACopy() throws {
    let failures = try runner(
      .custom { url, version in
        let isCopy = !url.path.hasPrefix(GreenCatalog.goldens)
        guard isCopy, version == Self.history.versions[5].name else {
          throw CocoaError(.fileNoSuchFile)
        }
        let position = try Self.history.position(of: version)
        _ = try Migrator.migrateInPlace(
          StoreFiles(main: url.path), to: position, in: Self.history)
      }
    ).runPairs(from: 4).flatMap(\.failures)
    #expect(failures.map(\.description) == [])
  }
}
