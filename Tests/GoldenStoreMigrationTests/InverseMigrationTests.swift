import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Relationships that get, lose or exchange their inverses, and what becomes of the keys.
struct InverseMigrationTests {
  /// Owners, pets and toys; the closure makes the ends.
  private func model(
    _ name: String, owner: [Relationship] = [], pet: [Relationship] = [], toy: [Relationship] = []
  ) -> Model {
    Model(name) {
      Entity("Owner") { for end in owner { end } }
      Entity("Pet") { for end in pet { end } }
      Entity("Toy") {
        Attribute("name", .string)
        for end in toy { end }
      }
    }
  }

  private let objects = [
    "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 4), (2, 1, 5)",
    "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 6), (2, 2, 7), (3, 2, 8), (4, 2, 9)",
  ]

  private func requireKeysAndVersions(_ store: MigratedStore) {
    #expect(store.query("SELECT Z_PK, Z_OPT FROM ZOWNER ORDER BY 1") == ["1|4", "2|5"])
    #expect(store.query("SELECT Z_PK, Z_OPT FROM ZPET ORDER BY 1") == ["1|6", "2|7", "3|8", "4|9"])
  }

  // MARK: To-many relationships without inverse

  @Test(arguments: [false, true]) func membersKeepTheirOwnerWhereAToManyGetsAnInverse(
    isOrdered: Bool
  ) throws {
    let order = isOrdered ? ", Z_FOK_1PETS" : ""
    try withMigrated(
      from: model("V1", owner: [Relationship("pets", to: "Pet", .toMany, isOrdered: isOrdered)]),
      to: model(
        "V2",
        owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOrdered: isOrdered)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      rows: objects + [
        "UPDATE ZPET SET (Z1PETS\(order)) = (1\(isOrdered ? ", 9" : "")) WHERE Z_PK = 1",
        "UPDATE ZPET SET (Z1PETS\(order)) = (1\(isOrdered ? ", 8" : "")) WHERE Z_PK = 3",
        "UPDATE ZPET SET (Z1PETS\(order)) = (2\(isOrdered ? ", 7" : "")) WHERE Z_PK = 2",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.targets(of: "pets", in: "Owner") == [1: isOrdered ? [3, 1] : [1, 3], 2: [2]])
      #expect(store.targets(of: "owner", in: "Pet") == [1: [1], 2: [2], 3: [1], 4: []])
      requireKeysAndVersions(store)
    }
  }

