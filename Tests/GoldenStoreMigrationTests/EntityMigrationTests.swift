import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Entities added, removed and renamed, and the numbers that change with them.
struct EntityMigrationTests {
  private static let dog = Entity("Dog") { Attribute("name", .string) }
  private static let rows = [
    "INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 2, 'Rex')",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_ENT = 1",
  ]

  @Test func addedEntityRenumbersTheOthers() throws {
    try withMigrated(
      from: Model("V1") { Self.dog },
      to: Model("V2") {
        Entity("Cat") { Attribute("name", .string) }
        Self.dog
        Entity("Eel") { Attribute("name", .string) }
      }, rows: Self.rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZDOG") == ["3|2|2|Rex"])
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
          == ["1|Cat|0", "2|Dog|9", "3|Eel|0"])
    }
  }

  @Test func removedEntityTakesItsTableAlong() throws {
    try withMigrated(
      from: Model("V1") {
        Entity("Ant") { Attribute("name", .string) }
        Self.dog
      }, to: Model("V2") { Self.dog },
      rows: [
        "INSERT INTO ZANT (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 2, 2, 'Rex')",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME FROM ZDOG") == ["3|1|2|Rex"])
      #expect(store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == ["1|Dog|3"])
    }
  }

  @Test func renamedEntityKeepsItsRowsAndItsOldNameInTheKeyTable() throws {
    try withMigrated(
      from: Model("V1") { Self.dog },
      to: Model("V2") {
        Entity("Hound", renamingIdentifier: "Dog") {
          Attribute("title", .string, renamingIdentifier: "name")
          FetchIndex("byTitle", "title")
        }
      }, rows: Self.rows
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE FROM ZHOUND") == ["3|1|2|Rex"])
      #expect(store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == ["1|Dog|9"])
    }
  }

  @Test func renamingThatRenumbersByAnAdditionRefreshesTheName() throws {
    try withMigrated(
      from: Model("V1") { Self.dog },
      to: Model("V2") {
        Entity("Cat") { Attribute("name", .string) }
        Entity("Hound", renamingIdentifier: "Dog") { Attribute("name", .string) }
      }, rows: Self.rows
    ) { store in
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == ["1|Cat|0", "2|Hound|9"])
    }
  }

  @Test func renamingThatRenumbersMovesTheHighestKeysAlong() throws {
    try withMigrated(
      from: Model("V1") {
        Entity("Cat") { Attribute("name", .string) }
        Self.dog
      },
      to: Model("V2") {
        Self.dog
        Entity("Zebra", renamingIdentifier: "Cat") { Attribute("name", .string) }
      },
      rows: [
        "INSERT INTO ZDOG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, 2, 1, 'Rex')",
        "INSERT INTO ZCAT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'Tom')",
      ]
    ) { store in
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
          == ["1|Dog|9", "2|Zebra|3"])
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZDOG") == ["9|1|Rex"])
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZZEBRA") == ["3|2|Tom"])
    }
  }

  @Test func entityRenamedWithoutIdentifierLosesItsRows() throws {
    try withMigrated(
      from: Model("V1") { Self.dog },
      to: Model("V2") { Entity("Hound") { Attribute("name", .string) } }, rows: Self.rows
    ) { store in
      #expect(store.query("SELECT count(*) FROM ZHOUND") == ["0"])
      #expect(store.query("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY") == ["1|Hound|0"])
    }
  }

  @Test func swappedEntityNamesSwapTables() throws {
    try withMigrated(
      from: Model("V1") {
        Entity("A") { Attribute("name", .string) }
        Entity("B") { Attribute("name", .string) }
      },
      to: Model("V2") {
        Entity("A", renamingIdentifier: "B", versionHashModifier: "2") {
          Attribute("name", .string)
        }
        Entity("B", renamingIdentifier: "A", versionHashModifier: "2") {
          Attribute("name", .string)
        }
      },
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'in A')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 2, 1, 'in B')",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZA") == ["2|1|in B"])
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZB") == ["1|2|in A"])
    }
  }

  @Test func nameOfARemovedEntityCanBeTakenOver() throws {
    try withMigrated(
      from: Model("V1") {
        Entity("A") { Attribute("name", .string) }
        Entity("B") { Attribute("name", .string) }
      },
      to: Model("V2") {
        Entity("A", renamingIdentifier: "B", versionHashModifier: "2") {
          Attribute("name", .string)
        }
      },
      rows: [
        "INSERT INTO ZA (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'goes')",
        "INSERT INTO ZB (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (2, 2, 1, 'stays')",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZA") == ["2|1|stays"])
    }
  }

  @Test func numbersOfAnUnchangedHierarchyFollowEverywhere() throws {
    let parts: [Entity] = [
      Entity("Base", isAbstract: true) { Attribute("name", .string) },
      Entity("Leaf", superentity: "Base") { Attribute("size", .integer16) },
      Entity("Twig", superentity: "Base") { Attribute("length", .integer16) },
      Entity("User") { Relationship("part", to: "Base") },
    ]
    try withMigrated(
      from: Model("V1") { parts },
      to: Model("V2") {
        Entity("Added") { Attribute("x", .string) }
        parts
      },
      rows: [
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'leaf'), (2, 3, 1, 'twig')",
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT, ZPART, Z1_PART) VALUES (1, 4, 1, 2, 3), (2, 4, 1, NULL, NULL)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.query("SELECT Z_PK, Z_ENT, ZNAME FROM ZBASE") == ["1|3|leaf", "2|4|twig"])
      #expect(
        store.query("SELECT Z_PK, Z_ENT, ZPART, Z2_PART FROM ZUSER")
          == ["1|5|2|4", "2|5|NULL|NULL"])
      #expect(
        store.query("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY")
          == ["1|Added|0|0", "2|Base|0|2", "3|Leaf|2|0", "4|Twig|2|0", "5|User|0|2"])
    }
  }
}
