import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The checker checked: a correct result of a migration, spoilt in one place, is always caught,
/// and as what it is.
struct MutantTests {
  /// One way to spoil a result.
  struct Mutant: Sendable, CustomTestStringConvertible {
    let name: String
    let history: ModelHistory
    /// The destination's number from 1; the source is the version before.
    let destination: Int
    let kinds: [StoreDifference.Kind]
    let statements: [SQL]

    init(
      _ name: String, _ history: ModelHistory, to destination: Int,
      _ kinds: [StoreDifference.Kind], _ statements: SQL...
    ) {
      self.name = name
      self.history = history
      self.destination = destination
      self.kinds = kinds
      self.statements = statements
    }

    var testDescription: String { name }
  }

  static let mutants: [Mutant] = contentMutants + structureMutants

  private static let contentMutants: [Mutant] = [
    Mutant(
      "a row is dropped", BrowserModels.syncMetadata, to: 2, [.missingObject],
      "DELETE FROM ZSYNCFEATUREENTITY WHERE Z_PK = 5"),
    Mutant(
      "a row is added", BrowserModels.syncMetadata, to: 4, [.unexpectedObject],
      "INSERT INTO ZSYNCFEATUREENTITY (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (99, 2, 1, 'extra')",
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 99"),
    Mutant(
      "two columns are swapped", BrowserModels.bookmarks, to: 4, [.value],
      "UPDATE ZBOOKMARKENTITY SET ZTITLE = ZURL, ZURL = ZTITLE"),
    Mutant(
      "a value is cut short", BrowserModels.bookmarks, to: 5, [.value],
      "UPDATE ZBOOKMARKENTITY SET ZTITLE = substr(ZTITLE, 1, 3) WHERE Z_PK = 1"),
    Mutant(
      "a number is rounded", BrowserModels.bookmarks, to: 5, [.value],
      "UPDATE ZBOOKMARKENTITY SET ZMODIFIEDAT = round(ZMODIFIEDAT) WHERE Z_PK = 1"),
    Mutant(
      "a default is not applied", BrowserModels.bookmarks, to: 3, [.value],
      "UPDATE ZBOOKMARKENTITY SET ZISPENDINGDELETION = NULL"),
    Mutant(
      "a renamed attribute loses its values", BrowserModels.history, to: 6, [.value],
      "UPDATE ZHISTORYENTRYMANAGEDOBJECT SET ZNUMBEROFTOTALVISITS = NULL"),
    Mutant(
      "NULL becomes an empty text", BrowserModels.bookmarks, to: 4, [.value],
      "UPDATE ZBOOKMARKENTITY SET ZTITLE = '' WHERE ZTITLE IS NULL"),
    Mutant(
      "a foreign key is lost", BrowserModels.bookmarks, to: 5, [.relationship],
      "UPDATE ZBOOKMARKENTITY SET ZPARENT = NULL, Z_FOK_PARENT = NULL WHERE Z_PK = 16"),
    Mutant(
      "a foreign key leads to another object", BrowserModels.bookmarks, to: 5, [.relationship],
      "UPDATE ZBOOKMARKENTITY SET ZPARENT = 5, Z_FOK_PARENT = 99999 WHERE Z_PK = 16"),
    Mutant(
      "a join row is lost", BrowserModels.bookmarks, to: 4, [.relationship],
      "DELETE FROM Z_1FAVORITES WHERE rowid = (SELECT min(rowid) FROM Z_1FAVORITES)"),
    Mutant(
      "a join row is added", BrowserModels.bookmarks, to: 4, [.relationship],
      "INSERT INTO Z_1FAVORITES VALUES (24, 25, 99999)"),
    Mutant(
      "an order in a table is reversed", BrowserModels.bookmarks, to: 5, [.order],
      "UPDATE ZBOOKMARKENTITY SET Z_FOK_PARENT = 100000 - Z_FOK_PARENT"),
  ]

  private static let structureMutants: [Mutant] = [
    Mutant(
      "a foreign key dangles", BrowserModels.bookmarks, to: 5, [.relationship],
      "UPDATE ZBOOKMARKENTITY SET ZPARENT = 9999 WHERE Z_PK = 16"),
    Mutant(
      "a join row dangles", BrowserModels.bookmarks, to: 4, [.relationship],
      "INSERT INTO Z_1FAVORITES VALUES (9999, 1, 2048)"),
    Mutant(
      "an order key is missing", BrowserModels.bookmarks, to: 5, [.order],
      "UPDATE ZBOOKMARKENTITY SET Z_FOK_PARENT = NULL WHERE Z_PK = 16"),
    Mutant(
      "order keys are shared", BrowserModels.bookmarks, to: 5, [.order],
      "UPDATE ZBOOKMARKENTITY SET Z_FOK_PARENT = 2048 WHERE ZPARENT IS NOT NULL"),
    Mutant(
      "the highest primary key is lowered", BrowserModels.syncMetadata, to: 2, [.bookkeeping],
      "UPDATE Z_PRIMARYKEY SET Z_MAX = 3"),
    Mutant(
      "an entity's number is another one", BrowserModels.history, to: 6, [.bookkeeping],
      "UPDATE ZHISTORYENTRYMANAGEDOBJECT SET Z_ENT = 2 WHERE Z_PK = 5"),
    Mutant(
      "an entity has no row of its own", BrowserModels.history, to: 6, [.bookkeeping],
      "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'VisitManagedObject'"),
    Mutant(
      "an entity keeps a name that it never had", BrowserModels.history, to: 6, [.bookkeeping],
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Visit' WHERE Z_ENT = 2"),
    Mutant(
      "the store's UUID is new", BrowserModels.syncMetadata, to: 2, [.bookkeeping],
      "UPDATE Z_METADATA SET Z_UUID = '00000000-0000-4000-8000-000000000000'"),
    Mutant(
      "the cached model is no model", BrowserModels.syncMetadata, to: 2, [.bookkeeping],
      "UPDATE Z_MODELCACHE SET Z_CONTENT = x'0300'"),
    Mutant(
      "no model is cached", BrowserModels.syncMetadata, to: 2, [.bookkeeping],
      "DELETE FROM Z_MODELCACHE"),
    Mutant(
      "an index is missing", BrowserModels.bookmarks, to: 3, [.schema],
      "DROP INDEX Z_BookmarkEntity_byURL"),
    Mutant(
      "an index is over other columns", BrowserModels.bookmarks, to: 3, [.schema],
      "DROP INDEX Z_BookmarkEntity_byURL",
      "CREATE INDEX Z_BookmarkEntity_byURL ON ZBOOKMARKENTITY (ZURL COLLATE BINARY ASC)"),
    Mutant(
      "an index is left over", BrowserModels.bookmarks, to: 3, [.schema],
      "CREATE INDEX ZLEFTOVER ON ZBOOKMARKENTITY (ZTITLE, ZURL)"),
    Mutant(
      "a constraint is no longer unique", BrowserModels.syncMetadata, to: 2, [.schema],
      "DROP INDEX Z_SyncFeatureEntity_UNIQUE_name",
      """
      CREATE INDEX Z_SyncFeatureEntity_UNIQUE_name ON ZSYNCFEATUREENTITY \
      (ZNAME COLLATE BINARY ASC)
      """),
    Mutant(
      "a table is left over", BrowserModels.bookmarks, to: 3, [.schema],
      "CREATE TABLE _T_ZBOOKMARKENTITY ( Z_PK INTEGER PRIMARY KEY )"),
    Mutant(
      "a column is left over", BrowserModels.bookmarks, to: 3, [.schema],
      "ALTER TABLE ZBOOKMARKENTITY ADD COLUMN ZISFAVORITE INTEGER"),
    Mutant(
      "a column has another type", BrowserModels.syncMetadata, to: 4, [.schema],
      "ALTER TABLE ZSYNCFEATUREENTITY DROP COLUMN ZLASTSYNCLOCALTIMESTAMP",
      "ALTER TABLE ZSYNCFEATUREENTITY ADD COLUMN ZLASTSYNCLOCALTIMESTAMP VARCHAR"),
    Mutant(
      "a trigger is left over", BrowserModels.bookmarks, to: 3, [.schema],
      """
      CREATE TRIGGER ZLEFTOVER AFTER DELETE ON ZBOOKMARKENTITY \
      BEGIN DELETE FROM Z_MODELCACHE; END
      """),
  ]

  /// Runs a pair with a migrator whose results are changed before anybody looks at them.
  private func outcome(
    _ history: ModelHistory, to destination: Int,
    _ spoil: @escaping @Sendable (MigrationResult, StoreFiles) throws -> MigrationResult
  ) throws -> CaseOutcome {
    let runner = MatrixRunner(
      catalog: try Catalog(history, in: GreenCatalog.goldens),
      matrix: VersionMatrix(history, source: destination - 2, destination: destination - 1)
    ) { store, source, destination, history, output in
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
      return source == destination ? result : try spoil(result, store)
    }
    let outcomes = runner.runPairs(from: destination - 2)
    #expect(outcomes.count == 1)
    return try #require(outcomes.first)
  }

  @Test(arguments: mutants)
  func spoiltResultIsCaughtAsWhatItIs(_ mutant: Mutant) throws {
    let outcome = try outcome(mutant.history, to: mutant.destination) { result, _ in
      let connection = try Connection(path: result.output.main, mode: .readWrite, isTrusted: true)
      for statement in mutant.statements { try connection.execute(statement) }
      try connection.close()
      return result
    }
    let reports = outcome.failures.compactMap { failure -> DifferenceReport? in
      if case .differences(_, let report) = failure.problem { report } else { nil }
    }
    // Both routes go through the spoilt migrator.
    #expect(reports.count == 2)
    for report in reports {
      #expect(mutant.kinds.allSatisfy(report.kinds.contains), "\(report)")
    }
  }

  @Test(arguments: [
    ("Bookmarks", 3), ("Bookmarks", 4), ("Bookmarks", 5), ("History", 6), ("SyncMetadata", 2),
    ("SyncMetadata", 4),
  ])
  func untouchedResultIsGreen(_ name: String, _ destination: Int) throws {
    let history = try #require(BrowserModels.all.first { $0.name == name })
    let outcome = try outcome(history, to: destination) { result, _ in result }
    #expect(outcome.failures.map(\.description) == [])
    #expect(outcome.isRun)
  }

  @Test func metadataOfTheSourceAreCaught() throws {
    let outcome = try outcome(BrowserModels.bookmarks, to: 3) { result, source in
      try GoldenStoreFormat.withTemporaryDirectory { folder in
        let copy = StoreFiles(main: folder.appendingPathComponent("source.sqlite"))
        try source.copy(to: copy)
        let old = try Connection(path: copy.main, mode: .readWrite)
        let metadata = try old.firstRow("SELECT Z_PLIST FROM Z_METADATA") { $0.bytes(at: 0) }
        let connection = try Connection(path: result.output.main, mode: .readWrite)
        try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(metadata)")
        try connection.close()
        return result
      }
    }
    #expect(outcome.failures.contains { $0.problem.kind == "wrongResult" })
    #expect(
      outcome.failures.contains { $0.problem.report?.kinds.contains(.bookkeeping) == true })
  }

  @Test func migratorThatOnlyCopiesIsCaught() throws {
    let runner = MatrixRunner(
      catalog: try Catalog(BrowserModels.bookmarks, in: GreenCatalog.goldens),
      matrix: VersionMatrix(BrowserModels.bookmarks, source: 2, destination: 3)
    ) { store, _, _, history, output in
      try Migrator.migrate(store, to: 2, in: history, to: output)
    }
    let kinds = Set(runner.runPairs(from: 2).flatMap(\.failures).map(\.problem.kind))
    #expect(kinds.isSuperset(of: ["hops", "wrongResult"]))
  }

  @Test func migratorThatTouchesAFinishedStoreIsCaught() throws {
    let runner = MatrixRunner(
      catalog: try Catalog(BrowserModels.bookmarks, in: GreenCatalog.goldens),
      matrix: VersionMatrix(BrowserModels.bookmarks, source: 2, destination: 3)
    ) { store, source, destination, history, output in
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
      if source == destination {
        let connection = try Connection(path: output, mode: .readWrite)
        try connection.execute("UPDATE ZBOOKMARKENTITY SET Z_OPT = Z_OPT + 1")
        try connection.close()
      }
      return result
    }
    #expect(
      runner.runPairs(from: 2).flatMap(\.failures).map(\.problem) == [
        .secondOpen(.direct, reason: "the file changed"),
        .secondOpen(.stepwise, reason: "the file changed"),
      ])
  }

  @Test func routesThatEndDifferentlyAreCaught() throws {
    let runner = MatrixRunner(
      catalog: try Catalog(BrowserModels.bookmarks, in: GreenCatalog.goldens),
      matrix: VersionMatrix(BrowserModels.bookmarks, source: 3, destination: 5)
    ) { store, source, destination, history, output in
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: history, to: output)
      if destination - source == 1 {
        let connection = try Connection(path: output, mode: .readWrite)
        try connection.execute("UPDATE ZBOOKMARKENTITY SET ZTITLE = 'x' WHERE Z_PK = 1")
        try connection.close()
      }
      return result
    }
    let problems = runner.runPairs(from: 3).flatMap(\.failures).map(\.problem.kind)
    #expect(problems == ["differences", "routesDiffer"])
  }
}
