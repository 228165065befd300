public import Foundation
import GoldenStoreModel
import GoldenStoreSQLite

/// Writes new stores.
public enum StoreWriter {
  /// What `now()` of a derived attribute gives in everything that is written or migrated here, in
  /// seconds since 2001: no clock gets into a store.
  ///
  /// Format: StoreFormat F124.
  package static let now: Double = 0

  /// Writes the objects of a source as a store, which is complete afterwards, or absent.
  ///
  /// Equal objects, layout and UUID give equal bytes in every file, for one build of SQLite.
  /// Holds one object in memory at a time. Required attributes may be `.null`, as migrations
  /// leave them; counts of targets are not checked beyond what a to-one can hold. Derived
  /// attributes and counters get what their triggers compute, whatever the source says; `now()` is ``now``.
  /// Values of more than ``ExternalValues/inlineLimit`` bytes get files in the support folder, where
  /// their attributes allow it.
  ///
  /// Format: StoreFormat F39 to F42 and F92 to F95.
  ///
  /// - Parameters:
  ///   - source: Asked for every concrete entity of the layout, more than once.
  ///   - layout: The layout of the store's model.
  ///   - storeUUID: The identifier of the store.
  ///   - variant: Which of the files hold the rows.
  ///   - path: The main file; its folder must exist, none of the store's files may.
  /// - Throws: `StoreError.destinationOccupied`; `.unsuitableValue` and `.unsuitableObject` for
  ///   what a store of this model can't hold; `.disagreeingInverses`; `.fileSystem`, `.database`;
  ///   what the source throws.
  public static func write(
    _ source: some ObjectSource, layout: StoreLayout, storeUUID: UUID, variant: StoreVariant = .hot,
    to path: String
  ) throws {
    let destination = StoreFiles(main: path)
    try destination.requireAbsent()
    let directory = try TemporaryDirectory(in: destination.folder)
    let files = StoreFiles(main: directory.path.appendingPathComponent(destination.name))
    try StoreError.wrappingSQLite(destination.name) {
      let connection = try Connection(path: files.main, mode: .create, isTrusted: true)
      try configure(
        connection, journalMode: variant == .rollback ? "DELETE" : "WAL", temporaryStore: "MEMORY")
      try writeSchema(
        connection, layout: layout,
        metadata: StoreMetadata(for: layout.model, storeUUID: storeUUID))
      if !layout.triggers.isEmpty { try connection.registerCoreDataFunctions(now: now) }
      let rows = try RowWriter(
        connection, layout: layout, store: destination.name,
        externalValues: ExternalValues(
          supportFolder: files.path(of: .supportFolder), storeUUID: storeUUID))
      let pause = variant == .half ? try objectCount(source, layout) / 2 : nil
      try rows.write(source, checkpointAfter: pause)
      try finish(connection, files, variant: variant, storeUUID: storeUUID)
    }
    try withExtendedLifetime(directory) { try files.move(to: destination) }
  }

  /// Sets everything that a build of SQLite may have another default for.
  ///
  /// - Parameter temporaryStore: Where SQLite keeps what it sorts: `MEMORY` or `FILE`.
  static func configure(
    _ connection: Connection, journalMode: String, temporaryStore: String
  ) throws {
    try connection.pragma("page_size = 4096")
    try connection.pragma("encoding = 'UTF-8'")
    try connection.pragma("auto_vacuum = 2")
    try connection.pragma("secure_delete = 0")
    try connection.pragma("locking_mode = NORMAL")
    try connection.pragma("journal_mode = \(raw: journalMode)")
    try connection.pragma("wal_autocheckpoint = 0")
    try connection.pragma("synchronous = OFF")
    try connection.pragma("cache_size = -16000")
    try connection.pragma("temp_store = \(raw: temporaryStore)")
    try connection.pragma("mmap_size = 0")
    try connection.pragma("foreign_keys = OFF")
  }

  /// Makes tables and indexes, metadata, the model's archive, and a row of `Z_PRIMARYKEY` per entity, in the main file.
  ///
  /// The entities of persistent history get their rows with the first transaction (StoreFormat F75).
  static func writeSchema(
    _ connection: Connection, layout: StoreLayout, metadata: StoreMetadata
  ) throws {
    let propertyList = try metadata.encode()
    let archive = try ArchivedModel.cacheContent(of: layout.model)
    try connection.transaction {
      for statement in layout.statements { try connection.execute(SQL(raw: statement)) }
      try connection.execute(
        """
        INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) \
        VALUES (1, \(metadata.storeUUID), \(propertyList))
        """)
      try connection.execute("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (\(archive))")
      for entity in layout.entities {
        try connection.execute(
          """
          INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
          VALUES (\(entity.number), \(entity.name), \(entity.superNumber), 0)
          """)
      }
    }
    try connection.checkpoint(.truncate)
  }

  private static func objectCount(_ source: some ObjectSource, _ layout: StoreLayout) throws -> Int
  {
    var count = 0
    for entity in layout.entities where !entity.isAbstract {
      try source.forEachObject(of: entity.name) { _ in count += 1 }
    }
    return count
  }

  /// Closes the store with the sidecars of its variant.
  private static func finish(
    _ connection: Connection, _ files: StoreFiles, variant: StoreVariant, storeUUID: UUID
  ) throws {
    switch variant {
    case .rollback:
      try connection.close()
    case .checkpointed:
      try connection.checkpoint(.truncate)
      try connection.close()
    case .hot, .half:
      try connection.keepWriteAheadLogOnClose()
      try connection.close()
      try settleSidecars(of: files, storeUUID: storeUUID)
    }
  }

  /// Replaces what SQLite drew from its random source, and lets it build the `-shm` again.
  private static func settleSidecars(of files: StoreFiles, storeUUID: UUID) throws {
    let salts = SHA256.digest(of: Data("\(storeUUID.uuidString) -wal salts".utf8))
    try WriteAheadLog.rewriteSalts(
      of: files.path(of: .writeAheadLog), first: salts[...].bigEndianWord(at: 0),
      second: salts[...].bigEndianWord(at: 4))
    do {
      try FileManager.default.removeItem(atPath: files.path(of: .sharedMemory))
    } catch {
      throw StoreError.fileSystem("delete", files.path(of: .sharedMemory), error)
    }
    let connection = try Connection(path: files.main, mode: .readWrite, isTrusted: true)
    try connection.keepWriteAheadLogOnClose()
    _ = try connection.integer("SELECT count(*) FROM Z_METADATA")
    try connection.close()
  }
}
