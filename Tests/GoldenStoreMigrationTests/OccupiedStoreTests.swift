import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Migrations of stores that another process has locked, and of stores beside what cannot be
/// written.
struct OccupiedStoreTests {
  private static let inferred = ModelHistory("Things") {
    Model("V1") { Entity("Thing") { Attribute("name", .string) } }
    Model("V2") {
      Entity("Thing") {
        Attribute("name", .string)
        Attribute("size", .integer32, default: 3)
      }
    }
  }

  private static let custom: ModelHistory = {
    var history = inferred
    history.stages = [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Thing", to: "Thing", setting: ["size"], values: { _ in ["size": .integer(3)] })
        ])
    ]
    return history
  }()

  /// The other process works with a table of its own.
  private static let rows = [
    "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'a')",
    "CREATE TABLE T (k INTEGER PRIMARY KEY, v INTEGER, filling BLOB)",
    "INSERT INTO T VALUES (1, 0, x'00')",
  ]

  @Test(arguments: ["WAL", "DELETE"], [inferred, custom])
  func aStoreThatAnotherProcessChangesIsNotMigrated(
    _ journalMode: String, _ history: ModelHistory
  ) throws {
    try StagedStore.with(history, rows: Self.rows, journalMode: journalMode) { store in
      let occupant = try Occupant("change", store.files)
      #expect { try store.migrateInPlace() } throws: { error in
        switch error as? MigrationError {
        case .cannotMigrate(_, _, .database(code: 5, message: _))?:
          "\(error)".hasSuffix("another process uses the store; try again when it has ended")
        default: false
        }
      }
      occupant.leave()
      #expect(try store.version() == 0)
      #expect(try store.fileNames().allSatisfy { $0.hasPrefix("Store.sqlite") })
      try store.migrateInPlace()
      #expect(try store.version() == 1)
    }
  }

  @Test(arguments: [inferred, custom])
  func aFolderInThePlaceOfTheLogIsRefused(_ history: ModelHistory) throws {
    try StagedStore.with(history, rows: Self.rows) { store in
      let log = store.files.path(of: .writeAheadLog)
      try SampleStore.change(store.files.main, ["DELETE FROM Z_MODELCACHE"])
      try FileManager.default.createDirectory(
        atPath: log, withIntermediateDirectories: true)
      let before = try Data(contentsOf: URL(fileURLWithPath: store.files.main))
      let error = MigrationError.store(.wrongFileKind(path: log, expected: "file"))
      #expect(throws: error) { try store.migrateInPlace() }
      #expect(throws: error) { try store.migrate() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: store.files.main)) == before)
      #expect(try store.fileNames() == ["Store.sqlite", "Store.sqlite-wal"])
    }
  }
}
