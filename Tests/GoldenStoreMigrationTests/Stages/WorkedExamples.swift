import Foundation
import GoldenStoreModel

/// The histories of the article on custom stages.
enum WorkedExamples {
  // MARK: Two attributes become one

  static let people = ModelHistory(
    "People",
    stages: [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Person", to: "Person", setting: ["name"],
            values: { person in
              let names = try [person["first"], person["last"]].compactMap(\.stringValue)
              return ["name": .string(names.joined(separator: " "))]
            })
        ])
    ]
  ) {
    Model("V1") {
      Entity("Person") {
        Attribute("first", .string)
        Attribute("last", .string)
        Relationship("friends", to: "Person", inverse: "friends", .toMany)
      }
    }
    Model("V2") {
      Entity("Person") {
        Attribute("name", .string, isOptional: false)
        Relationship("friends", to: "Person", inverse: "friends", .toMany)
      }
    }
  }

  // MARK: One entity becomes two

  static let addresses = ModelHistory(
    "Addresses",
    stages: [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            "Residents", from: "Person", to: "Person", setting: ["address"],
            createRelationships: { person, resident, manager in
              let address = try manager.destinationInstances(
                forEntityMappingNamed: "Addresses", sourceInstances: [person.reference])
              try manager.destinationContext.update(resident, targets: ["address": address])
            }),
          CustomEntityMapping(
            "Addresses", from: "Person", to: "Address",
            where: { person in try !person["city"].isNull }),
        ])
    ]
  ) {
    Model("V1") {
      Entity("Person") {
        Attribute("name", .string)
        Attribute("street", .string)
        Attribute("city", .string)
      }
    }
    Model("V2") {
      Entity("Address") {
        Attribute("street", .string)
        Attribute("city", .string, isOptional: false)
        Relationship("resident", to: "Person", inverse: "address", isOptional: false)
      }
      Entity("Person") {
        Attribute("name", .string)
        Relationship("address", to: "Address", inverse: "resident")
      }
    }
  }

  // MARK: Duplicates go before a name becomes unique

  static let trips = ModelHistory(
    "Trips",
    stages: [
      .custom(
        from: "V1", to: "V2",
        willMigrate: { context in
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
        })
    ]
  ) {
    Model("V1") {
      Entity("Stop") { Relationship("trip", to: "Trip", inverse: "stops") }
      Entity("Trip") {
        Attribute("name", .string)
        Relationship("stops", to: "Stop", inverse: "trip", .toMany, deleteRule: .cascade)
      }
    }
    Model("V2") {
      Entity("Stop") { Relationship("trip", to: "Trip", inverse: "stops") }
      Entity("Trip") {
        Attribute("name", .string)
        Relationship("stops", to: "Stop", inverse: "trip", .toMany, deleteRule: .cascade)
        UniquenessConstraint("name")
      }
    }
  }

  // MARK: Text becomes a date

  static let events = ModelHistory(
    "Events",
    stages: [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Event", to: "Event", setting: ["day"],
            values: { event in
              guard let text = try event["day"].stringValue else { return [:] }
              let style = Date.ISO8601FormatStyle().year().month().day()
              let date = try style.parse(text)
              return ["day": .date(date.timeIntervalSinceReferenceDate)]
            })
        ])
    ]
  ) {
    Model("V1") { Entity("Event") { Attribute("day", .string) } }
    Model("V2") { Entity("Event") { Attribute("day", .date) } }
  }

  // MARK: A relationship gets an order that means something

  static let itineraries = ModelHistory(
    "Itineraries",
    stages: [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Trip", to: "Trip", setting: ["stops"],
            createRelationships: { trip, itinerary, manager in
              let stops =
                try manager
                .destinationInstances(forSourceRelationshipNamed: "stops", of: trip)
                .compactMap { try manager.destinationContext.object($0) }
                .sorted { left, right in
                  try left["arrival"].dateValue ?? .infinity
                    < right["arrival"].dateValue ?? .infinity
                }
              try manager.destinationContext.update(
                itinerary, targets: ["stops": stops.map(\.reference)])
            })
        ])
    ]
  ) {
    Model("V1") {
      Entity("Stop") {
        Attribute("arrival", .date)
        Relationship("trip", to: "Trip", inverse: "stops")
      }
      Entity("Trip") { Relationship("stops", to: "Stop", inverse: "trip", .toMany) }
    }
    Model("V2") {
      Entity("Stop") {
        Attribute("arrival", .date)
        Relationship("trip", to: "Trip", inverse: "stops")
      }
      Entity("Trip") {
        Relationship("stops", to: "Stop", inverse: "trip", .toMany, isOrdered: true)
      }
    }
  }
}
