import GoldenStoreCoreData
import Testing

struct PersistenceErrorTests {
  @Test func missingFeatureNamesPlaceAndSystems() {
    let error = PersistenceError.managedObjectModel(
      version: "V3",
      .unavailable(
        feature: "composite attributes", place: "Person.address", since: "iOS 17, macOS 14"))
    #expect(
      "\(error)"
        == "version 'V3': 'Person.address' needs composite attributes, which the Core Data of this system does not have; they came with iOS 17, macOS 14"
    )
  }
}
