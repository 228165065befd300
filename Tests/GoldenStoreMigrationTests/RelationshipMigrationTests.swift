import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Relationships added, removed, renamed, and changed in cardinality or order.
struct RelationshipMigrationTests {
  /// Owners and pets; the closure makes the two ends.
  private func model(_ name: String, _ ends: (owner: [Relationship], pet: [Relationship])) -> Model
  {
    Model(name) {
      Entity("Owner") {
        Attribute("name", .string)
        for end in ends.owner { end }
      }
      Entity("Pet") {
        Attribute("name", .string)
        for end in ends.pet { end }
      }
    }
  }

  private func oneToMany(isOrdered: Bool = false) -> (owner: [Relationship], pet: [Relationship]) {
    (
      [Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOrdered: isOrdered)],
      [Relationship("owner", to: "Owner", inverse: "pets")]
    )
  }

  private func manyToMany(
    pets: Bool = false, owners: Bool = false
  ) -> (owner: [Relationship], pet: [Relationship]) {
    (
      [Relationship("pets", to: "Pet", inverse: "owners", .toMany, isOrdered: pets)],
      [
        Relationship(
          "owners", to: "Owner", inverse: "pets", .toMany, isOrdered: owners,
          renamingIdentifier: "owner")
      ]
    )
  }

  private let objects = [
    "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Bob')",
    "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b'), (3, 2, 1, 'c'), (4, 2, 1, 'stray')",
  ]
  private let keys = [
    "UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK IN (1, 3)", "UPDATE ZPET SET ZOWNER = 2 WHERE Z_PK = 2",
  ]
  private let orderedKeys = [
    "UPDATE ZPET SET ZOWNER = 1, Z_FOK_OWNER = 3072 WHERE Z_PK = 1",
    "UPDATE ZPET SET ZOWNER = 1, Z_FOK_OWNER = 2048 WHERE Z_PK = 3",
    "UPDATE ZPET SET ZOWNER = 2, Z_FOK_OWNER = 2048 WHERE Z_PK = 2",
  ]

  @Test func addedOneToManyIsEmpty() throws {
    try withMigrated(
      from: model("V1", ([], [])), to: model("V2", oneToMany()), rows: objects
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: []])
    }
  }

  @Test func addedManyToManyIsEmpty() throws {
    try withMigrated(
      from: model("V1", ([], [])), to: model("V2", manyToMany()), rows: objects
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: []])
    }
  }

  @Test func addedToManyWithoutInverseIsEmpty() throws {
    try withMigrated(
      from: model("V1", ([], [])),
      to: model("V2", ([Relationship("pets", to: "Pet", .toMany)], [])), rows: objects
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: []])
    }
  }

  @Test func removedOneToManyRebuilds() throws {
    try withMigrated(
      from: model("V1", oneToMany()), to: model("V2", ([], [])), rows: objects + keys
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT ZNAME FROM ZPET ORDER BY Z_PK") == ["a", "b", "c", "stray"])
    }
  }

  @Test func removedManyToManyDropsItsTable() throws {
    try withMigrated(
      from: model("V1", manyToMany()), to: model("V2", ([], [])),
      rows: objects + ["INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS) VALUES (1, 1)"]
    ) { #expect($0.result.path == .rebuild) }
  }

  @Test func renamedToOneKeepsItsTargets() throws {
    try withMigrated(
      from: model("V1", oneToMany(isOrdered: true)),
      to: model(
        "V2",
        (
          [
            Relationship(
              "animals", to: "Pet", inverse: "keeper", .toMany, isOrdered: true,
              renamingIdentifier: "pets")
          ],
          [Relationship("keeper", to: "Owner", inverse: "animals", renamingIdentifier: "owner")]
        )), rows: objects + orderedKeys
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "animals", in: "Owner") == [1: [3, 1], 2: [2]])
      #expect(store.targets(of: "keeper", in: "Pet") == [1: [1], 2: [2], 3: [1], 4: []])
    }
  }

  @Test func toOneRenamedWithoutIdentifierIsLost() throws {
    try withMigrated(
      from: model("V1", oneToMany()),
      to: model(
        "V2",
        (
          [Relationship("pets", to: "Pet", inverse: "keeper", .toMany)],
          [Relationship("keeper", to: "Owner", inverse: "pets")]
        )), rows: objects + keys
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: []])
    }
  }

  @Test func renamedManyToManyKeepsItsPairs() throws {
    try withMigrated(
      from: model("V1", manyToMany(pets: true)),
      to: model(
        "V2",
        (
          [
            Relationship(
              "animals", to: "Pet", inverse: "owners", .toMany, isOrdered: true,
              renamingIdentifier: "pets")
          ],
          [
            Relationship(
              "owners", to: "Owner", inverse: "animals", .toMany, renamingIdentifier: "owner")
          ]
        )),
      rows: objects + [
        "INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS, Z_FOK_2PETS) VALUES (1, 1, 9), (1, 2, 8), (2, 1, 1)"
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "animals", in: "Owner") == [1: [2, 1], 2: [1]])
      #expect(store.targets(of: "owners", in: "Pet") == [1: [1, 2], 2: [1], 3: [], 4: []])
    }
  }

  @Test("5.5.2: a renumbered many-to-many keeps its pairs and its old index")
  func renumberedManyToManyKeepsItsPairsAndItsOldIndex() throws {
    let before = model("V1", manyToMany())
    var after = model("V2", manyToMany())
    after.entities.append(Entity("Added") { Attribute("x", .string) })
    try withMigrated(
      from: before, to: after,
      rows: objects + ["INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS) VALUES (1, 1), (1, 2), (2, 1)"]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 2], 2: [1]])
      #expect(
        store.query(
          "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL AND tbl_name = 'Z_2PETS' ORDER BY name"
        ) == ["Z_1PETS_Z_2PETS_INDEX", "Z_2PETS_Z_3PETS_INDEX"])
      #expect(
        store.query("SELECT sql FROM sqlite_master WHERE name = 'Z_2PETS'") == [
          "CREATE TABLE \"Z_2PETS\" ( Z_2OWNERS INTEGER, Z_3PETS INTEGER, PRIMARY KEY (Z_2OWNERS, Z_3PETS) )"
        ])
    }
  }

  @Test func oneToManyBecomesManyToMany() throws {
    try withMigrated(
      from: model("V1", oneToMany()), to: model("V2", manyToMany()), rows: objects + keys
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 3], 2: [2]])
      #expect(store.targets(of: "owners", in: "Pet") == [1: [1], 2: [2], 3: [1], 4: []])
    }
  }

  @Test func orderedOneToManyBecomesManyToManyInTheSameOrder() throws {
    try withMigrated(
      from: model("V1", oneToMany(isOrdered: true)),
      to: model("V2", manyToMany(pets: true, owners: true)), rows: objects + orderedKeys
    ) { store in
      #expect(store.targets(of: "pets", in: "Owner") == [1: [3, 1], 2: [2]])
      #expect(
        store.query("SELECT Z_1OWNERS, Z_2PETS, Z_FOK_1OWNERS, Z_FOK_2PETS FROM Z_1PETS ORDER BY 2")
          == ["1|1|2000|3072", "2|2|2000|2048", "1|3|2000|2048"])
    }
  }

  @Test func oneToOneBecomesOneToManyOnTheSurvivingKey() throws {
    let oneToOne = (
      owner: [Relationship("pets", to: "Pet", inverse: "owner")],
      pet: [Relationship("owner", to: "Owner", inverse: "pets")]
    )
    try withMigrated(
      from: model("V1", oneToOne), to: model("V2", oneToMany()),
      rows: objects + [
        "UPDATE ZOWNER SET ZPETS = 3 WHERE Z_PK = 1", "UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK = 3",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [3], 2: []])
    }
  }

  @Test func toOneWithoutInverseBecomesOneToManyByTheReversedKey() throws {
    let toOne = (owner: [Relationship("pets", to: "Pet")], pet: [Relationship]())
    let rows =
      objects + [
        "UPDATE ZOWNER SET ZPETS = 3 WHERE Z_PK = 1", "UPDATE ZOWNER SET ZPETS = 2 WHERE Z_PK = 2",
      ]
    try withMigrated(
      from: model("V1", toOne), to: model("V2", oneToMany(isOrdered: true)), rows: rows
    ) { store in
      #expect(store.targets(of: "pets", in: "Owner") == [1: [3], 2: [2]])
      #expect(store.targets(of: "owner", in: "Pet") == [1: [], 2: [2], 3: [1], 4: []])
    }
    #expect(throws: MigrationError.self) {
      try withMigrated(
        from: model("V1", toOne), to: model("V2", oneToMany()),
        rows: rows + ["UPDATE ZOWNER SET ZPETS = 2"]
      ) { _ in }
    }
  }

  @Test func orderedOneToManyBecomesUnordered() throws {
    try withMigrated(
      from: model("V1", oneToMany(isOrdered: true)), to: model("V2", oneToMany()),
      rows: objects + orderedKeys
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 3], 2: [2]])
    }
  }

  @Test func unorderedOneToManyBecomesOrderedWithOneRankForAll() throws {
    try withMigrated(
      from: model("V1", oneToMany()), to: model("V2", oneToMany(isOrdered: true)),
      rows: objects + keys
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 3], 2: [2]])
      #expect(
        store.query("SELECT Z_PK, Z_FOK_OWNER FROM ZPET") == ["1|1", "2|2", "3|1", "4|NULL"])
    }
  }

  @Test func unorderedManyToManyBecomesOrderedByPrimaryKeys() throws {
    try withMigrated(
      from: model("V1", manyToMany()), to: model("V2", manyToMany(pets: true)),
      rows: objects + ["INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS) VALUES (1, 3), (1, 2), (2, 3)"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [2, 3], 2: [3]])
    }
  }

  @Test func orderedManyToManyBecomesUnordered() throws {
    try withMigrated(
      from: model("V1", manyToMany(pets: true)), to: model("V2", manyToMany()),
      rows: objects + [
        "INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS, Z_FOK_2PETS) VALUES (1, 3, 1), (1, 2, 2)"
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [2, 3], 2: []])
    }
  }

  @Test func virtualKeyFollowsItsOwnersNumber() throws {
    let virtual = (
      owner: [Relationship("pets", to: "Pet", .toMany, isOrdered: true)], pet: [Relationship]()
    )
    var after = model("V2", virtual)
    after.entities.append(Entity("Added") { Attribute("x", .string) })
    try withMigrated(
      from: model("V1", virtual), to: after,
      rows: objects + [
        "UPDATE ZPET SET Z1PETS = 1, Z_FOK_1PETS = 5 WHERE Z_PK = 1",
        "UPDATE ZPET SET Z1PETS = 1, Z_FOK_1PETS = 4 WHERE Z_PK = 2",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [2, 1], 2: []])
      #expect(store.query("SELECT Z2PETS FROM ZPET ORDER BY Z_PK") == ["1", "1", "NULL", "NULL"])
    }
  }

  @Test func mandatoryToOneSucceedsWhereEveryObjectHasATarget() throws {
    try withMigrated(
      from: model("V1", oneToMany()),
      to: model(
        "V2",
        (
          [Relationship("pets", to: "Pet", inverse: "owner", .toMany)],
          [Relationship("owner", to: "Owner", inverse: "pets", isOptional: false)]
        )), rows: objects + keys + ["UPDATE ZPET SET ZOWNER = 2 WHERE Z_PK = 4"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 3], 2: [2, 4]])
    }
  }

  @Test func newRequiredToManyWithoutMinimumSucceeds() throws {
    try withMigrated(
      from: model("V1", ([], [])),
      to: model(
        "V2",
        (
          [Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOptional: false)],
          [Relationship("owner", to: "Owner", inverse: "pets")]
        )), rows: objects
    ) { #expect($0.result.path == .cheap) }
  }

  @Test func otherDeleteRuleIsCheap() throws {
    try withMigrated(
      from: model("V1", oneToMany()),
      to: model(
        "V2",
        (
          [
            Relationship(
              "pets", to: "Pet", inverse: "owner", .toMany, deleteRule: .cascade,
              versionHashModifier: "2")
          ],
          [Relationship("owner", to: "Owner", inverse: "pets")]
        )), rows: objects + keys
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 3], 2: [2]])
    }
  }

  // MARK: Inverses and destinations, which nothing checks

  private static func crossing(_ first: String, _ second: String) -> [Entity] {
    [
      Entity("Owner") {
        Relationship("a", to: "Pet", inverse: first, .toMany)
        Relationship("b", to: "Pet", inverse: second, .toMany)
      },
      Entity("Pet") {
        Relationship(first, to: "Owner", inverse: "a")
        Relationship(second, to: "Owner", inverse: "b")
      },
    ]
  }

  @Test func toManyFollowsItsNewInverse() throws {
    try withMigrated(
      from: Model("V1") { Self.crossing("x", "y") }, to: Model("V2") { Self.crossing("y", "x") },
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)",
        "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZX) VALUES (1, 2, 1, 1)",
        "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, ZY) VALUES (2, 2, 1, 1)",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, ZX, ZY FROM ZPET") == ["1|1|NULL", "2|NULL|1"])
      #expect(store.targets(of: "a", in: "Owner") == [1: [2]])
      #expect(store.targets(of: "b", in: "Owner") == [1: [1]])
    }
  }

  @Test func toOneWithAnotherDestinationKeepsItsKeys() throws {
    func model(_ name: String, _ destination: String) -> Model {
      Model(name) {
        Entity("Owner") { Relationship("other", to: destination) }
        Entity("Pet") { Attribute("name", .string) }
        Entity("Toy") { Attribute("name", .string) }
      }
    }
    try withMigrated(
      from: model("V1", "Pet"), to: model("V2", "Toy"),
      rows: [
        "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT) VALUES (4, 2, 1)",
        "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT) VALUES (4, 3, 1)",
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZOTHER) VALUES (1, 1, 1, 4)",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.query("SELECT ZOTHER FROM ZOWNER") == ["4"])
    }
  }
}
