import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Derived attributes: the triggers' texts, and what they compute when SQLite runs them.
struct DerivedAttributeTests {
  private static let library = Model("M") {
    Entity("Author") {
      Attribute("name", .string)
      Attribute("folded", .string, derivation: Derivation("canonical:(name)"))
      Attribute("upper", .string, derivation: Derivation("uppercase:(name)"))
      Attribute("lower", .string, derivation: Derivation("lowercase:(name)"))
      Attribute("changed", .date, derivation: Derivation("now()"))
      Attribute("bookCount", .integer64, derivation: Derivation("books.@count"))
      Attribute("pageSum", .integer64, derivation: Derivation("sum:(books.pages)"))
      Attribute("shortest", .integer64, derivation: Derivation("min:(books.pages)"))
      Attribute("longest", .integer64, derivation: Derivation("max:(books.pages)"))
      Attribute("tagCount", .integer64, derivation: Derivation("count:(tags)"))
      Relationship("books", to: "Book", inverse: "author", .toMany)
      Relationship("tags", to: "Tag", inverse: "authors", .toMany)
    }
    Entity("Book") {
      Attribute("pages", .integer64)
      Attribute("authorName", .string, derivation: Derivation("author.name"))
      Relationship("author", to: "Author", inverse: "books")
    }
    Entity("Tag") { Relationship("authors", to: "Author", inverse: "tags", .toMany) }
  }

