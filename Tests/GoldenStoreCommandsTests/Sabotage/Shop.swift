import GoldenStoreModel

/// The histories whose goldens are spoilt: small, with one of everything that gets lost.
enum Shop {
  /// Three versions that inference leads through: an attribute renamed twice, a default, an index,
  /// an ordered relationship and one over a join table.
  static let history = ModelHistory("Shop") {
    version("V1", title: Attribute("title", .string))
    version(
      "V2", title: Attribute("name", .string, renamingIdentifier: "title"), isSold)
    version(
      "V3", title: Attribute("heading", .string, renamingIdentifier: "title"),
      isSold, Attribute("stock", .integer32), index: FetchIndex("byPrice", "price"))
  }

  private static let isSold = Attribute("isSold", .boolean, isOptional: false, default: false)

  private static func version(
    _ name: String, title: Attribute, _ more: Attribute..., index: FetchIndex? = nil
  ) -> Model {
    Model(name) {
      Entity("Article") {
        title
        Attribute("maker", .string)
        Attribute("place", .string)
        Attribute("price", .integer32)
        for attribute in more { attribute }
        Relationship("shelf", to: "Shelf", inverse: "articles")
        Relationship("tags", to: "Tag", inverse: "articles", .toMany)
        if let index { index }
      }
      Entity("Shelf") {
        Attribute("name", .string)
        Relationship("articles", to: "Article", inverse: "shelf", .toMany, isOrdered: true)
      }
      Entity("Tag") {
        Attribute("label", .string)
        Relationship("articles", to: "Article", inverse: "tags", .toMany)
      }
    }
  }

  /// Code makes one name of two, and gives up a nickname: said once beside the stage.
  static let people = people(stage: peopleStage())

  /// The same with another stage.
  static func people(stage: MigrationStage) -> ModelHistory {
    ModelHistory("People", stages: [.lightweight("V1"), stage, .lightweight("V4")]) {
      person("V1")
      person("V2", Attribute("age", .integer16))
      person("V3", Attribute("age", .integer16), Attribute("fullName", .string))
      person(
        "V4", Attribute("age", .integer16), Attribute("fullName", .string),
        Attribute("city", .string))
    }
  }

  private static func person(_ name: String, _ more: Attribute...) -> Model {
    Model(name) {
      Entity("Person") {
        Attribute("first", .string)
        Attribute("last", .string)
        Attribute("nickname", .string)
        for attribute in more { attribute }
      }
    }
  }

  /// - Parameters:
  ///   - forgets: Whether the code gives up the nickname, as is declared.
  ///   - code: What the code does beside that.
  static func peopleStage(
    from source: String = "V2", to destination: String = "V3", forgets: Bool = true,
    _ code: MigrationStage.Handler? = nil
  ) -> MigrationStage {
    .custom(
      from: source, to: destination,
      didMigrate: { context in
        try context.forEachObject(of: "Person") { person in
          var values: [String: AttributeValue] = ["fullName": try fullName(of: person)]
          if forgets { values["nickname"] = .null }
          try context.update(person.reference, values: values)
        }
        try code?(context)
      },
      expects: [
        .value(entity: "Person", attribute: "fullName") { person, _ in
          try fullName(of: person)
        },
        .loss(entity: "Person", property: "nickname", reason: "nobody used it"),
      ])
  }

  private static func fullName(of person: StoredObject) throws -> AttributeValue {
    let names = try [person["first"], person["last"]].compactMap(\.stringValue)
    return .string(names.joined(separator: " "))
  }

  /// Many rows of which one may get lost.
  static let ledger = ModelHistory(
    "Ledger",
    waivers: ["V1", "V2"].map {
      .contentLimit(golden: $0, bytes: 10_000_000, reason: "one of many rows is what gets lost")
    },
    seeds: [.objects(entity: "Entry", count: 10_000)]
  ) {
    Model("V1") { Entity("Entry") { Attribute("amount", .integer64) } }
    Model("V2") {
      Entity("Entry") {
        Attribute("amount", .integer64)
        Attribute("isOpen", .boolean)
      }
    }
  }

  /// A waiver that is needed, and a floor below which nothing is migrated.
  static let old = ModelHistory(
    "Old", oldestSupportedVersion: "V2",
    waivers: [
      .example(entity: "Book", property: "pages", "NULL", reason: "no book without pages shipped")
    ],
    seeds: [.computed(entity: "Book", attribute: "pages") { pages($0) }]
  ) {
    Model("V1") {
      Entity("Book") {
        Attribute("title", .string)
        Attribute("pages", .integer32)
      }
    }
    Model("V2") {
      Entity("Book") {
        Attribute("title", .string)
        Attribute("pages", .integer32)
        Attribute("isRead", .boolean)
      }
    }
  }

  /// Every value that the type must have an example of, but for NULL.
  private static func pages(_ index: Int) -> AttributeValue {
    switch index {
    case 0: .integer(Int64(Int32.min))
    case 1: .integer(Int64(Int32.max))
    case 2: .integer(0)
    default: .integer(Int64(index))
    }
  }
}
