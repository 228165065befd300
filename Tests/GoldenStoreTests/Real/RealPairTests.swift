import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Stores that Apple's Core Data migrated in place, of which the corpus has the file before and
/// after: our migration of the one, compared with the other to the last cell.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct RealPairTests {
  /// A store as plain SQL finds it.
  private struct Snapshot {
    /// The statements of the schema in the order of their row ids; texts that only the file's own
    /// history explains are left as they are.
    let statements: [String]
    /// The columns of each table in their order.
    let columns: [String: [String]]
    /// The rows of each table, each as its cells by column name.
    let rows: [String: [[String: SQLValue]]]
    let schemaVersion: Int64
    let metadata: StoreMetadata

    init(_ path: String) throws {
      let connection = try Connection(path: path, mode: .readWrite)
      statements = try connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name LIKE 'Z%' ORDER BY rowid"
      ) { try $0.text(at: 0) }
      let names = try connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'"
      ) { try $0.text(at: 0) }
      var columns: [String: [String]] = [:]
      var rows: [String: [[String: SQLValue]]] = [:]
      for name in names where name != "Z_METADATA" && name != "Z_MODELCACHE" {
        let own = try connection.rows("SELECT name FROM pragma_table_info(\(name))") {
          try $0.text(at: 0)
        }
        columns[name] = own
        rows[name] = try connection.rows("SELECT * FROM \(identifier: name) ORDER BY 1") { row in
          var cells: [String: SQLValue] = [:]
          for (place, column) in own.enumerated() { cells[column] = try row.value(at: place) }
          return cells
        }
      }
      self.columns = columns
      self.rows = rows
      schemaVersion = try connection.integer("PRAGMA schema_version")
      try connection.close()
      metadata = try StoreInspection(of: StoreFiles(main: path)).metadata
    }
  }

  /// Migrates the earlier store to the later one's version, and reads both.
  private func compare(
    _ real: RealHistory, _ earlier: Int, _ later: Int,
    _ body: (_ ours: Snapshot, _ apples: Snapshot) throws -> Void
  ) throws {
    let history = try real.history()
    try Corpus.withCopy(of: real.store(earlier)) { source in
      try Corpus.withCopy(of: real.store(later)) { apples in
        let output = source.path + ".result"
        _ = try Migrator.migrate(
          StoreFiles(main: source.path), from: 0, to: 1, in: history, to: output)
        try body(Snapshot(output), Snapshot(apples.path))
      }
    }
  }

  private func requireSameIdentity(_ ours: Snapshot, _ apples: Snapshot) {
    #expect(ours.metadata.storeUUID == apples.metadata.storeUUID)
    #expect(ours.metadata.entityHashes == apples.metadata.entityHashes)
    #expect(ours.metadata.versionIdentifiers == apples.metadata.versionIdentifiers)
    #expect(ours.metadata.others == apples.metadata.others)
  }

  /// Two tables are rebuilt, a subentity gets another name, a column and a superclass go.
  @Test func coreDataPlusFromTheFirstVersionToTheSecond() throws {
    try compare(.coreDataPlus, 1, 2) { ours, apples in
      #expect(ours.rows.values.reduce(0) { $0 + $1.count } == 125 + 20 + 4)
      #expect(ours.rows == apples.rows)
      #expect(ours.columns == apples.columns)
      #expect(ours.rows["Z_PRIMARYKEY"]?[2]["Z_NAME"] == .text("ExpensiveSportCar"))
      requireSameIdentity(ours, apples)
      // No rule orders the tables that are made anew: theirs came in another order than ours.
      let swapped = ours.statements.indices.map { place in
        switch place {
        case 3: ours.statements[4]
        case 4: ours.statements[3]
        default: ours.statements[place]
        }
      }
      #expect(swapped == apples.statements)
      #expect(ours.schemaVersion == apples.schemaVersion, "one for each change of the schema")
    }
  }

  /// One attribute gets another name. The framework that did it still rebuilt every table.
  @Test func wiboscoFromTheFirstVersionToTheSecond() throws {
    try compare(.firstWibosco, 6, 7) { ours, apples in
      #expect(ours.rows["ZPOST"]?.count == 10)
      #expect(ours.rows == apples.rows)
      requireSameIdentity(ours, apples)
      #expect(
        ours.columns["ZPOST"]
          == ["Z_PK", "Z_ENT", "Z_OPT", "ZDATE", "ZHEXCOLOR", "ZCONTENT", "ZPOSTID"])
      #expect(
        apples.columns["ZPOST"]
          == ["Z_PK", "Z_ENT", "Z_OPT", "ZDATE", "ZCONTENT", "ZHEXCOLOR", "ZPOSTID"])
      #expect(ours.statements.count == apples.statements.count)
      #expect(ours.statements.dropFirst() == apples.statements.dropLast())
    }
  }
}
