import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Changes of cardinality, order and destination on contents with gaps: members without owner,
/// owners without members, many members of one owner, objects that are their own target.
struct PairMigrationTests {
  /// One entity whose objects own each other.
  private func model(
    _ name: String, _ ends: Relationship..., others: [Entity] = []
  ) -> Model {
    Model(name) {
      Entity("Node") {
        Attribute("name", .string)
        for end in ends { end }
      }
      for entity in others { entity }
    }
  }

  private let nodes = [
    """
    INSERT INTO ZNODE (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 2, 'same'), (2, 1, 3, 'same'), \
    (3, 1, 4, NULL), (4, 1, 5, ''), (9, 1, 6, 'far')
    """
  ]
  /// 1 owns itself, 2 and 4; 2 owns 9; nobody owns 3, and 3, 4 and 9 own nobody.
  private let owners = [
    "UPDATE ZNODE SET ZPARENT = 1 WHERE Z_PK IN (1, 2, 4)",
    "UPDATE ZNODE SET ZPARENT = 2 WHERE Z_PK = 9",
  ]

  private func parents(isOrdered: Bool = false) -> [Relationship] {
    [
      Relationship("children", to: "Node", inverse: "parent", .toMany, isOrdered: isOrdered),
      Relationship("parent", to: "Node", inverse: "children"),
    ]
  }

