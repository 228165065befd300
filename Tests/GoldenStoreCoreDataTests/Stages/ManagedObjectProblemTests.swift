import GoldenStoreCoreData
import Testing

struct ManagedObjectProblemTests {
  private static let sentences: [(ManagedObjectProblem, String)] = [
    (
      .storeCount(0),
      "code of a stage runs on one store, found 0 in the coordinator"
    ),
    (
      .noIdentifier(object: "Person 7", store: "4E2C"),
      "Core Data has no identifier for object 'Person 7' in the store '4E2C', so that it can't be "
        + "looked for; expected one for every entity of the store's model, in a store whose "
        + "identifier a URI can have"
    ),
    (
      .readOnlyStore("Old.sqlite"),
      "store 'Old.sqlite' was opened for reading only, expected for writing; one with persistent "
        + "history needs the option 'NSPersistentHistoryTrackingKey', and every one a file that may "
        + "be written"
    ),
    (.noCoordinator, "code of a stage needs a context with a coordinator, found none"),
    (
      .otherModel(version: "V2", entity: "Person"),
      "the store is open with a model in which entity 'Person' is not that of version 'V2'"
    ),
    (
      .unexpectedTargets(place: "Person.pets", found: "an object of class NSString"),
      "relationship 'Person.pets' gives an object of class NSString, expected objects"
    ),
    (
      .transformerMissing(name: "Colors", place: "Person.color"),
      "'Person.color' has the value transformer 'Colors', which is not registered; register it "
        + "before the store is upgraded"
    ),
    (
      .notTransformed(name: "Colors", place: "Person.color"),
      "the value transformer 'Colors' of 'Person.color' gives nothing for the value"
    ),
  ]

  @Test(arguments: sentences)
  func problemsSayWhatWhereAndWhatNext(_ problem: ManagedObjectProblem, _ sentence: String) {
    #expect("\(PersistenceError.managedObject(problem))" == sentence)
  }
}
