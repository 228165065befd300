import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Versions held against what has shipped.
struct LintReferenceTests {
  private let shipped = history(
    [person(Attribute("title", .string))],
    [person(Attribute("title", .string), Attribute("age", .date))]
  ).versions

  private func found(
    _ history: ModelHistory, _ kind: LintReference.Kind, _ versions: [Model]
  ) throws -> [String] {
    try ModelLint(history).findings(against: [
      LintReference(origin: "shipped", kind: kind, versions: versions)
    ]).filter { $0.rule == .changedVersion }.map { "\($0)" }
  }

  @Test func sameVersionsAreFine() throws {
    let same = ModelHistory(name: "H", versions: shipped)
    for kind in [LintReference.Kind.source, .compiled, .store] {
      #expect(try found(same, kind, shipped) == [])
    }
  }

  @Test func changedHashIsAnErrorThatNamesWhatChanged() throws {
    let edited = history(
      [person(Attribute("title", .string, isOptional: false))],
      [person(Attribute("title", .string), Attribute("age", .date))])
    for kind in [LintReference.Kind.source, .compiled] {
      #expect(
        try found(edited, kind, shipped) == [
          "error: changedVersion: 'shipped' → 'V1', 'Person.title': 'Person.title': optionality "
            + "changed from optional to required"
        ])
    }
  }

  @Test func changeThatIsNotHashedIsAWarningWhereEveryWordCounts() throws {
    let edited = history(
      [person(Attribute("title", .string, default: .string("")))],
      [person(Attribute("title", .string), Attribute("age", .date))])
    let findings = try found(edited, .source, shipped)
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("warning: changedVersion: 'shipped' → 'V1', ") == true)
    #expect(try found(edited, .compiled, shipped) == [])
  }

  @Test func versionThatIsGoneIsAnErrorUnlessItsHashesAreThere() throws {
    let last = ModelHistory(name: "H", versions: [shipped[1]])
    #expect(
      try found(last, .source, shipped) == [
        "error: changedVersion: 'shipped' → 'V1': version 'V1' is no longer there"
      ])
    var renamed = shipped
    renamed[0].name = "First"
    #expect(try found(ModelHistory(name: "H", versions: renamed), .source, shipped) == [])
  }

  @Test func storeIsOfTheVersionWithItsHashesWhateverItIsCalled() throws {
    let versions = ModelHistory(name: "H", versions: shipped)
    var cached = shipped[0]
    cached.name = "H.sqlite"
    #expect(try found(versions, .store, [cached]) == [])
    cached.entities[0].attributes[0].isOptional = false
    #expect(
      try found(versions, .store, [cached]) == [
        "error: changedVersion: 'shipped' → 'V1', 'Person.title': 'Person.title': optionality "
          + "changed from required to optional"
      ])
  }

  @Test func fileOfOneVersionIsComparedWithTheNearest() throws {
    let versions = ModelHistory(name: "H", versions: shipped)
    var other = shipped[1]
    other.name = "V2 (2023-04-14)"
    #expect(try found(versions, .source, [other]) == [])
    other.entities[0].attributes[1].type = .double
    #expect(
      try found(versions, .source, [other]) == [
        "error: changedVersion: 'shipped' → 'V2', 'Person.age': 'Person.age': type changed from "
          + "double to date"
      ])
  }

  @Test func declaredShapeIsKnown() throws {
    var edited = history([person(Attribute("title", .string, isOptional: false))])
    let first = Array(shipped.prefix(1))
    #expect(try found(edited, .source, first).count == 1)
    edited.shapes = [VersionShape("first", of: "V1", model: shipped[0])]
    for kind in [LintReference.Kind.source, .store] {
      #expect(try found(edited, kind, first) == [])
    }
  }
}
