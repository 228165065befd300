import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

struct RelationshipRoundTripTests {
  /// Two entities, `A` and `B`, with the given relationships between or inside them.
  private static func model(a: [Relationship], b: [Relationship] = []) -> Model {
    Model("V1") {
      Entity("A") {
        Attribute("name", .string)
        for relationship in a { relationship }
      }
      Entity("B") {
        Attribute("name", .string)
        for relationship in b { relationship }
      }
    }
  }

  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let model: Model
    /// The targets of `A` 1 to 4 and of `B` 1 to 4, by relationship.
    let a: [[String: [Int64]]]
    var b: [[String: [Int64]]] = [[:], [:], [:], [:]]
  }

  static let shapes: [Shape] = [
    Shape(
      testDescription: "to-one and to-many",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "a", .toMany)],
        b: [Relationship("a", to: "A", inverse: "bs")]),
      a: [["bs": []], ["bs": [1, 3, 4]], ["bs": [2]], [:]],
      b: [["a": [2]], ["a": [3]], ["a": [2]], ["a": [2]]]),
    Shape(
      testDescription: "to-one and ordered to-many",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "a", .toMany, isOrdered: true)],
        b: [Relationship("a", to: "A", inverse: "bs")]),
      a: [["bs": [4, 1, 3]], ["bs": [2]], [:], [:]],
      b: [["a": [1]], ["a": [2]], ["a": [1]], ["a": [1]]]),
    Shape(
      testDescription: "ordered tree in one entity",
      model: model(a: [
        Relationship("parent", to: "A", inverse: "children"),
        Relationship("children", to: "A", inverse: "parent", .toMany, isOrdered: true),
      ]),
      a: [
        ["children": [3, 2]], ["parent": [1], "children": [4]], ["parent": [1]], ["parent": [2]],
      ]),
    Shape(
      testDescription: "one to one",
      model: model(
        a: [Relationship("b", to: "B", inverse: "a")],
        b: [Relationship("a", to: "A", inverse: "b")]),
      a: [["b": [2]], [:], ["b": [1]], [:]], b: [["a": [3]], ["a": [1]], [:], [:]]),
    Shape(
      testDescription: "to-one without inverse",
      model: model(a: [Relationship("b", to: "B")]), a: [["b": [4]], [:], ["b": [4]], ["b": [1]]]),
    Shape(
      testDescription: "to-many without inverse",
      model: model(a: [Relationship("bs", to: "B", .toMany)]),
      a: [["bs": [1, 4]], [:], ["bs": [2]], [:]]),
    Shape(
      testDescription: "ordered to-many without inverse",
      model: model(a: [Relationship("bs", to: "B", .toMany, isOrdered: true)]),
      a: [["bs": [4, 1, 3]], [:], ["bs": [2]], [:]]),
    Shape(
      testDescription: "many to many",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "as", .toMany)],
        b: [Relationship("as", to: "A", inverse: "bs", .toMany)]),
      a: [["bs": [1, 2, 4]], ["bs": [2]], [:], ["bs": [1]]],
      b: [["as": [1, 4]], ["as": [1, 2]], [:], ["as": [1]]]),
    Shape(
      testDescription: "many to many, the owner ordered",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "as", .toMany, isOrdered: true)],
        b: [Relationship("as", to: "A", inverse: "bs", .toMany)]),
      a: [["bs": [4, 2, 1]], ["bs": [2, 1]], [:], [:]],
      b: [["as": [1, 2]], ["as": [1, 2]], [:], ["as": [1]]]),
    Shape(
      testDescription: "many to many, the inverse ordered",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "as", .toMany)],
        b: [Relationship("as", to: "A", inverse: "bs", .toMany, isOrdered: true)]),
      a: [["bs": [1, 2, 4]], ["bs": [1, 2]], ["bs": [1]], [:]],
      b: [["as": [3, 1, 2]], ["as": [2, 1]], [:], ["as": [1]]]),
    Shape(
      testDescription: "many to many, both ordered",
      model: model(
        a: [Relationship("bs", to: "B", inverse: "as", .toMany, isOrdered: true)],
        b: [Relationship("as", to: "A", inverse: "bs", .toMany, isOrdered: true)]),
      a: [["bs": [4, 1, 2]], ["bs": [2, 1]], ["bs": [1]], [:]],
      b: [["as": [3, 1, 2]], ["as": [2, 1]], [:], ["as": [1]]]),
    Shape(
      testDescription: "many to many inside one entity",
      model: model(a: [
        Relationship("favorites", to: "A", inverse: "folders", .toMany, isOrdered: true),
        Relationship("folders", to: "A", inverse: "favorites", .toMany),
      ]),
      a: [
        ["favorites": [4, 1, 2], "folders": [1]], ["favorites": [4], "folders": [1]], [:],
        ["folders": [1, 2]],
      ]),
    Shape(
      testDescription: "many to many that is its own inverse",
      model: model(a: [Relationship("friends", to: "A", inverse: "friends", .toMany)]),
      a: [["friends": [2, 3]], ["friends": [1]], ["friends": [1, 3]], [:]]),
  ]

  private static func store(_ shape: Shape) throws -> SampleStore {
    var store = try SampleStore(shape.model)
    for key in 1...4 {
      try store.add("A", Int64(key), ["name": .string("a\(key)")], targets: shape.a[key - 1])
      try store.add("B", Int64(key), ["name": .string("b\(key)")], targets: shape.b[key - 1])
    }
    return store
  }

  @Test(arguments: shapes, StoreVariant.allCases)
  func everyTargetComesBack(_ shape: Shape, variant: StoreVariant) throws {
    let store = try Self.store(shape)
    #expect(try store.roundTrip(variant) == store.contents)
  }

  /// Turns one entry of a sound source around, so that the two sides no longer agree.
  @Test func inversesThatDisagreeAreRefused() throws {
    for shape in Self.shapes where !shape.b.allSatisfy(\.isEmpty) {
      var broken = shape
      broken = Shape(
        testDescription: shape.testDescription, model: shape.model, a: shape.a,
        b: [[:]] + shape.b.dropFirst())
      let store = try Self.store(broken)
      try withFolder { folder in
        #expect(throws: StoreError.self, "\(shape.testDescription)") {
          try store.write(in: folder)
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.isEmpty)
      }
    }
  }

  /// A dog's owner keeps dogs alone, another owner in the same table keeps cats too.
  @Test func redeclaredRelationshipKeepsItsOwnTargets() throws {
    let model = try Model("V1") {
      Entity("Pet") { Relationship("owner", to: "Owner", inverse: "pets") }
      Entity("Cat", superentity: "Pet")
      Entity("Dog", superentity: "Pet")
      Entity("Hound", superentity: "Dog")
      Entity("Owner") { Relationship("pets", to: "Pet", inverse: "owner", .toMany) }
      Entity("DogOwner", superentity: "Owner") {
        Relationship("pets", to: "Dog", inverse: "owner", .toMany)
      }
    }.validated()
    let layout = try StoreLayout(model)
    func object(
      _ entity: String, _ key: Int64, _ targets: [ObjectReference]
    ) throws -> StoredObject {
      let shape = model.shape(of: try #require(model.entity(named: entity)))
      return StoredObject(shape: shape, primaryKey: key, values: [], targets: [targets])
    }
    let owner = ObjectReference(entity: "Owner", primaryKey: 1)
    let dogOwner = ObjectReference(entity: "DogOwner", primaryKey: 2)
    let cat = ObjectReference(entity: "Cat", primaryKey: 1)
    let hound = ObjectReference(entity: "Hound", primaryKey: 2)
    let contents = StoreContents(entities: [
      EntityContents(entity: "Pet", objects: []), EntityContents(entity: "Dog", objects: []),
      EntityContents(entity: "Cat", objects: [try object("Cat", 1, [owner])]),
      EntityContents(entity: "Hound", objects: [try object("Hound", 2, [dogOwner])]),
      EntityContents(entity: "Owner", objects: [try object("Owner", 1, [cat])]),
      EntityContents(entity: "DogOwner", objects: [try object("DogOwner", 2, [hound])]),
    ])
    try withFolder { folder in
      let files = StoreFiles(main: "\(folder)/Pets.sqlite")
      try StoreWriter.write(contents, layout: layout, storeUUID: SampleStore.uuid, to: files.main)
      #expect(try StoreReader(files: files, layout: layout).contents() == contents)
    }
  }

  /// The row that a key leads to is a dog's, whatever the source calls it.
  @Test(arguments: [
    (nil, false, "cannot write 'Owner' 1: 'pets' refers to Cat 1, which does not exist"),
    (
      nil, true,
      "cannot write 'Owner' 1: 'pets' lists Cat 1, which does not exist or belongs to another "
        + "object already"
    ),
    (false, true, "'Owner.pets' and its inverse 'Pet.owners' name different pairs of objects"),
    (false, false, "'Owner.pets' and its inverse 'Pet.owners' name different pairs of objects"),
    (true, true, "'Owner.pets' and its inverse 'Pet.owners' name different pairs of objects"),
  ])
  func targetOfAnotherEntityIsRefused(
    hasManyOwners: Bool?, hasManyPets: Bool, sentence: String
  ) throws {
    let inverse = hasManyOwners.map {
      Relationship("owners", to: "Owner", inverse: "pets", $0 ? .toMany : .toOne)
    }
    let model = try Model("V1") {
      Entity("Pet") { if let inverse { inverse } }
      Entity("Cat", superentity: "Pet")
      Entity("Dog", superentity: "Pet")
      Entity("Owner") {
        Relationship(
          "pets", to: "Pet", inverse: inverse?.name, hasManyPets ? .toMany : .toOne)
      }
    }.validated()
    let layout = try StoreLayout(model)
    func contents(calling entity: String) throws -> StoreContents {
      let owner = ObjectReference(entity: "Owner", primaryKey: 1)
      let target = ObjectReference(entity: entity, primaryKey: 1)
      let shapes = try ["Dog", "Owner"].map {
        model.shape(of: try #require(model.entity(named: $0)))
      }
      return StoreContents(entities: [
        EntityContents(
          entity: "Dog",
          objects: [
            StoredObject(
              shape: shapes[0], primaryKey: 1, values: [],
              targets: inverse == nil ? [] : [[owner]])
          ]),
        EntityContents(
          entity: "Owner",
          objects: [
            StoredObject(shape: shapes[1], primaryKey: 1, values: [], targets: [[target]])
          ]),
      ])
    }
    try withFolder { folder in
      let path = "\(folder)/Pets.sqlite"
      let error = #expect(throws: StoreError.self) {
        try StoreWriter.write(
          contents(calling: "Cat"), layout: layout, storeUUID: SampleStore.uuid, to: path)
      }
      #expect(error?.description == sentence)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
      try StoreWriter.write(
        contents(calling: "Dog"), layout: layout, storeUUID: SampleStore.uuid, to: path)
    }
  }

  @Test func orderKeysBeginAt2048AndRiseBy1024() throws {
    let store = try Self.store(
      try #require(Self.shapes.first { $0.testDescription == "to-one and ordered to-many" }))
    try withFolder { folder in
      let files = try store.write(in: folder, variant: .rollback)
      let keys = try Connection(path: files.main, mode: .readOnly).rows(
        "SELECT ZA, Z_PK, Z_FOK_A FROM ZB ORDER BY ZA, Z_FOK_A"
      ) { [$0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)] }
      #expect(keys == [[1, 4, 2048], [1, 1, 3072], [1, 3, 4096], [2, 2, 2048]])
    }
  }

  static let refusals: [(targets: [[String: [Int64]]], sentence: String)] = [
    (
      [["b": [9]]], "cannot write 'A' 1: 'b' refers to B 9, which does not exist"
    ),
    (
      [["b": [1, 2]]], "cannot write 'A' 1: 'b' has 2 targets, expected at most 1"
    ),
    (
      [["bs": [1]], ["bs": [1]]],
      "cannot write 'A' 2: 'bs' lists B 1, which does not exist or belongs to another object already"
    ),
  ]

  @Test(arguments: refusals.indices)
  func impossibleTargetsAreRefused(_ index: Int) throws {
    let (targets, sentence) = Self.refusals[index]
    var store = try SampleStore(
      Self.model(a: [Relationship("b", to: "B"), Relationship("bs", to: "B", .toMany)]))
    for (index, targets) in targets.enumerated() {
      try store.add("A", Int64(index + 1), targets: targets)
    }
    try store.add("B", 1)
    try store.add("B", 2)
    try withFolder { folder in
      let error = #expect(throws: StoreError.self) { try store.write(in: folder) }
      #expect(error?.description == sentence)
    }
  }
}
