import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Changes of entities that share a table.
struct HierarchyMigrationTests {
  /// Animal 1, Bird 2, Cat 3, Kitten 4.
  private static func animals(
    animal: [Attribute] = [Attribute("name", .string)],
    bird: [Attribute] = [Attribute("wings", .integer32)],
    cat: [Attribute] = [Attribute("lives", .integer16)],
    kitten: [Attribute] = [Attribute("age", .double)], isAbstract: Bool = false
  ) -> [Entity] {
    [
      Entity("Animal", isAbstract: isAbstract) { for attribute in animal { attribute } },
      Entity("Bird", superentity: "Animal") { for attribute in bird { attribute } },
      Entity("Cat", superentity: "Animal") { for attribute in cat { attribute } },
      Entity("Kitten", superentity: "Cat") { for attribute in kitten { attribute } },
    ]
  }

  private static let rows = [
    "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Any')",
    "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZWINGS) VALUES (2, 2, 2, 'Tit', 2)",
    "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIVES) VALUES (3, 3, 3, 'Tom', 9)",
    "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIVES, ZAGE) VALUES (4, 4, 4, 'Kit', 8, 0.5)",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_ENT = 1",
  ]

  private func migrate(
    to destination: [Entity], change: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (MigratedStore) throws -> Void
  ) throws {
    try withMigrated(
      from: Model("V1") { Self.animals() }, to: Model("V2") { destination }, rows: Self.rows,
      change: change, sourceLocation: sourceLocation, body)
  }

