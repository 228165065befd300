import GoldenStoreCoreData
import Testing

struct ManagedObjectProblemTests {
  @Test(arguments: [
    (
      ManagedObjectProblem.storeCount(0),
      "code of a stage runs on one store, found 0 in the coordinator"
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
  ])
  func problemsSayWhatWhereAndWhatNext(_ problem: ManagedObjectProblem, _ sentence: String) {
    #expect("\(PersistenceError.managedObject(problem))" == sentence)
  }
}
