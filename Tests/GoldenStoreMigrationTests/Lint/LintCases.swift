import GoldenStoreMigration
import GoldenStoreModel

extension LintCase {
  static let all: [LintCase] =
    names + objects + values + relationships + hashes + versions + cloudKit

  private static let title = Attribute("title", .string)

  private static let names = [
    LintCase(
      .renameWithoutIdentifier, at: "Person.fullName",
      history([person(Attribute("name", .string))], [person(Attribute("fullName", .string))]),
      near: history(
        [person(Attribute("name", .string))],
        [person(Attribute("fullName", .string, renamingIdentifier: "name"))])),
    LintCase(
      .identifierOfMiddleVersion, at: "Person.c",
      history(
        [person(Attribute("a", .string))],
        [person(Attribute("b", .string, renamingIdentifier: "a"))],
        [person(Attribute("c", .string, renamingIdentifier: "b"))]),
      near: history(
        [person(Attribute("a", .string))],
        [person(Attribute("b", .string, renamingIdentifier: "a"))],
        [person(Attribute("c", .string, renamingIdentifier: "a"))])),
    LintCase(
      .identifierOfNothing, at: "Person.age",
      history(
        [person(title)], [person(title, Attribute("age", .date, renamingIdentifier: "born"))]),
      near: history(
        // A text that was never a name says that this is another title.
        [person(title)],
        [
          person(
            Attribute("title", .string, renamingIdentifier: "second title"),
            Attribute("heading", .string, renamingIdentifier: "title"))
        ])),
    LintCase(
      .sharedIdentifier, at: "Person.heading",
      history(
        [person(title)],
        [person(title, Attribute("heading", .string, renamingIdentifier: "title"))]),
      near: history(
        [person(title)],
        [
          person(
            Attribute("title", .string, renamingIdentifier: "second title"),
            Attribute("heading", .string, renamingIdentifier: "title"))
        ])),
    LintCase(
      .reusedName, at: "Person.score",
      history(
        [person(title, Attribute("score", .double))], [person(title)],
        [person(title, Attribute("score", .double))]),
      near: history(
        [person(title, Attribute("score", .double))], [person(title)],
        [person(title, Attribute("score", .double, renamingIdentifier: "second score"))])),
    LintCase(
      .reservedName, at: "Person.description",
      history([person(Attribute("description", .string))]),
      near: history([person(Attribute("descriptionText", .string))])),
  ]

  private static let objects = [
    LintCase(
      .newRequiredProperty, at: "Person.age",
      history([person(title)], [person(title, Attribute("age", .integer16, isOptional: false))]),
      near: history(
        [person(title)],
        [person(title, Attribute("age", .integer16, isOptional: false, default: .integer(0)))])),
    LintCase(
      .optionalToRequired, at: "Person.title",
      history([person(title)], [person(Attribute("title", .string, isOptional: false))]),
      near: history([person(Attribute("title", .string, isOptional: false))], [person(title)])),
    LintCase(
      .removedEntity, at: "Pet",
      history([person(title), entity("Pet")], [person(title)]),
      near: history(
        [person(title), entity("Pet")],
        [person(title), entity("Animal", renamingIdentifier: "Pet")])),
    LintCase(
      .removedProperty, at: "Person.age",
      history([person(title, Attribute("age", .date))], [person(title)]),
      near: history(
        [person(title, Attribute("age", .date, isTransient: true))],
        [person(title, Attribute("more", .date))])),
    LintCase(
      .newUniquenessConstraint, at: "Person.title",
      history([person(title)], [person(title, unique: [UniquenessConstraint("title")])]),
      near: history(
        // Every object begins without a key.
        [person(title)],
        [person(title, Attribute("key", .string), unique: [UniquenessConstraint("key")])])),
  ]

  private static let values = [
    LintCase(
      .narrowingTypeChange, at: "Person.age",
      history([person(Attribute("age", .integer64))], [person(Attribute("age", .integer16))]),
      near: history([person(Attribute("age", .integer16))], [person(Attribute("age", .integer64))])),
    LintCase(
      .impossibleTypeChange, at: "Person.age",
      history([person(Attribute("age", .date))], [person(Attribute("age", .double))]),
      near: history([person(Attribute("age", .integer16))], [person(Attribute("age", .double))])),
    LintCase(
      .impossibleStorageChange, at: "Person.photo",
      history(
        [person(Attribute("photo", .binary, allowsExternalBinaryDataStorage: true))],
        [person(Attribute("photo", .binary))]),
      near: history(
        [person(Attribute("photo", .binary))],
        [person(Attribute("photo", .binary, allowsExternalBinaryDataStorage: true))])),
    LintCase(
      .hashNeutralDefault, at: "Person.age",
      history(
        [person(Attribute("age", .integer16, default: .integer(1)))],
        [person(Attribute("age", .integer16, default: .integer(2)))]),
      near: history(
        [person(title)], [person(title, Attribute("age", .integer16, default: .integer(2)))])),
  ]

  private static func pet(
    _ cardinality: Relationship.Cardinality, isOptional: Bool = true, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullify, inverse: String? = "owner", name: String = "pet"
  ) -> [Entity] {
    [
      entity(
        "Person",
        relationships: [
          Relationship(
            name, to: "Pet", inverse: inverse, cardinality, isOptional: isOptional,
            isOrdered: isOrdered, deleteRule: deleteRule)
        ]),
      entity(
        "Pet",
        relationships: inverse.map { [Relationship($0, to: "Person", inverse: name)] } ?? []),
    ]
  }

