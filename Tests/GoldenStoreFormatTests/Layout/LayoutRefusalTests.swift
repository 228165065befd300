import GoldenStoreFormat
import GoldenStoreModel
import Testing

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
    /// Tells refusals of one sentence apart.
    let name: String
    let entities: [Entity]
    var testDescription: String { "\(sentence)\(name.isEmpty ? "" : ": ")\(name)" }

    init(_ sentence: String, case name: String = "", @ModelBuilder _ entities: () -> [Entity]) {
      self.sentence = sentence
      self.name = name
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

  /// Derivations, counters and locations beyond what is known.
  static let computed = [
    Refusal("attribute 'A.a': the derivation 'b.@count' is not supported yet") {
      Entity("A") {
        Attribute("a", .integer64, derivation: Derivation("b.@count"))
        Relationship("b", to: "A", inverse: "b", .toMany)
      }
    },
    Refusal("attribute 'A.a': the derivation 'b.c' is not supported yet") {
      Entity("A") {
        Attribute("a", .string, derivation: Derivation("b.c"))
        Attribute("c", .string, derivation: Derivation("uppercase:(d)"))
        Attribute("d", .string)
        Relationship("b", to: "A")
      }
    },
    Refusal("attribute 'A.a': the derivation 'max:(b.c)' is not supported yet") {
      Entity("A") {
        Attribute("a", .binary, derivation: Derivation("max:(b.c)"))
        Attribute("c", .binary, allowsExternalBinaryDataStorage: true)
        Relationship("b", to: "A", .toMany)
      }
    },
    Refusal("attribute 'A.a': a derived attribute in external storage is not supported yet") {
      Entity("A") {
        Attribute(
          "a", .binary, allowsExternalBinaryDataStorage: true, derivation: Derivation("b.c"))
        Attribute("c", .binary)
        Relationship("b", to: "A")
      }
    },
    counter("a counter of a text", "b.d == 1"), counter("a counter of texts", "b.c == \"x\""),
    counter("a counter with OR", "b.c == 1 OR b.e == 1"),
    counter("a counter over two relationships", "b.c == 1 && m.c == 1"),
    counter("a counter over a many-to-many", "m.c == 1"), counter("a greater counter", "b.c > 1"),
    location("an unknown component", "x, z"), location("one component", "x"),
    location("a component that is a text", "x, t"),
    Refusal(
      "attribute 'A.p': user info '_NSLocationAttributeDerivedComponents' is not supported yet",
      case: "a location that is stored"
    ) {
      Entity("A") {
        Attribute(
          "p", .string,
          userInfo: [UserInfoEntry("_NSLocationAttributeDerivedComponents", "x, y")])
        Attribute("x", .double)
        Attribute("y", .double)
      }
    },
  ]

  private static func counter(_ name: String, _ text: String) -> Refusal {
    Refusal("attribute 'A.n': user info 'NSTriggerKey' is not supported yet", case: name) {
      Entity("A") {
        Attribute("n", .integer16, userInfo: [UserInfoEntry("NSTriggerKey", text)])
        Attribute("c", .integer16)
        Attribute("d", .string)
        Attribute("e", .integer16)
        Relationship("b", to: "A")
        Relationship("m", to: "B", inverse: "m", .toMany)
      }
      Entity("B") {
        Attribute("c", .integer16)
        Relationship("m", to: "A", inverse: "m", .toMany)
      }
    }
  }

  private static func location(_ name: String, _ text: String) -> Refusal {
    Refusal(
      "attribute 'A.p': user info '_NSLocationAttributeDerivedComponents' is not supported yet",
      case: name
    ) {
      Entity("A") {
        Attribute(
          "p", .undefined, isTransient: true,
          userInfo: [UserInfoEntry("_NSLocationAttributeDerivedComponents", text)])
        Attribute("t", .string)
        Attribute("x", .double)
      }
    }
  }

  /// Properties that a superentity declares otherwise.
  static let redeclared = [
    redeclared("another count", Relationship("r", to: "A", .toMany)),
    redeclared("another inverse", Relationship("r", to: "A", inverse: "s")),
    redeclared("transient", Relationship("r", to: "A", isTransient: true)),
    redeclared("another table", Relationship("r", to: "C")),
  ]

  private static func redeclared(_ name: String, _ relationship: Relationship) -> Refusal {
    Refusal(
      "'B.r': a property that superentity 'A' declares otherwise is not supported yet", case: name
    ) {
      Entity("A") {
        Relationship("r", to: "A")
        if relationship.inverse != nil { Relationship("s", to: "B", inverse: "r") }
      }
      Entity("B", superentity: "A") { relationship }
      Entity("C")
    }
  }

  /// Predicates of partial indexes beyond what is known.
  static let predicates = [
    predicate("a BETWEEN {1, 2}", "'BETWEEN' in a predicate"),
    predicate("a CONTAINS[c] \"x\"", "'CONTAINS[c]' in a predicate"),
    predicate("a ==[c] \"x\"", "'==[c]' in a predicate"),
    predicate("ANY b.a == 1", "'ANY' in a predicate"),
    predicate("SELF == 1", "'SELF' in a predicate"),
    predicate("1 == a", "'1' in a predicate"), predicate("a == a", "'a' in a predicate"),
    predicate("a > nil", "operator '>' with nil"),
    predicate("a == CAST(1.0, \"NSDate\")", "constant 'CAST(1.0, \"NSDate\")'"),
    predicate("length:(a) == 1", "'length:(a)' in a predicate"),
    predicate("t == 1", "'t', which has no column, in a predicate"),
    predicate("bs == nil", "'bs', which has no column, in a predicate"),
    predicate("c == 1", "'c', which has no column, in a predicate"),
  ]

  private static func predicate(_ text: String, _ feature: String) -> Refusal {
    Refusal("fetch index 'A.i': \(feature) is not supported yet", case: text) {
      Entity("A") {
        Attribute("a", .double)
        Attribute("t", .double, isTransient: true)
        Relationship("b", to: "A")
        Relationship("bs", to: "A", .toMany)
        FetchIndex("i", "a", where: text)
      }
    }
  }

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
    Refusal("fetch index 'A.i': more than 5 RTree elements is not supported yet") {
      Entity("A") {
        for number in 0..<6 { Attribute("a\(number)", .double, isOptional: false) }
        FetchIndex("i", elements: (0..<6).map { .rTree("a\($0)") })
      }
    },
    Refusal("fetch index 'A.i': a partial index of RTree elements is not supported yet") {
      Entity("A") {
        Attribute("a", .double, isOptional: false)
        FetchIndex("i", .rTree("a"), where: "a == 1")
      }
    },
    Refusal("fetch index 'A.i': key path 'b.a' in an index is not supported yet") {
      Entity("A") {
        Attribute("a", .double)
        Relationship("b", to: "A")
        FetchIndex("i", "b.a")
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

  @Test(
    "says what and where",
    arguments: attributes + computed + redeclared + relationships + indexes + predicates)
  func refuses(_ refusal: Refusal) throws {
    var model = Model("M")
    model.entities = refusal.entities
    let validated = try model.validated()
    let error = #expect(throws: StoreError.self) { try StoreLayout(validated) }
    #expect(error?.description == refusal.sentence)
  }
}
