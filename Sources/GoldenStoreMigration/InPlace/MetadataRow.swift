import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The row of Z_METADATA of a store that is being migrated.
struct MetadataRow {
  let value: StoreMetadata

  /// The key by which CloudKit mirroring learns of a migration.
  private static let zoneFetchKey = "PFCloudKitMetadataNeedsZoneFetchAfterClientMigrationKey"

  /// Reads the row.
  ///
  /// - Throws: `StoreError.notACoreDataStore`, `.metadataRows`, and what the property list gives.
  init(of connection: Connection) throws {
    let store = connection.fileName
    for table in [StoreNames.metadataTable, StoreNames.primaryKeyTable] {
      let count = try connection.integer(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(table)")
      guard count == 1 else {
        throw StoreError.notACoreDataStore(store: store, missingTable: table)
      }
    }
    let rows = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1") {
      (uuid: try $0.text(at: 0), propertyList: $0.bytes(at: 1))
    }
    let count = try connection.integer("SELECT count(1) FROM Z_METADATA")
    guard let row = rows.first, count == 1 else {
      throw StoreError.metadataRows(store: store, found: count)
    }
    value = try StoreMetadata(
      propertyList: row.propertyList, storeUUID: row.uuid, store: store)
    try value.requireKnownHashes(of: store)
  }

  /// Writes what the destination's model says; the store's identity and the application's keys
  /// stay. The archive of the source's model gives way to the destination's.
  ///
  /// Format: StoreFormat F117, F189.
  ///
  /// - Parameter isMirrored: Whether the store has the tables of CloudKit mirroring, which then
  ///   has to fetch all zones again.
  func update(
    to destination: ValidatedModel, isMirrored: Bool = false, on connection: Connection
  ) throws {
    var metadata = try value.migrated(to: destination)
    if isMirrored { metadata.others[Self.zoneFetchKey] = .boolean(true) }
    let propertyList: Data
    do {
      propertyList = try metadata.encode()
    } catch {
      throw StoreError.damagedMetadata(store: connection.fileName, damage: error)
    }
    try connection.execute("UPDATE Z_METADATA SET Z_PLIST = \(Optional(propertyList))")
    try writeArchive(of: destination, on: connection)
  }

  /// Stores of frameworks up to 519 have no table for the archive, and get one.
  private func writeArchive(of model: ValidatedModel, on connection: Connection) throws {
    let archive = try ArchivedModel.cacheContent(of: model)
    let table = StoreNames.modelCacheTable
    let hasCache = try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(table)")
    if hasCache == 0 {
      for statement in StoreNames.fixedStatements where statement.contains(" \(table) ") {
        try connection.execute(SQL(raw: statement))
      }
    }
    try connection.execute("DELETE FROM \(identifier: table)")
    try connection.execute(
      "INSERT INTO \(identifier: table) (Z_CONTENT) VALUES (\(Optional(archive)))")
  }
}
