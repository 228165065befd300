import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// A store of a history's first version in a folder of its own, to be migrated.
struct StagedStore {
  let history: ModelHistory
  let folder: String
  let files: StoreFiles

  /// Writes the store with plain SQL and passes it to a closure; nothing may lie around then.
  @discardableResult
  static func with<Result>(
    _ history: ModelHistory, rows: [String], at version: Int = 0, journalMode: String = "WAL",
    _ body: (StagedStore) throws -> Result
  ) throws -> Result {
    try GoldenStoreFormat.withTemporaryDirectory { folder in
      let store = StagedStore(
        history: history, folder: folder,
        files: StoreFiles(main: folder.appendingPathComponent("Store.sqlite")))
      try SampleStore.make(
        history.versions[version], at: store.files.main, rows: rows, journalMode: journalMode)
      return try body(store)
    }
  }

  /// Migrates a copy.
  @discardableResult
  func migrate(
    to destination: Int? = nil, stepwise: Bool = false, name: String = "Result.sqlite",
    progress: ProgressHandler = { _ in }
  ) throws -> MigrationResult {
    try Migrator.migrate(
      files, to: destination ?? history.versions.count - 1, in: history, stepwise: stepwise,
      to: folder.appendingPathComponent(name), progress: progress)
  }

  /// Migrates the store itself.
  @discardableResult
  func migrateInPlace(
    to destination: Int? = nil, progress: ProgressHandler = { _ in }
  ) throws -> MigrationResult {
    try Migrator.migrateInPlace(
      files, to: destination ?? history.versions.count - 1, in: history, progress: progress)
  }

  func contents(of files: StoreFiles, at version: Int) throws -> StoreContents {
    try StoreReader(files: files, layout: layout(version)).contents()
  }

  func layout(_ version: Int) throws -> StoreLayout {
    try StoreLayout(history.versions[version].validated())
  }

  /// The position of the version that the store has; nil for none.
  func version() throws -> Int? {
    let hashes = try StoreInspection(of: files).metadata.entityHashes
    return try history.versions.firstIndex {
      try VersionHash.entityHashes(of: $0.validated()) == hashes
    }
  }

  /// The names of everything in the folder.
  func fileNames() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// The rows of a query on any store, opened as it is.
  func query(_ files: StoreFiles, _ sql: String) throws -> [String] {
    let connection = try Connection(path: files.main, mode: .readWrite)
    return try connection.rows(SQL(raw: sql)) { row in
      try (0..<row.columnCount).map { SampleStore.text(try row.value(at: $0)) }
        .joined(separator: "|")
    }
  }
}

/// What holds for every store that a custom stage wrote: a fresh file, with the identity of the
/// old one.
func requireFresh(
  _ files: StoreFiles, _ store: StagedStore, at version: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(
    try SampleStore.query(files.main, "PRAGMA integrity_check") == ["ok"],
    sourceLocation: sourceLocation)
  let layout = try store.layout(version)
  let statements = try SampleStore.query(
    files.main, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
  #expect(statements == layout.statements, sourceLocation: sourceLocation)
  let rowIDs = try SampleStore.query(files.main, "SELECT rowid FROM sqlite_master ORDER BY rowid")
  #expect(
    rowIDs == (1...rowIDs.count).map(String.init), "row ids of sqlite_master are contiguous",
    sourceLocation: sourceLocation)
  for table in layout.tables {
    #expect(
      try SampleStore.query(
        files.main, "SELECT count(*) FROM \(table.name) WHERE Z_OPT IS NOT 1") == ["0"],
      sourceLocation: sourceLocation)
  }
  for entity in layout.entities where entity.superNumber == 0 {
    #expect(
      try SampleStore.query(
        files.main,
        """
        SELECT Z_MAX >= (SELECT coalesce(max(Z_PK), 0) FROM \(entity.tableName)) \
        FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.number)
        """) == ["1"], sourceLocation: sourceLocation)
  }
  let metadata = try StoreInspection(of: files).metadata
  var expected = try StoreMetadata(for: layout.model, storeUUID: SampleStore.uuid)
  expected.others = ["com.example.key": .string("kept")]
  #expect(metadata == expected, sourceLocation: sourceLocation)
}
