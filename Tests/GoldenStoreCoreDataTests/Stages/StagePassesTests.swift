import Foundation
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// The passes over two stores give what the portable engine gives, object by object and key by key:
/// both count keys from 1 in the order in which objects are made.
struct StagePassesTests {
  private static let old = Model("V1") {
    Entity("Club") {
      Attribute("name", .string)
      Relationship("members", to: "Person", inverse: "clubs", .toMany, isOrdered: true)
    }
    Entity("Person") {
      Attribute("age", .integer16)
      Attribute("first", .string)
      Attribute("last", .string)
      Attribute("city", .string)
      Relationship("boss", to: "Person", inverse: "staff")
      Relationship("staff", to: "Person", inverse: "boss", .toMany)
      Relationship("clubs", to: "Club", inverse: "members", .toMany)
      Relationship("friends", to: "Person", inverse: "friends", .toMany)
    }
    Entity("Worker", superentity: "Person") { Attribute("wage", .double, default: 1.5) }
    Entity("Note") { Attribute("text", .string) }
  }

  private static let new = Model("V2") {
    Entity("Address") {
      Attribute("city", .string, isOptional: false)
      Relationship("residents", to: "Person", inverse: "address", .toMany)
    }
    Entity("Club") {
      Attribute("title", .string, renamingIdentifier: "name")
      Relationship("members", to: "Person", inverse: "clubs", .toMany, isOrdered: true)
    }
    Entity("Person") {
      Attribute("age", .integer32)
      Attribute("name", .string, isOptional: false)
      Relationship("address", to: "Address", inverse: "residents")
      Relationship("boss", to: "Person", inverse: "staff")
      Relationship("staff", to: "Person", inverse: "boss", .toMany)
      Relationship("clubs", to: "Club", inverse: "members", .toMany)
      Relationship("friends", to: "Person", inverse: "friends", .toMany)
    }
    Entity("Worker", superentity: "Person") {
      Attribute("wage", .decimal)
      Attribute("grade", .integer16, default: 3)
    }
    Entity("Note") { Attribute("text", .string) }
    Entity("Log") { Attribute("line", .string) }
  }

  private static func name(_ person: StoredObject) throws -> AttributeValue {
    let names = try [person["first"], person["last"]].compactMap(\.stringValue)
    return .string(names.joined(separator: " "))
  }

  private static func hasCity(_ person: StoredObject) throws -> Bool {
    try !person["city"].isNull
  }

  /// Every kind of mapping: values, filter, several objects from one, none from any, relations by
  /// name of mapping and of relationship, and entities that inference carries.
  private static let mappings: [CustomEntityMapping] = [
    CustomEntityMapping(
      "Addresses", from: "Person", to: "Address", where: hasCity,
      createRelationships: { person, address, manager in
        let residents = try manager.destinationInstances(
          forEntityMappingNamed: "People", sourceInstances: [person.reference])
        try manager.destinationContext.update(address, targets: ["residents": residents])
      }),
    CustomEntityMapping(
      "People", from: "Person", to: "Person", setting: ["name", "address"],
      values: { person in
        // What code says takes the place of what is carried.
        try ["name": name(person), "age": person["age"].isNull ? 99 : person["age"]]
      },
      performCustomValidation: { manager in
        let count = try manager.destinationContext.count(of: "Person")
        guard try count == manager.sourceContext.count(of: "Person") else {
          throw Wrong(what: "people")
        }
        // Where a relationship leads, the running mapping says.
        try manager.sourceContext.forEachObject(of: "Person") { person in
          let bosses = try manager.destinationInstances(
            forSourceRelationshipNamed: "boss", of: person)
          guard bosses.allSatisfy({ $0.entity == "Person" || $0.entity == "Worker" }) else {
            throw Wrong(what: "bosses \(bosses)")
          }
        }
      }),
    CustomEntityMapping(
      "Workers", from: "Worker", to: "Worker", setting: ["name", "address", "wage"],
      createDestinationInstances: { worker, manager in
        let wage = try worker["wage"].doubleValue.flatMap { DecimalNumber($0.rounded()) }
        try manager.createDestinationInstance(
          for: worker,
          values: ["name": name(worker), "wage": wage.map { .decimal($0) } ?? .null])
        try manager.destinationContext.insert("Address", values: ["city": "Rome"])
      }),
    CustomEntityMapping(
      "Logs", from: "Worker", to: "Log", setting: ["line"],
      createDestinationInstances: { worker, manager in
        try manager.createDestinationInstance(for: worker, values: ["line": name(worker)])
        let log = try manager.destinationContext.insert("Log")
        try manager.associate(source: worker.reference, with: log)
      },
      createRelationships: { worker, log, manager in
        let origins = try manager.sourceInstances(
          forEntityMappingNamed: "Logs", destinationInstances: [log])
        let heirs = try manager.destinationInstances(
          forEntityMappingNamed: "Workers", sourceInstances: origins)
        let friends = try manager.destinationInstances(
          forSourceRelationshipNamed: "friends", of: worker)
        try manager.destinationContext.update(
          log, values: ["line": .string("\(origins) \(heirs) \(friends)")])
      }),
    CustomEntityMapping(
      "Begin", adding: "Log",
      beginEntityMapping: { manager in
        for number in 0..<3 {
          try manager.destinationContext.insert("Log", values: ["line": .string("\(number)")])
        }
      }),
    CustomEntityMapping(removing: "Note"),
  ]

