import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// Each rule of what a migration must give, on contents written down by hand.
struct ExpectationTests {
  private func expectation(
    _ objects: [StoredObject], _ source: Model, _ destination: Model
  ) throws -> GoldenStore.Expectation {
    let entities = Dictionary(grouping: objects, by: \.entity).map {
      EntityContents(entity: $0.key, objects: $0.value)
    }
    return try GoldenStore.Expectation(
      of: StoreContents(entities: entities), from: try source.validated(),
      to: try destination.validated())
  }

  private func object(
    _ entity: String, _ key: Int64, _ values: [(String, AttributeValue)],
    _ targets: [(String, [Int64])] = [], of destination: String = "A"
  ) -> StoredObject {
    StoredObject(
      shape: ObjectShape(
        entity: entity, attributes: values.map(\.0), relationships: targets.map(\.0)),
      primaryKey: key, values: values.map(\.1),
      targets: targets.map { _, keys in
        keys.map { ObjectReference(entity: destination, primaryKey: $0) }
      })
  }

  private func model(_ attributes: Attribute...) -> Model {
    Model("M") { Entity("A") { attributes.map(EntityPart.attribute) } }
  }

  private static let renamings: [(Attribute, AttributeValue)] = [
    (Attribute("b", .string), .null),
    (Attribute("b", .string, default: "x"), "x"),
    (Attribute("b", .string, isOptional: false, default: "x"), "x"),
    (Attribute("b", .string, renamingIdentifier: "a"), "old"),
    (Attribute("b", .string, default: "x", renamingIdentifier: "a"), "old"),
    (Attribute("b", .string, default: "x", renamingIdentifier: "c"), "x"),
  ]

  @Test(arguments: renamings)
  func attributesAreFoundByTheirRenamingKey(
    _ attribute: Attribute, _ value: AttributeValue
  ) throws {
    let expectation = try expectation(
      [object("A", 1, [("a", "old")])], model(Attribute("a", .string)), model(attribute))
    #expect(expectation.contents.objects(of: "A").map(\.values) == [[value]])
    #expect(expectation.objectCount == 1)
    #expect(expectation.valueCount == 1)
  }

  @Test func sourceAttributesAreFoundByTheirOwnRenamingKey() throws {
    let expectation = try expectation(
      [object("A", 1, [("b", "kept")])],
      model(Attribute("b", .string, renamingIdentifier: "a")),
      model(Attribute("c", .string, renamingIdentifier: "a"), Attribute("d", .string)))
    #expect(expectation.contents.objects(of: "A").map(\.values) == [["kept", nil]])
  }

  @Test func namesCanBeSwapped() throws {
    let expectation = try expectation(
      [object("A", 1, [("a", "1"), ("b", "2")])],
      model(Attribute("a", .string), Attribute("b", .string)),
      model(
        Attribute("a", .string, renamingIdentifier: "b"),
        Attribute("b", .string, renamingIdentifier: "a")))
    #expect(expectation.contents.objects(of: "A").map(\.values) == [["2", "1"]])
  }

  private static let optionality: [(Bool, AttributeValue, AttributeValue)] = [
    (true, .null, .null), (false, .null, "x"),
    (false, "kept", "kept"),
  ]

  @Test(arguments: optionality)
  func nullBecomesTheDefaultWhereTheAttributeIsRequiredNow(
    _ isOptional: Bool, _ value: AttributeValue, _ expected: AttributeValue
  ) throws {
    let expectation = try expectation(
      [object("A", 1, [("a", value)])], model(Attribute("a", .string)),
      model(Attribute("a", .string, isOptional: isOptional, default: "x")))
    #expect(expectation.contents.objects(of: "A").map(\.values) == [[expected]])
  }

  @Test func attributeThatBecameARelationshipLosesItsValue() throws {
    let destination = Model("M") { Entity("A") { Relationship("a", to: "A") } }
    let expectation = try expectation(
      [object("A", 1, [("a", "x")])], model(Attribute("a", .string)), destination)
    #expect(expectation.contents.objects(of: "A").map(\.targets) == [[[]]])
  }

  @Test func numbersStayTheSameNumbersInAnotherType() throws {
    let expectation = try expectation(
      [object("A", 1, [("a", 7)])], model(Attribute("a", .integer16)),
      model(Attribute("a", .double)))
    #expect(expectation.contents.objects(of: "A").map(\.values) == [[7.0]])
  }

