#if canImport(CoreData)
  import BrowserModels
  import CoreData
  import Foundation
  import GoldenStoreCoreData
  import GoldenStoreModel
  import Testing

  /// What only a system with Core Data can tell: whether its own descriptions say what a version
  /// says.
  struct ManagedObjectModelTests {
    /// A model with every word that needs no newer system.
    private static let everything = Model(
      "M", versionIdentifiers: ["7"],
      configurations: [ModelConfiguration("Local", entities: ["Pet"])],
      fetchRequests: [
        FetchRequestTemplate(
          "old", settings: [.init("entity", "Person"), .init("predicateString", "age > 30")])
      ]
    ) {
      Entity("Being", isAbstract: true, versionHashModifier: "m") {
        Attribute("born", .date, default: .date(1.5))
      }
      Entity(
        "Person", superentity: "Being", className: "Some.Person", renamingIdentifier: "Human",
        userInfo: [.init("k", "v")]
      ) {
        Attribute("age", .integer16, isOptional: false, default: 3)
        Attribute("id", .uuid)
        Attribute("link", .uri, default: .uri("https://example.org"))
        Attribute("money", .decimal, default: .decimal("0.10"))
        Attribute(
          "name", .string, renamingIdentifier: "title", versionHashModifier: "n",
          validation: AttributeValidation(maximum: "9", regularExpression: "[a-z]*"))
        Attribute("passing", .undefined, isTransient: true)
        Attribute("photo", .binary, allowsExternalBinaryDataStorage: true)
        Attribute(
          "color", .transformable, preservesValueInHistoryOnDeletion: true,
          valueTransformerName: "Colors", valueClassName: "NSColor")
        Attribute(
          "petCount", .integer32, renamingIdentifier: "count",
          derivation: Derivation("pets.@count"))
        Relationship(
          "pets", to: "Pet", inverse: "owner", .toMany(min: 1, max: 5), isOrdered: true,
          deleteRule: .cascade)
        FetchedProperty("peers", fetchRequest: [.init("entity", "Person")])
        FetchIndex("byName", .descending("name"), .expression("entity"), where: "age > 3")
        FetchIndex("byBirth", "born")
        UniquenessConstraint("id")
        UniquenessConstraint("name", "age")
      }
      Entity("Pet", superentity: "Being") {
        Relationship("owner", to: "Person", inverse: "pets")
        Relationship("friends", to: "Pet", inverse: "friends", .toMany)
        Relationship("kennel", to: "Being")
      }
    }

    @Test func everyVersionOfTheBrowserModelsHasItsHashes() throws {
      var versions = 0
      for history in BrowserModels.all {
        for model in try history.validated() {
          for purpose in [ManagedObjectModelPurpose.app(), .migration] {
            let built = try NSManagedObjectModel(model, for: purpose)
            #expect(try built.versionHashDifferences(from: model) == [])
            #expect(built.entities.count == model.model.entities.count)
          }
          versions += 1
        }
      }
      #expect(versions == 35)
    }

    @Test(arguments: [ManagedObjectModelPurpose.app(), .migration])
    func everyWordHasItsHash(_ purpose: ManagedObjectModelPurpose) throws {
      let built = try NSManagedObjectModel(Self.everything, for: purpose)
      #expect(try built.versionHashDifferences(from: Self.everything) == [])
    }

    @Test func anotherVersionsHashesAreToldDownToTheProperty() throws {
      var other = Self.everything
      other.entities[1].attributes[0].isOptional = true
      let built = try NSManagedObjectModel(other)
      let differences = try built.versionHashDifferences(from: Self.everything)
      #expect(differences.map(\.subject) == [.property(entity: "Person", property: "age")])
    }

    @Test func whatIsNotHashedIsThereToo() throws {
      let built = try NSManagedObjectModel(Self.everything)
      let person = try #require(built.entitiesByName["Person"])
      #expect(person.managedObjectClassName == "Some.Person")
      #expect(person.renamingIdentifier == "Human")
      #expect(person.userInfo as? [String: String] == ["k": "v"])
      #expect(person.superentity?.name == "Being")
      #expect(built.entitiesByName["Being"]?.isAbstract == true)
      #expect(built.versionIdentifiers == ["7"])
      #expect(built.entities(forConfigurationName: "Local")?.map(\.name) == ["Pet"])
      #expect(built.fetchRequestTemplatesByName["old"]?.predicate?.predicateFormat == "age > 30")

      let attributes = person.attributesByName
      #expect(attributes["age"]?.defaultValue as? NSNumber == 3)
      #expect(
        attributes["money"]?.defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "0.1"))
      #expect(attributes["link"]?.defaultValue as? URL == URL(string: "https://example.org"))
      #expect(
        attributes["born"]?.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
      #expect(attributes["name"]?.renamingIdentifier == "title")
      #expect(attributes["name"]?.validationPredicates.count == 2)
      #expect(attributes["color"]?.valueTransformerName == "Colors")
      #expect(attributes["color"]?.attributeValueClassName == "NSColor")
      #expect(attributes["color"]?.preservesValueInHistoryOnDeletion == true)
      #expect(attributes["photo"]?.allowsExternalBinaryDataStorage == true)
      let derived = attributes["petCount"] as? NSDerivedAttributeDescription
      #expect(derived?.derivationExpression.map { "\($0)" } == "count:(pets)")
      // Core Data raises an exception where a derived attribute is given another one.
      #expect(derived?.renamingIdentifier == "petCount")

      let pets = try #require(person.relationshipsByName["pets"])
      #expect(pets.deleteRule == .cascadeDeleteRule && pets.isOrdered)
      #expect(pets.minCount == 1 && pets.maxCount == 5)
      #expect(pets.inverseRelationship?.name == "owner")
      #expect(pets.destinationEntity?.name == "Pet")
      #expect(person.indexes.map(\.name) == ["byName", "byBirth"])
      #expect(person.indexes.first?.elements.map(\.isAscending) == [false, true])
      #expect(person.indexes.first?.partialIndexPredicate?.predicateFormat == "age > 3")
      #expect(person.uniquenessConstraints as? [[String]] == [["id"], ["name", "age"]])
    }

    @Test func modelsOfMigrationsNeedNoClassOfTheApp() throws {
      let built = try NSManagedObjectModel(Self.everything, for: .migration)
      let person = try #require(built.entitiesByName["Person"])
      #expect(person.managedObjectClassName == "NSManagedObject")
      #expect(
        person.attributesByName["color"]?.valueTransformerName == StoredBytes.transformerName)
      #expect(person.attributesByName["name"]?.validationPredicates.isEmpty == true)
      #expect(person.propertiesByName["peers"] == nil)
    }

    @Test func compositesAreThereWhereTheSystemHasThem() throws {
      let model = Model("M") {
        Entity("E") {
          Attribute(
            "address", .composite,
            elements: [
              Attribute("city", .string),
              Attribute("place", .composite, elements: [Attribute("x", .double)]),
            ])
        }
      }
      guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else {
        #expect(throws: PersistenceError.self) { try NSManagedObjectModel(model) }
        return
      }
      #expect(try NSManagedObjectModel(model).versionHashDifferences(from: model) == [])
    }
  }
#endif
