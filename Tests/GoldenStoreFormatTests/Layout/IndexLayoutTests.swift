import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// The indexes that a model asks for.
struct IndexLayoutTests {
  @Test("fetch indexes hold columns of attributes, to-ones and the two expressions")
  func elements() throws {
    let layout = try layout {
      Entity("Page") {
        Attribute("title", .string)
        Relationship("book", to: "Page")
        FetchIndex("all", "title", .descending("book"), .expression("self"))
        FetchIndex("objects", .expression("self"))
        FetchIndex("byEntity", .expression("entity"), "title")
      }
    }
    #expect(
      layout.indexes.filter { $0.kind == .fetch }.map(\.createStatement) == [
        "CREATE INDEX Z_Page_all ON ZPAGE (ZTITLE COLLATE BINARY ASC, "
          + "ZBOOK COLLATE BINARY DESC, Z_PK COLLATE BINARY ASC)",
        "CREATE INDEX Z_Page_objects ON ZPAGE (Z_PK COLLATE BINARY ASC)",
        "CREATE INDEX Z_Page_byEntity ON ZPAGE "
          + "(Z_ENT COLLATE BINARY ASC, ZTITLE COLLATE BINARY ASC)",
      ])
  }

  @Test("an index over a relationship alone is not made")
  func relationshipAlone() throws {
    let layout = try layout {
      Entity("Page") {
        Relationship("book", to: "Page", inverse: "pages")
        Relationship("pages", to: "Page", inverse: "book", .toMany)
        FetchIndex("byBook", "book")
        FetchIndex("byPages", "pages")
      }
    }
    #expect(layout.indexes.map(\.name) == ["ZPAGE_ZBOOK_INDEX"])
  }

  @Test("a to-many in an index of several elements is left out")
  func toManyElement() throws {
    let layout = try layout {
      Entity("Page") {
        Attribute("title", .string)
        Relationship("notes", to: "Page", .toMany)
        FetchIndex("both", "title", "notes")
      }
    }
    #expect(
      layout.indexes.last?.createStatement
        == "CREATE INDEX Z_Page_both ON ZPAGE (ZTITLE COLLATE BINARY ASC)")
  }

  @Test(
    "a partial index carries its predicate over columns",
    arguments: [
      ("album == nil", "ZALBUM IS NULL"), ("rating != NULL", "ZRATING IS NOT NULL"),
      ("rating == -1", "ZRATING = -1"), ("hidden = YES", "ZHIDDEN = 1"),
      ("hidden != false", "ZHIDDEN <> 0"), ("rating >= 0", "ZRATING >= 0"),
      ("title == \"it's\"", "ZTITLE = 'it''s'"),
      (
        "album == nil && rating == 0 AND (hidden == YES or rating > 3)",
        "(ZALBUM IS NULL AND ZRATING = 0 AND (ZHIDDEN = 1 OR ZRATING > 3))"
      ),
    ])
  func partialIndex(_ predicate: String, _ condition: String) throws {
    let layout = try layout {
      Entity("Photo") {
        Attribute("rating", .double)
        Attribute("hidden", .boolean)
        Attribute("title", .string)
        Relationship("album", to: "Photo")
        FetchIndex("some", "rating", where: predicate)
      }
    }
    #expect(
      layout.indexes.last?.createStatement
        == "CREATE INDEX Z_Photo_some ON ZPHOTO (ZRATING COLLATE BINARY ASC) WHERE \(condition)")
  }

  @Test("an index name that a model lists twice is made once, at the first place")
  func repeatedName() throws {
    let layout = try layout {
      Entity("Page") {
        Attribute("a", .string)
        Attribute("b", .string)
        FetchIndex("one", "a")
        FetchIndex("two", "b")
        FetchIndex("one", "b")
      }
    }
    #expect(
      layout.indexes.map { "\($0.name) \($0.body)" } == [
        "Z_Page_one ON ZPAGE (ZA COLLATE BINARY ASC)",
        "Z_Page_two ON ZPAGE (ZB COLLATE BINARY ASC)",
      ])
  }

  @Test("uniqueness constraints keep the order of the model, and use foreign keys of to-ones")
  func uniqueness() throws {
    let layout = try layout {
      Entity("Page") {
        Attribute("number", .integer16)
        Attribute("code", .uuid)
        Relationship("book", to: "Page")
        UniquenessConstraint("number", "book")
        UniquenessConstraint("code")
      }
    }
    let unique = layout.indexes.filter(\.isUnique)
    #expect(
      unique.map(\.createStatement) == [
        "CREATE UNIQUE INDEX Z_Page_UNIQUE_number_book ON ZPAGE "
          + "(ZNUMBER COLLATE BINARY ASC, ZBOOK COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Page_UNIQUE_code ON ZPAGE (ZCODE COLLATE BINARY ASC)",
      ])
    #expect(unique.map(\.kind) == [.uniqueness, .uniqueness])
  }

  @Test("the index over entity numbers belongs to roots with subentities, unless omitted")
  func entityNumberIndex() throws {
    let omission = [UserInfoEntry("_NSEntityOmitSubentityColumnIndex", "YES")]
    let layout = try layout {
      Entity("A")
      Entity("B")
      Entity("B1", superentity: "B")
      Entity("B2", superentity: "B1")
      Entity("C", userInfo: omission)
      Entity("C1", superentity: "C")
    }
    #expect(layout.indexes.map(\.name) == ["ZB_Z_ENT_INDEX"])
  }
}
