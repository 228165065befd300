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

/// What is refused, and how.
struct LayoutRefusalTests {
  @Test("a feature whose place in a store is not known is refused by name")
  func derivedAttribute() throws {
    #expect(
      throws: StoreError.notSupported(
        feature: "the derivation 'pages.@count'", place: "attribute 'Page.count'")
    ) {
      try layout {
        Entity("Page") { Attribute("count", .integer64, derivation: Derivation("pages.@count")) }
      }
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let sentence: String
    let entities: [Entity]
    var testDescription: String { sentence }

    init(_ sentence: String, @ModelBuilder _ entities: () -> [Entity]) {
      self.sentence = sentence
      self.entities = entities()
    }
  }

  static let attributes = [
    Refusal("attribute 'A.a': the derivation 'average:(b.c)' is not supported yet") {
      Entity("A") {
        Attribute("a", .double, derivation: Derivation("average:(b.c)"))
        Attribute("c", .double)
        Relationship("b", to: "A", .toMany)
      }
    },
    Refusal("attribute 'A.a': the derivation 'self.@count' is not supported yet") {
      Entity("A") {
        Attribute("a", .integer16, derivation: Derivation("self.@count"))
        Relationship("self", to: "A", .toMany)
      }
    },
    Refusal("attribute 'A.a': the derivation 'uppercase:(null)' is not supported yet") {
      Entity("A") {
        Attribute("a", .string, derivation: Derivation("uppercase:(null)"))
        Attribute("null", .string)
      }
    },
    Refusal("attribute 'A.a': the derivation 'b.b.c' is not supported yet") {
      Entity("A") {
        Attribute("a", .double, derivation: Derivation("b.b.c"))
        Attribute("c", .double)
        Relationship("b", to: "A")
      }
    },
    Refusal("attribute 'A.a': the derivation 'sum:(b.c)' is not supported yet") {
      Entity("A") {
        Attribute("a", .double, derivation: Derivation("sum:(b.c)"))
        Attribute("c", .double)
        Relationship("b", to: "B", inverse: "a", .toMany)
      }
      Entity("B") { Relationship("a", to: "A", inverse: "b", .toMany) }
    },
    Refusal("attribute 'A.a': a derivation with a filtering predicate is not supported yet") {
      Entity("A") {
        Attribute(
          "a", .integer64, derivation: Derivation("b.@count", filteringPredicate: "c == 1"))
        Relationship("b", to: "A", .toMany)
      }
    },
    Refusal("attribute 'A.a.b': an attribute of type objectID is not supported yet") {
      Entity("A") { Attribute("a", .composite, elements: [Attribute("b", .objectID)]) }
    },
    Refusal("attribute 'A.a': an attribute of type objectID is not supported yet") {
      Entity("A") { Attribute("a", .objectID) }
    },
    Refusal("attribute 'A.a': user info 'NSTriggerKey' is not supported yet") {
      Entity("A") { Attribute("a", .integer16, userInfo: [UserInfoEntry("NSTriggerKey", "x")]) }
    },
    Refusal("'B.a': a property that superentity 'A' declares otherwise is not supported yet") {
      Entity("A") { Attribute("a", .integer16) }
      Entity("B", superentity: "A") { Attribute("a", .string) }
    },
    Refusal(
      "attribute 'A.a b': a name with other characters than letters, digits and '_' is not "
        + "supported yet"
    ) {
      Entity("A") { Attribute("a b", .integer16) }
    },
    Refusal("'ZA': a second table, index or trigger of that name is not supported yet") {
      Entity("A")
      Entity("a")
    },
    Refusal("'Z_PRIMARYKEY': a second table, index or trigger of that name is not supported yet") {
      Entity("_primaryKey")
    },
    Refusal("'ZA', column 'Z_PK': a second column of that name is not supported yet") {
      Entity("A") { Attribute("_pk", .integer16) }
    },
    Refusal("'ZA', column 'ZA1': a second column of that name is not supported yet") {
      Entity("A") { for name in ["A", "a", "a1"] { Attribute(name, .integer16) } }
    },
    Refusal(
      "'Z_DA_ZA_A_d_INSERT': a second table, index or trigger of that name is not supported yet"
    ) {
      Entity("A") {
        Attribute("n", .integer16)
        Attribute("d", .integer16, derivation: Derivation("max:(as.n)"))
        Relationship("as", to: "A", .toMany)
      }
    },
  ]

