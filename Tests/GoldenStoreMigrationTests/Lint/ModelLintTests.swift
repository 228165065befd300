import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// How findings of versions, steps and longer ways come together.
struct ModelLintTests {
  private static let title = Attribute("title", .string)

  private func found(
    _ history: ModelHistory, mirrored: Bool = false, against: [LintReference] = []
  ) throws -> [String] {
    try ModelLint(history, isMirrored: mirrored).findings(against: against).map {
      "\($0.severity) \($0.rule) \($0.place)"
    }
  }

  @Test func nearNamesRaiseTheSeverityOfARename() throws {
    let near = history(
      [person(Attribute("colour", .string))], [person(Attribute("color", .string))])
    let far = history([person(Attribute("colour", .string))], [person(Attribute("size", .string))])
    let other = history([person(Attribute("colour", .string))], [person(Attribute("color", .date))])
    #expect(
      try found(near) == [
        "warning removedProperty 'V1' → 'V2', 'Person.colour'",
        "error renameWithoutIdentifier 'V1' → 'V2', 'Person.color'",
      ])
    #expect(
      try found(far) == [
        "warning removedProperty 'V1' → 'V2', 'Person.colour'",
        "warning renameWithoutIdentifier 'V1' → 'V2', 'Person.size'",
      ])
    #expect(try found(other) == ["warning removedProperty 'V1' → 'V2', 'Person.colour'"])
  }

  @Test func nearNamesArePairedBeforeOthers() throws {
    let before = [person(Attribute("a1", .string), Attribute("street", .string))]
    let after = [person(Attribute("streetName", .string), Attribute("zip", .string))]
    #expect(
      try found(history(before, after)).filter { $0.contains("rename") } == [
        "error renameWithoutIdentifier 'V1' → 'V2', 'Person.streetName'",
        "warning renameWithoutIdentifier 'V1' → 'V2', 'Person.zip'",
      ])
  }

  @Test func entitiesOfLikePropertiesMayBeRenamed() throws {
    let attributes = [Self.title, Attribute("age", .date)]
    #expect(
      try found(history([entity("Pet", attributes)], [entity("Animal", attributes)])) == [
        "warning removedEntity 'V1' → 'V2', 'Pet'",
        "warning renameWithoutIdentifier 'V1' → 'V2', 'Animal'",
      ])
    let other = [Attribute("name", .string), Attribute("born", .date)]
    #expect(
      try found(history([entity("Pet", attributes)], [entity("Animal", other)])) == [
        "warning removedEntity 'V1' → 'V2', 'Pet'"
      ])
  }

  @Test func whatAStepShowsIsNotToldOfLongerWays() throws {
    let versions = history(
      [person(Self.title, Attribute("age", .date))], [person(Self.title)],
      [person(Self.title, Attribute("size", .float))])
    #expect(try found(versions) == ["warning removedProperty 'V1' → 'V2', 'Person.age'"])
  }

  @Test func whatOnlyALongerWayShowsIsTold() throws {
    // Away and back again with another meaning: no step of it is a change of type.
    let versions = history(
      [person(Self.title, Attribute("age", .date))], [person(Self.title)],
      [person(Self.title, Attribute("age", .double))])
    #expect(
      try found(versions) == [
        "warning removedProperty 'V1' → 'V2', 'Person.age'",
        "warning reusedName 'V1' → 'V3', 'Person.age'",
        "error impossibleTypeChange 'V1' → 'V3', 'Person.age'",
      ])
  }

  @Test func renamedPropertyIsTheSameOnLongerWays() throws {
    let versions = history(
      [person(Self.title, Attribute("age", .date))],
      [person(Self.title, Attribute("born", .date, renamingIdentifier: "age"))],
      [person(Self.title)])
    #expect(try found(versions) == ["warning removedProperty 'V2' → 'V3', 'Person.born'"])
  }

  @Test func faultOfAVersionIsToldWhereItBegins() throws {
    let loose = entity("Person", relationships: [Relationship("friend", to: "Person")])
    let more = entity(
      "Person", [Self.title, Attribute("age", .date)],
      relationships: [Relationship("friend", to: "Person")])
    #expect(try found(history([loose], [more])) == ["warning missingInverse 'V1', 'Person.friend'"])
  }

  @Test func everyRefusalOfAnEntityIsFound() throws {
    let versions = history(
      [person(Attribute("a", .date), Attribute("b", .string), Attribute("c", .integer16))],
      [
        person(
          Attribute("a", .double), Attribute("b", .date), Attribute("c", .integer16),
          Attribute("d", .string, isOptional: false))
      ])
    #expect(
      try found(versions) == [
        "error impossibleTypeChange 'V1' → 'V2', 'Person.a'",
        "error impossibleTypeChange 'V1' → 'V2', 'Person.b'",
        "error newRequiredProperty 'V1' → 'V2', 'Person.d'",
      ])
  }

  @Test func inheritedPropertyIsToldOfItsOwner() throws {
    func family(_ type: AttributeType, isOptional: Bool) -> [Entity] {
      [
        person(Attribute("age", type), Attribute("size", .float, isOptional: isOptional)),
        entity("Adult", parent: "Person"), entity("Child", parent: "Adult"),
      ]
    }
    #expect(
      try found(history(family(.date, isOptional: true), family(.string, isOptional: false))) == [
        "error impossibleTypeChange 'V1' → 'V2', 'Person.age'",
        "error optionalToRequired 'V1' → 'V2', 'Person.size'",
      ])
    let without = [
      person(), entity("Adult", parent: "Person"), entity("Child", parent: "Adult"),
    ]
    #expect(
      try found(history(family(.date, isOptional: true), without)) == [
        "warning removedProperty 'V1' → 'V2', 'Person.age'",
        "warning removedProperty 'V1' → 'V2', 'Person.size'",
      ])
  }

  @Test func claimsOfAParentAreNotToldOfItsChildren() throws {
    let claims = [Self.title, Attribute("heading", .string, renamingIdentifier: "title")]
    let versions = history([
      entity("Person", claims), entity("Child", [], parent: "Person"),
      entity(
        "Adult", [Attribute("name", .string, renamingIdentifier: "title")], parent: "Person"),
    ])
    #expect(
      try found(versions) == [
        "error sharedIdentifier 'V1', 'Adult.heading'",
        "error sharedIdentifier 'V1', 'Person.heading'",
      ])
  }

  @Test func requiredWithADefaultIsAWarning() throws {
    let after = person(Attribute("title", .string, isOptional: false, default: .string("none")))
    #expect(
      try found(history([person(Self.title)], [after])) == [
        "warning optionalToRequired 'V1' → 'V2', 'Person.title'"
      ])
  }

  @Test func attributeThatBecomesARelationshipReusesItsName() throws {
    let after = entity("Person", [], relationships: [Relationship("title", to: "Person")])
    #expect(
      try found(history([person(Self.title)], [after])) == [
        "warning missingInverse 'V2', 'Person.title'",
        "warning reusedName 'V1' → 'V2', 'Person.title'",
        "warning removedProperty 'V1' → 'V2', 'Person.title'",
      ])
  }

  @Test func destinationThatStillHasTheRowsHasNotChanged() throws {
    func versions(_ destination: String) -> [Entity] {
      [
        entity("Person", relationships: [Relationship("friend", to: destination)]),
        entity("Animal"), entity("Cat", parent: "Animal"), entity("Dog", parent: "Animal"),
      ]
    }
    func changes(_ former: String, _ now: String) throws -> [String] {
      try found(history(versions(former), versions(now))).filter { $0.contains("destination") }
    }
    #expect(try changes("Cat", "Animal") == [])
    #expect(try changes("Cat", "Dog").count == 1)
    #expect(try changes("Animal", "Cat").count == 1)
  }

  @Test func constraintOverWhatWasUniqueIsFine() throws {
    func versions(_ constraints: [String]...) -> [Entity] {
      [
        person(
          Self.title, Attribute("key", .string),
          unique: constraints.map { UniquenessConstraint(properties: $0) })
      ]
    }
    #expect(try found(history(versions(["key"]), versions(["key", "title"]))) == [])
    #expect(
      try found(history(versions(["key", "title"]), versions(["key"]))) == [
        "warning newUniquenessConstraint 'V1' → 'V2', 'Person.key'"
      ])
    let filled = person(
      Self.title, Attribute("key", .string, default: .string("")),
      unique: [UniquenessConstraint("key")])
    #expect(
      try found(history([person(Self.title)], [filled])) == [
        "warning newUniquenessConstraint 'V1' → 'V2', 'Person.key'"
      ])
  }

  @Test func identifierThatIsMisspeltIsAnError() throws {
    let versions = history(
      [person(Attribute("surname", .string))],
      [person(Attribute("lastName", .string, renamingIdentifier: "surnam"))])
    #expect(
      try found(versions).first == "error identifierOfNothing 'V1' → 'V2', 'Person.lastName'")
  }

  @Test func aliasMayHaveEqualHashes() throws {
    var versions = history([person(Self.title)], [person(Self.title)])
    versions.aliases = [VersionAlias("V2", of: "V1")]
    #expect(try found(versions) == [])
  }

  @Test func equalHashesAreFoundOverAllPairs() throws {
    let first = [person(Self.title)]
    let versions = history(first, [person(Self.title, Attribute("age", .date))], first)
    #expect(
      try found(versions) == [
        "warning removedProperty 'V2' → 'V3', 'Person.age'", "warning equalHashes 'V1' → 'V3'",
      ])
  }

  @Test func versionsBelowTheFloorAreNoSource() throws {
    var versions = history(
      [person(Attribute("age", .date))], [person(Attribute("age", .string))],
      [person(Attribute("age", .string), Attribute("size", .float))])
    #expect(try found(versions) == ["error impossibleTypeChange 'V1' → 'V2', 'Person.age'"])
    versions.oldestSupportedVersion = "V2"
    #expect(try found(versions) == [])
  }

  @Test func customStageTakesThePlaceOfInference() throws {
    var versions = history(
      [person(Attribute("age", .date))], [person(Attribute("age", .string))],
      [person(Attribute("age", .string), Attribute("size", .float))])
    versions.stages = [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Person", to: "Person", setting: ["age"], values: { _ in ["age": .string("")] })
        ])
    ]
    #expect(try found(versions) == [])
  }

  @Test func handlersDoNotChangeWhatInferenceRefuses() throws {
    var versions = history([person(Attribute("age", .date))], [person(Attribute("age", .string))])
    versions.stages = [.custom(from: "V1", to: "V2", didMigrate: { _ in })]
    #expect(try found(versions) == ["error impossibleTypeChange 'V1' → 'V2', 'Person.age'"])
  }

  @Test func shapeIsASourceOfItsVersionAndOfLaterOnes() throws {
    var versions = history(
      [person(Attribute("age", .string))],
      [person(Attribute("age", .string), Attribute("size", .float, isOptional: false))])
    versions.shapes = [
      VersionShape("beta", of: "V1", model: history([person(Attribute("age", .date))]).versions[0])
    ]
    #expect(
      try found(versions) == [
        "error newRequiredProperty 'V1' → 'V2', 'Person.size'",
        "error impossibleTypeChange 'V1~beta' → 'V1', 'Person.age'",
      ])
  }

  @Test func renameIsSuspectedBetweenAShapeAndItsVersionOnly() throws {
    var versions = history([person(Self.title)], [person(Self.title, Attribute("note", .string))])
    let beta = history([person(Self.title, Attribute("remark", .string))]).versions[0]
    versions.shapes = [VersionShape("beta", of: "V1", model: beta)]
    #expect(
      try found(versions) == ["warning removedProperty 'V1~beta' → 'V1', 'Person.remark'"])
    let gamma = history([person(Attribute("heading", .string))]).versions[0]
    versions.shapes = [VersionShape("gamma", of: "V1", model: gamma)]
    #expect(
      try found(versions) == [
        "warning removedProperty 'V1~gamma' → 'V1', 'Person.heading'",
        "warning renameWithoutIdentifier 'V1~gamma' → 'V1', 'Person.title'",
      ])
  }

  @Test func identifierThatLeadsNowhereIsNotToldAsARenameAsWell() throws {
    let versions = history(
      [person(Attribute("a", .string))],
      [person(Attribute("b", .string, renamingIdentifier: "a"))], [person(Attribute("c", .string))])
    let last = history(
      [person(Attribute("a", .string))],
      [person(Attribute("b", .string, renamingIdentifier: "a"))],
      [person(Attribute("b", .string), Attribute("size", .float))])
    #expect(
      try found(versions) == [
        "warning removedProperty 'V2' → 'V3', 'Person.b'",
        "warning renameWithoutIdentifier 'V2' → 'V3', 'Person.c'",
      ])
    #expect(
      try found(last) == [
        "error identifierOfMiddleVersion 'V2' → 'V3', 'Person.b'",
        "warning removedProperty 'V2' → 'V3', 'Person.b'",
      ])
  }

  @Test func identifierThatAnEarlierVersionHadIsNoMiddleName() throws {
    func other(_ name: String, _ identifier: String) -> Entity {
      person(Self.title, Attribute(name, .string, renamingIdentifier: identifier))
    }
    let versions = history(
      [other("note", "note")], [other("remark", "new")],
      [
        person(
          Self.title, Attribute("remark", .string, renamingIdentifier: "note"),
          Attribute("size", .float))
      ])
    #expect(
      try found(versions).filter { !$0.contains("rename") && !$0.contains("removed") } == [
        "warning identifierOfNothing 'V1' → 'V2', 'Person.remark'",
        "warning reusedName 'V1' → 'V3', 'Person.remark'",
      ])
  }

  @Test func whatIsComputedIsNotLost() throws {
    let key = Attribute("key", .string, derivation: Derivation("canonical:(title)"))
    #expect(try found(history([person(Self.title, key)], [person(Self.title)])) == [])
  }

  @Test func handlerMayHavePreparedValuesButNotNewOnes() throws {
    var versions = history(
      [person(Self.title)],
      [
        person(
          Attribute("title", .string, isOptional: false),
          Attribute("age", .date, isOptional: false),
          unique: [UniquenessConstraint("title")])
      ])
    func stage(_ will: MigrationStage.Handler?, _ did: MigrationStage.Handler?) -> MigrationStage {
      .custom(from: "V1", to: "V2", willMigrate: will, didMigrate: did)
    }
    func severities() throws -> [String] {
      try ModelLint(versions).findings().map { "\($0.severity) \($0.rule)" }
    }
    let unprepared = [
      "error newRequiredProperty", "error optionalToRequired", "warning newUniquenessConstraint",
    ]
    #expect(try severities() == unprepared)
    versions.stages = [stage(nil, { _ in })]
    #expect(try severities() == unprepared)
    versions.stages = [stage({ _ in }, nil)]
    #expect(
      try severities() == [
        "error newRequiredProperty", "note optionalToRequired", "note newUniquenessConstraint",
      ])
  }

  @Test func wrongHistoryIsRefused() throws {
    #expect(throws: ModelError.self) {
      try ModelLint(history([entity("Person", parent: "Nobody")]))
    }
  }
}
