import Foundation
import GoldenStoreModel
import Testing

struct ModelTests {
  @Test func builderAcceptsConditionsAndLoops() {
    let wantsAge = true
    let entity = Entity("Person") {
      for name in ["first", "last"] { Attribute(name, .string) }
      if wantsAge { Attribute("age", .integer16, default: 0) }
      Relationship("friends", to: "Person", inverse: "friends", .toMany)
      FetchIndex("byName", "last", .descending("first"))
      UniquenessConstraint("first", "last")
    }
    #expect(entity.attributes.map(\.name) == ["first", "last", "age"])
    #expect(entity.relationships.map(\.name) == ["friends"])
    #expect(entity.fetchIndexes.first?.elements.map(\.isAscending) == [true, false])
    #expect(entity.uniquenessConstraints == [UniquenessConstraint("first", "last")])
  }

  @Test func defaultsAreCoreDatas() {
    let attribute = Attribute("name", .string)
    #expect(attribute.isOptional)
    #expect(!attribute.isTransient)
    let one = Relationship("pet", to: "Pet")
    #expect(one.isOptional)
    #expect(one.maxCount == 1)
    #expect(one.minCount == 0)
    #expect(one.deleteRule == .nullify)
    #expect(!one.isToMany)
    let many = Relationship("pets", to: "Pet", .toMany)
    #expect(many.maxCount == 0)
    #expect(many.isToMany)
    #expect(Model("V1").versionIdentifiers.isEmpty)
  }

  @Test func rawValuesAreThoseOfCoreData() {
    let expected: [AttributeType: Int32] = [
      .undefined: 0, .integer16: 100, .integer32: 200, .integer64: 300, .decimal: 400,
      .double: 500, .float: 600, .string: 700, .boolean: 800, .date: 900, .binary: 1000,
      .uuid: 1100, .uri: 1200, .transformable: 1800, .objectID: 2000, .composite: 2100,
    ]
    #expect(expected.count == AttributeType.allCases.count)
    for type in AttributeType.allCases { #expect(type.rawValue == expected[type]) }
    #expect(DeleteRule.allCases.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func mergingJoinsEntitiesAndIdentifiers() throws {
    let first = Model("A", versionIdentifiers: [""]) { Entity("One") }
    let second = Model("B", versionIdentifiers: ["3", ""]) { Entity("Two") }
    let merged = try Model.merging([first, second], name: "A+B")
    #expect(merged.name == "A+B")
    #expect(merged.entities.map(\.name) == ["One", "Two"])
    #expect(merged.versionIdentifiers == ["", "3"])
  }

  @Test func mergingRefusesAnEntityThatTwoModelsDeclare() {
    let first = Model("A") { Entity("One") }
    let second = Model("B") { Entity("One") }
    #expect(throws: ModelError.mergeConflict(entity: "One", first: "A", second: "B")) {
      try Model.merging([first, second], name: "A+B")
    }
    #expect(
      "\(ModelError.mergeConflict(entity: "One", first: "A", second: "B"))"
        == "cannot merge models 'A' and 'B': both declare entity 'One'; "
        + "models that share a store need distinct entity names")
  }

  @Test func codingKeepsTheWholeVocabulary() throws {
    let data = try JSONEncoder().encode(ModelSamples.everything)
    #expect(try JSONDecoder().decode(Model.self, from: data) == ModelSamples.everything)
  }

  @Test func differencesNameEntityPropertyAndBothValues() {
    let expected = Model("V1") {
      Entity("Person") {
        Attribute("age", .integer16, renamingIdentifier: "years")
        Attribute("gone", .string)
        Relationship("pets", to: "Person", .toMany)
      }
    }
    let found = Model("V1") {
      Entity("Person", className: "Human") {
        Attribute("age", .integer16, isOptional: false)
        Attribute("extra", .string)
        Relationship("pets", to: "Person", .toMany, deleteRule: .cascade)
      }
    }
    #expect(
      ModelDifference.between(expected, found).map(\.description) == [
        "entity 'Person': class name changed from none to Human",
        "'Person.age': optionality changed from optional to required",
        "'Person.age': renaming identifier changed from years to none",
        "entity 'Person': attribute 'gone' was removed",
        "entity 'Person': attribute 'extra' was added",
        "'Person.pets': delete rule changed from nullify to cascade",
      ])
  }

  @Test func differencesCoverEveryFieldOfTheVocabulary() throws {
    // Every leaf of the encoded model is changed in turn: none may go unnoticed.
    let original = ModelSamples.everything
    let leaves = try ModelSamples.mutations(of: original)
    #expect(leaves.count > 100)
    for (path, mutated) in leaves where path != "name" {
      #expect(!ModelDifference.between(original, mutated).isEmpty, "\(path) went unnoticed")
    }
    #expect(ModelDifference.between(original, original).isEmpty)
  }
}

