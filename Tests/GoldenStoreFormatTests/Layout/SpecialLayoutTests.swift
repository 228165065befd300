import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// RTree indexes, history tables and properties that two entities of a family declare.
struct SpecialLayoutTests {
  @Test("an index of RTree elements is a virtual table that triggers keep")
  func spatialIndex() throws {
    let layout = try layout {
      Entity("Place") {
        Attribute("lat", .double, isOptional: false)
        Attribute("lon", .double, isOptional: false)
        FetchIndex("where", .rTree("lat"), .rTree("lon"))
      }
    }
    #expect(
      layout.spatialIndexes.map(\.createStatement) == [
        "CREATE VIRTUAL TABLE Z_Place_where USING RTREE (Z_PK INTEGER PRIMARY KEY, "
          + "ZLAT_MIN FLOAT, ZLAT_MAX FLOAT, ZLON_MIN FLOAT, ZLON_MAX FLOAT)"
      ])
    #expect(
      layout.triggers.first?.createStatement
        == "CREATE TRIGGER Z_Place_where_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN "
        + "INSERT OR REPLACE INTO Z_Place_where (Z_PK, ZLAT_MIN, ZLAT_MAX, ZLON_MIN, ZLON_MAX) "
        + "VALUES (NEW.Z_PK, NEW.ZLAT ,NEW.ZLAT, NEW.ZLON, NEW.ZLON) ; END")
    let connection = try Connection(path: ":memory:", mode: .create, isTrusted: true)
    for statement in layout.statements { try connection.execute(SQL(raw: statement)) }
    try connection.execute("INSERT INTO ZPLACE (Z_PK, ZLAT, ZLON) VALUES (1, 1, 2), (2, 8, 9)")
    try connection.execute("UPDATE ZPLACE SET ZLAT = 2 WHERE Z_PK = 2")
    try connection.execute("DELETE FROM ZPLACE WHERE Z_PK = 1")
    let found = try connection.rows("SELECT Z_PK FROM Z_Place_where WHERE ZLAT_MAX < 5") {
      $0.integer(at: 0)
    }
    #expect(found == [2])
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE name LIKE 'Z_Place_where_%' AND type = 'table'"
    ) { try $0.text(at: 0) }
    #expect(tables == layout.spatialIndexes.first?.shadowTables)
  }

  @Test("history has as many tombstone columns as an entity has attributes to keep")
  func tombstones() throws {
    let model = try Model("M") {
      Entity("A") { Attribute("a", .string, preservesValueInHistoryOnDeletion: true) }
      Entity("B", superentity: "A") {
        Attribute("b", .string, preservesValueInHistoryOnDeletion: true)
      }
    }.validated()
    #expect(try StoreLayout(model).history == nil)
    let layout = try StoreLayout(model, includesHistory: true)
    #expect(
      layout.statements.contains(
        "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, "
          + "ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB )"))
    #expect(layout.history?.entities.map(\.number) == [16001, 16002, 16003])
  }

  @Test("a property that an ancestor declares too has the ancestor's columns")
  func redeclaration() throws {
    let layout = try layout {
      Entity("A") {
        Attribute("a", .integer16)
        Relationship("r", to: "A")
      }
      Entity("B", superentity: "A") {
        Attribute("a", .integer32)
        Relationship("r", to: "B")
      }
    }
    #expect(
      layout.tables.first?.columns.map(\.name)
        == ["Z_PK", "Z_ENT", "Z_OPT", "ZA", "ZR", "Z1_R"])
    let child = try #require(layout.entity(named: "B"))
    #expect(child.attribute(named: "a")?.column == "ZA")
    #expect(child.attribute(named: "a")?.attribute.type == .integer32)
    #expect(
      child.relationship(named: "r")?.storage
        == .toOne(foreignKey: "ZR", entityColumn: "Z1_R", orderKey: nil))
  }

  @Test("a to-one that is its own inverse is a foreign key")
  func reflexiveToOne() throws {
    let layout = try layout { Entity("A") { Relationship("spouse", to: "A", inverse: "spouse") } }
    #expect(layout.tables.first?.columns.map(\.name).last == "ZSPOUSE")
    #expect(layout.joinTables.isEmpty)
  }
}