  static let relationships = [
    Refusal("'Z_1BS': a second table, index or trigger of that name is not supported yet") {
      Entity("A") {
        Relationship("bs", to: "B", inverse: "as", .toMany)
        Relationship("Bs", to: "B", inverse: "As", .toMany)
      }
      Entity("B") {
        Relationship("as", to: "A", inverse: "bs", .toMany)
        Relationship("As", to: "A", inverse: "Bs", .toMany)
      }
    },
    Refusal("'B.c': a property that superentity 'A' declares otherwise is not supported yet") {
      Entity("A") { Relationship("c", to: "D") }
      Entity("B", superentity: "A") { Relationship("c", to: "C") }
      Entity("C")
      Entity("D", superentity: "C")
    },
    Refusal(
      "relationship 'A.a': an ordered relationship that is its own inverse is not supported yet"
    ) {
      Entity("A") { Relationship("a", to: "A", inverse: "a", .toMany, isOrdered: true) }
    },
    Refusal(
      "relationship 'A.a': a relationship of which only one side is transient is not supported yet"
    ) {
      Entity("A") {
        Relationship("a", to: "A", inverse: "b")
        Relationship("b", to: "A", inverse: "a", isTransient: true)
      }
    },
  ]

  static let indexes = [
    Refusal("fetch index 'A.i': 'NOT' in a predicate is not supported yet") {
      Entity("A") {
        Attribute("a", .integer16)
        FetchIndex("i", "a", where: "NOT a == 1")
      }
    },
    Refusal("fetch index 'A.i': 'IN' in a predicate is not supported yet") {
      Entity("A") {
        Attribute("a", .integer16)
        FetchIndex("i", "a", where: "a IN b")
      }
    },
    Refusal("fetch index 'A.i': constant '1.5' is not supported yet") {
      Entity("A") {
        Attribute("a", .double)
        FetchIndex("i", "a", where: "a > 1.5")
      }
    },
    Refusal("fetch index 'A.i': 'b.a', which has no column, in a predicate is not supported yet") {
      Entity("A") {
        Attribute("a", .double)
        Relationship("b", to: "A")
        FetchIndex("i", "a", where: "b.a == 1")
      }
    },
    Refusal("fetch index 'A.i': an RTree element that is no required number is not supported yet") {
      Entity("A") {
        Attribute("a", .double)
        FetchIndex("i", .rTree("a"))
      }
    },
    Refusal("fetch index 'A.i': an index of RTree and other elements is not supported yet") {
      Entity("A") {
        Attribute("a", .double, isOptional: false)
        FetchIndex("i", .rTree("a"), "a")
      }
    },
    Refusal("fetch index 'A.i': expression 'lowercase:(a)' is not supported yet") {
      Entity("A") {
        Attribute("a", .string)
        FetchIndex("i", .expression("lowercase:(a)"))
      }
    },
    Refusal("fetch index 'A.i': transient property 'a' in an index is not supported yet") {
      Entity("A") {
        Attribute("a", .string, isTransient: true)
        FetchIndex("i", "a")
      }
    },
    Refusal("uniqueness constraint 'A.(a, b)': to-many 'b' in an index is not supported yet") {
      Entity("A") {
        Attribute("a", .string)
        Relationship("b", to: "A", .toMany)
        UniquenessConstraint("a", "b")
      }
    },
    Refusal("'Z_A_B_C': a second table, index or trigger of that name is not supported yet") {
      Entity("A") {
        Attribute("a", .string)
        FetchIndex("B_C", "a")
      }
      Entity("A_B") {
        Attribute("a", .string)
        FetchIndex("C", "a")
      }
    },
  ]

  @Test("says what and where", arguments: attributes + relationships + indexes)
  func refuses(_ refusal: Refusal) throws {
    var model = Model("M")
    model.entities = refusal.entities
    let validated = try model.validated()
    let error = #expect(throws: StoreError.self) { try StoreLayout(validated) }
    #expect(error?.description == refusal.sentence)
  }
}
