import GoldenStoreCoreData
import Testing

struct PersistenceErrorTests {
  @Test func missingFeatureNamesPlaceAndSystems() {
    let error = PersistenceError.managedObjectModel(
      version: "V3",
      problems: [
        .unavailable(
          feature: "composite attributes", place: "Person.address", since: "iOS 17, macOS 14")
      ])
    #expect(
      "\(error)"
        == "version 'V3': 'Person.address' needs composite attributes, which the Core Data of this system does not have; they came with iOS 17, macOS 14"
    )
  }

  @Test func severalProblemsOfOneVersionAreAllTold() {
    let error = PersistenceError.managedObjectModel(
      version: "V3",
      problems: [
        .moduleMissing(entity: "Person", className: ".Person"),
        .unsuitableDefault(place: "Person.age", problem: "is integer16, which can't hold 70000"),
      ])
    #expect(
      "\(error)" == """
        version 'V3': 2 problems:
          entity 'Person' has class '.Person', whose module is not given; name it, as in \
        '.app(module: "App")', or give the class its whole name
          the default of 'Person.age' is integer16, which can't hold 70000
        """)
  }
}
