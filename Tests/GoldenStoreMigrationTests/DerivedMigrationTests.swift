import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// Derived attributes and composite ones in migrations, from rows that plain SQL wrote.
struct DerivedMigrationTests {
  private func derived(
    _ name: String, _ type: AttributeType, _ expression: String
  ) -> Attribute {
    Attribute(name, type, derivation: Derivation(expression))
  }

  /// Authors and books, with further attributes.
  private func library(
    _ name: String, author: [Attribute], book: [Attribute] = []
  ) -> Model {
    Model(name) {
      Entity("Author") {
        Attribute("name", .string)
        for attribute in author { attribute }
        Relationship("books", to: "Book", inverse: "author", .toMany)
      }
      Entity("Book") {
        Attribute("pages", .integer16)
        for attribute in book { attribute }
        Relationship("author", to: "Author", inverse: "books")
      }
    }
  }

  private let rows = [
    "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 4, NULL)",
    """
    INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZPAGES, ZAUTHOR)
    VALUES (1, 2, 1, 10, 1), (2, 2, 1, NULL, 1), (3, 2, 1, 5, 1), (4, 2, 1, 7, NULL)
    """,
  ]

  @Test func addedDerivedAttributesAreComputed() throws {
    let destination = library(
      "V2",
      author: [
        derived("count", .integer64, "books.@count"),
        derived("least", .integer16, "min:(books.pages)"),
        derived("most", .integer16, "max:(books.pages)"), derived("now", .date, "now()"),
        derived("sum", .integer64, "sum:(books.pages)"),
        derived("upper", .string, "uppercase:(name)"),
      ], book: [derived("by", .string, "author.name")])
    try withMigrated(from: library("V1", author: []), to: destination, rows: rows) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT ZCOUNT, ZLEAST, ZMOST, ZNOW, ZSUM, ZUPPER FROM ZAUTHOR ORDER BY Z_PK")
          == ["3|5|10|0|15|ADA", "0|NULL|NULL|0|0|NULL"])
      #expect(
        store.query("SELECT ZBY FROM ZBOOK ORDER BY Z_PK") == ["Ada", "Ada", "Ada", "NULL"])
      // Nothing of an object changed but what is derived.
      #expect(store.query("SELECT Z_OPT FROM ZAUTHOR") == ["1", "4"])
      // The triggers are at work again.
      let connection = try Connection(path: store.path, mode: .readWrite, isTrusted: true)
      try connection.registerCoreDataFunctions(now: 9)
      try connection.execute("UPDATE ZBOOK SET ZAUTHOR = 2 WHERE Z_PK = 1")
      try connection.execute("UPDATE ZAUTHOR SET Z_OPT = 2, ZNAME = 'Bo' WHERE Z_PK = 1")
      let changed = try connection.rows(
        "SELECT ZCOUNT || '|' || ZSUM || '|' || ZUPPER || '|' || ZNOW FROM ZAUTHOR WHERE Z_PK = 1"
      ) { try $0.text(at: 0) }
      #expect(changed == ["2|5|BO|9"])
      try connection.close()
    }
  }

  @Test func derivedAttributesComeAndGo() throws {
    let source = library(
      "V1",
      author: [
        derived("a", .integer64, "books.@count"), derived("b", .string, "uppercase:(name)"),
        Attribute("c", .string), derived("d", .string, "lowercase:(name)"),
        derived("e", .integer64, "sum:(books.pages)"),
      ])
    // One is renamed, one becomes ordinary, one derived, one changes its expression, one its type.
    let destination = library(
      "V2",
      author: [
        derived("a2", .integer64, "books.@count"), Attribute("b", .string, default: "new"),
        derived("c", .string, "uppercase:(name)"), derived("d", .string, "canonical:(name)"),
        derived("e", .double, "max:(books.pages)"),
      ])
    let filled = rows + ["UPDATE ZAUTHOR SET ZC = 'own'"]
    try withMigrated(from: source, to: destination, rows: filled) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT ZA2, ZB, ZC, ZD, ZE FROM ZAUTHOR ORDER BY Z_PK")
          == ["3|new|ADA|ada|10.0", "0|new|NULL|NULL|NULL"])
    }
  }

  @Test func wrongDerivedValuesAreRepaired() throws {
    let derived = [derived("count", .integer64, "books.@count")]
    let source = library("V1", author: derived)
    let destination = library("V2", author: derived + [Attribute("born", .date)])
    try withMigrated(
      from: source, to: destination, rows: rows, change: ["UPDATE ZAUTHOR SET ZCOUNT = 99"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT ZCOUNT FROM ZAUTHOR ORDER BY Z_PK") == ["3", "0"])
    }
  }

  @Test func timeOfTheLastChangeStays() throws {
    let changed = derived("changed", .date, "now()")
    let source = library("V1", author: [changed])
    let destination = library(
      "V2", author: [changed, derived("since", .date, "now()"), Attribute("born", .date)])
    try withMigrated(from: source, to: destination, rows: rows) { store in
      #expect(store.query("SELECT ZCHANGED, ZSINCE FROM ZAUTHOR") == ["77|0", "77|0"])
    }
  }

  /// Rows of a sibling in the same table keep NULL.
  @Test func subentityAloneIsComputed() throws {
    func model(_ name: String, _ extra: Attribute...) -> Model {
      Model(name) {
        Entity("Media") { Attribute("label", .string) }
        Entity("Film", superentity: "Media") {
          derived("upper", .string, "uppercase:(label)")
        }
        Entity("Song", superentity: "Media")
        Entity("Tag") { for attribute in extra { attribute } }
      }
    }
    let rows = [
      """
      INSERT INTO ZMEDIA (Z_PK, Z_ENT, Z_OPT, ZLABEL)
      VALUES (1, 1, 1, 'm'), (2, 2, 1, 'f'), (3, 3, 1, 's')
      """
    ]
    try withMigrated(
      from: model("V1"), to: model("V2", Attribute("x", .string)), rows: rows,
      change: ["UPDATE ZMEDIA SET ZUPPER = NULL"]
    ) { store in
      #expect(store.query("SELECT ZUPPER FROM ZMEDIA ORDER BY Z_PK") == ["NULL", "F", "NULL"])
    }
  }

  @Test func elementsOfCompositesAreCarried() throws {
    func model(_ name: String, _ elements: Attribute...) -> Model {
      Model(name) {
        Entity("Person") {
          Attribute("city", .string)
          Attribute("home", .composite, elements: elements)
        }
      }
    }
    let rows = [
      "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZCITY, ZCITY1, ZZIP) VALUES (1, 1, 1, 'a', 'b', 8000)"
    ]
    let source = model("V1", Attribute("city", .string), Attribute("zip", .integer16))
    try withMigrated(
      from: source,
      to: model(
        "V2", Attribute("town", .string, renamingIdentifier: "city"), Attribute("zip", .integer32),
        Attribute("country", .string, isOptional: false, default: "CH")), rows: rows
    ) { store in
      #expect(store.result.path == .cheap)
      let person = try #require(store.contents.objects(of: "Person").first)
      #expect(person.shape.attributes == ["city", "home.country", "home.town", "home.zip"])
      #expect(person.values == ["a", "CH", "b", 8000])
    }
    try withMigrated(from: source, to: model("V2", Attribute("zip", .integer16)), rows: rows) {
      store in
      #expect(store.result.path == .rebuild)
      #expect(store.contents.objects(of: "Person").first?.values == ["a", 8000])
    }
  }
}
