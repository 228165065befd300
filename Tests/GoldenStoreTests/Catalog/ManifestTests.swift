import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// Every entry of a manifest, and the dump, is computed again by the check.
struct ManifestTests {
  private static let place = "golden 'SyncMetadata 3' of 'SyncMetadata': "
  private static let restore = "; restore the golden from git, or record it again"

  /// Changes the manifest of version 3 and returns what the check says.
  private func failures(_ change: (inout Manifest) throws -> Void) throws -> [String] {
    var failures: [String] = []
    try GreenCatalog.with(BrowserModels.syncMetadata) { green in
      let path = green.catalog.golden(at: 2).manifestPath
      var manifest = try Manifest(contentsOf: path)
      try change(&manifest)
      try manifest.encode().write(to: URL(fileURLWithPath: path))
      failures = try green.failures()
    }
    return failures
  }

  private func entry(_ name: String, _ expected: String, _ found: String) -> String {
    Self.place + "the manifest's \(name) is \(found), expected \(expected)" + Self.restore
  }

  @Test func rowCountsAreComputedAgain() throws {
    #expect(
      try failures { $0.entities[1].rows = 11 } == [
        entry("rows of 'SyncableSettingsMetadata'", "12", "11")
      ])
  }

  @Test func hashesAreComputedAgain() throws {
    let zeros = String(repeating: "0", count: 64)
    let failures = try failures {
      $0.entities[0].hash = try #require(HashValue(hexadecimal: zeros))
    }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix(Self.place + "the manifest's hash of 'Sync") == true)
  }

  @Test func checksumDigestAndIdentifierAreComputedAgain() throws {
    let failures = try failures {
      $0.checksum = "a"
      $0.digest = "b"
      $0.storeUUID = "c"
      $0.sqliteVersion = "3.0.0"
      $0.contentBytes = 1
      $0.emptyEntities = ["SyncFeatureEntity"]
    }
    for name in [
      "checksum", "digest", "store UUID", "SQLite version", "content size", "empty entities",
    ] {
      #expect(failures.contains { $0.contains("the manifest's \(name) is ") }, "\(name)")
    }
    #expect(failures.count == 6)
  }

  @Test func anotherSeedGivesOtherData() throws {
    let failures = try failures { $0.seed = 2 }
    #expect(failures.contains { $0.contains("the store's UUID is ") })
    #expect(failures.contains { $0.contains("the store does not hold what its seed gives") })
  }

  @Test func sizesAndDigestsOfFilesAreComputedAgain() throws {
    let failures = try failures {
      $0.files[0].bytes += 1
      $0.files[0].sha256 = $0.files[1].sha256
      $0.files.removeLast()
    }
    #expect(failures.contains { $0.contains("'SyncMetadata.sqlite' has ") })
    #expect(
      failures.contains(
        Self.place + "'SyncMetadata.sqlite-shm' is there, but the manifest does not list it"
          + Self.restore))
  }

  @Test func unhashedChangeOfTheRecordedSchemaIsSeen() throws {
    let failures = try failures { $0.schema.entities[0].className = "Other" }
    #expect(failures.count == 2)
    #expect(failures.first?.contains("class name changed from Other to ") == true)
    // The store keeps its model itself, so it contradicts the changed manifest too.
    #expect(failures.last?.contains("Z_MODELCACHE: archived model") == true)
  }

  @Test func otherFormatsAreRefusedByNumber() throws {
    #expect(
      try failures { $0.formatVersion = 99 } == [
        Self.place + "cannot read 'manifest.json': 'manifest.json' has format 99, expected 1"
          + Self.restore
      ])
  }

  @Test func manifestComesBackAsItWas() throws {
    let path = try Catalog(BrowserModels.bookmarks, in: GreenCatalog.goldens).golden(at: 3)
      .manifestPath
    let manifest = try Manifest(contentsOf: path)
    #expect(try manifest.encode() == Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(manifest.schema == BrowserModels.bookmarks.versions[3])
    #expect(manifest.rows == 24)
  }

  @Test func brokenManifestIsReportedWithItsPlace() throws {
    try GreenCatalog.with(BrowserModels.syncMetadata) { green in
      let path = green.catalog.golden(at: 2).manifestPath
      try GreenCatalog.edit(path) { $0 = $0.prefix(100) }
      let failures = try green.failures()
      #expect(failures.count == 1)
      #expect(failures.first?.hasPrefix(Self.place + "cannot read 'manifest.json': ") == true)
    }
  }

  @Test(arguments: ["manifest.json", "dump.txt"])
  func missingRecordIsReported(name: String) throws {
    try GreenCatalog.with(BrowserModels.syncMetadata) { green in
      let path = green.catalog.golden(at: 2).folder.appendingPathComponent(name)
      try FileManager.default.removeItem(atPath: path)
      #expect(try green.failures() == [Self.place + "'\(name)' is missing" + Self.restore])
    }
  }

  @Test func changedDumpIsReportedWithItsLine() throws {
    try GreenCatalog.with(BrowserModels.syncMetadata) { green in
      let path = green.catalog.golden(at: 2).dumpPath
      try GreenCatalog.edit(path) {
        $0 = Data(
          String(decoding: $0, as: UTF8.self)
            .replacingOccurrences(of: "SyncFeatureEntity: 12", with: "SyncFeatureEntity: 13").utf8)
      }
      #expect(
        try green.failures() == [
          Self.place + "'dump.txt' line 3: expected 'SyncFeatureEntity: 12 objects', "
            + "found 'SyncFeatureEntity: 13 objects'" + Self.restore
        ])
    }
  }

  @Test func goldenMadeFromAnotherOneIsReported() throws {
    let folder = try TemporaryDirectory()
    let catalog = try Catalog(BrowserModels.syncMetadata, in: folder.path)
    _ = try catalog.record(.missing)
    let path = catalog.golden(at: 2).manifestPath
    var manifest = try Manifest(contentsOf: path)
    let twin = try Manifest(contentsOf: catalog.golden(at: 1).manifestPath)
    manifest.storeUUID = twin.storeUUID
    try manifest.encode().write(to: URL(fileURLWithPath: path))
    #expect(
      try catalog.check(requiresTracking: false).failures.contains {
        $0.description
          == Self.place + "the store has the UUID of golden 'SyncMetadata 2', \(twin.storeUUID): "
          + "one was made from the other" + Self.restore
      })
  }
}
