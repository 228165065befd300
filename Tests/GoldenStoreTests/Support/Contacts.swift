import GoldenStoreFormat
import GoldenStore
import GoldenStoreModel

/// A history whose third version is reached by code, with what the code must give beside it.
enum Contacts {
  static let history = ModelHistory(
    "Contacts",
    stages: stages(Contacts.mappings(), expects: expectations), { versions })

  static func stages(
    _ mappings: [CustomEntityMapping], expects: [StageExpectation] = [],
    primaryKeys: PrimaryKeyRule = .kept, didMigrate: MigrationStage.Handler? = nil
  ) -> [MigrationStage] {
    [
      .lightweight("V1"),
      .custom(
        from: "V2", to: "V3", entityMappings: mappings, primaryKeys: primaryKeys,
        didMigrate: didMigrate, expects: expects),
      .lightweight("V4"),
    ]
  }

  /// First and last name become one, the nickname goes, and a city becomes an object of its own.
  static func mappings(
    separator: String = " ", keepsNickname: Bool = false, skipsAddressOf skipped: Int64? = nil,
    relates: Bool = true
  ) -> [CustomEntityMapping] {
    [
      CustomEntityMapping(
        "People", from: "Person", to: "Person", setting: ["address", "name"],
        values: { person in
          let names = try [person["first"], person["last"]].compactMap(\.stringValue)
          var values: [String: AttributeValue] = [
            "name": .string(names.joined(separator: separator))
          ]
          if !keepsNickname { values["nickname"] = .null }
          return values
        },
        createRelationships: { person, destination, manager in
          guard relates else { return }
          let address = try manager.destinationInstances(
            forEntityMappingNamed: "Addresses", sourceInstances: [person.reference])
          try manager.destinationContext.update(destination, targets: ["address": address])
        }),
      CustomEntityMapping(
        "Addresses", from: "Person", to: "Address",
        where: { person in try !person["city"].isNull && person.primaryKey != skipped }),
    ]
  }

  static let expectations: [StageExpectation] = [
    .value(entity: "Person", attribute: "name") { person, _ in
      let first = try person["first"].stringValue
      let last = try person["last"].stringValue
      if let first, let last { return .string("\(first) \(last)") }
      return .string(first ?? last ?? "")
    },
    .loss(entity: "Person", property: "nickname", reason: "nobody used it"),
    .made(entity: "Address", from: "Person") { person, _ in
      try person["city"].isNull ? nil : [:]
    },
    .targets(entity: "Person", relationship: "address") { person, objects in
      objects.made("Address", from: person.reference)
    },
  ]

  private static var versions: [Model] {
    [
      Model("V1") { person(first) },
      Model("V2") { person(first + [Attribute("age", .integer16)]) },
      Model("V3") {
        person(
          [
            Attribute("name", .string), Attribute("nickname", .string),
            Attribute("age", .integer16),
          ],
          Relationship("address", to: "Address", inverse: "resident"))
        address
      },
      Model("V4") {
        person(
          [
            Attribute("fullName", .string, renamingIdentifier: "name"),
            Attribute("nickname", .string), Attribute("age", .integer16),
          ],
          Relationship("address", to: "Address", inverse: "resident"))
        address
      },
    ]
  }

  private static let first = ["city", "first", "last", "nickname"].map { Attribute($0, .string) }

  private static func person(_ attributes: [Attribute], _ more: Relationship...) -> Entity {
    Entity("Person") {
      for attribute in attributes { attribute }
      Relationship("friends", to: "Person", inverse: "friends", .toMany)
      for relationship in more { relationship }
    }
  }

  private static let address = Entity("Address") {
    Attribute("city", .string)
    Relationship("resident", to: "Person", inverse: "address")
  }

  // MARK: Duplicates

  /// A history whose second version has no two trips of one name.
  static let trips = ModelHistory(
    "Trips",
    seeds: [
      .fixture(
        entity: "Trip", key: "first", values: ["name": "Rome"], targets: ["stops": ["a", "b"]]),
      .fixture(
        entity: "Trip", key: "second", values: ["name": "Rome"], targets: ["stops": ["c"]],
        until: "V1"),
      .fixture(entity: "Stop", key: "a", values: [:]),
      .fixture(entity: "Stop", key: "b", values: [:]),
      .fixture(entity: "Stop", key: "c", values: [:]),
      .computed(entity: "Trip", attribute: "name") { index in
        index == 3 ? .null : index == 4 ? "" : .string("Überfahrt \(index) " + long(index))
      },
    ],
    stages: [tripStage(expects: [mergedTrips])]
  ) {
    trip("V1")
    trip("V2", UniquenessConstraint("name"))
  }

  private static func long(_ index: Int) -> String {
    String(repeating: "far ", count: index == 5 ? 80 : 0)
  }

  static let mergedTrips = StageExpectation.merged(entity: "Trip") { trip, objects in
    guard try !trip["name"].isNull else { return nil }
    let twins = try objects.source.objects(of: "Trip").filter { try $0["name"] == trip["name"] }
    return twins.first?.reference
  }

  static func tripStage(
    expects: [StageExpectation], willMigrate: @escaping MigrationStage.Handler = mergeTrips
  ) -> MigrationStage {
    .custom(from: "V1", to: "V2", willMigrate: willMigrate, expects: expects)
  }

  static let mergeTrips: MigrationStage.Handler = { context in
    try context.forEachObject(of: "Trip") { trip in
      guard try !trip["name"].isNull else { return }
      let twins = try context.objects(of: "Trip", where: "name", equals: trip["name"])
      for twin in twins.dropFirst() {
        for stop in try twin[relationship: "stops"] {
          try context.update(stop, targets: ["trip": [trip.reference]])
        }
        try context.delete(twin.reference)
      }
    }
  }

  private static func trip(_ name: String, _ constraints: UniquenessConstraint...) -> Model {
    Model(name) {
      Entity("Stop") { Relationship("trip", to: "Trip", inverse: "stops") }
      Entity("Trip") {
        Attribute("name", .string)
        Relationship("stops", to: "Stop", inverse: "trip", .toMany, deleteRule: .cascade)
        for constraint in constraints { constraint }
      }
    }
  }
}

/// Goldens of a history of the tests, recorded for one test.
struct RecordedGoldens {
  let catalog: Catalog
  private let folder: TemporaryDirectory

  init(_ history: ModelHistory) throws {
    folder = try TemporaryDirectory()
    catalog = try Catalog(history, folder: folder.path)
    _ = try catalog.record(.all)
  }

  /// The same goldens with other expectations, stages or rules.
  func catalog(_ change: (inout ModelHistory) -> Void) throws -> Catalog {
    var history = catalog.history
    change(&history)
    return try Catalog(history, folder: folder.path)
  }
}