  @Test func changesWithoutARuleAreRefused() throws {
    #expect(
      throws: GoldenError.underivable(
        entity: "A", property: "a", source: "string", destination: "date")
    ) {
      try expectation(
        [object("A", 1, [("a", "x")])], model(Attribute("a", .string)),
        model(Attribute("a", .date)))
    }
  }

  // MARK: Entities

  @Test func entitiesAreRenamedRemovedAndAdded() throws {
    let source = Model("M") {
      Entity("A") { Attribute("a", .string) }
      Entity("Gone") { Attribute("a", .string) }
    }
    let destination = Model("M") {
      Entity("B", renamingIdentifier: "A") { Attribute("a", .string) }
      Entity("New") { Attribute("a", .string) }
    }
    let expectation = try expectation(
      [object("A", 4, [("a", "x")]), object("Gone", 1, [("a", "y")])], source, destination)
    #expect(expectation.contents.entities.map(\.entity) == ["B", "New"])
    #expect(expectation.contents.objects(of: "B").map(\.primaryKey) == [4])
    #expect(expectation.contents.objects(of: "New") == [])
  }

  // MARK: Relationships

  private func tree(
    _ parent: Relationship, _ children: Relationship
  ) -> Model {
    Model("M") {
      Entity("A") {
        parent
        children
      }
    }
  }

  private func family() -> [StoredObject] {
    [
      object("A", 1, [], [("children", [3, 2]), ("parent", [])]),
      object("A", 2, [], [("children", []), ("parent", [1])]),
      object("A", 3, [], [("children", []), ("parent", [1])]),
    ]
  }

  private var orderedTree: Model {
    tree(
      Relationship("parent", to: "A", inverse: "children"),
      Relationship("children", to: "A", inverse: "parent", .toMany, isOrdered: true))
  }

  @Test func orderIsKept() throws {
    let expectation = try expectation(family(), orderedTree, orderedTree)
    let targets = try #require(
      expectation.contents.objects(of: "A").first?.targets(of: "children"))
    #expect(targets.map(\.primaryKey) == [3, 2])
    #expect(expectation.undecidedOrders == [])
  }

  @Test func orderOfAFormerlyUnorderedRelationshipIsUndecided() throws {
    let unordered = tree(
      Relationship("parent", to: "A", inverse: "children"),
      Relationship("children", to: "A", inverse: "parent", .toMany))
    let expectation = try expectation(family(), unordered, orderedTree)
    #expect(
      expectation.undecidedOrders == [.init(entity: "A", relationship: "children")])
  }

  @Test func oneToManyBecomesManyToManyUnderANewName() throws {
    let destination = tree(
      Relationship(
        "parents", to: "A", inverse: "children", .toMany, renamingIdentifier: "parent"),
      Relationship("children", to: "A", inverse: "parents", .toMany, isOrdered: true))
    let expectation = try expectation(family(), orderedTree, destination)
    let objects = expectation.contents.objects(of: "A")
    #expect(
      objects.map { $0.targets(of: "children")?.map(\.primaryKey) } == [[3, 2], [], []])
    #expect(objects.map { $0.targets(of: "parents")?.map(\.primaryKey) } == [[], [1], [1]])
  }

  @Test func toManyOfAToOneThatIsNewHasNoTargets() throws {
    let destination = tree(
      Relationship("owner", to: "A", inverse: "children"),
      Relationship("children", to: "A", inverse: "owner", .toMany, isOrdered: true))
    let expectation = try expectation(family(), orderedTree, destination)
    #expect(expectation.contents.objects(of: "A").allSatisfy { $0.targets == [[], []] })
  }

  @Test func keysOfARemovedEntityNameWhateverHasThemNow() throws {
    let source = Model("M") {
      Entity("A") { Relationship("link", to: "B") }
      Entity("B") { Attribute("b", .string) }
    }
    let destination = Model("M") {
      Entity("A") { Relationship("link", to: "A") }
    }
    let expectation = try expectation(
      [object("A", 1, [], [("link", [1])], of: "B"), object("B", 1, [("b", nil)])], source,
      destination)
    #expect(
      expectation.contents.objects(of: "A").map(\.targets)
        == [[[ObjectReference(entity: "A", primaryKey: 1)]]])
  }

  private func targets(
    _ expectation: GoldenStore.Expectation, _ relationship: String
  ) -> [[Int64]] {
    expectation.contents.objects(of: "A").map {
      $0.targets(of: relationship)?.map(\.primaryKey) ?? []
    }
  }

  private func node(_ ends: Relationship...) -> Model {
    Model("M") { Entity("A") { for end in ends { end } } }
  }

  @Test func newInverseTakesOverTheMembersOfAToManyWithout() throws {
    let expectation = try expectation(
      [object("A", 1, [], [("members", [3, 2])]), object("A", 2, [], [("members", [])])]
        + [object("A", 3, [], [("members", [])])],
      node(Relationship("members", to: "A", .toMany, isOrdered: true)),
      node(
        Relationship("members", to: "A", inverse: "owner", .toMany, isOrdered: true),
        Relationship("owner", to: "A", inverse: "members")))
    #expect(targets(expectation, "members") == [[3, 2], [], []])
    #expect(targets(expectation, "owner") == [[], [1], [1]])
    #expect(expectation.undecidedOrders == [])
  }

  @Test func newToOneTakesOverTheReversedKeys() throws {
    let expectation = try expectation(
      [object("A", 1, [], [("next", [2])]), object("A", 2, [], [("next", [1])])],
      node(Relationship("next", to: "A")),
      node(
        Relationship("next", to: "A", inverse: "previous", .toMany),
        Relationship("previous", to: "A", inverse: "next")))
    #expect(targets(expectation, "next") == [[2], [1]])
    #expect(targets(expectation, "previous") == [[2], [1]])
  }

  @Test func ownInverseCountsPairsInBothDirections() throws {
    let expectation = try expectation(
      [
        object("A", 1, [], [("friends", [2]), ("friendOf", [])]),
        object("A", 2, [], [("friends", []), ("friendOf", [1, 3])]),
        object("A", 3, [], [("friends", [2]), ("friendOf", [])]),
      ],
      node(
        Relationship("friends", to: "A", inverse: "friendOf", .toMany),
        Relationship("friendOf", to: "A", inverse: "friends", .toMany)),
      node(Relationship("friends", to: "A", inverse: "friends", .toMany)))
    #expect(targets(expectation, "friends") == [[2], [1, 3], [2]])
  }
}
