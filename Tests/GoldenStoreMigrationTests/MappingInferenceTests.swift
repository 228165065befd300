import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Which entities and properties inference joins, and what it says about each.
struct MappingInferenceTests {
  private func mapping(_ source: Model, _ destination: Model) throws -> MappingModel {
    try MappingModel.inferred(from: source.validated(), to: destination.validated())
  }

  private func person(_ name: String, _ attributes: Attribute...) -> Model {
    Model(name) { Entity("Person") { for attribute in attributes { attribute } } }
  }

  private func property(_ mapping: MappingModel, _ name: String) throws -> PropertyMapping {
    let entity = try #require(mapping.mapping(to: "Person"))
    return try #require(entity.properties.first { $0.destination == name })
  }

  // MARK: Entities

  @Test func entitiesAreJoinedByRenamingIdentifier() throws {
    let result = try mapping(
      Model("V1") {
        Entity("Same") { Attribute("a", .string) }
        Entity("Changed") { Attribute("a", .string) }
        Entity("Old") { Attribute("a", .string) }
        Entity("Gone") { Attribute("a", .string) }
      },
      Model("V2") {
        Entity("Same") { Attribute("a", .string) }
        Entity("Changed") { Attribute("a", .integer16, renamingIdentifier: "x") }
        Entity("New", renamingIdentifier: "Old") { Attribute("a", .string) }
        Entity("Added") { Attribute("a", .string) }
      })
    #expect(
      result.entityMappings.map(\.name) == [
        "IEM_Add_Added", "IEM_Transform_Changed", "IEM_Transform_Old", "IEM_Copy_Same",
        "IEM_Remove_Gone",
      ])
    #expect(result.entityMappings.map(\.kind.rawValue) == [2, 5, 5, 4, 3])
    #expect(result.mapping(to: "New")?.source == "Old")
  }

  @Test func entityOfTheSameNameIsTransformedHoweverUnrelated() throws {
    let result = try mapping(
      person("V1", Attribute("a", .string)), person("V2", Attribute("b", .date)))
    #expect(result.entityMappings.map(\.name) == ["IEM_Transform_Person"])
    let unused = try mapping(
      person("V1", Attribute("a", .string)),
      Model("V2") {
        Entity("Person", renamingIdentifier: "Person2") { Attribute("b", .date) }
      })
    #expect(unused.entityMappings.map(\.name) == ["IEM_Add_Person2", "IEM_Remove_Person"])
  }

  @Test func unchangedModelIsTheIdentity() throws {
    let result = try mapping(
      person("V1", Attribute("a", .string)),
      person("V2", Attribute("a", .string, default: "not hashed")))
    #expect(result.isIdentity)
  }

  @Test func identifierSetAfterwardsMovesNothingInACopiedEntity() throws {
    let result = try mapping(
      person("V1", Attribute("a", .string), Attribute("b", .string)),
      person(
        "V2", Attribute("a", .string, renamingIdentifier: "b"),
        Attribute("b", .string, renamingIdentifier: "a")))
    #expect(try property(result, "a").source == "a")
  }

  // MARK: Properties

  @Test func chainOfNamesNeedsTheFirstIdentifier() throws {
    let first = person("V1", Attribute("a", .string))
    let second = person("V2", Attribute("b", .string, renamingIdentifier: "a"))
    let kept = person("V3", Attribute("c", .string, renamingIdentifier: "a"))
    let broken = person("V3", Attribute("c", .string, renamingIdentifier: "b"))
    #expect(try property(mapping(first, kept), "c").source == "a")
    #expect(try property(mapping(second, kept), "c").source == "b")
    #expect(try property(mapping(first, broken), "c").source == nil)
    #expect(try property(mapping(second, broken), "c").source == nil)
    #expect(try mapping(second, broken).mapping(to: "Person")?.removedAttributes == ["b"])
  }

  @Test func twoDestinationsMayShareOneOrigin() throws {
    let result = try mapping(
      person("V1", Attribute("a", .string)),
      person("V2", Attribute("a", .string), Attribute("b", .string, renamingIdentifier: "a")))
    #expect(try property(result, "a").source == "a")
    #expect(try property(result, "b").source == "a")
    #expect(
      try mapping(
        person("V1", Attribute("a", .string)),
        person("V2", Attribute("a", .string), Attribute("b", .string, renamingIdentifier: "a"))
      ).mapping(to: "Person")?.losesProperty == false)
  }

  @Test func attributeThatBecomesARelationshipIsLostAndNew() throws {
    let result = try mapping(
      person("V1", Attribute("friend", .string)),
      Model("V2") { Entity("Person") { Relationship("friend", to: "Person") } })
    let entity = try #require(result.mapping(to: "Person"))
    #expect(entity.removedAttributes == ["friend"])
    #expect(entity.relationships.map(\.source) == [nil])
  }

  @Test func transienceMakesAPropertyComeAndGo() throws {
    let persistent = person("P", Attribute("t", .string), Attribute("x", .string))
    let transient = person("T", Attribute("t", .string, isTransient: true), Attribute("x", .string))
    #expect(try mapping(persistent, transient).mapping(to: "Person")?.removedAttributes == ["t"])
    #expect(try property(mapping(transient, persistent), "t").source == nil)
  }

  @Test("P10: a renamed derived attribute is computed anew")
  func renamedDerivedAttributeIsComputedAnew() throws {
    let source = Model("V1") {
      Entity("Person") {
        Attribute("name", .string)
        Attribute("upper", .string, derivation: Derivation("uppercase:(name)"))
      }
    }
    let destination = Model("V2") {
      Entity("Person") {
        Attribute("name", .string, versionHashModifier: "2")
        Attribute(
          "loud", .string, renamingIdentifier: "upper", derivation: Derivation("uppercase:(name)"))
      }
    }
    let result = try mapping(source, destination)
    #expect(try property(result, "loud").source == nil)
    #expect(result.mapping(to: "Person")?.removedAttributes == ["upper"])
  }

  @Test("A13: elements of composites are attributes of their own")
  func compositeElementsAreAttributesOfTheirOwn() throws {
    func address(_ elements: [Attribute], isOptional: Bool = true) -> Attribute {
      Attribute("address", .composite, isOptional: isOptional, elements: elements)
    }
    let street = Attribute("street", .string)
    let required = Attribute("city", .string, isOptional: false)
    let result = try mapping(
      person("V1", address([street])), person("V2", address([street, required])))
    #expect(try property(result, "address.street").source == "address.street")
    #expect(try property(result, "address.city").isChecked == false)
    let strict = try mapping(
      person("V1", address([street], isOptional: false)),
      person("V2", address([street, required], isOptional: false)))
    #expect(try property(strict, "address.city").isChecked)
  }

  // MARK: Values

  @Test(
    arguments: [
      // source, destination, fill, checked
      (nil, Attribute("a", .string, default: "d"), PropertyMapping.Fill.everyObject("d"), false),
      (nil, Attribute("a", .string), .none, false),
      (nil, Attribute("a", .string, isOptional: false, default: "d"), .everyObject("d"), false),
      (nil, Attribute("a", .string, isOptional: false), .none, true),
      (
        Attribute("a", .string), Attribute("a", .string, isOptional: false, default: "d"),
        .missingValues("d"), false
      ),
      (Attribute("a", .string), Attribute("a", .string, isOptional: false), .none, true),
      (
        Attribute("a", .string, isOptional: false), Attribute("a", .string, default: "d"), .none,
        false
      ),
      (
        Attribute("a", .string, isOptional: false),
        Attribute("a", .string, isOptional: false, default: "d", versionHashModifier: "2"), .none,
        false
      ),
    ] as [(Attribute?, Attribute, PropertyMapping.Fill, Bool)])
  func valuesThatTheSourceLacksComeFromDefaults(
    source: Attribute?, destination: Attribute, fill: PropertyMapping.Fill, isChecked: Bool
  ) throws {
    let other = Attribute("other", .string)
    let result = try mapping(
      source.map { person("V1", other, $0) } ?? person("V1", other),
      person("V2", other, destination))
    let attribute = try property(result, "a")
    #expect(attribute.fill == fill)
    #expect(attribute.isChecked == isChecked)
  }

  @Test(
    arguments: [
      (nil, Relationship("r", to: "Person"), false),
      (nil, Relationship("r", to: "Person", isOptional: false), true),
      (nil, Relationship("r", to: "Person", .toMany, isOptional: false), false),
      (nil, Relationship("r", to: "Person", .toMany(min: 1), isOptional: false), true),
      (Relationship("r", to: "Person"), Relationship("r", to: "Person", isOptional: false), true),
      (Relationship("r", to: "Person", isOptional: false), Relationship("r", to: "Person"), false),
      (
        Relationship("r", to: "Person", isOptional: false),
        Relationship("r", to: "Person", isOptional: false, versionHashModifier: "2"), false
      ),
      (
        Relationship("r", to: "Person", .toMany), Relationship("r", to: "Person", .toMany(min: 2)),
        false
      ),
      (
        Relationship("r", to: "Person", .toMany),
        Relationship("r", to: "Person", .toMany(min: 2), isOptional: false), true
      ),
      (
        Relationship("r", to: "Person", .toMany(min: 1)),
        Relationship("r", to: "Person", .toMany(min: 1), isOptional: false), true
      ),
      (
        Relationship("r", to: "Person", .toMany),
        Relationship("r", to: "Person", .toMany, isOptional: false), false
      ),
    ] as [(Relationship?, Relationship, Bool)])
  func mandatoryRelationshipsAreChecked(
    source: Relationship?, destination: Relationship, isChecked: Bool
  ) throws {
    func model(_ name: String, _ relationship: Relationship?) -> Model {
      Model(name) {
        Entity("Person") {
          Attribute("other", .string)
          if let relationship { relationship }
        }
      }
    }
    let result = try mapping(model("V1", source), model("V2", destination))
    #expect(try property(result, "r").isChecked == isChecked)
  }

  @Test("E7, 4.4: schema equality ignores widening, optionality and modifiers")
  func schemaEqualityIgnoresWideningOptionalityAndModifiers() throws {
    func isEqual(_ source: Attribute, _ destination: Attribute) throws -> Bool {
      let result = try mapping(person("V1", source), person("V2", destination))
      return try #require(result.mapping(to: "Person")).isSchemaEqual
    }
    #expect(try isEqual(Attribute("a", .integer16), Attribute("a", .integer64)))
    #expect(try isEqual(Attribute("a", .integer16), Attribute("a", .integer16, isOptional: false)))
    #expect(try isEqual(Attribute("a", .float), Attribute("a", .double, versionHashModifier: "2")))
    #expect(try !isEqual(Attribute("a", .integer64), Attribute("a", .integer16)))
    #expect(try !isEqual(Attribute("a", .string), Attribute("b", .string, renamingIdentifier: "a")))
    #expect(
      try !isEqual(
        Attribute("a", .binary), Attribute("a", .binary, allowsExternalBinaryDataStorage: true)))
  }

  @Test func aMappingPrintsWhatChanges() throws {
    let result = try mapping(
      person("V1", Attribute("name", .string), Attribute("age", .integer16), Attribute("x", .date)),
      person(
        "V2", Attribute("fullName", .string, isOptional: false, renamingIdentifier: "name"),
        Attribute("age", .integer32), Attribute("email", .string, default: "?")))
    #expect(
      "\(result)" == """
        'V1' → 'V2'
        IEM_Transform_Person
          age, wider type
          email: new attribute, "?" everywhere
          fullName ← name, checked for missing values
          x: attribute is lost
        """)
  }
}
