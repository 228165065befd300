import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Everything that may happen to goldens, done to a copy that was green: each has a sentence of
/// its own that names the place.
struct SeenToFailTests {
  private static let place = "golden 'BookmarksModel 3' of 'Bookmarks': "
  private static let restore = "; restore the golden from git, or record it again"

  @Test func deletedWriteAheadLogIsReportedAsLost() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: green.path(3, "-wal"))).count
      try FileManager.default.removeItem(atPath: green.path(3, "-wal"))
      #expect(
        try green.failures() == [
          Self.place + "'Bookmarks.sqlite' is in WAL mode and holds 0 of 24 rows: it has lost its "
            + "'-wal'; the manifest lists 'Bookmarks.sqlite-wal' (\(bytes) bytes)" + Self.restore
        ])
    }
  }

  @Test func shortenedWriteAheadLogIsReportedWithItsFrame() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      var bytes = 0
      try GreenCatalog.edit(green.path(3, "-wal")) {
        bytes = $0.count
        // In the frame that ends the last transaction.
        $0 = $0.dropLast(20)
      }
      let frame = (bytes - 32) / 4_120
      #expect(
        try green.failures() == [
          Self.place
            + "'Bookmarks.sqlite-wal' has \(bytes - 20) bytes, expected \(bytes): it is cut "
            + "short: frame \(frame) has 4100 of 4120 bytes" + Self.restore
        ])
    }
  }

  @Test func writeAheadLogCutBetweenFramesIsReportedWithWhatIsLost() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try GreenCatalog.edit(green.path(3, "-wal")) { $0 = $0.prefix(32 + 2 * 4_120) }
      let failures = try green.failures()
      #expect(failures.first?.contains("'Bookmarks.sqlite-wal' has 8272 bytes") == true)
    }
  }

  @Test func writeAheadLogOfAnotherGoldenIsReportedWithItsOwner() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try GreenCatalog.replace(green.path(3, "-wal"), with: green.path(4, "-wal"))
      #expect(
        try green.failures() == [
          Self.place + "'Bookmarks.sqlite-wal' is the file of golden 'BookmarksModel 4'"
            + Self.restore
        ])
    }
  }

  @Test func flippedByteInAStoredTitleIsReportedWithItsFrame() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try GreenCatalog.edit(green.path(3, "-wal")) { data in
        let title = try #require(data.range(of: Data("OpenStreetMap".utf8)))
        data[title.lowerBound] ^= 0x20
      }
      let failures = try green.failures()
      #expect(failures.count == 1)
      let failure = try #require(failures.first)
      #expect(failure.hasPrefix(Self.place + "the bytes of 'Bookmarks.sqlite-wal' have changed"))
      #expect(failure.contains("does not match its checksum"))
    }
  }

  @Test func changedTitleIsReportedWithObjectAndProperty() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try green.execute(
        3, "UPDATE ZBOOKMARKENTITY SET ZTITLE = 'Mews' WHERE ZTITLE = 'News' AND Z_PK = 1")
      let failures = try green.failures()
      #expect(
        failures.contains(
          Self.place + "the store does not hold what its seed gives: 1 difference\n"
            + "  BookmarkEntity 1: title: expected \"News\", found \"Mews\"" + Self.restore))
    }
  }

  @Test func goldenInTheFolderOfAnotherVersionIsReportedWithBoth() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try GreenCatalog.replace(green.folder(4), with: green.folder(3))
      #expect(
        try green.failures().contains(
          "golden 'BookmarksModel 4' of 'Bookmarks': "
            + "the folder holds the golden of version 'BookmarksModel 3' of 'Bookmarks'"
            + Self.restore))
    }
  }

  @Test func storeOfAnotherVersionBesideTheRightManifestIsReportedWithBoth() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      for suffix in ["", "-wal", "-shm"] {
        try GreenCatalog.replace(green.path(4, suffix), with: green.path(3, suffix))
      }
      let failures = try green.failures()
      #expect(
        failures.contains {
          $0.hasPrefix(
            "golden 'BookmarksModel 4' of 'Bookmarks': "
              + "the store is one of version 'BookmarksModel 3': entity 'BookmarkEntity' has hash ")
        })
    }
  }

  @Test func changedPinIsReportedWithItsEntity() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      let path = green.catalog.pinsPath
      var text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
      let pinned = try #require(
        try green.catalog.pins().hash(of: "BookmarkEntity", version: "BookmarksModel 3"))
      let other = String(repeating: "a", count: 64)
      text = text.replacingOccurrences(of: pinned.hexadecimal, with: other)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(
        try green.failures() == [
          Self.place + "entity 'BookmarkEntity' is pinned with hash aaaaaaaa…, "
            + "but the model has \(pinned.hexadecimal.prefix(8))…; restore the line from git"
        ])
    }
  }

  @Test func attributeMadeOptionalIsReportedWithOldAndNew() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      var history = BrowserModels.bookmarks
      let index = try #require(
        history.versions[2].entities[0].attributes.firstIndex { $0.name == "uuid" })
      history.versions[2].entities[0].attributes[index].isOptional = true
      let failures = try green.failures(history: history)
      #expect(failures.count == 1)
      let failure = try #require(failures.first)
      #expect(failure.hasPrefix(Self.place + "entity 'BookmarkEntity' is pinned with hash "))
      #expect(
        failure.hasSuffix(
          ": 'BookmarkEntity.uuid': optionality changed from required to optional; "
            + "a recorded model must not change: undo it, or add a version"))
    }
  }

  @Test func removedRenamingIdentifierIsReported() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      var history = BrowserModels.bookmarks
      let index = try #require(
        history.versions[3].entities[0].relationships.firstIndex {
          $0.name == "favoriteFolders"
        })
      history.versions[3].entities[0].relationships[index].renamingIdentifier = nil
      #expect(
        try green.failures(history: history) == [
          "golden 'BookmarksModel 4' of 'Bookmarks': the schema has changed since it was recorded: "
            + "'BookmarkEntity.favoriteFolders': renaming identifier changed from favoriteFolder "
            + "to none (not part of the hashes); "
            + "a recorded model must not change: undo it, or add a version"
        ])
    }
  }

  @Test func emptiedTableIsReportedWithItsEntity() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try green.execute(3, "DELETE FROM ZBOOKMARKENTITY")
      #expect(
        try green.failures().contains(
          Self.place + "entity 'BookmarkEntity' has no objects, expected 24; "
            + "a golden without rows proves nothing" + Self.restore))
    }
  }

  /// A plain SQLite connection folds the -wal into the main file when it closes.
  @Test func tableEmptiedInPlaceIsReportedWithItsEntity() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      let store = green.folder(3).appendingPathComponent("Bookmarks.sqlite")
      let connection = try Connection(path: store, mode: .readWrite)
      try connection.execute("DELETE FROM ZBOOKMARKENTITY")
      try connection.close()
      let failures = try green.failures()
      #expect(
        failures.contains(
          Self.place + "entity 'BookmarkEntity' has no objects, expected 24; "
            + "a golden without rows proves nothing" + Self.restore))
      #expect(failures.contains { $0.contains("'Bookmarks.sqlite-wal' is missing") })
    }
  }

  @Test func missingGoldenIsReportedWithItsFolder() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try FileManager.default.removeItem(atPath: green.folder(3))
      #expect(
        try green.failures() == [
          Self.place + "the golden is missing: there is no folder '03-BookmarksModel-3'; "
            + "run goldenstore record 'Bookmarks' --goldens '\(green.catalog.folder.folder)'"
        ])
    }
  }

  @Test func extraFolderIsReported() throws {
    try GreenCatalog.with(BrowserModels.bookmarks) { green in
      try FileManager.default.createDirectory(
        atPath: green.catalog.folder.appendingPathComponent("07-BookmarksModel-7"),
        withIntermediateDirectories: false)
      #expect(
        try green.failures() == [
          "goldens of 'Bookmarks': '07-BookmarksModel-7' belongs to no version of the history; "
            + "delete it with goldenstore prune 'Bookmarks' --goldens "
            + "'\(green.catalog.folder.folder)', or add its version to the history"
        ])
    }
  }

  @Test func everyFailureOfTheCatalogFailsTheMatrixToo() async throws {
    let folder = try TemporaryDirectory()
    let name = "SyncMetadata"
    let copy = folder.path.appendingPathComponent(name)
    try FileManager.default.copyItem(
      atPath: GreenCatalog.goldens.appendingPathComponent(name), toPath: copy)
    let catalog = try Catalog(BrowserModels.syncMetadata, folder: copy)
    try FileManager.default.removeItem(atPath: catalog.golden(at: 1).files.main + "-wal")
    let runner = MatrixRunner(
      catalog: catalog, matrix: VersionMatrix(catalog.history))
    let result = try await runner.run()
    #expect(!result.isGreen)
    #expect(
      result.failures.contains {
        $0.subject == .version("SyncMetadata 2") && $0.description.contains("has lost its '-wal'")
      })
    #expect(result.failures.contains { if case .pair = $0.subject { true } else { false } })
  }
}
