import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Single rules, each with a model that shows it.
struct StoreLayoutTests {
  @Test("entities are numbered by name without regard to case, subentities after their parent")
  func numbering() throws {
    let layout = try layout {
      Entity("zebra")
      Entity("Mule", superentity: "animal")
      Entity("Bee")
      Entity("animal", isAbstract: true)
      Entity("cat", superentity: "animal")
      Entity("Angora", superentity: "cat")
    }
    #expect(
      layout.entities.map { "\($0.number) \($0.name) \($0.superNumber) \($0.numberRange)" }
        == [
          "1 animal 0 1...4", "2 cat 1 2...3", "3 Angora 2 3...3", "4 Mule 1 4...4",
          "5 Bee 0 5...5", "6 zebra 0 6...6",
        ])
    #expect(layout.entity(named: "Angora")?.rootName == "animal")
    #expect(layout.entity(named: "Angora")?.tableName == "ZANIMAL")
    #expect(layout.entities.map(\.isAbstract) == [true, false, false, false, false, false])
    #expect(layout.tables.map(\.name) == ["ZANIMAL", "ZBEE", "ZZEBRA"])
  }

  @Test("columns stand in groups of types, in name order within a group")
  func columnOrder() throws {
    let layout = try layout {
      Entity("All") {
        Attribute("a", .binary)
        Attribute("b", .transformable)
        Attribute("c", .uuid)
        Attribute("d", .uri)
        Attribute("e", .string)
        Attribute("f", .decimal)
        Attribute("g", .date)
        Attribute("h", .double)
        Attribute("i", .float)
        Attribute("j", .boolean)
        Attribute("k", .integer64)
        Attribute("l", .integer32)
        Attribute("m", .integer16)
        Attribute("B", .string)
        Attribute("skipped", .string, isTransient: true)
        Relationship("a0", to: "All")
      }
    }
    #expect(
      layout.tables.map(\.createStatement) == [
        "CREATE TABLE ZALL ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZJ INTEGER, ZK INTEGER, ZL INTEGER, ZM INTEGER, ZA0 INTEGER, ZG TIMESTAMP, "
          + "ZH FLOAT, ZI FLOAT, ZF DECIMAL, ZB VARCHAR, ZE VARCHAR, ZD VARCHAR, ZC BLOB, "
          + "ZB1 BLOB, ZA BLOB )"
      ])
  }

  @Test("equal names in one family get suffixes in the order of the entities")
  func suffixes() throws {
    let layout = try layout {
      Entity("Object")
      Entity("Note", superentity: "Object") { Attribute("account", .string) }
      Entity("Folder", superentity: "Object") {
        Relationship("account", to: "Object")
        FetchIndex("byAccount", "account", .expression("entity"))
      }
      Entity("Account", superentity: "Object") { Attribute("account", .integer16) }
      Entity("Other") { Attribute("account", .string) }
    }
    #expect(layout.entity(named: "Account")?.attribute(named: "account")?.column == "ZACCOUNT")
    #expect(layout.entity(named: "Note")?.attribute(named: "account")?.column == "ZACCOUNT2")
    #expect(layout.entity(named: "Other")?.attribute(named: "account")?.column == "ZACCOUNT")
    #expect(
      layout.entity(named: "Folder")?.relationship(named: "account")?.storage
        == .toOne(foreignKey: "ZACCOUNT1", entityColumn: "Z1_ACCOUNT", orderKey: nil))
    #expect(
      layout.indexes.map(\.createStatement) == [
        "CREATE INDEX ZOBJECT_ZACCOUNT1_INDEX ON ZOBJECT (ZACCOUNT1)",
        "CREATE INDEX ZOBJECT_Z_ENT_INDEX ON ZOBJECT (Z_ENT)",
        "CREATE INDEX Z_Folder_byAccount ON ZOBJECT "
          + "(ZACCOUNT1 COLLATE BINARY ASC, Z_ENT COLLATE BINARY ASC)",
      ])
  }

  @Test("an inherited property shares the column of its ancestor")
  func inheritance() throws {
    let layout = try layout {
      Entity("Parent") {
        Attribute("name", .string)
        Relationship("friend", to: "Parent")
      }
      Entity("Child", superentity: "Parent") { Attribute("age", .integer16) }
    }
    let child = try #require(layout.entity(named: "Child"))
    #expect(child.attributes.map(\.column) == ["ZAGE", "ZNAME"])
    #expect(
      child.relationship(named: "friend")?.storage
        == .toOne(foreignKey: "ZFRIEND", entityColumn: "Z1_FRIEND", orderKey: nil))
    #expect(
      layout.entity(named: "Parent")?.attributes.map(\.column) == ["ZNAME"])
  }

  @Test("a to-one has an entity column exactly where its destination has subentities")
  func entityColumns() throws {
    let layout = try layout {
      Entity("Book") { Relationship("pages", to: "Page", inverse: "book", .toMany) }
      Entity("Novel", superentity: "Book")
      Entity("Page") {
        Relationship("book", to: "Book", inverse: "pages")
        Relationship("novel", to: "Novel")
      }
    }
    let page = try #require(layout.table(named: "ZPAGE"))
    #expect(page.columns.dropFirst(3).map(\.name) == ["ZBOOK", "Z1_BOOK", "ZNOVEL"])
    #expect(
      page.columns.dropFirst(3).map(\.role) == [
        .foreignKey(entity: "Page", relationship: "book"),
        .entityColumn(entity: "Page", relationship: "book"),
        .foreignKey(entity: "Page", relationship: "novel"),
      ])
    #expect(
      layout.entity(named: "Novel")?.relationship(named: "pages")?.storage
        == .toManyByForeignKey(table: "ZPAGE", foreignKey: "ZBOOK", orderKey: nil))
  }

  @Test("an ordered to-many keeps its order in the rows of its targets")
  func orderKeys() throws {
    let layout = try layout {
      Entity("Folder") {
        Relationship("children", to: "Folder", inverse: "parent", .toMany, isOrdered: true)
        Relationship("parent", to: "Folder", inverse: "children")
      }
    }
    let folder = try #require(layout.entity(named: "Folder"))
    #expect(
      folder.relationship(named: "children")?.storage
        == .toManyByForeignKey(table: "ZFOLDER", foreignKey: "ZPARENT", orderKey: "Z_FOK_PARENT"))
    #expect(
      folder.relationship(named: "parent")?.storage
        == .toOne(foreignKey: "ZPARENT", entityColumn: nil, orderKey: "Z_FOK_PARENT"))
  }

  @Test("a to-many without inverse gets a virtual to-one, never with an entity column")
  func virtualToOnes() throws {
    let layout = try layout {
      Entity("Book") {
        Relationship("pages", to: "Page", .toMany)
        Relationship("covers", to: "Page", .toMany, isOrdered: true)
      }
      Entity("Novel", superentity: "Book")
      Entity("Page") { Attribute("number", .integer16) }
    }
    let page = try #require(layout.table(named: "ZPAGE"))
    #expect(
      Set(page.columns.dropFirst(3).map(\.name))
        == ["ZNUMBER", "Z1PAGES", "Z1COVERS", "Z_FOK_1COVERS"])
    #expect(page.columns[3].name == "ZNUMBER")
    let novel = try #require(layout.entity(named: "Novel"))
    #expect(
      novel.relationship(named: "pages")?.storage
        == .toManyByForeignKey(table: "ZPAGE", foreignKey: "Z1PAGES", orderKey: nil))
    #expect(
      novel.relationship(named: "covers")?.storage
        == .toManyByForeignKey(
          table: "ZPAGE", foreignKey: "Z1COVERS", orderKey: "Z_FOK_1COVERS"))
    #expect(
      Set(layout.indexes.map(\.name)) == [
        "ZBOOK_Z_ENT_INDEX", "ZPAGE_Z1COVERS_INDEX", "ZPAGE_Z1PAGES_INDEX",
      ])
    #expect(
      layout.entity(named: "Page")?.relationships.isEmpty == true)
  }

  @Test("statements stand in creation order: each table with its join tables, then indexes")
  func statementOrder() throws {
    let layout = try layout {
      Entity("Tag") { Relationship("songs", to: "Song", inverse: "tags", .toMany) }
      Entity("Medium") {
        UniquenessConstraint("code"); Attribute("code", .string)
      }
      Entity("Song", superentity: "Medium") {
        Relationship("tags", to: "Tag", inverse: "songs", .toMany)
        Relationship("band", to: "Band")
        FetchIndex("byCode", .descending("code"))
      }
      Entity("Band")
    }
    #expect(
      layout.statements == [
        "CREATE TABLE ZBAND ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE TABLE ZMEDIUM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZBAND INTEGER, ZCODE VARCHAR )",
        "CREATE TABLE Z_3TAGS ( Z_3SONGS INTEGER, Z_4TAGS INTEGER, "
          + "PRIMARY KEY (Z_3SONGS, Z_4TAGS) )",
        "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
        "CREATE INDEX ZMEDIUM_ZBAND_INDEX ON ZMEDIUM (ZBAND)",
        "CREATE INDEX ZMEDIUM_Z_ENT_INDEX ON ZMEDIUM (Z_ENT)",
        "CREATE UNIQUE INDEX Z_Medium_UNIQUE_code ON ZMEDIUM (ZCODE COLLATE BINARY ASC)",
        "CREATE INDEX Z_3TAGS_Z_4TAGS_INDEX ON Z_3TAGS (Z_4TAGS, Z_3SONGS)",
        "CREATE INDEX Z_Song_byCode ON ZMEDIUM (ZCODE COLLATE BINARY DESC)",
        "CREATE TABLE Z_PRIMARYKEY "
          + "(Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA "
          + "(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
        "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      ])
  }

  @Test("the order in which a model declares things changes nothing")
  func declarationOrder() throws {
    let model = Model("M") {
      Entity("Author") {
        Attribute("name", .string)
        Attribute("age", .integer16)
        Relationship("books", to: "Book", inverse: "authors", .toMany, isOrdered: true)
        Relationship("friends", to: "Author", inverse: "friendOf", .toMany)
        Relationship("friendOf", to: "Author", inverse: "friends", .toMany)
        Relationship("notes", to: "Book", .toMany)
      }
      Entity("Book") { Relationship("authors", to: "Author", inverse: "books", .toMany) }
      Entity("Novel", superentity: "Book") { Attribute("name", .string) }
    }
    var reversed = model
    reversed.entities.reverse()
    for index in reversed.entities.indices {
      reversed.entities[index].attributes.reverse()
      reversed.entities[index].relationships.reverse()
    }
    let first = try StoreLayout(model.validated())
    let second = try StoreLayout(reversed.validated())
    #expect(first.statements == second.statements)
    #expect(first.entities == second.entities)
    #expect(first.statements.count == 11)
  }
}

/// Lays out a model of some entities.
func layout(@ModelBuilder _ entities: () -> [Entity]) throws -> StoreLayout {
  try StoreLayout(Model("M", entities).validated())
}