  private func requireRows(_ store: MigratedStore) {
    #expect(
      store.query("SELECT Z_PK, Z_OPT, ZNAME FROM ZNODE ORDER BY 1")
        == ["1|2|same", "2|3|same", "3|4|NULL", "4|5|", "9|6|far"])
  }

  private let children: [Int64: [Int64]] = [1: [1, 2, 4], 2: [9], 3: [], 4: [], 9: []]

  @Test func oneToManyOfOneEntityBecomesManyToMany() throws {
    let ends = parents()
    try withMigrated(
      from: model("V1", ends[0], ends[1]),
      to: model(
        "V2", ends[0].with(inverse: "parents"),
        Relationship(
          "parents", to: "Node", inverse: "children", .toMany, renamingIdentifier: "parent")),
      rows: nodes + owners
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "children", in: "Node") == children)
      #expect(
        store.targets(of: "parents", in: "Node") == [1: [1], 2: [1], 3: [], 4: [1], 9: [2]])
      requireRows(store)
    }
  }

  @Test func orderedOneToManyOfOneEntityBecomesManyToManyInItsOrder() throws {
    let ends = parents(isOrdered: true)
    try withMigrated(
      from: model("V1", ends[0], ends[1]),
      to: model(
        "V2", ends[0].with(inverse: "parents"),
        Relationship(
          "parents", to: "Node", inverse: "children", .toMany, isOrdered: true,
          renamingIdentifier: "parent")),
      // One member of 1 lacks its order key, and takes its primary key instead.
      rows: nodes + owners + [
        "UPDATE ZNODE SET Z_FOK_PARENT = 3072 WHERE Z_PK = 1",
        "UPDATE ZNODE SET Z_FOK_PARENT = 2048 WHERE Z_PK = 2",
        "UPDATE ZNODE SET Z_FOK_PARENT = 2048 WHERE Z_PK = 9",
      ]
    ) { store in
      #expect(
        store.targets(of: "children", in: "Node") == [1: [4, 2, 1], 2: [9], 3: [], 4: [], 9: []])
      #expect(
        store.query(
          "SELECT Z_1CHILDREN, Z_FOK_1CHILDREN, Z_FOK_1PARENTS FROM Z_1PARENTS ORDER BY 1")
          == ["1|3072|2000", "2|2048|2000", "4|4|2000", "9|2048|2000"])
      requireRows(store)
    }
  }

  @Test func toOneWithoutInverseBecomesManyToMany() throws {
    try withMigrated(
      from: model("V1", Relationship("parent", to: "Node")),
      to: model(
        "V2", Relationship("parent", to: "Node", inverse: "children", .toMany),
        Relationship("children", to: "Node", inverse: "parent", .toMany)), rows: nodes + owners
    ) { store in
      #expect(store.targets(of: "children", in: "Node") == children)
      #expect(
        store.targets(of: "parent", in: "Node") == [1: [1], 2: [1], 3: [], 4: [1], 9: [2]])
      requireRows(store)
    }
  }

  @Test func toOneOfOneEntityIsReversed() throws {
    try withMigrated(
      from: model("V1", Relationship("next", to: "Node")),
      to: model(
        "V2", Relationship("next", to: "Node", inverse: "previous", .toMany, isOrdered: true),
        Relationship("previous", to: "Node", inverse: "next")),
      rows: nodes + [
        "UPDATE ZNODE SET ZNEXT = 1 WHERE Z_PK = 1", "UPDATE ZNODE SET ZNEXT = 9 WHERE Z_PK = 4",
        "UPDATE ZNODE SET ZNEXT = 3 WHERE Z_PK = 9",
      ]
    ) { store in
      #expect(
        store.targets(of: "next", in: "Node") == [1: [1], 2: [], 3: [], 4: [9], 9: [3]])
      #expect(
        store.targets(of: "previous", in: "Node") == [1: [1], 2: [], 3: [9], 4: [], 9: [4]])
      requireRows(store)
    }
  }

  @Test func unorderedMembersGetOneRankForAnOwner() throws {
    let before = parents()
    let after = parents(isOrdered: true)
    try withMigrated(
      from: model("V1", before[0], before[1]), to: model("V2", after[0], after[1]),
      rows: nodes + owners
    ) { store in
      #expect(store.result.path == .cheap)
      #expect(
        store.query("SELECT Z_PK, ZPARENT, Z_FOK_PARENT FROM ZNODE ORDER BY 1")
          == ["1|1|1", "2|1|1", "3|NULL|NULL", "4|1|1", "9|2|2"])
      #expect(store.targets(of: "children", in: "Node") == children)
      requireRows(store)
    }
  }

  @Test func orderedMembersKeepTheirOwnersWithoutOrder() throws {
    let before = parents(isOrdered: true)
    let after = parents()
    try withMigrated(
      from: model("V1", before[0], before[1]), to: model("V2", after[0], after[1]),
      rows: nodes + owners + ["UPDATE ZNODE SET Z_FOK_PARENT = 10 - Z_PK WHERE ZPARENT NOT NULL"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(store.targets(of: "children", in: "Node") == children)
      requireRows(store)
    }
  }

  /// The keys are those of nodes, and name tags of the same keys then; one names none.
  @Test func otherDestinationLinksWhateverHasTheKeys() throws {
    let tag = Entity("Tag") { Attribute("text", .string) }
    try withMigrated(
      from: model("V1", Relationship("parent", to: "Node"), others: [tag]),
      to: model("V2", Relationship("parent", to: "Tag"), others: [tag]),
      rows: nodes + owners + ["INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1)"]
    ) { store in
      #expect(store.result.path == .rebuild)
      #expect(
        store.query(
          "SELECT n.Z_PK, n.ZPARENT, t.Z_PK FROM ZNODE n LEFT JOIN ZTAG t ON t.Z_PK = n.ZPARENT ORDER BY 1"
        ) == ["1|1|1", "2|1|1", "3|NULL|NULL", "4|1|1", "9|2|NULL"])
      requireRows(store)
    }
  }

  @Test func reversedKeysOfAnotherDestinationNameItsRows() throws {
    func tag(_ inverse: Relationship?) -> Entity {
      Entity("Tag") {
        Attribute("text", .string)
        if let inverse { inverse }
      }
    }
    try withMigrated(
      from: model("V1", Relationship("next", to: "Node"), others: [tag(nil)]),
      to: model(
        "V2", Relationship("next", to: "Tag", inverse: "node", .toMany),
        others: [tag(Relationship("node", to: "Node", inverse: "next"))]),
      rows: nodes + [
        "UPDATE ZNODE SET ZNEXT = 1 WHERE Z_PK = 4", "UPDATE ZNODE SET ZNEXT = 9 WHERE Z_PK = 2",
        "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1)",
      ]
    ) { store in
      #expect(store.query("SELECT Z_PK, ZNODE FROM ZTAG ORDER BY 1") == ["1|4", "2|NULL"])
      requireRows(store)
    }
  }

  // MARK: Hierarchies

  private func animals(
    parent: [Relationship] = [], cat: [Relationship] = [], dog: [Relationship] = [],
    toy: [Relationship] = []
  ) -> [Entity] {
    [
      Entity("Animal") {
        Attribute("name", .string)
        for end in parent { end }
      },
      Entity("Cat", superentity: "Animal") { for end in cat { end } },
      Entity("Dog", superentity: "Animal") { for end in dog { end } },
      Entity("Toy") {
        Attribute("name", .string)
        for end in toy { end }
      },
    ]
  }

  private let zoo = [
    "INSERT INTO ZANIMAL (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1), (3, 1, 1)",
    "INSERT INTO ZTOY (Z_PK, Z_ENT, Z_OPT) VALUES (1, 4, 1), (2, 4, 1)",
  ]

  @Test func pairsOfTwoSiblingsMeetInTheirParent() throws {
    try withMigrated(
      from: Model("V1") {
        for entity in animals(
          cat: [Relationship("toys", to: "Toy", inverse: "cats", .toMany)],
          dog: [Relationship("toys", to: "Toy", inverse: "dogs", .toMany)],
          toy: [
            Relationship("cats", to: "Cat", inverse: "toys", .toMany),
            Relationship("dogs", to: "Dog", inverse: "toys", .toMany),
          ])
        { entity }
      },
      to: Model("V2") {
        for entity in animals(
          parent: [Relationship("toys", to: "Toy", inverse: "animals", .toMany)],
          toy: [Relationship("animals", to: "Animal", inverse: "toys", .toMany)])
        { entity }
      },
      rows: zoo + [
        "INSERT INTO Z_2TOYS (Z_2CATS, Z_4TOYS) VALUES (1, 1), (1, 2)",
        "INSERT INTO Z_3TOYS (Z_3DOGS, Z_4TOYS1) VALUES (2, 2)",
      ]
    ) { store in
      #expect(store.targets(of: "toys", in: "Cat") == [1: [1, 2]])
      #expect(store.targets(of: "toys", in: "Dog") == [2: [2]])
      #expect(store.targets(of: "toys", in: "Animal") == [3: []])
      #expect(store.targets(of: "animals", in: "Toy") == [1: [1], 2: [1, 2]])
    }
  }

  @Test func pairsOfEntitiesThatLoseTheRelationshipGo() throws {
    try withMigrated(
      from: Model("V1") {
        for entity in animals(
          parent: [Relationship("toys", to: "Toy", inverse: "cats", .toMany)],
          toy: [Relationship("cats", to: "Animal", inverse: "toys", .toMany)])
        { entity }
      },
      to: Model("V2") {
        for entity in animals(
          cat: [Relationship("toys", to: "Toy", inverse: "cats", .toMany)],
          toy: [Relationship("cats", to: "Cat", inverse: "toys", .toMany)])
        { entity }
      },
      rows: zoo + ["INSERT INTO Z_1TOYS (Z_1CATS, Z_4TOYS) VALUES (1, 1), (2, 1), (3, 2)"]
    ) { store in
      #expect(store.targets(of: "toys", in: "Cat") == [1: [1]])
      #expect(store.targets(of: "cats", in: "Toy") == [1: [1], 2: []])
      #expect(store.query("SELECT count(*) FROM Z_2TOYS") == ["1"])
    }
  }
}

extension Relationship {
  fileprivate func with(inverse: String) -> Relationship {
    var relationship = self
    relationship.inverse = inverse
    return relationship
  }
}
