import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// The tables of persistent history, and rows of them, as plain SQL.
enum KeptHistory {
  /// What Core Data makes where the history is to be kept.
  static func tables(tombstones: Int = 0) -> [String] {
    let values = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, \
      ZCOLUMNS BLOB\(values) )
      """,
      """
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, \
      ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, \
      ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
      """,
      """
      CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \
      Z_OPT INTEGER, ZNAME VARCHAR )
      """,
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
      "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
      """
      CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING \
      (ZNAME COLLATE BINARY ASC)
      """,
      "INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'com.example.app')",
      "INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 900)",
      "INSERT INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, 90)",
      "INSERT INTO Z_PRIMARYKEY VALUES (16003, 'TRANSACTIONSTRING', 0, 1)",
    ]
  }

  static func transactions(_ count: Int) -> [String] {
    (1...count).map {
      """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZTIMESTAMP) \
      VALUES (\($0), 16002, 1, 7\($0).25)
      """
    }
  }

  /// - Parameters:
  ///   - type: 0 for an insertion, 1 for an update, 2 for a deletion.
  ///   - columns: The mask in SQL.
  ///   - tombstones: The kept values in SQL.
  static func change(
    _ key: Int, entity: Int, object: Int = 1, transaction: Int = 1, type: Int = 0,
    columns: String = "NULL", tombstones: [String] = []
  ) -> String {
    let values = ["\(key), 16001, NULL, \(type), \(entity), \(object), \(transaction), \(columns)"]
    return "INSERT INTO ACHANGE VALUES (\((values + tombstones).joined(separator: ", ")))"
  }
}

/// A store before and after its migration; both can be queried.
struct MigrationPair {
  let history: ModelHistory
  let source: String
  let output: String
  let result: MigrationResult

  /// The rows of a query on the source; the error as a row where it has none.
  func before(_ sql: String) -> [String] { rows(of: source, sql) }

  /// The rows of a query on the migrated store; the error as a row where it has none.
  func after(_ sql: String) -> [String] { rows(of: output, sql) }

  private func rows(of path: String, _ sql: String) -> [String] {
    do {
      return try SampleStore.query(path, sql)
    } catch {
      return ["\(path.fileName): \(error)"]
    }
  }

  /// Expects a query to give the same rows before and after, and some.
  func requireUnchanged(
    _ sql: String, mayBeEmpty: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let rows = before(sql)
    #expect(mayBeEmpty || !rows.isEmpty, sourceLocation: sourceLocation)
    #expect(after(sql) == rows, sourceLocation: sourceLocation)
  }
}

/// Writes a store with plain SQL and migrates a copy of it.
func withPair(
  from source: Model, to destination: Model, change: [String],
  options: PersistentHistoryOptions = PersistentHistoryOptions(),
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (MigrationPair) throws -> Void
) throws {
  try withTemporaryDirectory { folder in
    let original = folder.appendingPathComponent("source.sqlite").path
    let output = folder.appendingPathComponent("result.sqlite").path
    // No -wal, so that the file alone can be queried.
    try SampleStore.make(source, at: original, rows: [], journalMode: "DELETE")
    try SampleStore.change(original, change)
    let history = ModelHistory("Sample") {
      source
      destination
    }
    let before = try bytes(of: original)
    let result = try Migrator.migrate(
      StoreFiles(main: original), to: 1, in: history, persistentHistory: options, to: output)
    #expect(try bytes(of: original) == before, sourceLocation: sourceLocation)
    #expect(
      try SampleStore.query(output, "PRAGMA integrity_check") == ["ok"],
      sourceLocation: sourceLocation)
    // The objects can be read with the destination's model.
    let layout = try StoreLayout(destination.validated())
    _ = try StoreReader(files: StoreFiles(main: output), layout: layout).contents()
    try body(
      MigrationPair(history: history, source: original, output: output, result: result))
  }
}
