import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The result of one migration between two models, checked in everything that always holds.
struct MigratedStore {
  let path: String
  let result: MigrationResult
  let contents: StoreContents

  /// The rows of a query on the migrated store; the error as a row where it has none.
  func query(_ sql: String) -> [String] {
    do {
      return try SampleStore.query(path, sql)
    } catch {
      return ["\(error)"]
    }
  }

  /// The values of an attribute by primary key.
  func values(of attribute: String, in entity: String) -> [Int64: AttributeValue] {
    Dictionary(
      uniqueKeysWithValues: contents.objects(of: entity).compactMap { object in
        object.value(of: attribute).map { (object.primaryKey, $0) }
      })
  }

  /// The targets of a relationship by primary key, as the reader orders them.
  func targets(of relationship: String, in entity: String) -> [Int64: [Int64]] {
    Dictionary(
      uniqueKeysWithValues: contents.objects(of: entity).compactMap { object in
        object.targets(of: relationship).map { (object.primaryKey, $0.map(\.primaryKey)) }
      })
  }
}

/// Writes a store of the source with plain SQL, migrates it, and passes the checked result.
func withMigrated(
  from source: Model, to destination: Model, rows: [String], change: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (MigratedStore) throws -> Void
) throws {
  try withTemporaryDirectory { folder in
    let original = folder.appendingPathComponent("source.sqlite").path
    let output = folder.appendingPathComponent("result.sqlite").path
    try SampleStore.make(source, at: original, rows: rows)
    if !change.isEmpty { try SampleStore.change(original, change) }
    let before = try bytes(of: original)
    let history = ModelHistory("Sample") {
      source
      destination
    }
    let result = try Migrator.migrate(
      StoreFiles(main: original), to: 1, in: history, to: output)
    #expect(result.source == 0, sourceLocation: sourceLocation)
    let isUntouched = try bytes(of: original) == before
    #expect(isUntouched, "the source is only read", sourceLocation: sourceLocation)
    let layout = try StoreLayout(destination.validated())
    try requireSound(output, layout: layout, sourceLocation: sourceLocation)
    let reader = try StoreReader(files: StoreFiles(main: output), layout: layout)
    let store = MigratedStore(path: output, result: result, contents: try reader.contents())
    try requireIdempotence(store, history: history, sourceLocation: sourceLocation)
    try body(store)
  }
}

/// The bytes of every file of a store, by name.
func bytes(of path: String) throws -> [String: Data] {
  let files = StoreFiles(main: path)
  return Dictionary(
    uniqueKeysWithValues: try files.existingParts.map {
      ($0.rawValue, try Data(contentsOf: URL(fileURLWithPath: files.path(of: $0))))
    })
}

/// What holds for every migrated store: one file, in WAL mode, whole, with the tables, columns,
/// indexes and metadata of a fresh store, and without anything temporary.
func requireSound(
  _ path: String, layout: StoreLayout, sourceLocation: SourceLocation
) throws {
  #expect(StoreFiles(main: path).existingParts == [.main], sourceLocation: sourceLocation)
  #expect(
    try SampleStore.query(path, "PRAGMA integrity_check") == ["ok"],
    sourceLocation: sourceLocation)
  for table in layout.tables {
    #expect(
      try SampleStore.query(
        path, "SELECT name || ' ' || type FROM pragma_table_info('\(table.name)')"
      ).sorted() == table.columns.map { "\($0.name) \($0.declaredType)" }.sorted(),
      sourceLocation: sourceLocation)
  }
  for table in layout.joinTables {
    #expect(
      try SampleStore.query(path, "SELECT name FROM pragma_table_info('\(table.name)')").sorted()
        == table.columns.sorted(), sourceLocation: sourceLocation)
  }
  #expect(
    try SampleStore.query(path, "SELECT name FROM sqlite_master WHERE type = 'table'").sorted()
      == (layout.tables.map(\.name) + layout.joinTables.map(\.name)
      + layout.spatialIndexes.flatMap { [$0.name] + $0.shadowTables }
      + ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"]).sorted(), sourceLocation: sourceLocation)
  for index in layout.indexes {
    let found = try SampleStore.query(
      path, "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = '\(index.name)'")
    #expect(
      found.map { $0.replacingOccurrences(of: "\"", with: "") } == [index.createStatement],
      sourceLocation: sourceLocation)
  }
  #expect(
    try SampleStore.query(path, "SELECT sql FROM sqlite_master WHERE type = 'trigger'").sorted()
      == layout.triggers.map(\.createStatement).sorted(), sourceLocation: sourceLocation)
  let rows = try SampleStore.query(
    path, "SELECT Z_ENT, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
  #expect(
    rows == layout.entities.map { "\($0.number)|\($0.superNumber)" },
    sourceLocation: sourceLocation)
  try requireMetadata(path, layout: layout, sourceLocation: sourceLocation)
}

private func requireMetadata(
  _ path: String, layout: StoreLayout, sourceLocation: SourceLocation
) throws {
  let reader = try StoreReader(files: StoreFiles(main: path), layout: layout)
  var expected = try StoreMetadata(for: layout.model, storeUUID: SampleStore.uuid)
  expected.others = ["com.example.key": .string("kept")]
  #expect(reader.metadata == expected, sourceLocation: sourceLocation)
  // The archive is the destination's, by the hashes of what it decodes to.
  let cached = try CompiledModelReader.model(cachedIn: StoreFiles(main: path)).history.versions
  #expect(
    try cached.map { try VersionHash.entityHashes(of: $0.validated()) } == [expected.entityHashes],
    sourceLocation: sourceLocation)
}

/// A migrated store is at its destination: migrating it again does nothing.
private func requireIdempotence(
  _ store: MigratedStore, history: ModelHistory, sourceLocation: SourceLocation
) throws {
  let again = store.path + ".again"
  let result = try Migrator.migrate(
    StoreFiles(main: store.path), to: 1, in: history, to: again,
    willRun: { Issue.record("ran \($0)", sourceLocation: sourceLocation) })
  #expect(result.steps.isEmpty && result.path == .none, sourceLocation: sourceLocation)
  let first = try bytes(of: store.path)
  let second = try bytes(of: again)
  #expect(first == second, sourceLocation: sourceLocation)
}
