import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

struct RecordTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func catalog(_ history: ModelHistory = BrowserModels.syncMetadata.withoutShapes) throws
    -> Catalog
  {
    try shelf.catalog(history)
  }

  @Test func recordedCatalogIsGreenAndHoldsEveryFile() throws {
    let catalog = try catalog()
    let recording = try catalog.record(.missing)
    #expect(recording.versions == catalog.history.versions.map(\.name))
    #expect(recording.written.count == 4 * 5 + 1)
    #expect(recording.removed == [])
    #expect(recording.written.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    let check = try catalog.check(requiresTracking: false)
    #expect(check.failures.map(\.description) == [])
    #expect(check.versions == CatalogCheck.Count(expected: 4, checked: 4))
    #expect(check.objectsCompared == 72)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: catalog.folder).sorted() == [
        "01-SyncMetadata", "02-SyncMetadata-2", "03-SyncMetadata-3", "04-SyncMetadata-4",
        "pins.txt",
      ])
  }

  @Test func rowsAreAllInTheWriteAheadLog() throws {
    let catalog = try catalog()
    _ = try catalog.record(.missing)
    let files = catalog.golden(at: 0).files
    let alone = StoreFiles(main: shelf.folder.path.appendingPathComponent("alone.sqlite"))
    try FileManager.default.copyItem(atPath: files.main, toPath: alone.main)
    #expect(try StoreInspection(of: alone).objectCount == 0)
    #expect(try StoreInspection(of: files).objectCount == 12)
  }

  @Test func neverWritesNothing() throws {
    let catalog = try catalog()
    #expect(try catalog.record(.never) == Catalog.Recording())
    #expect(!FileManager.default.fileExists(atPath: catalog.folder))
  }

  @Test func missingLeavesWhatIsThere() throws {
    let catalog = try catalog()
    _ = try catalog.record(.missing)
    try Data("changed".utf8).write(to: URL(fileURLWithPath: catalog.golden(at: 0).dumpPath))
    try FileManager.default.removeItem(atPath: catalog.golden(at: 1).folder)
    let before = try shelf.bytes(catalog)
    let recording = try catalog.record(.missing)
    #expect(recording.versions == ["SyncMetadata 2"])
    #expect(
      try shelf.bytes(catalog)["01-SyncMetadata/dump.txt"] == before["01-SyncMetadata/dump.txt"])
    #expect(try catalog.record(.missing) == Catalog.Recording())
  }

  @Test func changedWritesWhatDiffersOnly() throws {
    let catalog = try catalog()
    _ = try catalog.record(.missing)
    let before = try shelf.bytes(catalog)
    #expect(try catalog.record(.changed) == Catalog.Recording())
    try Data("changed".utf8).write(to: URL(fileURLWithPath: catalog.golden(at: 2).dumpPath))
    #expect(try catalog.record(.changed).versions == ["SyncMetadata 3"])
    #expect(try shelf.bytes(catalog) == before)
  }

  @Test func allWritesEveryDraftWithTheSameBytes() throws {
    let catalog = try catalog()
    _ = try catalog.record(.missing)
    let before = try shelf.bytes(catalog)
    let stray = catalog.golden(at: 0).folder.appendingPathComponent("stray")
    try Data().write(to: URL(fileURLWithPath: stray))
    let recording = try catalog.record(.all)
    #expect(recording.versions.count == 4)
    #expect(recording.removed == [stray])
    #expect(try shelf.bytes(catalog) == before)
  }

  @Test func changedDraftGetsNewPins() throws {
    _ = try catalog().record(.missing)
    var history = BrowserModels.syncMetadata.withoutShapes
    history.versions[3].entities[0].attributes[0].isOptional = true
    let catalog = try catalog(history)
    #expect(try !catalog.check(requiresTracking: false).isGreen)
    #expect(try catalog.record(.changed).versions == ["SyncMetadata 4"])
    #expect(try catalog.check(requiresTracking: false).failures.map(\.description) == [])
  }

  @Test func newVersionLeavesTheOldLinesAndGoldensAlone() throws {
    var history = BrowserModels.syncMetadata.withoutShapes
    let last = history.versions.removeLast()
    _ = try catalog(history).record(.missing)
    let before = try shelf.bytes(try catalog(history))
    history.versions.append(last)
    let catalog = try catalog(history)
    #expect(try catalog.record(.missing).versions == ["SyncMetadata 4"])
    let after = try shelf.bytes(catalog)
    for (name, data) in before where name != "pins.txt" { #expect(after[name] == data) }
    let pins = try #require(after["pins.txt"])
    #expect(pins.starts(with: try #require(before["pins.txt"])))
  }

  @Test func dataThatDoesNotCoverTheSchemaIsNotRecorded() throws {
    var history = BrowserModels.syncMetadata.withoutShapes
    history.seeds = [.objects(entity: "SyncFeatureEntity", count: 2)]
    let catalog = try catalog(history)
    let error = #expect(throws: GoldenError.self) { try catalog.record(.missing) }
    #expect(
      error?.description.contains(
        "'SyncFeatureEntity.lastModified' has no example of a long value") == true)
    #expect(!FileManager.default.fileExists(atPath: catalog.folder))
  }

  @Test func tooMuchContentIsNotRecorded() throws {
    var history = BrowserModels.syncMetadata.withoutShapes
    history.seeds = [.objects(entity: "SyncFeatureEntity", count: 4_000)]
    let catalog = try catalog(history)
    let error = #expect(throws: GoldenError.self) { try catalog.record(.missing) }
    #expect(error?.description.contains("more than the 65536 of a golden") == true)
  }

  @Test func failureLeavesNoPartOfAGolden() throws {
    let catalog = try catalog()
    // A file in the place of the folder, so that the golden cannot be put there.
    try FileManager.default.createDirectory(
      atPath: catalog.folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: catalog.pinsPath + "x"))
    let blocked = try Catalog(
      catalog.history, folder: catalog.pinsPath + "x")
    #expect(throws: GoldenError.self) { try blocked.record(.missing) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: catalog.folder) == ["pins.txtx"])
  }

  // MARK: Names

  @Test(arguments: [
    (0, "V1", "01-V1"), (3, "BookmarksModel 4", "04-BookmarksModel-4"), (99, "a.b_c", "100-a.b_c"),
    (0, "a/b", "01-a%2Fb"), (0, "é%", "01-%C3%A9%25"),
  ])
  func foldersAreNamedByPositionAndVersion(_ position: Int, _ version: String, _ name: String) {
    #expect(Golden.folderName(position: position, version: version) == name)
  }

  // MARK: Git

  @Test func ignoredGoldensAlwaysFailAndUntrackedOnesWhereItMatters() throws {
    let catalog = try catalog()
    _ = try catalog.record(.missing)
    try #require(try shelf.git("init", "--quiet") == 0)
    #expect(try catalog.check(requiresTracking: false).isGreen)
    let untracked = try catalog.check(requiresTracking: true).failures.map(\.description)
    #expect(untracked.count == 21)
    #expect(
      untracked.contains(
        "goldens of 'SyncMetadata': git does not track '\(catalog.folder)/01-SyncMetadata/dump.txt', "
          + "so other machines do not have it; run git add "
          + "'\(catalog.folder)/01-SyncMetadata/dump.txt'"))
    try Data("*-wal\n".utf8).write(
      to: URL(fileURLWithPath: shelf.folder.path.appendingPathComponent(".gitignore")))
    try #require(try shelf.git("add", "--all") == 0)
    let ignored = try catalog.check(requiresTracking: false).failures.map(\.description)
    #expect(
      ignored.first
        == "goldens of 'SyncMetadata': git ignores "
        + "'\(catalog.folder)/01-SyncMetadata/SyncMetadata.sqlite-wal', so no commit will hold it; change .gitignore so that git keeps goldens"
    )
    #expect(ignored.count == 4)
    try #require(try shelf.git("add", "--all", "--force") == 0)
    #expect(try catalog.check(requiresTracking: true).isGreen)
  }
}
