import BrowserModels
import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

struct ManagedObjectModelPlanTests {
  private static func plan(
    _ model: Model, for purpose: ManagedObjectModelPurpose = .app(), hasComposites: Bool = true
  ) throws -> ManagedObjectModelPlan {
    try ManagedObjectModelPlan(model.validated(), for: purpose, hasComposites: hasComposites)
  }

  private static func problems(
    _ model: Model, for purpose: ManagedObjectModelPurpose = .app(), hasComposites: Bool = true
  ) throws -> [String] {
    do {
      _ = try plan(model, for: purpose, hasComposites: hasComposites)
      return []
    } catch let error as ManagedObjectModelProblems {
      return error.problems.map(\.description)
    }
  }

  // MARK: Refusals

  @Test func everyProblemIsToldAtOnce() throws {
    let model = Model(
      "M", fetchRequests: [FetchRequestTemplate("all", settings: [.init("entity", "Persn")])]
    ) {
      Entity("Person", className: ".Person") {
        Attribute("hash", .string)
        Attribute("seen", .string, isIndexedBySpotlight: true)
        Attribute("age", .integer16, default: 70_000)
        Attribute("color", .transformable, default: .transformable(Data([1])))
        Attribute("address", .composite, elements: [Attribute("city", .string)])
        Attribute("name", .string, validation: AttributeValidation(regularExpression: "("))
        Attribute("loud", .string, derivation: Derivation("shout:(name)"))
        Attribute(
          "some", .integer32, derivation: Derivation("pets.@count", filteringPredicate: "a == 1"))
        Relationship("pets", to: "Person", inverse: "entity", .toMany)
        Relationship("entity", to: "Person", inverse: "pets")
        FetchedProperty("found", fetchRequest: [.init("entity", "Person"), .init("speed", "9")])
        FetchIndex("byName", "name", where: "name ==")
        FetchIndex("byLength", .expression("length"))
        FetchIndex("byCity", "address.city")
        FetchIndex("area", .rTree("age"))
        UniquenessConstraint("pets")
      }
    }
    #expect(
      try Self.problems(model, hasComposites: false) == [
        "entity 'Person' has class '.Person', whose module is not given; name it, as in "
          + "'.app(module: \"App\")', or give the class its whole name",
        "'Person.hash' has the name of a method of managed objects, which a model of Core Data "
          + "can't be given here; give it another one, and its renaming identifier if a version has "
          + "shipped",
        "'Person.seen' has a flag for Spotlight, which a model of Core Data can't be given here; it "
          + "is no part of a version; leave it out, and set it on the finished model",
        "the default of 'Person.age' is integer16, which can't hold 70000",
        "'Person.color' has bytes as the default of a transformable attribute, which a model of "
          + "Core Data can't be given here; leave it out, and set the object as 'defaultValue' of "
          + "the finished model",
        "'Person.address' needs composite attributes, which the Core Data of this system does not "
          + "have; they came with iOS 17, macOS 14, tvOS 17, watchOS 10",
        "'Person.name' has the text 'SELF MATCHES \"(\"', and Core Data may not be asked for the "
          + "regular expression '('; expected comparisons of key paths, constants and documented "
          + "functions",
        "'Person.loud' has the text 'shout:(name)', and Core Data may not be asked for a derivation "
          + "that is no key path over a to-one, no aggregate over a to-many, no 'canonical:', "
          + "'uppercase:' or 'lowercase:' of an attribute, and not 'now()'; expected comparisons of "
          + "key paths, constants and documented functions",
        "'Person.some' has a derivation with a filtering predicate, which a model of Core Data "
          + "can't be given here; read such a model from its compiled file instead",
        "'Person.entity' has the name of a method of managed objects, which a model of Core Data "
          + "can't be given here; give it another one, and its renaming identifier if a version has "
          + "shipped",
        "'Person.found' has the setting 'speed' with the value '9', which is not known here; leave "
          + "it out, and set it on the finished model",
        "'Person.byName' has the text 'name ==', and Core Data may not be asked for a predicate "
          + "that ends too early; expected comparisons of key paths, constants and documented "
          + "functions",
        "'Person.byLength' has the text 'length', and Core Data may not be asked for an index over "
          + "anything but 'self' and 'entity'; expected comparisons of key paths, constants and "
          + "documented functions",
        "'Person.byCity' has an index over the element 'address.city' of a composite attribute, which "
          + "a model of Core Data can't be given here; no public description of Core Data is known "
          + "to lead there; leave it out",
        "'Person.area' has RTree elements beside others, with a predicate, or over what is no "
          + "required attribute, which a model of Core Data can't be given here; split the index, or "
          + "make it one of type binary",
        "'Person' has a uniqueness constraint over 'pets', which a model of Core Data can't be given "
          + "here; only stored attributes and to-ones have a column to constrain",
        "'all' asks for entity 'Persn', which the version does not declare; did you mean 'Person'?",
      ])
  }

  @Test func whatOnlyAnAppNeedsDoesNotKeepAMigrationFromItsModel() throws {
    let model = Model(
      "M", fetchRequests: [FetchRequestTemplate("all", settings: [.init("entity", "Persn")])]
    ) {
      Entity("Person", className: ".Person") {
        Attribute("seen", .string, isIndexedBySpotlight: true)
        Attribute("color", .transformable, default: .transformable(Data([1])))
        Attribute("name", .string, validation: AttributeValidation(regularExpression: "("))
        FetchedProperty("found", fetchRequest: [.init("speed", "9")])
      }
    }
    #expect(try Self.problems(model, for: .migration) == [])
  }

  @Test func derivationsWithinCompositesAreRefused() throws {
    let model = Model("M") {
      Entity("E") {
        Attribute(
          "c", .composite,
          elements: [
            Attribute(
              "inner", .composite,
              elements: [
                Attribute("d", .date, derivation: Derivation("now()"))
              ])
          ])
      }
    }
    #expect(
      try Self.problems(model) == [
        "'E.c.inner.d' has a derivation in a composite attribute, which a model of Core Data can't "
          + "be given here; derive an attribute of the entity itself"
      ])
    // Both composites need the system.
    #expect(try Self.problems(model, hasComposites: false).count == 3)
  }

  @Test func spatialIndexesAreWhole() throws {
    func problems(_ index: FetchIndex) throws -> Int {
      try Self.problems(
        Model("M") {
          Entity("E") {
            Attribute("x", .double, isOptional: false)
            Attribute("y", .double)
            index
          }
        }
      ).count
    }
    #expect(try problems(FetchIndex("i", .rTree("x"))) == 0)
    #expect(try problems(FetchIndex("i", .rTree("x"), where: "x > 1")) == 1)
    #expect(try problems(FetchIndex("i", .rTree("x"), "x")) == 1)
    #expect(try problems(FetchIndex("i", .rTree("y"))) == 1)
  }

  @Test func inheritedPropertiesAreNotDeclaredAgain() throws {
    let model = Model("M") {
      Entity("A") { Attribute("x", .string) }
      Entity("B", superentity: "A")
      Entity("C", superentity: "B") {
        Attribute("x", .string)
        Attribute("y", .string)
      }
    }
    #expect(
      try Self.problems(model, for: .migration) == [
        "'C.x' has a name that superentity 'A' declares too, which a model of Core Data can't be "
          + "given here; what Core Data makes of that in code is not known; use another name"
      ])
  }

  // MARK: Decisions

  @Test func classesAreThoseOfTheAppOrNone() throws {
    let model = Model("M") {
      Entity("A", className: ".A")
      Entity("B", className: "Other.B")
      Entity("C", className: "")
      Entity("D")
    }
    let app = try Self.plan(model, for: .app(module: "App"))
    #expect(try app.model.model.entities.map(app.className) == ["App.A", "Other.B", nil, nil])
    let migration = try Self.plan(model, for: .migration)
    #expect(
      try migration.model.model.entities.map(migration.className) == [nil, nil, nil, nil])
  }

  @Test func transformersAreThoseOfTheAppOrLeaveTheBytesAlone() throws {
    let attributes = [
      Attribute("a", .transformable, valueTransformerName: "Colors"),
      Attribute("b", .transformable, valueTransformerName: ""), Attribute("c", .transformable),
      Attribute("d", .binary),
    ]
    let model = Model("M") { Entity("E") { for attribute in attributes { attribute } } }
    let app = try Self.plan(model)
    #expect(attributes.map(app.valueTransformerName) == ["Colors", nil, nil, nil])
    let migration = try Self.plan(model, for: .migration)
    let bytes = StoredBytes.transformerName
    #expect(attributes.map(migration.valueTransformerName) == [bytes, bytes, bytes, nil])
  }

  @Test(arguments: [
    (Attribute("a", .string), [String]()),
    (Attribute("a", .composite, elements: [Attribute("b", .string)]), []),
    (
      Attribute("a", .string, isOptional: false, renamingIdentifier: "b"),
      [
        "renamingIdentifier(\"b\")"
      ]
    ),
    (
      Attribute(
        "a", .composite, renamingIdentifier: "c", elements: [Attribute("b", .string)]),
      ["renamingIdentifier(\"c\")"]
    ),
    // Core Data raises an exception on the renaming identifier of a derived attribute.
    (
      Attribute("a", .date, renamingIdentifier: "b", derivation: Derivation("now()")), []
    ),
    (
      Attribute(
        "a", .integer32, default: 0, renamingIdentifier: "b", versionHashModifier: "m",
        derivation: Derivation("pets.@count")),
      ["versionHashModifier(\"m\")", "defaultValue(0)"]
    ),
    (Attribute("a", .string, default: .null), []),
    (
      Attribute(
        "a", .integer16, default: 7, isTransient: true, allowsExternalBinaryDataStorage: true,
        preservesValueInHistoryOnDeletion: true, allowsCloudEncryption: true),
      [
        "transient", "externalBinaryDataStorage", "preservesValueInHistoryOnDeletion",
        "cloudEncryption", "defaultValue(7)",
      ]
    ),
  ])
  func descriptionsAreToldOnlyWhatTheyMayBeTold(
    _ attribute: Attribute, _ expected: [String]
  ) throws {
    for purpose in [ManagedObjectModelPurpose.app(), .migration] {
      let plan = try Self.plan(Model("M"), for: purpose)
      let settings = try plan.settings(of: attribute, place: "E.a")
      #expect(settings.map { "\($0)" } == expected)
    }
  }

  @Test func limitsBecomePredicatesWithTheirText() throws {
    let attribute = Attribute(
      "name", .string,
      validation: AttributeValidation(
        minimum: "1", maximum: "9", regularExpression: "a\"b.*",
        predicates: [
          ValidationPredicate("SELF != 'x'", .message("not x")), ValidationPredicate("SELF != 'y'"),
        ]))
    let model = Model("M") { Entity("E") { attribute } }
    let limits = try Self.plan(model).limits(of: attribute, place: "E.name")
    #expect(
      limits.map { "\($0.predicate): \($0.warning)" } == [
        "length >= 1: length >= 1", "length <= 9: length <= 9", "SELF != \"x\": not x",
        "SELF != \"y\": SELF != 'y'",
        "SELF MATCHES \"a\\\"b.*\": SELF MATCHES \"a\\\"b.*\"",
      ])
    #expect(try Self.plan(model, for: .migration).limits(of: attribute, place: "").isEmpty)
  }

  /// What is hashed is the text that the parts print.
  @Test(arguments: [
    ("boss.name", "boss.name"), ("pets.@count", "count:(pets)"),
    ("pets.@sum.age", nil), ("sum:( pets.age )", "sum:(pets.age)"),
    ("max:(pets.age)", "max:(pets.age)"), ("canonical:(name)", "canonical:(name)"),
    ("now()", "now()"), ("average:(pets.age)", nil), ("name", nil), ("boss.boss.name", nil),
  ])
  func derivationsPrintAsTheyAreHashed(_ text: String, _ printed: String?) throws {
    let plan = try Self.plan(Model("M"))
    let derivation = Derivation(text)
    guard let printed else {
      #expect(throws: ManagedObjectModelProblem.self) {
        try plan.derivationExpression(derivation, place: "E.d")
      }
      return
    }
    #expect("\(try plan.derivationExpression(derivation, place: "E.d"))" == printed)
    #expect(derivation.predicateFormat == printed)
  }

  @Test func inversesBelongToTheEntityThatDeclaresThem() throws {
    let model = Model("M") {
      Entity("Base") {
        Relationship("group", to: "Group", inverse: "members")
        Relationship("twin", to: "Base", inverse: "twin")
      }
      Entity("Middle", superentity: "Base")
      Entity("Leaf", superentity: "Middle") {
        Relationship("club", to: "Group", inverse: "leaves")
      }
      Entity("Group") {
        Relationship("members", to: "Leaf", inverse: "group", .toMany)
        Relationship("leaves", to: "Leaf", inverse: "club", .toMany)
        Relationship("alone", to: "Leaf")
      }
    }
    let plan = try Self.plan(model)
    var found: [String: String] = [:]
    for entity in model.entities {
      for relationship in entity.relationships {
        let inverse = plan.inverse(of: relationship)
        found["\(entity.name).\(relationship.name)"] = inverse.map { "\($0.entity).\($0.name)" }
      }
    }
    #expect(
      found == [
        "Base.group": "Group.members", "Base.twin": "Base.twin", "Leaf.club": "Group.leaves",
        "Group.members": "Base.group", "Group.leaves": "Leaf.club",
      ])
  }

  @Test func fetchRequestsAreReadInTheWordsOfAModelFile() throws {
    let model = Model("M") { Entity("E") { Attribute("a", .integer16) } }
    let request = try Self.plan(model).fetchRequest(
      [
        .init("entity", "E"), .init("predicateString", "a > 3"), .init("fetchLimit", "7"),
        .init("fetchBatchSize", "20"), .init("sortDescriptors", "a ascending, b descending"),
        .init("includeSubentities", "NO"), .init("includePropertyValues", "YES"),
      ], place: "all")
    #expect(request.flags == [.includesSubentities: false, .includesPropertyValues: true])
    #expect(request.entity == "E" && request.fetchLimit == 7 && request.fetchBatchSize == 20)
    #expect(request.predicate.map { "\($0)" } == "a > 3")
    #expect(request.sortDescriptors.map(\.key) == ["a", "b"])
    #expect(request.sortDescriptors.map(\.isAscending) == [true, false])
  }

  @Test(arguments: [
    ("includeSubentities", "yes"), ("fetchLimit", "-1"), ("fetchBatchSize", "many"),
    ("resultType", "2"), ("sortDescriptors", "a upwards"),
  ])
  func unknownSettingsOfFetchRequestsAreRefused(_ key: String, _ value: String) throws {
    let plan = try Self.plan(Model("M") { Entity("E") })
    #expect(
      throws: ManagedObjectModelProblem.fetchRequestSetting(place: "all", key: key, value: value)
    ) {
      try plan.fetchRequest([.init("entity", "E"), .init(key, value)], place: "all")
    }
  }

  @Test func indexedExpressionsAreTheObjectAndItsEntity() throws {
    let plan = try Self.plan(Model("M"))
    let elements: [FetchIndexElement] = [
      "name", .expression("self", type: .objectID), .expression("entity"),
    ]
    #expect(
      try elements.map { try plan.subject(of: $0, place: "E.i") } == [
        .property("name"), .expression(.object, .objectID),
        .expression(.keyPath("entity", variable: nil), .undefined),
      ])
  }

  // MARK: Real models

  @Test func everyVersionOfTheBrowserModelsCanBeBuilt() throws {
    var versions = 0
    for history in BrowserModels.all {
      for model in try history.validated() {
        for purpose in [ManagedObjectModelPurpose.app(), .migration] {
          #expect(throws: Never.self) {
            try ManagedObjectModelPlan(model, for: purpose, hasComposites: false)
          }
        }
        versions += 1
      }
    }
    #expect(versions == 35)
  }

  /// What Core Data can't be given of the models that were found in the open.
  @Test(.enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.absence)))
  func theCorpusIsBuiltButForWhatIsNamed() throws {
    var refused: [String: Int] = [:]
    let items = Corpus.items(kind: "model-xml")
    for item in items {
      for model in try XCDataModelReader.read(item.url.path).history.validated() {
        do {
          _ = try ManagedObjectModelPlan(model, for: .app(module: "App"), hasComposites: true)
        } catch {
          for problem in error.problems { refused[problem.description, default: 0] += 1 }
        }
        #expect(throws: Never.self) {
          try ManagedObjectModelPlan(model, for: .migration, hasComposites: true)
        }
      }
    }
    #expect(items.count == 489)
    #expect(
      refused == [
        "'Entity.binaryAttribute' has a flag for Spotlight, which a model of Core Data can't be "
          + "given here; it is no part of a version; leave it out, and set it on the finished "
          + "model": 6,
        "'FetchRequest' has the setting 'resultType' with the value '2', which is not known here; "
          + "leave it out, and set it on the finished model": 1,
      ])
  }
}