  private struct Wrong: Error { let what: String }

  /// A stage of every kind of mapping.
  static var everyKind: PassedStage { get throws { try PassedStage(old, new, mappings) } }

  @Test func aStageOfEveryKindOfMappingGivesWhatThePortableEngineGives() throws {
    let stage = try Self.everyKind
    try stage.withSource { files, folder in
      let portable = try stage.portableContents(files, in: folder)
      let calls = PassedStage.Calls()
      let passed = try stage.passedContents(files, in: folder, calls: calls)
      #expect(passed == portable)
      // So that equal contents are no empty ones.
      #expect(portable.objects(of: "Person").count == 600)
      #expect(portable.objects(of: "Worker").count == 600)
      #expect(portable.objects(of: "Log").count == 1_203)
      #expect(portable.objects(of: "Note").isEmpty)
      #expect(
        portable.objects(of: "Club").contains { $0.targets(of: "members")?.isEmpty == false })
      #expect(
        portable.objects(of: "Person").contains { $0.targets(of: "address")?.isEmpty == false })
      #expect(calls.insertions.max() == 256)
      #expect(calls.validations == 1)
      #expect(calls.progress.first == 0 && calls.progress.last == 1)
      #expect(calls.progress == calls.progress.sorted())
      // 600 objects are three batches, in each of five made and five related mappings.
      #expect(calls.batches == 3 * 10)
      // A club and its members, which are read in one go before they are related.
      let club = try #require(
        portable.objects(of: "Club").first { $0.targets(of: "members")?.isEmpty == false })
      let ahead = try #require(calls.prefetched.first { $0.contains(club.reference) })
      #expect(ahead.isSuperset(of: club.targets(of: "members") ?? []))
    }
  }

  // MARK: Refusals

  private static let before = Model("V1") {
    Entity("A") {
      Attribute("x", .string)
      Attribute("n", .integer64)
      Relationship("b", to: "B", inverse: "a")
    }
    Entity("B") { Relationship("a", to: "A", inverse: "b", .toMany) }
  }

  private static let after = Model("V2") {
    Entity("A") {
      Attribute("x", .string, isOptional: false)
      Attribute("n", .integer16)
      Relationship("b", to: "B", inverse: "a")
    }
    Entity("B") { Relationship("a", to: "A", inverse: "b", .toMany) }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mappings: [CustomEntityMapping]
  }

  static let refusals: [Refusal] = [
    Refusal(
      testDescription: "an object of another entity",
      mappings: [
        CustomEntityMapping(
          from: "A", to: "A",
          createDestinationInstances: { _, manager in
            try manager.sourceContext.forEachObject(of: "B") {
              try manager.createDestinationInstance(for: $0)
            }
          })
      ]),
    Refusal(
      testDescription: "a mapping that is not there",
      mappings: [
        CustomEntityMapping(
          from: "A", to: "A",
          createDestinationInstances: { a, manager in
            _ = try manager.destinationInstances(
              forEntityMappingNamed: "AtoB", sourceInstances: [a.reference])
          })
      ]),
    Refusal(
      testDescription: "one object of several",
      mappings: [
        CustomEntityMapping(
          "As", from: "A", to: "A",
          createDestinationInstances: { a, manager in
            let all = try manager.destinationContext.count(of: "A")
            guard all > 0 else {
              try manager.createDestinationInstance(for: a, values: ["x": "y", "n": 1])
              return
            }
            try manager.destinationContext.forEachObject(of: "A") {
              try manager.associate(source: a.reference, with: $0.reference)
            }
          })
      ]),
    Refusal(
      testDescription: "several targets of a to-one",
      mappings: [
        CustomEntityMapping(from: "A", to: "A", setting: ["x", "n"], values: { _ in ["x": "y"] }),
        CustomEntityMapping(
          from: "B", to: "B",
          createDestinationInstances: { b, manager in
            try manager.createDestinationInstance(for: b)
            try manager.createDestinationInstance(for: b)
          }),
      ]),
    Refusal(
      testDescription: "an attribute that is not there",
      mappings: [
        CustomEntityMapping(
          from: "A", to: "A", setting: ["x", "n"], values: { _ in ["y": "z"] })
      ]),
    Refusal(
      testDescription: "a number that does not fit",
      mappings: [
        CustomEntityMapping(
          from: "A", to: "A", setting: ["x", "n"], values: { _ in ["x": "y", "n": 40_000] })
      ]),
    Refusal(
      testDescription: "an error of the code",
      mappings: [
        CustomEntityMapping(
          from: "A", to: "A", setting: ["x", "n"], values: { _ in ["x": "y"] },
          performCustomValidation: { _ in throw Wrong(what: "all") })
      ]),
  ]

  /// Both give one sentence, and an error of one type.
  @Test(arguments: refusals) func whatThePortableEngineRefusesIsRefused(_ refusal: Refusal) throws {
    var stage = try PassedStage(Self.before, Self.after, refusal.mappings)
    stage.rows = 4
    try stage.withSource { files, folder in
      let portable = #expect(throws: (any Error).self) {
        try stage.portableContents(files, in: folder)
      }
      let passed = #expect(throws: (any Error).self) {
        try stage.passedContents(files, in: folder)
      }
      guard let portable, let passed else { return }
      func inner(_ error: any Error) -> any Error {
        switch error {
        case MigrationError.store(let inner): inner
        case MigrationError.model(let inner): inner
        default: error
        }
      }
      #expect("\(inner(passed))" == "\(inner(portable))")
      #expect(type(of: inner(passed)) == type(of: inner(portable)))
    }
  }

  @Test func objectsWithoutMandatoryValuesAreRefusedBeforeTheLastPass() throws {
    let mapping = CustomEntityMapping(
      from: "A", to: "A", setting: ["x", "n"], values: { _ in ["x": nil] },
      performCustomValidation: { _ in throw Wrong(what: "too late") })
    var stage = try PassedStage(Self.before, Self.after, [mapping])
    stage.rows = 4
    try stage.withSource { files, folder in
      let error = #expect(throws: PassedStage.InvalidObjects.self) {
        try stage.passedContents(files, in: folder)
      }
      #expect(error?.properties.map(\.property) == ["x"])
    }
  }

  @Test func whatProgressThrowsEndsThePasses() throws {
    let stage = try Self.everyKind
    try stage.withSource { files, folder in
      let calls = PassedStage.Calls()
      let error = #expect(throws: Wrong.self) {
        try stage.passedContents(files, in: folder, calls: calls) {
          if $0 > 0.5 { throw Wrong(what: "enough") }
        }
      }
      #expect(error?.what == "enough")
      #expect(calls.validations == 0)
    }
  }
}