  @Test("the triggers of a key path fetch and pass on the target's value")
  func keyPathTexts() throws {
    let layout = try StoreLayout(Self.library.validated())
    let made = layout.triggers.filter { $0.property == "authorName" }.map(\.createStatement)
    let insert = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"
    let update = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    let arguments = "('ZBOOK', Z_ENT, Z_PK, 'authorName', ZAUTHORNAME) FROM ZBOOK"
    let fetch =
      "UPDATE ZBOOK SET ZAUTHORNAME = (SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = NEW.ZAUTHOR)"
    #expect(
      made == [
        "CREATE TRIGGER Z_DA_ZBOOK_Book_authorName_SOURCE_INSERT AFTER INSERT ON ZBOOK "
          + "FOR EACH ROW BEGIN \(fetch) WHERE Z_PK = NEW.Z_PK; "
          + "SELECT \(insert)\(arguments) WHERE Z_PK = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZBOOK_Book_authorName_SOURCE_UPDATE AFTER UPDATE OF ZAUTHOR "
          + "ON ZBOOK FOR EACH ROW BEGIN \(fetch) WHERE Z_PK = NEW.Z_PK; "
          + "SELECT \(update)\(arguments) WHERE Z_PK = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZAUTHOR_Book_authorName_PARAMETER_INSERT AFTER INSERT ON ZAUTHOR "
          + "FOR EACH ROW BEGIN UPDATE ZBOOK SET ZAUTHORNAME = NEW.ZNAME WHERE ZAUTHOR = NEW.Z_PK; "
          + "SELECT \(insert)\(arguments) WHERE ZAUTHOR = NEW.Z_PK; END",
        "CREATE TRIGGER Z_DA_ZAUTHOR_Book_authorName_PARAMETER_UPDATE AFTER UPDATE OF ZNAME "
          + "ON ZAUTHOR FOR EACH ROW BEGIN UPDATE ZBOOK SET ZAUTHORNAME = NEW.ZNAME "
          + "WHERE ZAUTHOR = NEW.Z_PK; SELECT \(update)\(arguments) WHERE ZAUTHOR = NEW.Z_PK; END",
      ])
  }

  @Test("derived values are right after every insertion, change and deletion")
  func execution() throws {
    let layout = try StoreLayout(Self.library.validated())
    let connection = try Connection(path: ":memory:", mode: .create, isTrusted: true)
    try connection.registerCoreDataFunctions(now: 12.5)
    for statement in layout.statements { try connection.execute(SQL(raw: statement)) }
    func author(_ key: Int) throws -> String {
      try #require(
        try connection.firstRow(
          """
          SELECT printf('%s %s %s %s %s %s %s', ZBOOKCOUNT, ZPAGESUM, ZSHORTEST, ZLONGEST,
            ZTAGCOUNT, ZUPPER, ZFOLDED) FROM ZAUTHOR WHERE Z_PK = \(key)
          """, { try $0.text(at: 0) }))
    }
    try connection.execute("INSERT INTO ZBOOK (Z_PK, ZPAGES, ZAUTHOR) VALUES (1, 10, 1)")
    try connection.execute("INSERT INTO ZAUTHOR (Z_PK, Z_OPT, ZNAME) VALUES (1, 1, 'Émile')")
    #expect(try author(1) == "1 10 10 10 0 ÉMILE emile")
    try connection.execute("INSERT INTO ZBOOK (Z_PK, ZPAGES, ZAUTHOR) VALUES (2, 30, 1)")
    try connection.execute("INSERT INTO ZBOOK (Z_PK, ZPAGES) VALUES (3, NULL)")
    #expect(try author(1) == "2 40 10 30 0 ÉMILE emile")
    try connection.execute("UPDATE ZBOOK SET ZAUTHOR = 1 WHERE Z_PK = 3")
    try connection.execute("UPDATE ZBOOK SET ZPAGES = 5 WHERE Z_PK = 3")
    try connection.execute("INSERT INTO Z_1TAGS (Z_1AUTHORS, Z_3TAGS) VALUES (1, 7), (1, 8)")
    #expect(try author(1) == "3 45 5 30 2 ÉMILE emile")
    try connection.execute("INSERT INTO ZAUTHOR (Z_PK, Z_OPT, ZNAME) VALUES (2, 1, 'b')")
    try connection.execute("UPDATE ZBOOK SET ZAUTHOR = 2 WHERE Z_PK = 2")
    try connection.execute("DELETE FROM ZBOOK WHERE Z_PK = 3")
    try connection.execute("DELETE FROM Z_1TAGS WHERE Z_3TAGS = 7")
    try connection.execute("UPDATE ZAUTHOR SET ZNAME = 'Zoë' WHERE Z_PK = 1")
    #expect(try author(1) == "1 10 10 10 1 ZOË zoe")
    #expect(try author(2) == "1 30 30 30 0 B b")
    let names = try connection.rows("SELECT ZAUTHORNAME FROM ZBOOK ORDER BY Z_PK") {
      try $0.text(at: 0)
    }
    #expect(names == ["Zoë", "b"])
    #expect(try connection.integer("SELECT ZCHANGED = 12.5 FROM ZAUTHOR WHERE Z_PK = 1") == 1)
  }

  @Test("a derived attribute of a subentity changes rows of that entity alone")
  func subentity() throws {
    let layout = try layout {
      Entity("A")
      Entity("B", superentity: "A") {
        Attribute("n", .integer64, derivation: Derivation("cs.@count"))
        Relationship("cs", to: "C", inverse: "b", .toMany)
      }
      Entity("C") { Relationship("b", to: "B", inverse: "cs") }
    }
    #expect(
      layout.triggers.first?.body.contains(
        "WHERE Z_PK = NEW.ZB AND 2 <= Z_ENT AND Z_ENT <= 2; SELECT") == true)
    #expect(
      layout.triggers.last?.body.hasPrefix(
        "AFTER INSERT ON ZA FOR EACH ROW WHEN 2 <= NEW.Z_ENT AND NEW.Z_ENT <= 2 BEGIN") == true)
  }

  @Test("the writer leaves derived values to the triggers")
  func writing() throws {
    let model = try Model("M") {
      Entity("Person") {
        Attribute("name", .string)
        Attribute("upper", .string, derivation: Derivation("uppercase:(name)"))
      }
    }.validated()
    let layout = try StoreLayout(model, includesHistory: true)
    let shape = try model.shape(of: #require(model.entity(named: "Person")))
    func object(_ upper: AttributeValue) -> StoredObject {
      StoredObject(
        shape: shape, primaryKey: 1, values: [.string("Ada"), upper], targets: [])
    }
    let contents = StoreContents(entities: [
      EntityContents(entity: "Person", objects: [object(.null)])
    ])
    try withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("m.sqlite").path
      try StoreWriter.write(contents, layout: layout, storeUUID: UUID(), to: path)
      let reader = try StoreReader(files: StoreFiles(main: path), layout: layout)
      #expect(try reader.contents().entities.first?.objects == [object(.string("ADA"))])
    }
  }

  @Test("a composite attribute has a column for each leaf, called after the leaf alone")
  func compositeColumns() throws {
    let layout = try layout {
      Entity("Person") {
        Attribute("name", .string)
        Attribute(
          "home", .composite,
          elements: [
            Attribute("name", .string),
            Attribute("place", .composite, elements: [Attribute("x", .double)]),
          ])
      }
    }
    let person = try #require(layout.entity(named: "Person"))
    #expect(person.attributes.map(\.attribute.name) == ["home.name", "home.place.x", "name"])
    #expect(person.attributes.map(\.column) == ["ZNAME", "ZX", "ZNAME1"])
    #expect(
      layout.tables.first?.columns.map(\.name)
        == ["Z_PK", "Z_ENT", "Z_OPT", "ZX", "ZNAME", "ZNAME1"])
  }
}
