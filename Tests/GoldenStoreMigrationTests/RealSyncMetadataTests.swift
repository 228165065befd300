import BrowserModels
import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// A store of two entities that Apple's Core Data wrote, migrated to the next version.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealSyncMetadataTests {
  @Test func everyRowArrivesAndCopiedIndexesStay() throws {
    let store = try #require(
      Corpus.stores.first { $0.id == "stores/duckduckgo__BrowserServicesKit/6" })
    try Corpus.withCopy(of: store) { source in
      let plain = source.path + ".plain"
      let output = source.path + ".result"
      try StoreFiles(main: source.path).copy(to: StoreFiles(main: plain))
      try SampleStore.change(plain, ["PRAGMA wal_checkpoint(TRUNCATE)"])
      let result = try Migrator.migrate(
        StoreFiles(main: source.path), to: 3, in: BrowserModels.syncMetadata, to: output)
      #expect(result.source == 2)
      #expect(result.path == .cheap)
      for query in [
        "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZLASTMODIFIED, ZSTATE FROM ZSYNCFEATUREENTITY ORDER BY 1",
        "SELECT Z_PK, Z_ENT, Z_OPT, ZKEY, ZLASTMODIFIED FROM ZSYNCABLESETTINGSMETADATA ORDER BY 1",
        "SELECT * FROM Z_PRIMARYKEY ORDER BY 1", "SELECT Z_UUID FROM Z_METADATA",
      ] {
        let expected = try SampleStore.query(plain, query)
        #expect(!expected.isEmpty)
        #expect(try SampleStore.query(output, query) == expected)
      }
      #expect(
        try SampleStore.query(
          output, "SELECT count(*) FROM ZSYNCFEATUREENTITY WHERE ZLASTSYNCLOCALTIMESTAMP IS NULL")
          == ["2"])
      // Only the indexes of the changed entity are made anew, at the end of the schema.
      #expect(
        try SampleStore.query(
          output,
          "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL ORDER BY rowid DESC LIMIT 2"
        ).sorted() == ["Z_SyncFeatureEntity_UNIQUE_name", "Z_SyncFeatureEntity_byName"])
    }
  }
}
