import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// Y2: the values that a deletion leaves in the history follow the attributes that keep them.
struct TombstoneMigrationTests {
  private static func kept(
    _ name: String, _ type: AttributeType = .string, renamingIdentifier: String? = nil
  ) -> Attribute {
    Attribute(
      name, type, preservesValueInHistoryOnDeletion: true, renamingIdentifier: renamingIdentifier)
  }

  private static func passing(_ name: String) -> Attribute { Attribute(name, .string) }

  private static let source = Model("V1") {
    Entity("Item") {
      kept("a")
      kept("b", .integer32)
      passing("c")
    }
    Entity("Other") { kept("x", .double) }
    Entity("Solo") { kept("p", .binary) }
    Entity("Swap") {
      kept("m")
      kept("n")
    }
  }

  /// Item keeps c, d and z instead of a and b, of which z is the former b; Solo keeps nothing;
  /// Swap's values change places, because their names do.
  private static let destination = Model("V2") {
    Entity("Item") {
      passing("a")
      kept("z", .integer32, renamingIdentifier: "b")
      kept("c")
      kept("d")
    }
    Entity("Other") { kept("x", .double) }
    Entity("Solo") { Attribute("p", .binary) }
    Entity("Swap") {
      kept("v", renamingIdentifier: "m")
      kept("u", renamingIdentifier: "n")
    }
  }

  private static let rows =
    KeptHistory.tables(tombstones: 2) + KeptHistory.transactions(1) + [
      KeptHistory.change(1, entity: 1, type: 2, tombstones: ["'A'", "17"]),
      KeptHistory.change(2, entity: 1, type: 2, tombstones: ["'only a'", "NULL"]),
      KeptHistory.change(3, entity: 1, type: 0, tombstones: ["NULL", "NULL"]),
      KeptHistory.change(4, entity: 2, type: 2, tombstones: ["2.5", "NULL"]),
      KeptHistory.change(5, entity: 3, type: 2, tombstones: ["x'0102'", "NULL"]),
      KeptHistory.change(6, entity: 4, type: 2, tombstones: ["'m'", "'n'"]),
    ]

  @Test("Y2: values of deleted objects move with their attributes, and those of others are cleared")
  func valuesMoveWithTheirAttributesAndThoseOfOthersAreCleared() throws {
    try withPair(from: Self.source, to: Self.destination, change: Self.rows) { pair in
      #expect(pair.result.notes == [])
      #expect(
        pair.after(
          """
          SELECT Z_PK, ZTOMBSTONE0, ZTOMBSTONE1, ZTOMBSTONE2, typeof(ZTOMBSTONE2) FROM ACHANGE
          """) == [
            "1|NULL|NULL|17|integer", "2|NULL|NULL|NULL|null", "3|NULL|NULL|NULL|null",
            "4|2.5|NULL|NULL|null", "5|NULL|NULL|NULL|null", "6|n|m|NULL|null",
          ])
      pair.requireUnchanged(
        "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE")
    }
  }

  @Test func columnsAreAppendedAndTheTableStays() throws {
    try withPair(from: Self.source, to: Self.destination, change: Self.rows) { pair in
      #expect(
        pair.after("SELECT name, type FROM pragma_table_info('ACHANGE')").suffix(4) == [
          "ZCOLUMNS|BLOB", "ZTOMBSTONE0|BLOB", "ZTOMBSTONE1|BLOB", "ZTOMBSTONE2|BLOB",
        ])
      pair.requireUnchanged("SELECT rowid FROM sqlite_master WHERE name = 'ACHANGE'")
      // Nothing takes a column away again.
      try withPair(
        from: Self.source, to: Model("V2") { Self.source.entities[2] }, change: Self.rows
      ) { narrower in
        narrower.requireUnchanged("SELECT name, type FROM pragma_table_info('ACHANGE')")
      }
    }
  }

  @Test func aFirstKeptAttributeGetsAColumnWithoutARow() throws {
    try withPair(
      from: Model("V1") { Entity("Item") { Self.passing("a") } },
      to: Model("V2") { Entity("Item") { Self.kept("a") } },
      change: KeptHistory.tables() + KeptHistory.transactions(1) + [
        KeptHistory.change(1, entity: 1, type: 2)
      ]
    ) { pair in
      #expect(pair.after("SELECT Z_PK, ZTOMBSTONE0 FROM ACHANGE") == ["1|NULL"])
    }
  }

  @Test func valuesInTheOrderOfAnOldFrameworkAreRefused() throws {
    func entity(_ attributes: Attribute...) -> Entity {
      Entity(
        "Item", userInfo: [UserInfoEntry("NSPersistentHistoryTombstoneAttributes", "b,a")]
      ) { for attribute in attributes { attribute } }
    }
    let source = Model("V1") { entity(Self.kept("a"), Self.kept("b")) }
    let destination = Model("V2") { entity(Self.kept("a"), Self.passing("b")) }
    func migrate(framework: Int64) throws {
      var metadata = try StoreMetadata(for: source.validated(), storeUUID: SampleStore.uuid)
      metadata.frameworkVersion = framework
      let bytes = try metadata.encode().map { String(format: "%02x", $0) }.joined()
      try withPair(
        from: source, to: destination,
        change: KeptHistory.tables(tombstones: 2) + ["UPDATE Z_METADATA SET Z_PLIST = x'\(bytes)'"]
      ) { _ in }
    }
    try migrate(framework: 977)
    let error = #expect(throws: MigrationError.self) { try migrate(framework: 851) }
    #expect(
      error?.description
        == "cannot migrate 'V1' to 'V2': persistent history of 'Item', whose values of deleted "
        + "objects are in the order of 'NSPersistentHistoryTombstoneAttributes', is not "
        + "supported yet")
  }
}