  private static func friend(_ destination: String, renamed: Bool = false) -> [Entity] {
    [
      entity("Person", relationships: [Relationship("friend", to: destination)]),
      renamed ? entity("Dog", renamingIdentifier: "Cat") : entity("Cat"),
      entity("Horse"),
    ]
  }

  private static let relationships = [
    LintCase(
      .toManyToToOne, at: "Person.pet", history(pet(.toMany), pet(.toOne)),
      near: history(pet(.toOne), pet(.toMany))),
    LintCase(
      .destinationChanged, at: "Person.friend", history(friend("Cat"), friend("Horse")),
      near: history(friend("Cat"), friend("Dog", renamed: true))),
    LintCase(
      .unorderedToOrdered, at: "Person.pet",
      history(pet(.toMany), pet(.toMany, isOrdered: true)),
      near: history(pet(.toMany, isOrdered: true), pet(.toMany))),
    LintCase(
      .newCommonParent, at: "Being",
      history(
        [entity("Cat"), entity("Horse")],
        [
          entity("Being", [], isAbstract: true), entity("Cat", parent: "Being"),
          entity("Horse", parent: "Being"),
        ]),
      near: history(
        [entity("Cat"), entity("Horse")],
        [
          entity("Being", [], isAbstract: true), entity("Cat", parent: "Being"), entity("Horse"),
        ])),
    LintCase(
      .refusedMigration, at: "",
      history(pet(.toOne, inverse: nil), pet(.toMany, inverse: nil)),
      near: history(pet(.toOne), pet(.toMany))),
    LintCase(
      .missingInverse, at: "Person.pet", history(pet(.toOne, inverse: nil)),
      near: history(pet(.toOne))),
    LintCase(
      .cascadeWithoutInverse, at: "Person.pet",
      history(pet(.toOne, deleteRule: .cascade, inverse: nil)),
      near: history(pet(.toOne, deleteRule: .cascade))),
    LintCase(
      .inverseNotMutual, at: "Person.dog",
      history([
        entity(
          "Person",
          relationships: [
            Relationship("pet", to: "Pet", inverse: "owner"),
            Relationship("dog", to: "Pet", inverse: "owner"),
          ]),
        entity("Pet", relationships: [Relationship("owner", to: "Person", inverse: "pet")]),
      ]),
      near: history(pet(.toOne))),
  ]

  private static func key(_ name: String) -> Attribute {
    Attribute(name, .string, derivation: Derivation("canonical:(title)"))
  }

  private static let hashes = [
    LintCase(
      .hashNeutralIndex, at: "Person",
      history([person(title)], [person(title, indexes: [FetchIndex("byTitle", "title")])]),
      near: history(
        [person(title)],
        [person(title, indexes: [FetchIndex("byTitle", "title")], modifier: "2")])),
    LintCase(
      .hashNeutralProperty, at: "Person.folded",
      // A derived attribute is hashed by its expression alone.
      history([person(title, key("key"))], [person(title, key("folded"))]),
      near: history([person(title, key("key"))], [person(title, key("folded"), modifier: "2")])),
    LintCase(
      .equalHashes, at: "", history([person(title)], [person(title)]),
      near: history([person(title)], [person(title, modifier: "2")])),
  ]

  private static let versions = [
    LintCase(
      .changedVersion, at: "Person.title",
      history([person(Attribute("title", .string, isOptional: false))]),
      near: history([person(title)], [person(Attribute("title", .string, isOptional: false))]),
      shipped: history([person(title)]).versions)
  ]

  private static let cloudKit = [
    LintCase(
      .cloudKitRemoval, at: "Person.age",
      history([person(title, Attribute("age", .date))], [person(title)]),
      near: history([person(title)], [person(title, Attribute("age", .date))])),
    LintCase(
      .cloudKitRename, at: "Person.heading",
      history(
        [person(title)], [person(Attribute("heading", .string, renamingIdentifier: "title"))]),
      near: history(
        // The identifier comes first, so that nothing is renamed yet.
        [person(title)], [person(Attribute("title", .string, renamingIdentifier: "title"))])),
    LintCase(
      .cloudKitTypeChange, at: "Person.age",
      history([person(Attribute("age", .integer16))], [person(Attribute("age", .integer32))]),
      near: history(
        [person(Attribute("age", .integer16))],
        [person(Attribute("age", .integer16), Attribute("years", .integer32))])),
    LintCase(
      .cloudKitRequiredAttribute, at: "Person.title",
      history([person(Attribute("title", .string, isOptional: false))]),
      near: history([person(Attribute("title", .string, isOptional: false, default: .string("")))])
    ),
    LintCase(
      .cloudKitRequiredRelationship, at: "Person.pet",
      history(pet(.toOne, isOptional: false)), near: history(pet(.toOne))),
    LintCase(
      .cloudKitMissingInverse, at: "Person.pet", history(pet(.toOne, inverse: nil)),
      near: history(pet(.toOne))),
    LintCase(
      .cloudKitUniqueness, at: "Person.title",
      history([person(title, unique: [UniquenessConstraint("title")])]),
      near: history([person(title, indexes: [FetchIndex("byTitle", "title")])])),
    LintCase(
      .cloudKitOrdered, at: "Person.pet", history(pet(.toMany, isOrdered: true)),
      near: history(pet(.toMany))),
    LintCase(
      .cloudKitDeny, at: "Person.pet", history(pet(.toOne, deleteRule: .deny)),
      near: history(pet(.toOne, deleteRule: .cascade))),
  ]
}
