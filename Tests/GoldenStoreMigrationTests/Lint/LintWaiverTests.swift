import GoldenStoreMigration
import GoldenStoreModel
import Testing

struct LintWaiverTests {
  @Test(arguments: [
    ("removedProperty", ["Person.age", "Person.size", "Pet.age"]),
    ("removedProperty:Person", ["Person.age", "Person.size"]),
    ("removedProperty:Person.age", ["Person.age"]),
    ("removedProperty:Nobody", []),
    ("removedEntity", []),
  ])
  func waiverIsForARuleAtAPlace(_ text: String, _ waived: [String]) throws {
    let waiver = try #require(LintWaiver(text))
    #expect(waiver.description == text)
    let ages = [Attribute("age", .date), Attribute("title", .string)]
    let findings = try ModelLint(
      history(
        [person(Attribute("age", .date), Attribute("size", .float)), entity("Pet", ages)],
        [person(), entity("Pet")])
    ).findings()
    #expect(findings.count == 3)
    #expect(
      findings.filter(waiver.waives).map { "\($0.entity ?? "").\($0.property ?? "")" } == waived)
  }

  @Test(arguments: [
    "", "removed", "removedProperty:", "removedProperty:Person.", "removedEntity:.a",
  ])
  func otherTextsAreNone(_ text: String) {
    #expect(LintWaiver(text) == nil)
  }
}
