import GoldenStoreCoreData
import Testing

struct StageMetadataTests {
  /// The keys of a real store's metadata, from the list of the format.
  @Test func theNewStoreKeepsIdentityAndMetadataOfTheApp() {
    let source: [String: Any] = [
      "NSStoreUUID": "OLD", "NSStoreType": "SQLite", "NSStoreModelVersionHashes": "old",
      "NSStoreModelVersionChecksumKey": "old", "NSStoreModelVersionHashesDigest": "old",
      "NSStoreModelVersionIdentifiers": "old", "NSStoreModelVersionHashesVersion": 3,
      "NSPersistenceFrameworkVersion": 1_400, "_NSAutoVacuumLevel": "2", "com.example.key": "kept",
    ]
    let destination: [String: Any] = [
      "NSStoreUUID": "NEW", "NSStoreType": "SQLite", "_NSAutoVacuumLevel": "1",
      "NSStoreModelVersionHashes": "new",
      "NSStoreModelVersionIdentifiers": "new", "NSStoreModelVersionHashesVersion": 4,
    ]
    let merged = StageMetadata.merged(
      source: source, destination: destination, identifierKey: "NSStoreUUID")
    #expect(
      merged.mapValues { "\($0)" } == [
        "NSStoreUUID": "OLD", "NSStoreType": "SQLite", "NSStoreModelVersionHashes": "new",
        "NSStoreModelVersionIdentifiers": "new", "NSStoreModelVersionHashesVersion": "4",
        "_NSAutoVacuumLevel": "1", "com.example.key": "kept",
      ])
  }
}
