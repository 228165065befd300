import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// What a store may have kept from its past, and nothing else. `MutantTests` has the rest.
struct PhysicalComparisonTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Writes a store of the version with every shape, changes it, and compares it.
  private func report(
    _ statements: SQL..., origin: PhysicalComparison.Origin = .init(), version: Int = 1,
    of history: ModelHistory = Library.history, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DifferenceReport {
    let generator = try StoreGenerator(history, position: version)
    let layout = try StoreLayout(generator.model)
    let files = StoreFiles(main: folder.path.appendingPathComponent("store.sqlite"))
    try StoreWriter.write(
      generator, layout: layout, storeUUID: generator.storeUUID, variant: .checkpointed,
      to: files.main)
    let connection = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
    for statement in statements { try connection.execute(statement) }
    try connection.close()
    let report = try PhysicalComparison.report(of: files, layout: layout, origin: origin)
    try files.delete()
    return report
  }

  @Test func freshStoreHasNoDifference() throws {
    #expect(try report().differences == [])
    #expect(try report(version: 0).differences == [])
    for history in BrowserModels.all {
      for position in history.versions.indices {
        #expect(try report(version: position, of: history).differences == [])
      }
    }
  }

  @Test func formerNameOfARenamedEntityIsTolerated() throws {
    let stale: SQL = "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Author' WHERE Z_NAME = 'Writer'"
    let former = try Library.history.versions[0].validated()
    #expect(try report(stale, origin: .init(formerModels: [former])).isEmpty)
    #expect(
      try report(stale).description
        == "1 difference\n  Z_PRIMARYKEY: number 4: expected 'Writer', found 'Author'")
  }

  @Test func oldNameOfAJoinIndexIsTolerated() throws {
    let layout = try StoreLayout(try Library.history.versions[1].validated())
    let index = try #require(layout.indexes.first { $0.kind == .join })
    let old: SQL = "CREATE INDEX Z_9OLD_INDEX \(raw: index.body)"
    #expect(try report(old).isEmpty)
    #expect(try report(old, "DROP INDEX \(identifier: index.name)").isEmpty)
    #expect(try report("DROP INDEX \(identifier: index.name)").kinds == [.schema])
  }

  @Test func indexNamedAfterItsAttributeIsTolerated() throws {
    #expect(
      try report("CREATE INDEX Z_Book_title ON ZBOOK (ZTITLE COLLATE BINARY ASC)").isEmpty)
    #expect(
      try report("CREATE INDEX Z_Book_titles ON ZBOOK (ZTITLE COLLATE BINARY ASC)").kinds
        == [.schema])
    #expect(
      try report("CREATE INDEX Z_Book_title ON ZBOOK (ZPAGES COLLATE BINARY ASC)").kinds
        == [.schema])
    #expect(
      try report("CREATE UNIQUE INDEX Z_Book_price ON ZBOOK (ZPRICE COLLATE BINARY ASC)").kinds
        == [.schema])
  }

  @Test func sharedOrderKeysAreToleratedWhereNoOrderWasDecided() throws {
    let shared: SQL = "UPDATE ZBOOK SET Z_FOK_PREQUEL = 7 WHERE Z_FOK_PREQUEL IS NOT NULL"
    #expect(
      try report(
        shared,
        origin: .init(undecidedOrders: [.init(entity: "Book", relationship: "sequels")])
      ).isEmpty)
    #expect(try report(shared).kinds == [.order])
  }

  @Test func orderKeyWithoutAnOwnerIsADifference() throws {
    #expect(
      try report("UPDATE ZBOOK SET Z_FOK_PREQUEL = 2048 WHERE ZPREQUEL IS NULL").kinds
        == [.order])
  }

  @Test func anotherUUIDIsADifferenceWhereOneIsExpected() throws {
    let report = try report(origin: .init(storeUUID: "0"))
    #expect(report.differences.map(\.property) == ["Z_UUID"])
  }

  /// Core Data archives an app's own classes, in another order of objects.
  @Test func anArchiveOfOtherCodeCountsByItsHashes() throws {
    func store(_ change: (inout Model) -> Void) throws -> SQL {
      var model = Library.history.versions[1]
      change(&model)
      let content = try ArchivedModel.cacheContent(of: model.validated())
      return "UPDATE Z_MODELCACHE SET Z_CONTENT = \(content)"
    }
    let foreign = PhysicalComparison.Origin(isForeign: true)
    let classes = try store { $0.entities[0].className = "App.Anything" }
    #expect(try report(classes, origin: foreign).isEmpty)
    #expect(
      try report(classes).differences.map(\.property) == ["archived model"])
    let other = try store { $0.entities[0].versionHashModifier = "other" }
    #expect(
      try report(other, origin: foreign).differences.map(\.property) == ["archived model"])
    let damaged: SQL = "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'"
    #expect(
      try report(damaged, origin: foreign).differences.map(\.property) == ["archived model"])
  }

  @Test func damageIsReportedByTheIntegrityCheck() throws {
    let report = try report(
      "PRAGMA writable_schema = ON",
      """
      UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'ZTAG') \
      WHERE name = 'Z_MODELCACHE'
      """)
    #expect(report.differences.contains { $0.property == "integrity check" })
  }

  @Test func differencesOfContentsAreFoundByKey() throws {
    let model = try Library.history.versions[0].validated()
    let expected = try StoreGenerator(Library.history, position: 0).contents()
    let same = try ContentsComparison.report(expected: expected, found: expected, model: model)
    #expect(same.isEmpty)
    #expect(same.objectsCompared == 52)
    // 16 authors of 7 properties, 16 books of 14, 20 tags of 2.
    #expect(same.valuesCompared == 16 * 7 + 16 * 14 + 20 * 2)
    let other = try StoreGenerator(Library.history, position: 0, seed: 2).contents()
    let report = try ContentsComparison.report(expected: expected, found: other, model: model)
    #expect(report.kinds == [.value, .relationship])
    let none = try ContentsComparison.report(
      expected: expected, found: StoreContents(entities: []), model: model)
    #expect(none.kinds == [.missingObject])
    #expect(none.count == 52)
    #expect(none.objectsCompared == 0)
  }
}
