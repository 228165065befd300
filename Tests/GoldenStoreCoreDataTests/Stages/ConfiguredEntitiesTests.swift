import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct ConfiguredEntitiesTests {
  private static func entities(_ names: [String]?) throws -> ConfiguredEntities {
    let model = Model("M") {
      Entity("Animal")
      Entity("Cat", superentity: "Animal")
      Entity("Dog", superentity: "Animal")
      Entity("Puppy", superentity: "Dog")
      Entity("Tree")
    }
    return ConfiguredEntities(names, of: "Local", in: try model.validated())
  }

  @Test func aStoreWithoutConfigurationHasEveryEntity() throws {
    let entities = try Self.entities(nil)
    for name in ["Animal", "Cat", "Dog", "Puppy", "Tree"] {
      #expect(entities.contains(name))
      #expect(entities.fetched(for: name, includesSubentities: true) == [name])
      #expect(throws: Never.self) { try entities.require(name) }
    }
  }

  @Test(arguments: [
    ("Animal", false, ["Animal"]), ("Animal", true, ["Animal"]), ("Puppy", true, ["Puppy"]),
    ("Tree", false, []), ("Tree", true, []),
  ])
  func nothingOutsideOfTheConfigurationIsAskedFor(
    _ entity: String, _ includesSubentities: Bool, _ expected: [String]
  ) throws {
    let entities = try Self.entities(["Animal", "Cat", "Dog", "Puppy"])
    #expect(
      entities.fetched(for: entity, includesSubentities: includesSubentities) == expected)
    #expect(entities.contains(entity) == !expected.isEmpty)
  }

  @Test func descendantsWithinTheConfigurationAreAskedForThemselves() throws {
    let entities = try Self.entities(["Cat", "Puppy"])
    #expect(entities.fetched(for: "Animal", includesSubentities: true) == ["Cat", "Puppy"])
    #expect(entities.fetched(for: "Animal", includesSubentities: false) == [])
    #expect(entities.fetched(for: "Dog", includesSubentities: true) == ["Puppy"])
    #expect(try Self.entities([]).fetched(for: "Animal", includesSubentities: true) == [])
  }

  @Test func newObjectsOutsideOfTheConfigurationAreRefusedByName() throws {
    let entities = try Self.entities(["Cat"])
    #expect(throws: Never.self) { try entities.require("Cat") }
    let error = #expect(throws: StoreError.self) { try entities.require("Tree") }
    #expect(
      error
        == .unsuitableObject(
          entity: "Tree", primaryKey: 0,
          problem: "the entity is not in configuration 'Local', with which the store is open"))
  }
}