/// Models that use the whole vocabulary.
enum ModelSamples {
  static let everything = Model(
    "V1", versionIdentifiers: ["1"],
    configurations: [ModelConfiguration("Cloud", entities: ["Base"])],
    fetchRequests: [FetchRequestTemplate("all", settings: [UserInfoEntry("entity", "Base")])],
    userInfo: [UserInfoEntry("k", "v")]
  ) {
    Entity(
      "Base", isAbstract: true, className: "Base", renamingIdentifier: "Old",
      versionHashModifier: "2", userInfo: [UserInfoEntry("k", "v")]
    ) {
      for (position, value) in values.enumerated() {
        Attribute(
          "a\(position)", value.0, isOptional: false, default: value.1, renamingIdentifier: "r",
          versionHashModifier: "m", valueTransformerName: "T", valueClassName: "C",
          validation: AttributeValidation(minimum: "1", maximum: "9", regularExpression: "x"),
          userInfo: [UserInfoEntry("k", "v")])
      }
      Attribute(
        "derived", .integer64,
        derivation: Derivation("links.@count", filteringPredicate: "a > 1"))
      Attribute(
        "composite", .composite, elements: [Attribute("x", .double), Attribute("y", .double)],
        compositeName: "Point")
      Relationship(
        "links", to: "Leaf", inverse: "back", .toMany(min: 1, max: 4), isOrdered: true,
        deleteRule: .cascade, renamingIdentifier: "r", versionHashModifier: "m",
        userInfo: [UserInfoEntry("k", "v")])
      FetchedProperty(
        "fetched", fetchRequest: [UserInfoEntry("entity", "Leaf")],
        userInfo: [UserInfoEntry("k", "v")])
      FetchIndex(
        "index",
        elements: ["a0", .descending("a1"), .rTree("a2"), .expression("self", type: .string)],
        partialIndexPredicate: "a0 > 1", userInfo: [UserInfoEntry("k", "v")])
      UniquenessConstraint("a0", "a1")
    }
    Entity("Leaf", superentity: "Base") {
      Relationship("back", to: "Base", inverse: "links")
    }
  }

  static let values: [(AttributeType, AttributeValue)] = [
    (.integer64, .integer(.min)), (.boolean, true), (.double, .double(0.1)),
    (.float, .float(1.5)), (.decimal, .decimal(DecimalNumber(Int64(12)))),
    (.date, .date(731_947_175.405035)), (.string, "ä\u{0}"), (.uri, .uri("https://example.com")),
    (.uuid, .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))),
    (.binary, .binary(Data([0, 255]))), (.transformable, .transformable(Data([1]))),
  ]

  /// Every model that differs from a model in one scalar of its encoded form.
  static func mutations(of model: Model) throws -> [(path: String, model: Model)] {
    let tree = try JSONSerialization.jsonObject(with: JSONEncoder().encode(model))
    var results: [(String, Model)] = []
    for (path, mutated) in mutations(of: tree, path: "") {
      let data = try JSONSerialization.data(withJSONObject: mutated)
      // A mutation that no longer decodes, such as an unknown raw value, is no model.
      if let decoded = try? JSONDecoder().decode(Model.self, from: data), decoded != model {
        results.append((path, decoded))
      }
    }
    return results
  }

  private static func mutations(of node: Any, path: String) -> [(String, Any)] {
    if let dictionary = node as? [String: Any] {
      return dictionary.keys.sorted().flatMap { key in
        mutations(of: dictionary[key] as Any, path: path.isEmpty ? key : "\(path).\(key)")
          .map { inner in
            var copy = dictionary
            copy[key] = inner.1
            return (inner.0, copy as Any)
          }
      }
    }
    if let array = node as? [Any] {
      return array.indices.flatMap { index in
        mutations(of: array[index], path: "\(path)[\(index)]").map { inner in
          var copy = array
          copy[index] = inner.1
          return (inner.0, copy as Any)
        }
      }
    }
    if let number = node as? NSNumber {
      return [
        (path, number == 0 ? true : false), (path, number == 1 ? 0 : 1),
        (path, number == 2 ? 1 : 2), (path, 800),
      ]
    }
    if let text = node as? String {
      return [(path, text + "x"), (path, "rTree"), (path, "7")].filter { $0.1 != text }
    }
    return []
  }
}
