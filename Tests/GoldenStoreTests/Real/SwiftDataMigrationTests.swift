import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// The corpus's stores of one SwiftData schema, migrated to its next version and compared with the
/// stores that SwiftData wrote with that one.
@Suite(.enabled(if: Corpus.isAvailable, "\(Corpus.absence)"))
struct SwiftDataMigrationTests {
  /// What plain SQL finds in a store.
  private struct Snapshot {
    /// The statements of everything but the table of users, in the order in which they ran.
    let statements: [String]
    /// The columns of the table of users with their types.
    let columns: [String]
    let users: [[SQLValue]]
    let entities: [[SQLValue]]
    let metadata: StoreMetadata
    let model: Model

    init(_ path: String) throws {
      let connection = try Connection(path: path, mode: .readWrite)
      statements = try connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'ZUSER' ORDER BY rowid"
      ) { try $0.text(at: 0) }
      columns = try connection.rows("SELECT name || ' ' || type FROM pragma_table_info('ZUSER')") {
        try $0.text(at: 0)
      }
      let hasEmail = columns.contains("ZEMAIL VARCHAR")
      users = try connection.rows(
        """
        SELECT Z_PK, Z_ENT, Z_OPT, ZCREATEDAT, ZNAME, \(raw: hasEmail ? "ZEMAIL" : "'none'") \
        FROM ZUSER ORDER BY Z_PK
        """
      ) { row in try (0..<6).map { try row.value(at: $0) } }
      entities = try connection.rows("SELECT * FROM Z_PRIMARYKEY ORDER BY Z_ENT") { row in
        try (0..<4).map { try row.value(at: $0) }
      }
      let check = try connection.rows("PRAGMA integrity_check") { try $0.text(at: 0) }
      #expect(check == ["ok"])
      try connection.close()
      let files = StoreFiles(main: path)
      metadata = try StoreInspection(of: files).metadata
      model = try CompiledModelReader.model(cachedIn: files).history.versions[0]
    }
  }

  private static func stores(ofVersion position: Int) -> [Corpus.Item] {
    Corpus.swiftDataStores.filter { UserSchemas.position(of: $0) == position }
  }

  /// Migrates a store, perhaps after it got objects, and compares it with one of the next version.
  private func compare(
    _ source: Corpus.Item, _ destination: Corpus.Item, filledWith rows: [SQL]
  ) throws -> Snapshot {
    try Corpus.withCopy(of: source) { url in
      try Corpus.withCopy(of: destination) { apples in
        let connection = try Connection(path: url.path, mode: .readWrite)
        for row in rows { try connection.execute(row) }
        try connection.close()
        let before = try Snapshot(url.path)
        let output = url.path + ".result"
        let result = try Migrator.migrate(
          StoreFiles(main: url.path), to: 1, in: UserSchemas.history, to: output)
        #expect(result.source == 0)
        let ours = try Snapshot(output)
        let theirs = try Snapshot(apples.path)
        let place: Comment = "\(source.id) to \(destination.id)"
        #expect(ours.statements == theirs.statements, place)
        // A new column comes last in a table that was there before.
        #expect(ours.columns == before.columns + ["ZEMAIL VARCHAR"], place)
        #expect(ours.columns.sorted() == theirs.columns.sorted(), place)
        #expect(ours.entities == before.entities, place)
        #expect(ModelDifference.between(theirs.model, ours.model) == [], place)
        #expect(ours.metadata.entityHashes == theirs.metadata.entityHashes, place)
        #expect(ours.metadata.digest == theirs.metadata.digest, place)
        #expect(ours.metadata.checksum == theirs.metadata.checksum, place)
        #expect(ours.metadata.versionIdentifiers == ["2.0.0"], place)
        #expect(theirs.metadata.versionIdentifiers == ["2.0.0"], place)
        #expect(ours.metadata.storeUUID == before.metadata.storeUUID, place)
        #expect(ours.metadata.others == before.metadata.others, place)
        #expect(ours.users == before.users.map { $0.dropLast() + [.null] }, place)
        return ours
      }
    }
  }

  @Test("5 stores of 1.0.0, each against 4 of 2.0.0: 20 pairs")
  func everyStoreBecomesTheNextVersion() throws {
    var pairs = 0
    for source in Self.stores(ofVersion: 0) {
      for destination in Self.stores(ofVersion: 1) {
        let migrated = try compare(source, destination, filledWith: [])
        #expect(migrated.users.isEmpty)
        pairs += 1
      }
    }
    #expect(pairs == 20)
  }

  /// No store has an object, so that each gets some with plain SQL.
  @Test func objectsAreKept() throws {
    var objects = 0
    let destination = try #require(Self.stores(ofVersion: 1).first)
    for source in Self.stores(ofVersion: 0) {
      let migrated = try compare(
        source, destination,
        filledWith: [
          """
          INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZCREATEDAT, ZNAME) VALUES \
          (1, 1, 1, 757382400.5, 'Ann'), (2, 1, 3, NULL, 'Zoë'), (5, 1, 1, -1.25, NULL)
          """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_NAME = 'User'",
        ])
      #expect(
        migrated.users == [
          [.integer(1), .integer(1), .integer(1), .real(757_382_400.5), .text("Ann"), .null],
          [.integer(2), .integer(1), .integer(3), .null, .text("Zoë"), .null],
          [.integer(5), .integer(1), .integer(1), .real(-1.25), .null, .null],
        ])
      #expect(migrated.entities == [[.integer(1), .text("User"), .integer(0), .integer(7)]])
      objects += migrated.users.count
    }
    #expect(objects == 15)
  }

  @Test func aStoreOfTheLaterVersionIsNotTakenBack() throws {
    for store in Self.stores(ofVersion: 1) {
      try Corpus.withCopy(of: store) { url in
        let error = #expect(throws: MigrationError.self) {
          try Migrator.migrate(
            StoreFiles(main: url.path), to: 0, in: UserSchemas.history, to: url.path + ".result")
        }
        #expect("\(String(describing: error))".contains("UserSchemaV2"), "\(store.id)")
      }
    }
  }
}
