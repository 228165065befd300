import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// The tables of many-to-many relationships.
struct JoinTableTests {
  @Test("between two entities the one whose name sorts first without regard to case owns")
  func ownerByName() throws {
    let layout = try layout {
      Entity("Book") { Relationship("authors", to: "author", inverse: "books", .toMany) }
      Entity("author") { Relationship("books", to: "Book", inverse: "authors", .toMany) }
    }
    #expect(
      layout.joinTables.map(\.createStatement) == [
        "CREATE TABLE Z_1BOOKS ( Z_1AUTHORS INTEGER, Z_2BOOKS INTEGER, "
          + "PRIMARY KEY (Z_1AUTHORS, Z_2BOOKS) )"
      ])
    let join = try #require(layout.joinTables.first)
    #expect(join.ownerEntity == "author")
    #expect(join.inverseRelationship == "authors")
    #expect(
      layout.entity(named: "author")?.relationship(named: "books")?.storage
        == .joinTable(join, ownColumn: "Z_1AUTHORS", targetColumn: "Z_2BOOKS", orderKey: nil))
    #expect(
      layout.entity(named: "Book")?.relationship(named: "authors")?.storage
        == .joinTable(join, ownColumn: "Z_2BOOKS", targetColumn: "Z_1AUTHORS", orderKey: nil))
  }

  @Test("order keys rank the column of like name, that of the first column first")
  func bothOrdered() throws {
    let layout = try layout {
      Entity("Author") {
        Relationship("entries", to: "Entry", inverse: "authors", .toMany, isOrdered: true)
      }
      Entity("Entry") {
        Relationship("authors", to: "Author", inverse: "entries", .toMany, isOrdered: true)
      }
    }
    let join = try #require(layout.joinTables.first)
    #expect(
      join.createStatement
        == "CREATE TABLE Z_1ENTRIES ( Z_1AUTHORS INTEGER, Z_2ENTRIES INTEGER, "
        + "Z_FOK_1AUTHORS INTEGER, Z_FOK_2ENTRIES INTEGER, "
        + "PRIMARY KEY (Z_1AUTHORS, Z_2ENTRIES) )")
    #expect(
      layout.entity(named: "Author")?.relationship(named: "entries")?.storage
        == .joinTable(
          join, ownColumn: "Z_1AUTHORS", targetColumn: "Z_2ENTRIES", orderKey: "Z_FOK_2ENTRIES"))
    #expect(
      layout.entity(named: "Entry")?.relationship(named: "authors")?.storage
        == .joinTable(
          join, ownColumn: "Z_2ENTRIES", targetColumn: "Z_1AUTHORS", orderKey: "Z_FOK_1AUTHORS"))
  }

  @Test("an inherited relationship carries the number of the entity that declares it")
  func declaringEntity() throws {
    let layout = try layout {
      Entity("Animal")
      Entity("Bird", superentity: "Animal") {
        Relationship("nests", to: "Nest", inverse: "birds", .toMany)
      }
      Entity("Aardvarkbird", superentity: "Bird")
      Entity("Nest") { Relationship("birds", to: "Bird", inverse: "nests", .toMany) }
    }
    let join = try #require(layout.joinTables.first)
    #expect(join.columns == ["Z_2BIRDS", "Z_4NESTS"])
    #expect(join.name == "Z_2NESTS")
    #expect(
      layout.entity(named: "Aardvarkbird")?.relationship(named: "nests")?.storage
        == .joinTable(join, ownColumn: "Z_2BIRDS", targetColumn: "Z_4NESTS", orderKey: nil))
  }

  @Test("columns of join tables get suffixes within the family that they lead to")
  func suffixes() throws {
    let layout = try layout {
      Entity("Album") { Relationship("tags", to: "Tag", inverse: "albums", .toMany) }
      Entity("Book") { Relationship("tags", to: "Tag", inverse: "books", .toMany) }
      Entity("Tag") {
        Relationship("albums", to: "Album", inverse: "tags", .toMany)
        Relationship("books", to: "Book", inverse: "tags", .toMany)
      }
    }
    #expect(
      layout.joinTables.map(\.columns) == [["Z_1ALBUMS", "Z_3TAGS"], ["Z_2BOOKS", "Z_3TAGS1"]])
  }

  @Test("a relationship that is its own inverse has REFLEXIVE as its second column")
  func reflexive() throws {
    let layout = try layout {
      Entity("Person") { Relationship("friends", to: "Person", inverse: "friends", .toMany) }
    }
    let join = try #require(layout.joinTables.first)
    #expect(join.isReflexive)
    #expect(
      join.createStatement
        == "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, "
        + "PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) )")
    #expect(
      layout.indexes.map(\.createStatement) == [
        "CREATE INDEX Z_1FRIENDS_REFLEXIVE_INDEX ON Z_1FRIENDS (REFLEXIVE, Z_1FRIENDS)"
      ])
    #expect(
      layout.entity(named: "Person")?.relationship(named: "friends")?.storage
        == .joinTable(
          join, ownColumn: "Z_1FRIENDS", targetColumn: "REFLEXIVE", orderKey: nil))
  }

  @Test("user info of an ordered many-to-many asks for two more indexes")
  func orderKeyIndexes() throws {
    let option = [UserInfoEntry("NSRelationshipDescriptionOrderKeyIndexOption", "YES")]
    let layout = try layout {
      Entity("Album") {
        Relationship(
          "assets", to: "Asset", inverse: "albums", .toMany, isOrdered: true, userInfo: option)
      }
      Entity("Asset") { Relationship("albums", to: "Album", inverse: "assets", .toMany) }
    }
    #expect(
      layout.indexes.map(\.createStatement) == [
        "CREATE INDEX Z_1ASSETS_Z_2ASSETS_INDEX ON Z_1ASSETS (Z_2ASSETS, Z_1ALBUMS)",
        "CREATE INDEX Z_1ASSETS_Z_1ALBUMS_Z_2ASSETS_Z_FOK_2ASSETS_INDEX ON Z_1ASSETS "
          + "(Z_1ALBUMS, Z_2ASSETS, Z_FOK_2ASSETS)",
        "CREATE INDEX Z_1ASSETS_Z_1ALBUMS_Z_FOK_2ASSETS_Z_2ASSETS_INDEX ON Z_1ASSETS "
          + "(Z_1ALBUMS, Z_FOK_2ASSETS, Z_2ASSETS)",
      ])
  }

  @Test(
    "within one entity the hash order of its keys decides, as in the real store",
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)),
    arguments: ["BookmarksModel 4", "BookmarksModel 5", "BookmarksModel 6"])
  func ownerWithinOneEntity(_ version: String) throws {
    let layout = try StoreLayout(
      RecordedModels.model("BookmarksModel", version).validated())
    #expect(
      layout.joinTables.map(\.createStatement) == [
        "CREATE TABLE Z_1FAVORITES ( Z_1FAVORITEFOLDERS INTEGER, Z_1FAVORITES INTEGER, "
          + "Z_FOK_1FAVORITES INTEGER, PRIMARY KEY (Z_1FAVORITEFOLDERS, Z_1FAVORITES) )"
      ])
  }
}
