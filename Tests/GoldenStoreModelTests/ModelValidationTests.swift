import GoldenStoreModel
import Testing

struct ModelValidationTests {
  /// A model with one flaw and the sentence that names it.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let sentence: String
    let model: Model
    var testDescription: String { sentence }

    init(_ sentence: String, @ModelBuilder _ entities: () -> [Entity]) {
      self.sentence = sentence
      model = Model("V3", entities)
    }
  }

  static let flaws: [Flaw] = [
    Flaw("entity 'Person' is declared twice") {
      Entity("Person")
      Entity("Person")
    },
    Flaw("model 'V3' declares an entity without a name") { Entity("") },
    Flaw(
      "entity 'Cat' has superentity 'Animl', which the model does not declare; "
        + "did you mean 'Animal'?"
    ) {
      Entity("Animal")
      Entity("Cat", superentity: "Animl")
    },
    Flaw("entity 'A' is its own ancestor: 'A' inherits from 'B' inherits from 'A'") {
      Entity("A", superentity: "B")
      Entity("B", superentity: "A")
    },
    Flaw("entity 'Person' declares property 'name' twice") {
      Entity("Person") {
        Attribute("name", .string)
        Relationship("name", to: "Person")
      }
    },
    Flaw("entity 'Person' declares a property without a name") {
      Entity("Person") { Attribute("", .string) }
    },
    Flaw(
      "relationship 'Person.pets' has destination 'Pat', which model 'V3' does not declare; "
        + "did you mean 'Pet'?"
    ) {
      Entity("Person") { Relationship("pets", to: "Pat", .toMany) }
      Entity("Pet")
    },
    Flaw(
      "relationship 'Person.pets' has inverse 'Pet.owner', which 'Pet' does not declare; "
        + "did you mean 'owners'?"
    ) {
      Entity("Person") { Relationship("pets", to: "Pet", inverse: "owner", .toMany) }
      Entity("Pet") {
        Relationship("owners", to: "Person")
      }
    },
    Flaw(
      "relationship 'Person.pets' has inverse 'Pet.owner', whose own inverse is not set; "
        + "expected 'Person.pets'"
    ) {
      Entity("Person") { Relationship("pets", to: "Pet", inverse: "owner", .toMany) }
      Entity("Pet") { Relationship("owner", to: "Person") }
    },
    Flaw("relationship 'Person.pets' has minimum count 3 and maximum count 2") {
      Entity("Person") { Relationship("pets", to: "Person", .toMany(min: 3, max: 2)) }
    },
    Flaw("relationship 'Person.best' is ordered, but has at most one target") {
      Entity("Person") { Relationship("best", to: "Person", isOrdered: true) }
    },
    Flaw("attribute 'Person.age' has no type; only a transient attribute may lack one") {
      Entity("Person") { Attribute("age", .undefined) }
    },
    Flaw("attribute 'Person.age' of type integer16 cannot have default \"old\"") {
      Entity("Person") { Attribute("age", .integer16, default: "old") }
    },
    Flaw("attribute 'Person.sum' is derived and transient; a derived attribute is stored") {
      Entity("Person") {
        Attribute("sum", .integer64, isTransient: true, derivation: Derivation("pets.@count"))
      }
    },
    Flaw("composite attribute 'Person.address' has no elements") {
      Entity("Person") { Attribute("address", .composite) }
    },
    Flaw(
      "attribute 'Person.age' of type integer16 has elements; only a composite attribute may"
    ) {
      Entity("Person") {
        Attribute("age", .integer16, elements: [Attribute("years", .integer16)])
      }
    },
    Flaw(
      "attribute 'Person.name' of type string allows external storage; "
        + "only binary and transformable attributes may"
    ) {
      Entity("Person") { Attribute("name", .string, allowsExternalBinaryDataStorage: true) }
    },
    Flaw(
      "a uniqueness constraint of entity 'Person' names property 'nme', "
        + "which 'Person' does not have; did you mean 'name'?"
    ) {
      Entity("Person") {
        Attribute("name", .string)
        UniquenessConstraint("nme")
      }
    },
    Flaw("a uniqueness constraint of entity 'Person' names no property") {
      Entity("Person") { UniquenessConstraint() }
    },
    Flaw(
      "fetch index 'Person.byName' names property 'nam', which 'Person' does not have; "
        + "did you mean 'name'?"
    ) {
      Entity("Person") {
        Attribute("name", .string)
        FetchIndex("byName", "nam")
      }
    },
    Flaw("fetch index 'Person.byName' has no elements") {
      Entity("Person") { FetchIndex("byName") }
    },
  ]

  @Test(arguments: flaws) func aFlawIsNamedInOneSentence(_ flaw: Flaw) {
    #expect(throws: ModelError.self) { try flaw.model.validated() }
    do throws(ModelError) {
      _ = try flaw.model.validated()
    } catch {
      let text = "\(error)"
      #expect(text.hasPrefix("model 'V3' has "))
      #expect(text.contains(flaw.sentence), "found: \(text)")
    }
  }

  @Test func everyProblemIsReportedAtOnce() {
    let model = Model(
      "V1", configurations: [ModelConfiguration("Cloud", entities: ["Nobody"])]
    ) {
      Entity("Person") {
        Attribute("age", .undefined)
        Relationship("pets", to: "Pet")
      }
      Entity("Person")
    }
    do throws(ModelError) {
      _ = try model.validated()
      Issue.record("the model was accepted")
    } catch {
      guard case .invalidModel(_, let problems) = error else {
        Issue.record("found \(error)")
        return
      }
      #expect(
        problems == [
          .duplicateEntity("Person"),
          .untypedAttribute(entity: "Person", attribute: "age"),
          .unknownDestination(
            entity: "Person", relationship: "pets", destination: "Pet", model: "V1",
            known: ["Person", "Person"]),
          .unknownConfigurationEntity(
            configuration: "Cloud", entity: "Nobody", known: ["Person", "Person"]),
        ])
    }
  }

  @Test func anInverseInheritedFromAnAncestorIsAccepted() throws {
    let model = Model("V1") {
      Entity("Animal") { Relationship("owner", to: "Person", inverse: "animals") }
      Entity("Cat", superentity: "Animal")
      Entity("Person") { Relationship("animals", to: "Cat", inverse: "owner", .toMany) }
    }
    let validated = try model.validated()
    let person = try #require(validated.entity(named: "Person"))
    let animals = try #require(validated.relationships(of: person).first)
    #expect(validated.inverse(of: animals)?.name == "owner")
  }

  @Test func propertiesOfASubentityIncludeInheritedOnesInCodeUnitOrder() throws {
    let model = try Model("V1") {
      Entity("Base", isAbstract: true) {
        Attribute("b", .string)
        Attribute("Z", .string)
        Attribute("hidden", .string, isTransient: true)
      }
      Entity("Leaf", superentity: "Base") {
        Attribute("a", .string)
        Attribute("b", .string, isOptional: false)
      }
    }.validated()
    let leaf = try #require(model.entity(named: "Leaf"))
    #expect(model.attributes(of: leaf).map(\.name) == ["Z", "a", "b", "hidden"])
    #expect(model.persistedAttributes(of: leaf).map(\.name) == ["Z", "a", "b"])
    #expect(model.attributes(of: leaf).first { $0.name == "b" }?.isOptional == false)
    #expect(model.root(of: leaf).name == "Base")
    #expect(
      model.shape(of: leaf)
        == ObjectShape(entity: "Leaf", attributes: ["Z", "a", "b"], relationships: []))
  }
}
