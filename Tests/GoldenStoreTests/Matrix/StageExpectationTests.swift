import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// Pairs that cross code of a history, compared with what the history declares once.
struct StageExpectationTests {
  /// Runs one pair; the migrator may know other stages than the goldens' history.
  private func failures(
    _ catalog: Catalog, from source: Int, to destination: Int,
    stages: [MigrationStage]? = nil, spoilt: [SQL] = []
  ) throws -> [MatrixFailure] {
    let runner = MatrixRunner(
      catalog: catalog,
      matrix: VersionMatrix(catalog.history, source: source, destination: destination)
    ) { store, source, destination, history, output in
      var other = history
      if let stages { other.stages = stages }
      let result = try Migrator.migrate(
        store, from: source, to: destination, in: other, to: output)
      if source != destination, !spoilt.isEmpty {
        let connection = try Connection(path: output, mode: .readWrite)
        for statement in spoilt { try connection.execute(statement) }
        try connection.close()
      }
      return result
    }
    return runner.runPairs(from: source).flatMap(\.failures)
  }

  private func texts(_ failures: [MatrixFailure]) -> String {
    failures.map(\.description).joined(separator: "\n")
  }

  @Test("requirements 17, 18, 19, 21: one declaration serves every pair that crosses the stage")
  func everyPairOverAStageIsCompared() async throws {
    let goldens = try RecordedGoldens(Contacts.history)
    let result = try await MatrixRunner(
      catalog: goldens.catalog, matrix: VersionMatrix(Contacts.history)
    ).run()
    #expect(result.failures.map(\.description) == [])
    #expect(result.pairsRun == 6)
    #expect(result.hopsRun == 6)
    #expect(result.objectsCompared == result.objectsExpected)
    // Every person of every pair by both routes, and in 4 + 2 * 2 of them addresses as well.
    #expect(result.objectsCompared > 6 * 2 * 16 + 4 * 2 * 10)
  }

  @Test("requirement 19: what the stage's code gives is written down on values, from the source")
  func declaredValuesAreThoseOfTheSource() throws {
    let models = try Contacts.history.validated()
    let source = try StoreGenerator(Contacts.history, position: 1).contents()
    let expectation = try GoldenStore.Expectation(
      of: source, from: models[1], to: models[2], stage: Contacts.expectations)
    let people = expectation.contents.objects(of: "Person")
    #expect(people.count == 16)
    for (person, former) in zip(people, source.objects(of: "Person")) {
      #expect(person.primaryKey == former.primaryKey)
      #expect(person.value(of: "nickname") == .null)
      #expect(person.value(of: "age") == former.value(of: "age"))
      #expect(person.targets(of: "friends") == former.targets(of: "friends"))
      let addresses = try #require(person.targets(of: "address"))
      let city = try #require(former.value(of: "city"))
      #expect(addresses.count == (city.isNull ? 0 : 1))
      let address = addresses.first.flatMap { expectation.contents.object($0) }
      #expect(address?.value(of: "city") ?? .null == city)
      #expect(address?.targets(of: "resident") ?? [person.reference] == [person.reference])
    }
    #expect(expectation.idle == [])
  }

  /// Ways in which a stage's code goes wrong, and a part of what is said of each.
  private static let wrongCode: [(String, [MigrationStage], String)] = [
    (
      "another value", Contacts.stages(Contacts.mappings(separator: "  ")), "ame: expected \""
    ),
    (
      "a declared loss that does not happen",
      Contacts.stages(Contacts.mappings(keepsNickname: true)), "nickname: expected NULL"
    ),
    (
      "an object that is not made", Contacts.stages(Contacts.mappings(skipsAddressOf: 5)),
      "Address (a new object): is missing"
    ),
    (
      "a relationship that is not set", Contacts.stages(Contacts.mappings(relates: false)),
      "address: expected"
    ),
    (
      "an undeclared change",
      Contacts.stages(
        Contacts.mappings(),
        didMigrate: { context in
          try context.update(ObjectReference(entity: "Person", primaryKey: 6), values: ["age": 3])
        }), "Person 6: age: expected"
    ),
    (
      "an undeclared object",
      Contacts.stages(
        Contacts.mappings(),
        didMigrate: { context in
          _ = try context.insert("Address", values: ["city": "Nowhere"])
        }), "is there, but should not be"
    ),
    (
      "an undeclared loss of an object",
      Contacts.stages(
        Contacts.mappings(),
        didMigrate: { try $0.delete(ObjectReference(entity: "Person", primaryKey: 8)) }),
      "Person 8: is missing"
    ),
  ]

