import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreModel
import Testing

struct EntityKeysTests {
  private static let model = Model("M") {
    Entity("Base") { Attribute("id", .uuid) }
    Entity("Person", superentity: "Base") {
      Attribute("age", .integer16)
      Attribute("passing", .string, isTransient: true)
      Attribute(
        "address", .composite,
        elements: [
          Attribute("city", .string),
          Attribute(
            "place", .composite, elements: [Attribute("x", .double), Attribute("y", .double)]),
        ])
      Attribute("petCount", .integer32, derivation: Derivation("pets.@count"))
      Relationship("pets", to: "Base", .toMany)
      Relationship("boss", to: "Person")
    }
    Entity("Worker", superentity: "Person")
  }

  private static func keys(_ entity: String = "Person") throws -> EntityKeys {
    let model = try model.validated()
    return EntityKeys(try #require(model.entity(named: entity)), of: model)
  }

  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  // MARK: Reading

  @Test func valuesComeInTheOrderOfTheShape() throws {
    let keys = try Self.keys("Worker")
    #expect(
      keys.shape.attributes == [
        "address.city", "address.place.x", "address.place.y", "age", "id", "petCount",
      ])
    var read: [String] = []
    let objects: [String: Any] = [
      "age": NSNumber(value: 7), "id": Self.id, "petCount": NSNumber(value: 2),
      "address": ["city": "Ulm", "place": ["x": NSNumber(value: 1.5)]] as [String: Any],
    ]
    let values = try keys.values(primaryKey: 1) { key in
      read.append(key)
      return objects[key]
    }
    #expect(values == ["Ulm", 1.5, nil, 7, .uuid(Self.id), 2])
    #expect(read == ["address", "age", "id", "petCount"])
  }

  @Test func anObjectWithoutValuesHasNone() throws {
    var read: [String] = []
    let values = try Self.keys().values(primaryKey: 1) {
      read.append($0)
      return nil
    }
    #expect(values == [nil, nil, nil, nil, nil, nil])
    #expect(read.count == 4)
  }

  @Test func anObjectOfAnotherClassIsRefusedByName() throws {
    let keys = try Self.keys()
    #expect(
      throws: StoreError.unsuitableValue(
        entity: "Person", primaryKey: 4, property: "address.place.x",
        problem: "is double, found an object of class String")
    ) {
      try keys.values(primaryKey: 4) { key in
        key == "address" ? ["place": ["x": "1"]] as [String: Any] : nil
      }
    }
  }

  // MARK: Setting

  @Test func valuesAreSetByTheirKeys() throws {
    let objects = try Self.keys().objects(
      for: ["id": .uuid(Self.id), "age": nil], primaryKey: 1
    ) { _ in
      Issue.record("nothing has to be read")
      return nil
    }
    #expect(objects.map(\.key) == ["age", "id"])
    #expect(objects[0].object == nil)
    #expect(objects[1].object as? UUID == Self.id)
  }

  @Test func otherElementsOfACompositeStay() throws {
    let keys = try Self.keys()
    let old: [String: Any] = ["city": "Ulm", "place": ["x": 1.5, "y": 2.5]]
    let objects = try keys.objects(
      for: ["address.place.y": 9.5, "address.city": nil, "address.place.x": nil], primaryKey: 1
    ) { $0 == "address" ? old : nil }
    #expect(objects.map(\.key) == ["address"])
    let address = try #require(objects.first?.object as? [String: Any])
    #expect(Set(address.keys) == ["place"])
    #expect(address["place"] as? [String: Double] == ["y": 9.5])
  }

  @Test func anElementThatIsNotNamedStays() throws {
    let objects = try Self.keys().objects(for: ["address.place.y": 9.5], primaryKey: 1) { _ in
      ["city": "Ulm", "place": ["x": 1.5, "y": 2.5]] as [String: Any]
    }
    let address = try #require(objects.first?.object as? [String: Any])
    #expect(address["city"] as? String == "Ulm")
    #expect(address["place"] as? [String: Double] == ["x": 1.5, "y": 9.5])
  }

  @Test func aCompositeWithoutAnyValueIsNone() throws {
    let objects = try Self.keys().objects(
      for: ["address.place.x": nil, "address.place.y": nil], primaryKey: 1
    ) { _ in ["place": ["x": 1.5]] }
    #expect(objects.map(\.key) == ["address"])
    #expect(objects.first.map { $0.object == nil } == true)
  }

  @Test func whatCannotBeSetIsRefused() throws {
    let keys = try Self.keys()
    func set(_ name: String, _ value: AttributeValue) throws {
      _ = try keys.objects(for: [name: value], primaryKey: 4) { _ in nil }
    }
    #expect(
      throws: StoreError.notSupported(
        feature: "setting a derived attribute", place: "attribute 'Person.petCount'")
    ) { try set("petCount", 3) }
    #expect(
      throws: StoreError.unsuitableValue(
        entity: "Person", primaryKey: 4, property: "age",
        problem: "is integer16, which can't hold 40000")
    ) { try set("age", 40_000) }
    for name in ["agee", "passing", "address", "pets"] {
      #expect(
        throws: ModelError.unknownProperty(
          entity: "Person", property: name, known: keys.shape.attributes)
      ) { try set(name, nil) }
    }
  }

  // MARK: Targets

  @Test func targetsMustBeWhatTheRelationshipLeadsTo() throws {
    let keys = try Self.keys()
    let model = try Self.model.validated()
    let (pets, boss) = (
      try keys.relationship(named: "pets"), try keys.relationship(named: "boss")
    )
    func person(_ key: Int64) -> ObjectReference {
      ObjectReference(entity: "Person", primaryKey: key)
    }
    func check(_ targets: [ObjectReference], _ relationship: Relationship) throws {
      try keys.check(targets, of: relationship, primaryKey: 4, in: model)
    }
    func refused(_ property: String, _ problem: String) -> StoreError {
      .unsuitableValue(entity: "Person", primaryKey: 4, property: property, problem: problem)
    }
    let worker = ObjectReference(entity: "Worker", primaryKey: 1)
    let base = ObjectReference(entity: "Base", primaryKey: 1)
    #expect(throws: Never.self) { try check([person(1), base, worker], pets) }
    #expect(throws: Never.self) { try check([worker], boss) }
    #expect(throws: Never.self) { try check([], boss) }
    #expect(throws: refused("boss", "has 2 targets, expected at most 1")) {
      try check([person(1), person(2)], boss)
    }
    #expect(throws: refused("pets", "lists Person 1 twice")) {
      try check([person(1), person(1)], pets)
    }
    #expect(throws: refused("boss", "refers to Base 1, which is no 'Person'")) {
      try check([base], boss)
    }
    #expect(
      keys.missing(worker, of: boss, primaryKey: 4)
        == refused("boss", "refers to Worker 1, which does not exist"))
    #expect(
      throws: ModelError.unknownProperty(
        entity: "Person", property: "cats", known: ["boss", "pets"])
    ) { try keys.relationship(named: "cats") }
  }
}
