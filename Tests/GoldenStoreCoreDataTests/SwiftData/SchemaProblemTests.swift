import GoldenStoreCoreData
import Testing

struct SchemaProblemTests {
  @Test(arguments: [
    (
      SchemaProblem.noModel,
      "schema 'App.V1' gives no managed object model: SwiftData refuses its types; a model container "
        + "of them says why"
    ),
    (.noTypes, "schema 'App.V1' lists no model type, so that there is nothing to compare"),
    (.noSchemas, "schema 'App.V1' lists no schema, so that there is nothing to compare"),
  ])
  func sentencesNameTheSchema(_ problem: SchemaProblem, _ sentence: String) {
    #expect(PersistenceError.schema("App.V1", problem).description == sentence)
  }
}