  @Test(
    "requirements 18, 19, 20: what the code does beside the declaration is caught",
    arguments: wrongCode.indices)
  func undeclaredDifferencesFail(_ index: Int) throws {
    let (name, stages, sentence) = Self.wrongCode[index]
    let goldens = try RecordedGoldens(Contacts.history)
    // The neighbour, and the pair that crosses the stage between others.
    for (source, destination) in [(1, 2), (0, 3)] {
      let found = try failures(goldens.catalog, from: source, to: destination, stages: stages)
      let text = texts(found)
      #expect(text.contains(sentence), "\(name): \(text)")
      #expect(found.contains { $0.problem.kind == "differences" }, "\(name): \(text)")
    }
  }

  @Test("requirement 21: a custom stage that never runs its code fails, whatever it gives")
  func stageThatNeverRunsFails() throws {
    let trips = try RecordedGoldens(Contacts.trips)
    #expect(texts(try failures(trips.catalog, from: 0, to: 1)) == "")
    // The handler is gone, and the constraint would refuse the duplicates: so it is gone, too.
    let idle = try trips.catalog { history in
      history.stages = [
        .custom(
          from: "V1", to: "V2", willMigrate: { _ in },
          expects: [.asInferred(reason: "it only looks")])
      ]
      history.seeds = Array(history.seeds.suffix(1))
    }
    _ = try idle.record(.all)
    #expect(texts(try failures(idle, from: 0, to: 1)) == "")
    let never = try failures(idle, from: 0, to: 1, stages: [.custom(from: "V1", to: "V2")])
    #expect(
      never.map(\.problem) == [
        .stageDidNotRun(.direct, stage: "custom stage from 'V1' to 'V2'"),
        .stageDidNotRun(.stepwise, stage: "custom stage from 'V1' to 'V2'"),
      ])
    let inferred = try failures(idle, from: 0, to: 1, stages: [])
    #expect(inferred.map(\.problem.kind).contains("stageDidNotRun"))
  }

  @Test("requirement 19: merged objects leave their place and their targets to the survivor")
  func mergedObjectsAreFollowed() async throws {
    let goldens = try RecordedGoldens(Contacts.trips)
    #expect(texts(try failures(goldens.catalog, from: 0, to: 1)) == "")
    // Deleting the twin with its stops, as the delete rule has it, is something else.
    let cascading = Contacts.tripStage(expects: []) { context in
      try context.forEachObject(of: "Trip") { trip in
        guard try !trip["name"].isNull else { return }
        let twins = try context.objects(of: "Trip", where: "name", equals: trip["name"])
        for twin in twins.dropFirst() { try context.delete(twin.reference) }
      }
    }
    let text = texts(try failures(goldens.catalog, from: 0, to: 1, stages: [cascading]))
    #expect(text.contains("stops: expected"), "\(text)")
    #expect(text.contains("Stop 20: is missing"), "\(text)")
    // And so is taking the other twin.
    let declared = try goldens.catalog { history in
      history.stages = [
        Contacts.tripStage(expects: [
          .removed(entity: "Trip", reason: "twins") { trip, objects in
            try objects.source.objects(of: "Trip").first { try $0["name"] == trip["name"] }?
              .reference != trip.reference
          }
        ])
      ]
    }
    let removed = texts(try failures(declared, from: 0, to: 1))
    #expect(removed.contains("stops: expected"), "\(removed)")
  }

  @Test("requirements 19, 20: a survivor gets the targets of what it takes the place of, once")
  func survivorGetsTargets() throws {
    let model = Model("V") {
      Entity("A") { Relationship("tags", to: "B", inverse: "owners", .toMany) }
      Entity("B") { Relationship("owners", to: "A", inverse: "tags", .toMany) }
    }
    func objects(_ entity: String, _ name: String, _ targets: [Int64: [Int64]]) -> EntityContents {
      EntityContents(
        entity: entity,
        objects: targets.map { key, keys in
          StoredObject(
            shape: ObjectShape(entity: entity, attributes: [], relationships: [name]),
            primaryKey: key, values: [],
            targets: [
              keys.map { ObjectReference(entity: entity == "A" ? "B" : "A", primaryKey: $0) }
            ])
        })
    }
    let source = StoreContents(entities: [
      objects("A", "tags", [1: [10], 2: [10, 11], 3: [12]]),
      objects("B", "owners", [10: [1, 2], 11: [2], 12: [3]]),
    ])
    let valid = try model.validated()
    let result = try GoldenStore.Expectation(
      of: source, from: valid, to: valid,
      stage: [
        .merged(entity: "A") { object, _ in
          object.primaryKey == 2 ? ObjectReference(entity: "A", primaryKey: 1) : nil
        }
      ]
    ).contents
    func keys(_ entity: String) -> [[Int64]] {
      result.objects(of: entity).map { $0.targets[0].map(\.primaryKey) }
    }
    #expect(result.objects(of: "A").map(\.primaryKey) == [1, 3])
    #expect(keys("A") == [[10, 11], [12]])
    #expect(keys("B") == [[1], [1], [3]])
  }

  /// Declarations that nothing follows from, for the stage from V2 to V3.
  private static let idle: [(StageExpectation, String)] = [
    (.loss(entity: "Address", property: "city", reason: "-"), ""),
    (
      .loss(entity: "Person", property: "address", reason: "never set"),
      "loss of 'Person.address'"
    ),
    (
      .value(entity: "Person", attribute: "age") { person, _ in try person["age"] },
      "value of 'Person.age'"
    ),
    (
      .targets(entity: "Person", relationship: "friends") { person, _ in
        try person[relationship: "friends"]
      }, "targets of 'Person.friends'"
    ),
    (
      .removed(entity: "Person", reason: "never") { _, _ in false },
      "removal of objects of 'Person'"
    ),
    (.merged(entity: "Person") { person, _ in person.reference }, "merging of objects of 'Person'"),
    (.made(entity: "Address", from: "Person") { _, _ in nil }, "objects of 'Address' made"),
    (.created(entity: "Address") { _ in [] }, "new objects of 'Address'"),
    (.contents { contents, _ in contents }, "contents of the whole store"),
  ]

  @Test("requirement 19: a declared thing that does not happen fails", arguments: idle.indices)
  func idleDeclarationsFail(_ index: Int) throws {
    let (expectation, sentence) = Self.idle[index]
    let models = try Contacts.history.validated()
    let source = try StoreGenerator(Contacts.history, position: 1).contents()
    let made = StageExpectation.made(entity: "Address", from: "Person") { _, _ in ["city": "Rome"] }
    let result = try GoldenStore.Expectation(
      of: source, from: models[1], to: models[2],
      stage: sentence.isEmpty ? [made, expectation] : [expectation])
    #expect(result.idle.count == (sentence.isEmpty ? 0 : 1), "\(result.idle)")
    #expect(sentence.isEmpty || result.idle.first?.contains(sentence) == true)
  }

  @Test("requirement 19: the pair of the stage's own versions reports what never happened")
  func idleDeclarationIsAFailureOfThePair() throws {
    let goldens = try RecordedGoldens(Contacts.history)
    let idle = StageExpectation.removed(entity: "Person", reason: "-") { _, _ in false }
    let catalog = try goldens.catalog {
      $0.stages = Contacts.stages(Contacts.mappings(), expects: Contacts.expectations + [idle])
    }
    let own = try failures(catalog, from: 1, to: 2)
    #expect(
      own.map(\.problem) == [
        .idleExpectation(
          "custom stage from 'V2' to 'V3': removal of objects of 'Person'")
      ])
    // Where a pair comes from further away, its objects may have no case of it.
    #expect(try failures(catalog, from: 0, to: 2).isEmpty)
  }

  @Test("requirement 19: code of which nothing is declared is no reason to compare nothing")
  func codeWithoutDeclarationIsAFailure() throws {
    let goldens = try RecordedGoldens(Contacts.history)
    let catalog = try goldens.catalog { $0.stages = Contacts.stages(Contacts.mappings()) }
    for (source, destination) in [(1, 2), (0, 3)] {
      let found = try failures(catalog, from: source, to: destination)
      #expect(found.map(\.problem.kind) == ["stopped", "stopped"])
      #expect(
        texts(found).contains("runs code in between; say with 'expects:' what it makes of"))
    }
    #expect(try failures(catalog, from: 0, to: 1).isEmpty)
    #expect(try failures(catalog, from: 2, to: 3).isEmpty)
  }

  @Test("requirement 19: a closure over everything is an expectation, too")
  func contentsCanBeGivenWhole() throws {
    let goldens = try RecordedGoldens(Contacts.trips)
    func catalog(_ names: @escaping @Sendable (String) -> String) throws -> Catalog {
      try goldens.catalog { history in
        history.stages = [
          Contacts.tripStage(
            expects: [
              Contacts.mergedTrips,
              .contents { contents, _ in
                StoreContents(
                  entities: contents.entities.map { entity in
                    EntityContents(
                      entity: entity.entity,
                      objects: entity.objects.map { object in
                        var object = object
                        if entity.entity == "Trip", let name = object.values[0].stringValue {
                          object.values[0] = .string(names(name))
                        }
                        return object
                      })
                  })
              },
            ],
            willMigrate: { context in
              try Contacts.mergeTrips(context)
              try context.forEachObject(of: "Trip") { trip in
                guard let name = try trip["name"].stringValue else { return }
                try context.update(trip.reference, values: ["name": .string(name + "!")])
              }
            })
        ]
      }
    }
    #expect(texts(try failures(catalog { $0 + "!" }, from: 0, to: 1)) == "")
    #expect(
      texts(try failures(catalog { $0 + "?" }, from: 0, to: 1)).contains("name: expected \"Rome?\"")
    )
  }

  @Test("an expectation that can't be applied says what is wrong with it")
  func badExpectations() throws {
    let models = try Contacts.history.validated()
    let source = try StoreGenerator(Contacts.history, position: 1).contents()
    let bad: [(StageExpectation, String)] = [
      (
        .merged(entity: "Person") { _, _ in ObjectReference(entity: "Person", primaryKey: 999) },
        "Person 1 is to become Person 999, which is none"
      ),
      (
        .made(entity: "Address", from: "Person") { _, _ in ["town": "Rome"] },
        "'Address' has no attribute 'town'"
      ),
      (
        .merged(entity: "Person") { person, _ in
          ObjectReference(entity: "Person", primaryKey: person.primaryKey == 1 ? 2 : 1)
        }, "objects are to become each other"
      ),
    ]
    for (expectation, reason) in bad {
      do {
        _ = try GoldenStore.Expectation(
          of: source, from: models[1], to: models[2], stage: [expectation])
        Issue.record("\(expectation) was applied")
      } catch {
        #expect("\(error)".contains(reason), "\(error)")
      }
    }
  }

  @Test("requirement 22: the result of a stage is compared physically, too")
  func physicalDifferencesOfAStageAreCaught() throws {
    let goldens = try RecordedGoldens(Contacts.history)
    let found = try failures(
      goldens.catalog, from: 1, to: 2,
      spoilt: ["CREATE TABLE T_LEFTOVER (A INTEGER)", "UPDATE Z_PRIMARYKEY SET Z_MAX = 1"])
    let kinds = Set(found.compactMap(\.problem.report).flatMap(\.kinds))
    #expect(kinds.isSuperset(of: [.schema, .bookkeeping]))
  }
}