  @Test(arguments: [false, true]) func membersKeepTheirOwnerWhereAToManyLosesItsInverse(
    isOrdered: Bool
  ) throws {
    let order = isOrdered ? ", Z_FOK_OWNER" : ""
    try withMigrated(
      from: model(
        "V1",
        owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany, isOrdered: isOrdered)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      to: model("V2", owner: [Relationship("pets", to: "Pet", .toMany, isOrdered: isOrdered)]),
      rows: objects + [
        "UPDATE ZPET SET (ZOWNER\(order)) = (1\(isOrdered ? ", 9" : "")) WHERE Z_PK = 1",
        "UPDATE ZPET SET (ZOWNER\(order)) = (1\(isOrdered ? ", 8" : "")) WHERE Z_PK = 3",
        "UPDATE ZPET SET (ZOWNER\(order)) = (2\(isOrdered ? ", 7" : "")) WHERE Z_PK = 2",
      ]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.targets(of: "pets", in: "Owner") == [1: isOrdered ? [3, 1] : [1, 3], 2: [2]])
      #expect(store.query("SELECT Z1PETS FROM ZPET ORDER BY Z_PK") == ["1", "2", "1", "NULL"])
      requireKeysAndVersions(store)
    }
  }

  @Test func bothEndsKeepTheKeysWhereTheyPart() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      to: model(
        "V2", owner: [Relationship("pets", to: "Pet", .toMany)],
        pet: [Relationship("owner", to: "Owner")]),
      rows: objects + ["UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK IN (1, 4)"]
    ) { store in
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1, 4], 2: []])
      #expect(store.targets(of: "owner", in: "Pet") == [1: [1], 2: [], 3: [], 4: [1]])
    }
  }

  @Test func aToOneThatWasThereDecidesWhereTwoEndsMeet() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("pets", to: "Pet", .toMany)],
        pet: [Relationship("owner", to: "Owner")]),
      to: model(
        "V2", owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      rows: objects + [
        "UPDATE ZPET SET ZOWNER = 1 WHERE Z_PK = 1", "UPDATE ZPET SET Z1PETS = 2 WHERE Z_PK = 2",
      ]
    ) { store in
      #expect(store.targets(of: "pets", in: "Owner") == [1: [1], 2: []])
      #expect(store.targets(of: "owner", in: "Pet") == [1: [1], 2: [], 3: [], 4: []])
    }
  }

  @Test func newInverseGetsTheNumbersOfItsOwnersEntities() throws {
    func model(_ name: String, inverse: String?) -> Model {
      Model(name) {
        Entity("Owner") { Relationship("pets", to: "Pet", inverse: inverse, .toMany) }
        Entity("Breeder", superentity: "Owner") { Attribute("x", .string) }
        Entity("Pet") {
          Attribute("name", .string)
          if let inverse { Relationship(inverse, to: "Owner", inverse: "pets") }
        }
      }
    }
    try withMigrated(
      from: model("V1", inverse: nil), to: model("V2", inverse: "owner"),
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 2, 1)",
        "INSERT INTO ZPET (Z_PK, Z_ENT, Z_OPT, Z1PETS) VALUES (1, 3, 1, 2), (2, 3, 1, 1), (3, 3, 1, NULL)",
      ]
    ) { store in
      #expect(
        store.query("SELECT ZOWNER, Z1_OWNER FROM ZPET ORDER BY Z_PK")
          == ["2|2", "1|1", "NULL|NULL"])
      #expect(store.targets(of: "pets", in: "Owner") == [1: [2]])
      #expect(store.targets(of: "pets", in: "Breeder") == [2: [1]])
    }
  }

  // MARK: Many-to-many relationships

  private static let twoManyToMany = (
    owner: [
      Relationship("a", to: "Pet", inverse: "x", .toMany),
      Relationship("b", to: "Pet", inverse: "y", .toMany, isOrdered: true),
    ],
    pet: [
      Relationship("x", to: "Owner", inverse: "a", .toMany),
      Relationship("y", to: "Owner", inverse: "b", .toMany),
    ]
  )
  private let pairs = [
    "INSERT INTO Z_1A (Z_1X, Z_2A) VALUES (1, 1), (1, 2)",
    "INSERT INTO Z_1B (Z_1Y, Z_2B, Z_FOK_2B) VALUES (2, 3, 5), (2, 1, 6)",
  ]

  @Test func crossedManyToManyFollowTheSideThatTheirTablesAreNamedAfter() throws {
    try withMigrated(
      from: model("V1", owner: Self.twoManyToMany.owner, pet: Self.twoManyToMany.pet),
      to: model(
        "V2",
        owner: [
          Relationship("a", to: "Pet", inverse: "y", .toMany),
          Relationship("b", to: "Pet", inverse: "x", .toMany, isOrdered: true),
        ],
        pet: [
          Relationship("x", to: "Owner", inverse: "b", .toMany),
          Relationship("y", to: "Owner", inverse: "a", .toMany),
        ]), rows: objects + pairs
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "a", in: "Owner") == [1: [1, 2], 2: []])
      #expect(store.targets(of: "b", in: "Owner") == [1: [], 2: [3, 1]])
      #expect(store.targets(of: "x", in: "Pet") == [1: [2], 2: [], 3: [2], 4: []])
      #expect(store.targets(of: "y", in: "Pet") == [1: [1], 2: [1], 3: [], 4: []])
    }
  }

  @Test func severalManyToManyOfOneOriginGetItsPairs() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("b", to: "Pet", inverse: "y", .toMany, isOrdered: true)],
        pet: [Relationship("y", to: "Owner", inverse: "b", .toMany)]),
      to: model(
        "V2",
        owner: [
          Relationship("b", to: "Pet", inverse: "y", .toMany, isOrdered: true),
          Relationship("c", to: "Pet", inverse: "z", .toMany, renamingIdentifier: "b"),
          Relationship(
            "d", to: "Pet", inverse: "w", .toMany, isOrdered: true, renamingIdentifier: "b"),
        ],
        pet: [
          Relationship("y", to: "Owner", inverse: "b", .toMany),
          Relationship("z", to: "Owner", inverse: "c", .toMany),
          Relationship("w", to: "Owner", inverse: "d", .toMany),
        ]), rows: objects + [pairs[1]]
    ) { store in
      #expect(store.targets(of: "b", in: "Owner") == [1: [], 2: [3, 1]])
      #expect(store.targets(of: "c", in: "Owner") == [1: [], 2: [1, 3]])
      #expect(store.targets(of: "d", in: "Owner") == [1: [], 2: [3, 1]])
    }
  }

  @Test func severalToOnesOfOneOriginGetItsKeys() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      to: model(
        "V2",
        owner: [
          Relationship("pets", to: "Pet", inverse: "keeper", .toMany),
          Relationship("others", to: "Pet", inverse: "owner", .toMany, isOrdered: true),
        ],
        pet: [
          Relationship("keeper", to: "Owner", inverse: "pets", renamingIdentifier: "owner"),
          Relationship("owner", to: "Owner", inverse: "others"),
        ]), rows: objects + ["UPDATE ZPET SET ZOWNER = 2 WHERE Z_PK IN (1, 4)"]
    ) { store in
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: [1, 4]])
      #expect(store.targets(of: "others", in: "Owner") == [1: [], 2: [1, 4]])
      #expect(
        store.query("SELECT ZKEEPER, ZOWNER, Z_FOK_OWNER FROM ZPET ORDER BY Z_PK")
          == ["2|2|2", "NULL|NULL|NULL", "NULL|NULL|NULL", "2|2|2"])
    }
  }

  @Test func manyToManyWithAnotherDestinationKeepsItsKeys() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("things", to: "Pet", inverse: "owners", .toMany)],
        pet: [Relationship("owners", to: "Owner", inverse: "things", .toMany)]),
      to: model(
        "V2", owner: [Relationship("things", to: "Toy", inverse: "owners", .toMany)],
        toy: [Relationship("owners", to: "Owner", inverse: "things", .toMany)]),
      rows: objects + [
        "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1), (2, 3, 1)",
        "INSERT INTO Z_1THINGS (Z_1OWNERS, Z_2THINGS) VALUES (1, 1), (1, 2), (2, 2)",
      ]
    ) { store in
      #expect(store.targets(of: "things", in: "Owner") == [1: [1, 2], 2: [2]])
      #expect(store.targets(of: "owners", in: "Toy") == [1: [1], 2: [1, 2]])
      #expect(store.query("SELECT Z_1OWNERS, Z_3THINGS FROM Z_1THINGS").count == 3)
    }
  }

  @Test func manyToManyWithAReplacedToOneBeginsWithoutMembers() throws {
    try withMigrated(
      from: model(
        "V1", owner: [Relationship("pets", to: "Pet", inverse: "owners", .toMany)],
        pet: [Relationship("owners", to: "Owner", inverse: "pets", .toMany)]),
      to: model(
        "V2", owner: [Relationship("pets", to: "Pet", inverse: "owner", .toMany)],
        pet: [Relationship("owner", to: "Owner", inverse: "pets")]),
      rows: objects + ["INSERT INTO Z_1PETS (Z_1OWNERS, Z_2PETS) VALUES (1, 1), (2, 1)"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "pets", in: "Owner") == [1: [], 2: []])
      #expect(store.targets(of: "owner", in: "Pet") == [1: [], 2: [], 3: [], 4: []])
    }
  }

  @Test func relationshipBecomesItsOwnInverseWithItsPairs() throws {
    try withMigrated(
      from: model(
        "V1",
        owner: [
          Relationship("friends", to: "Owner", inverse: "friendOf", .toMany),
          Relationship("friendOf", to: "Owner", inverse: "friends", .toMany),
        ]),
      to: model("V2", owner: [Relationship("friends", to: "Owner", inverse: "friends", .toMany)]),
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1), (3, 1, 1)",
        // Both directions of one pair, one of another, and an object with itself.
        "INSERT INTO Z_1FRIENDS (Z_1FRIENDOF, Z_1FRIENDS) VALUES (1, 2), (2, 1), (3, 1), (3, 3)",
      ]
    ) { store in
      #expect(store.targets(of: "friends", in: "Owner") == [1: [2, 3], 2: [1], 3: [1, 3]])
    }
  }

  @Test func renamedOwnInverseKeepsItsPairs() throws {
    try withMigrated(
      from: model("V1", owner: [Relationship("friends", to: "Owner", inverse: "friends", .toMany)]),
      to: model(
        "V2",
        owner: [
          Relationship(
            "peers", to: "Owner", inverse: "peers", .toMany, renamingIdentifier: "friends")
        ]),
      rows: [
        "INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
        "INSERT INTO Z_1FRIENDS (Z_1FRIENDS, REFLEXIVE) VALUES (1, 2)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(store.targets(of: "peers", in: "Owner") == [1: [2], 2: [1]])
    }
  }

  /// Frameworks write no order for it: the columns keep the order of the former owner side.
  @Test func otherOwnerSideWithinAnEntityRenamesTheTableOnly() throws {
    func model(_ name: String, _ side: String, _ other: String, _ extra: [Attribute]) -> Model {
      Model(name) {
        Entity("User") {
          for attribute in extra { attribute }
          Relationship(side, to: "User", inverse: other, .toMany)
          Relationship(other, to: "User", inverse: side, .toMany)
        }
      }
    }
    // Which side is met first depends on the other properties of the entity.
    let before = model("V1", "trusted", "trustedBy", [])
    let owner = try StoreLayoutProbe.owner(of: before)
    let extra = try (1...200).lazy.map { count in
      (0..<count).map { Attribute("a\($0)", .string) }
    }.first { try StoreLayoutProbe.owner(of: model("V2", "trusted", "trustedBy", $0)) != owner }
    let after = model("V2", "trusted", "trustedBy", try #require(extra))
    let flipped = try StoreLayoutProbe.owner(of: after)
    #expect(Set([owner, flipped]) == ["trusted", "trustedBy"])
    try withMigrated(
      from: before, to: after,
      rows: [
        "INSERT INTO ZUSER (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1)",
        "INSERT INTO Z_1\(owner.uppercased()) (Z_1TRUSTED, Z_1TRUSTEDBY) VALUES (2, 1), (1, 1)",
      ]
    ) { store in
      #expect(store.result.path == .cheap)
      let name = "Z_1\(flipped.uppercased())"
      let inverse = "Z_1\(owner == "trusted" ? "TRUSTEDBY" : "TRUSTED")"
      #expect(
        store.query("SELECT name FROM pragma_table_info('\(name)') ORDER BY cid")
          == [inverse, "Z_1\(owner.uppercased())"], "the order of the former owner")
      #expect(store.targets(of: "trusted", in: "User") == [1: [1, 2], 2: []])
      #expect(store.targets(of: "trustedBy", in: "User") == [1: [1], 2: [1]])
    }
  }
}