  /// The table stays, as it is the hierarchy's, and so does the column, which the heir has.
  @Test func anEntityThatGoesTakesItsIndexAlong() throws {
    func animals(_ parent: String, isIndexed: Bool) -> [Entity] {
      [
        Entity("Animal") { Attribute("name", .string) },
        Entity(parent, superentity: "Animal", isAbstract: true) {
          Attribute("wings", .integer32)
          if isIndexed { FetchIndex("byWings", "wings") }
        },
        Entity("Tit", superentity: parent) { Attribute("song", .string) },
      ]
    }
    try withMigrated(
      from: Model("V1") { animals("Bird", isIndexed: true) },
      to: Model("V2") { animals("Flyer", isIndexed: false) },
      rows: [
        "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT, ZNAME, ZWINGS) VALUES (1, 3, 1, 'Blue', 2)",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 1",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT ZNAME, ZWINGS FROM ZANIMAL") == ["Blue|2"])
      #expect(
        store.query("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL") == [
          "ZANIMAL_Z_ENT_INDEX"
        ])
    }
  }

  // MARK: Attributes

  @Test func newDefaultReachesTheEntityAndItsSubentitiesAlone() throws {
    try migrate(
      to: Self.animals(cat: [
        Attribute("lives", .integer16), Attribute("isTame", .boolean, default: true),
      ])
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZISTAME FROM ZANIMAL") == [
          "1|1|1|Any|NULL", "2|2|2|Tit|NULL", "3|3|3|Tom|1", "4|4|4|Kit|1",
        ])
    }
  }

  @Test func rebuiltTableFillsEachEntityAlone() throws {
    try migrate(
      to: Self.animals(
        bird: [], cat: [Attribute("lives", .integer16), Attribute("fur", .string, default: "soft")])
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIVES, ZAGE, ZFUR FROM ZANIMAL") == [
          "1|1|1|Any|NULL|NULL|NULL", "2|2|2|Tit|NULL|NULL|NULL", "3|3|3|Tom|9|NULL|soft",
          "4|4|4|Kit|8|0.5|soft",
        ])
    }
  }

  @Test func requiredAttributeOfASubentityIsCountedThereAlone() throws {
    let destination = Self.animals(bird: [
      Attribute("wings", .integer32), Attribute("song", .string, isOptional: false),
    ])
    try withMigrated(
      from: Model("V1") { Self.animals() }, to: Model("V2") { destination },
      rows: Self.rows + ["DELETE FROM ZANIMAL WHERE Z_ENT = 2"]
    ) { store in
      #expect(store.query("SELECT count(*) FROM ZANIMAL") == ["3"])
    }
    let error = #expect(throws: MigrationError.self) { try migrate(to: destination) { _ in } }
    #expect(
      error
        == .cannotMigrate(
          source: "V1", destination: "V2",
          .missingValues(entity: "Bird", attribute: "song", missing: 1, objects: 1)))
  }

  @Test func attributeMovedUpKeepsItsValues() throws {
    try migrate(
      to: Self.animals(
        animal: [Attribute("name", .string), Attribute("lives", .integer16, default: 1)], cat: [])
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, ZLIVES FROM ZANIMAL") == ["1|1", "2|1", "3|9", "4|8"])
    }
  }

  @Test func attributeMovedUpIsEmptyForItsNewOwnersWhateverTheirCellsHeld() throws {
    try migrate(
      to: Self.animals(
        animal: [Attribute("name", .string), Attribute("lives", .integer16)], cat: []),
      change: ["UPDATE ZANIMAL SET ZLIVES = 5 WHERE Z_ENT = 2"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, ZLIVES FROM ZANIMAL") == ["1|NULL", "2|NULL", "3|9", "4|8"])
    }
  }

  @Test func attributesOfTwoSiblingsMeetInTheirParent() throws {
    try withMigrated(
      from: Model("V1") {
        Entity("A") { Attribute("x", .string) }
        Entity("B", superentity: "A") { Attribute("size", .integer32) }
        Entity("C", superentity: "A") { Attribute("size", .integer32) }
      },
      to: Model("V2") {
        Entity("A") {
          Attribute("x", .string)
          Attribute("size", .integer32)
        }
        Entity("B", superentity: "A")
        Entity("C", superentity: "A")
      },
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZSIZE) VALUES (1, 2, 1, 20)",
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZSIZE1) VALUES (2, 3, 1, 30)",
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT) VALUES (3, 1, 1)",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZSIZE FROM ZA ORDER BY 1") == [
          "1|2|20", "2|3|30", "3|1|NULL",
        ])
    }
  }

  @Test func attributeMovedDownStaysForItsOwnersAlone() throws {
    try migrate(
      to: Self.animals(
        animal: [], bird: [Attribute("wings", .integer32), Attribute("name", .string)])
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT Z_PK, ZNAME FROM ZANIMAL") == ["1|NULL", "2|Tit", "3|NULL", "4|NULL"])
    }
  }

  @Test func renamedAttributeOfASubentityKeepsItsColumnPlace() throws {
    try migrate(
      to: Self.animals(cat: [Attribute("count", .integer16, renamingIdentifier: "lives")])
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK, ZCOUNT FROM ZANIMAL WHERE Z_ENT > 2") == ["3|9", "4|8"])
    }
  }

  // MARK: Entities

  @Test func addedSubentityRenumbersTheFamily() throws {
    try migrate(
      to: Self.animals() + [
        Entity("Ape", superentity: "Animal") { Attribute("arms", .integer16, default: 2) }
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZARMS FROM ZANIMAL") == [
          "1|1|1|NULL", "2|3|2|NULL", "3|4|3|NULL", "4|5|4|NULL",
        ])
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") == [
          "1|Animal|0|7", "2|Ape|1|0", "3|Bird|1|0", "4|Cat|1|0", "5|Kitten|4|0",
        ])
    }
  }

  @Test func removedSubentityWithoutColumnsTakesItsRowsAlong() throws {
    try withMigrated(
      from: Model("V1") { Self.animals(bird: []) },
      to: Model("V2") { Self.animals(bird: []).filter { $0.name != "Bird" } },
      rows: [
        "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1), (3, 3, 1)"
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK, Z_ENT FROM ZANIMAL") == ["1|1", "3|2"])
    }
  }

  @Test func removedSubentityWithColumnsRebuildsTheTable() throws {
    try migrate(to: Self.animals().filter { $0.name != "Bird" }) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZANIMAL")
          == ["1|1|1|Any", "3|2|3|Tom", "4|3|4|Kit"])
    }
  }

  @Test("T8: a removed middle entity leaves its children to its parent")
  func removedMiddleEntityLeavesItsChildrenToItsParent() throws {
    try migrate(
      to: [
        Entity("Animal") { Attribute("name", .string) },
        Entity("Bird", superentity: "Animal") { Attribute("wings", .integer32) },
        Entity("Kitten", superentity: "Animal") {
          Attribute("lives", .integer16)
          Attribute("age", .double)
        },
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZNAME, ZLIVES, ZAGE FROM ZANIMAL") == [
          "1|1|Any|NULL|NULL", "2|2|Tit|NULL|NULL", "4|3|Kit|8|0.5",
        ])
    }
  }

  @Test func newParentOverOneRootTakesOverItsTable() throws {
    try migrate(
      to: [
        Entity("Being") { Attribute("soul", .string, default: "?") },
        Entity("Animal", superentity: "Being") { Attribute("name", .string) },
        Entity("Bird", superentity: "Animal") { Attribute("wings", .integer32) },
        Entity("Cat", superentity: "Animal") { Attribute("lives", .integer16) },
        Entity("Kitten", superentity: "Cat") { Attribute("age", .double) },
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZNAME, ZSOUL FROM ZBEING") == [
          "1|2|Any|?", "2|3|Tit|?", "3|4|Tom|?", "4|5|Kit|?",
        ])
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY") == [
          "1|Being|0|7", "2|Animal|1|0", "3|Bird|2|0", "4|Cat|2|0", "5|Kitten|4|0",
        ])
    }
  }

  @Test func childMovedOutGetsATableWithItsRows() throws {
    try migrate(
      to: [
        Entity("Animal") { Attribute("name", .string) },
        Entity("Bird") {
          Attribute("name", .string)
          Attribute("wings", .integer32)
        },
        Entity("Cat", superentity: "Animal") { Attribute("lives", .integer16) },
        Entity("Kitten", superentity: "Cat") { Attribute("age", .double) },
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZANIMAL")
          == ["1|1|1|Any", "3|2|3|Tom", "4|3|4|Kit"])
      #expect(store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZWINGS FROM ZBIRD") == ["2|4|2|Tit|2"])
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
          == ["1|Animal|7", "2|Cat|0", "3|Kitten|0", "4|Bird|7"])
    }
  }

  @Test func removedRootLeavesATableToEachChild() throws {
    try migrate(
      to: [
        Entity("Bird") {
          Attribute("name", .string)
          Attribute("wings", .integer32)
        },
        Entity("Cat") {
          Attribute("name", .string)
          Attribute("lives", .integer16)
        },
        Entity("Kitten", superentity: "Cat") { Attribute("age", .double) },
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME, ZWINGS FROM ZBIRD") == ["2|1|Tit|2"])
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZNAME, ZLIVES, ZAGE FROM ZCAT")
          == ["3|2|Tom|9|NULL", "4|3|Kit|8|0.5"])
    }
  }

  @Test func childMovedToAnotherBranchIsRenumbered() throws {
    try migrate(
      to: [
        Entity("Animal") { Attribute("name", .string) },
        Entity("Bird", superentity: "Animal") { Attribute("wings", .integer32) },
        Entity("Cat", superentity: "Animal") { Attribute("lives", .integer16) },
        Entity("Kitten", superentity: "Bird") {
          Attribute("lives", .integer16)
          Attribute("age", .double)
        },
      ]
    ) { store in
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZNAME, ZWINGS, ZAGE FROM ZANIMAL ORDER BY 1") == [
          "1|1|Any|NULL|NULL", "2|2|Tit|2|NULL", "3|4|Tom|NULL|NULL", "4|3|Kit|NULL|0.5",
        ])
      #expect(store.values(of: "lives", in: "Kitten") == [4: 8])
      #expect(store.values(of: "lives", in: "Cat") == [3: 9])
    }
  }

  @Test func abstractEntityBecomesConcreteWithoutATouch() throws {
    try withMigrated(
      from: Model("V1") { Self.animals(isAbstract: true) }, to: Model("V2") { Self.animals() },
      rows: Array(Self.rows.dropFirst())
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK FROM ZANIMAL") == ["2", "3", "4"])
    }
  }

  @Test func renamedSubentityKeepsItsRowsAndItsOldNameInTheKeyTable() throws {
    try migrate(
      to: [
        Entity("Animal") { Attribute("name", .string) },
        Entity("Bird", superentity: "Animal") { Attribute("wings", .integer32) },
        Entity("Cats", superentity: "Animal", renamingIdentifier: "Cat") {
          Attribute("lives", .integer16)
        },
        Entity("Kitten", superentity: "Cats") { Attribute("age", .double) },
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.values(of: "lives", in: "Cats") == [3: 9])
      #expect(
        store.query("SELECT Z_NAME FROM Z_PRIMARYKEY") == ["Animal", "Bird", "Cat", "Kitten"])
    }
  }

  // MARK: Relationships

  private static func owners(_ animals: [Entity]) -> [Entity] {
    animals + [
      Entity("Owner") {
        Relationship("pet", to: "Animal", inverse: "owners")
        Relationship("cats", to: "Cat", inverse: "keepers", .toMany)
      }
    ]
  }

  private static let petted: [Entity] = [
    Entity("Animal") {
      Attribute("name", .string)
      Relationship("owners", to: "Owner", inverse: "pet", .toMany)
    },
    Entity("Cat", superentity: "Animal") {
      Relationship("keepers", to: "Owner", inverse: "cats", .toMany)
    },
  ]

  @Test func numbersBesideKeysAndInJoinTablesFollow() throws {
    try withMigrated(
      from: Model("V1") { Self.owners(Self.petted) },
      to: Model("V2") {
        Self.owners(Self.petted + [Entity("Ape", superentity: "Animal")])
      },
      rows: [
        "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1)",
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZPET, Z1_PET) VALUES (1, 3, 1, 1, 1), (2, 3, 1, 2, 2)",
        "INSERT INTO Z_2KEEPERS (Z_2CATS, Z_3KEEPERS) VALUES (2, 1), (2, 2)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZPET, Z1_PET FROM ZOWNER") == ["1|4|1|1", "2|4|2|3"])
      #expect(store.query("SELECT Z_3CATS, Z_4KEEPERS FROM Z_3KEEPERS") == ["2|1", "2|2"])
      #expect(store.targets(of: "cats", in: "Owner") == [1: [2], 2: [2]])
      #expect(store.targets(of: "pet", in: "Owner") == [1: [1], 2: [2]])
    }
  }

  @Test("N3: a first subentity puts numbers beside the keys")
  func firstSubentityPutsNumbersBesideTheKeys() throws {
    let animal = Entity("Animal") {
      Attribute("name", .string)
      Relationship("owners", to: "Owner", inverse: "pet", .toMany)
    }
    let owner = Entity("Owner") { Relationship("pet", to: "Animal", inverse: "owners") }
    try withMigrated(
      from: Model("V1") { [animal, owner] },
      to: Model("V2") { [animal, owner, Entity("Ape", superentity: "Animal")] },
      rows: [
        "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT) VALUES (5, 1, 1)",
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZPET) VALUES (1, 2, 1, 5), (2, 2, 1, NULL), (3, 2, 1, 99)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, ZPET, Z1_PET FROM ZOWNER") == ["1|5|1", "2|NULL|NULL", "3|99|1"])
    }
  }

  @Test func destinationMovedWithinItsFamilyKeepsTheKeys() throws {
    func owner(_ destination: String) -> Entity {
      Entity("Owner") { Relationship("pet", to: destination) }
    }
    try withMigrated(
      from: Model("V1") { Self.animals() + [owner("Kitten")] },
      to: Model("V2") { Self.animals() + [owner("Animal")] },
      rows: Self.rows + [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZPET) VALUES (1, 5, 1, 4)"
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT ZPET, Z1_PET FROM ZOWNER") == ["4|4"])
    }
  }
}
