import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// What a history says about how results are compared: each rule where it holds, and where not.
struct ComparisonRulesTests {
  private static let model = Model("V1") {
    Entity("Node") {
      Attribute("code", .string)
      Attribute("when", .date)
      Attribute("weight", .double)
      Relationship("next", to: "Node", inverse: "previous")
      Relationship("previous", to: "Node", inverse: "next", .toMany, isOrdered: true)
    }
  }

  private struct Row {
    var key: Int64
    var code: String?
    var when = 0.0
    var weight = 1.0
    var next: Int64?
    var previous: [Int64] = []
  }

  private func contents(_ rows: [Row]) throws -> StoreContents {
    let model = try Self.model.validated()
    let shape = model.shape(of: try #require(model.entity(named: "Node")))
    func references(_ keys: [Int64]) -> [ObjectReference] {
      keys.map { ObjectReference(entity: "Node", primaryKey: $0) }
    }
    return StoreContents(entities: [
      EntityContents(
        entity: "Node",
        objects: rows.map { row in
          StoredObject(
            shape: shape, primaryKey: row.key,
            values: [
              row.code.map { .string($0) } ?? .null, .double(row.weight), .date(row.when),
            ],
            targets: [
              references(row.next.map { [$0] } ?? []), references(row.previous),
            ])
        })
    ])
  }

  /// Compares as a matrix does.
  private func report(
    _ expected: [Row], _ found: [Row], _ rules: HistoryExpectation...
  ) throws -> DifferenceReport {
    let model = try Self.model.validated()
    var history = ModelHistory(name: "Nodes", versions: [Self.model])
    history.expectations = rules
    _ = try history.validated()
    let comparison = ComparisonRules(rules, model: model)
    let (first, second) = (try contents(expected), try contents(found))
    let matching = ObjectMatching(expected: first, found: second, rules: comparison)
    var report = try ContentsComparison.report(
      expected: first, found: matching.found, model: model, rules: comparison)
    report.add(matching.report)
    return report
  }

  @Test("requirement 19: a tolerance accepts what is near, and nothing else")
  func tolerance() throws {
    let expected = [Row(key: 1, code: "a", when: 100, weight: 2)]
    let rule = HistoryExpectation.tolerance(entity: "Node", attribute: "when", 0.5)
    func found(_ change: (inout Row) -> Void) throws -> DifferenceReport {
      var row = expected[0]
      change(&row)
      return try report(expected, [row], rule)
    }
    #expect(try found { $0.when = 100.5 }.isEmpty)
    #expect(try found { $0.when = 99.5 }.isEmpty)
    #expect(try found { $0.when = 100.6 }.kinds == [.value])
    #expect(try found { $0.weight = 2.1 }.kinds == [.value])
    var row = expected[0]
    row.when = 100.5
    #expect(try report(expected, [row]).kinds == [.value])
  }

  @Test("requirement 19: NULL is near nothing")
  func toleranceDoesNotAcceptNull() throws {
    let rules = ComparisonRules(
      [.tolerance(entity: "Node", attribute: "weight", 10)], model: try Self.model.validated())
    #expect(!rules.accepts(.null, for: .double(0), of: "Node", "weight"))
    #expect(!rules.accepts(.float(0), for: .double(0), of: "Node", "weight"))
    #expect(!rules.accepts(.double(.nan), for: .double(0), of: "Node", "weight"))
    #expect(rules.accepts(.double(-10), for: .double(0), of: "Node", "weight"))
  }

  @Test("requirement 19: what is ignored is not compared and not counted")
  func ignored() throws {
    let expected = [Row(key: 1, code: "a"), Row(key: 2, code: "b")]
    var found = expected
    found[0].code = "x"
    let all = try report(expected, found)
    #expect(all.kinds == [.value])
    #expect(all.valuesCompared == 10)
    let rule = HistoryExpectation.ignored(entity: "Node", property: "code", reason: "random")
    let some = try report(expected, found, rule)
    #expect(some.isEmpty)
    #expect(some.valuesCompared == 8)
    found[0].weight = 7
    #expect(try report(expected, found, rule).count == 1)
  }

  /// A ring whose keys were all dealt anew.
  private static let ring = [
    Row(key: 1, code: "a", next: 2, previous: [3]),
    Row(key: 2, code: "b", next: 4, previous: [1]),
    Row(key: 4, code: "c", next: 3, previous: [2]),
    Row(key: 3, code: "d", next: 1, previous: [4]),
  ]
  private static let renumbered = [
    Row(key: 7, code: "a", next: 8, previous: [9]),
    Row(key: 8, code: "b", next: 1, previous: [7]),
    Row(key: 1, code: "c", next: 9, previous: [8]),
    Row(key: 9, code: "d", next: 7, previous: [1]),
  ]

  private static let identities: [HistoryExpectation.Identity] = [.seed, .attribute("code")]

  @Test("requirement 18: objects are known again by seed or attribute", arguments: identities)
  func renumberedObjectsAreKnown(_ identity: HistoryExpectation.Identity) throws {
    let rule = HistoryExpectation.identity(entity: "Node", identity)
    #expect(try report(Self.ring, Self.renumbered).kinds.contains(.missingObject))
    let same = try report(Self.ring, Self.renumbered, rule)
    #expect(same.isEmpty, "\(same)")
    #expect(same.objectsCompared == 4)
    // Relationships are followed through it.
    var other = Self.renumbered
    other[0].next = 1
    #expect(try report(Self.ring, other, rule).kinds == [.relationship])
    other = Self.renumbered
    other[3].weight = 2
    let changed = try report(Self.ring, other, rule)
    #expect(changed.differences.map(\.description) == ["Node 3: weight: expected 1.0, found 2.0"])
    let lost = try report(Self.ring, Array(Self.renumbered.dropLast()), rule)
    #expect(lost.kinds.contains(.missingObject))
    let extra = try report(
      Self.ring, Self.renumbered + [Row(key: 2, code: "e", weight: 9)], rule)
    #expect(extra.kinds == [.unexpectedObject])
  }

  @Test("requirement 18: the order of targets counts however objects are known")
  func orderIsKeptThroughAnIdentity() throws {
    let rule = HistoryExpectation.identity(entity: "Node", .attribute("code"))
    let expected = [
      Row(key: 1, code: "a", previous: [3, 2]), Row(key: 2, code: "b", next: 1),
      Row(key: 3, code: "c", next: 1),
    ]
    func found(_ keys: [Int64]) -> [Row] {
      [
        Row(key: 9, code: "a", previous: keys), Row(key: 6, code: "b", next: 9),
        Row(key: 5, code: "c", next: 9),
      ]
    }
    #expect(try report(expected, found([5, 6]), rule).isEmpty)
    #expect(try report(expected, found([6, 5]), rule).kinds == [.order])
  }

  @Test("requirement 18: an attribute that does not tell objects apart is no identity")
  func ambiguousIdentityFails() throws {
    let rule = HistoryExpectation.identity(entity: "Node", .attribute("code"))
    let twins = [Row(key: 1, code: "a"), Row(key: 2, code: "a")]
    #expect(try report(twins, twins, rule).description.contains("a value that tells objects apart"))
    let without = [Row(key: 1, code: nil)]
    #expect(!(try report(without, without, rule).isEmpty))
  }

  @Test("requirement 18: an object that lost its key is not found again under another")
  func lostKeyIsSeen() throws {
    let expected = [Row(key: 1, code: "a"), Row(key: -5, code: "new")]
    #expect(try report(expected, [Row(key: 1, code: "a"), Row(key: 7, code: "new")]).isEmpty)
    let moved = try report(expected, [Row(key: 2, code: "a"), Row(key: 7, code: "new")])
    #expect(moved.kinds == [.missingObject, .unexpectedObject])
    let wrong = try report(expected, [Row(key: 1, code: "a"), Row(key: 7, code: "old")])
    #expect(wrong.description.contains("expected \"new\", found \"old\""), "\(wrong)")
  }

  @Test("a rule that no version has a use for is refused by the history")
  func uselessRulesAreRefused() throws {
    let useless: [HistoryExpectation] = [
      .identity(entity: "Nod", .seed), .identity(entity: "Node", .attribute("cod")),
      .tolerance(entity: "Node", attribute: "code", 1),
      .tolerance(entity: "Node", attribute: "when", 0),
      .ignored(entity: "Node", property: "wen", reason: ""),
      .routesDiffer(entity: "Node", property: "code", from: "V1", to: "V1", reason: ""),
      .routesDiffer(entity: "Node", property: "code", from: "V0", to: "V1", reason: ""),
    ]
    for rule in useless {
      let history = ModelHistory(name: "Nodes", versions: [Self.model], expectations: [rule])
      #expect(throws: ModelError.self, "\(rule)") { try history.validated() }
    }
  }
}

/// Rules of a history in whole pairs.
struct HistoryExpectationTests {
  private static let renumbering = ModelHistory(
    "Renumbered",
    stages: Contacts.stages(
      Contacts.mappings(), expects: Contacts.expectations, primaryKeys: .renumbered),
    expectations: [.identity(entity: "Person", .seed)]
  ) { Contacts.history.versions }

  @Test("requirements 18, 20: a stage that numbers objects anew keeps every value and edge")
  func renumberingStageIsCompared() async throws {
    let goldens = try RecordedGoldens(Self.renumbering)
    let result = try await MatrixRunner(
      catalog: goldens.catalog, matrix: VersionMatrix(Self.renumbering)
    ).run()
    #expect(result.failures.map(\.description) == [])
    let byKey = try goldens.catalog { $0.expectations = [] }
    let red = try await MatrixRunner(
      catalog: byKey, matrix: VersionMatrix(Self.renumbering, source: 1, destination: 2)
    ).run()
    #expect(red.failures.contains { $0.problem.kind == "differences" })
  }

  /// The attribute goes and comes back: kept by the direct way, lost by the stepwise one.
  private static let comeback = ModelHistory(
    "Comeback",
    expectations: [
      .routesDiffer(
        entity: "A", property: "note", from: "V1", to: "V3", reason: "was gone for a while")
    ]
  ) {
    Model("V1") { Entity("A") { both } }
    Model("V2") { Entity("A") { Attribute("name", .string) } }
    Model("V3") {
      Entity("A") {
        both
        Attribute("more", .string)
      }
    }
  }

  private static let both: [EntityPart] = [
    .attribute(Attribute("name", .string)), .attribute(Attribute("note", .string)),
  ]

  @Test("requirement 23: a declared difference of the routes holds, an undeclared one is caught")
  func routesThatDifferAreDeclared() async throws {
    let goldens = try RecordedGoldens(Self.comeback)
    func problems(_ expectations: [HistoryExpectation]) async throws -> [MatrixProblem] {
      try await MatrixRunner(
        catalog: goldens.catalog { $0.expectations = expectations },
        matrix: VersionMatrix(Self.comeback)
      ).run().failures.map(\.problem)
    }
    #expect(try await problems(Self.comeback.expectations) == [])
    let undeclared = try await problems([])
    #expect(undeclared.map(\.kind) == ["routesDiffer"])
    #expect(undeclared.first?.description.contains("A 1: note: expected") == true)
    // Declared for a property that is the same both ways.
    let idle = try await problems(
      Self.comeback.expectations + [
        .routesDiffer(entity: "A", property: "name", from: "V1", to: "V3", reason: "-")
      ])
    #expect(
      idle == [.idleExpectation("routes from 'V1' to 'V3' differ in 'A.name'")])
  }

  @Test("requirement 19: what is ignored is missing in the plan of a matrix, and nothing else is")
  func ignoredPropertyOfAMatrix() async throws {
    let history = ModelHistory(
      "Ignored",
      expectations: [.ignored(entity: "A", property: "name", reason: "code makes it up")]
    ) {
      Model("V1") { Entity("A") { Self.both } }
      Model("V2") { Entity("A") { Self.both + [.attribute(Attribute("b", .string))] } }
    }
    let goldens = try RecordedGoldens(history)
    func failures(_ rules: [HistoryExpectation], _ change: SQL) throws -> [MatrixProblem] {
      MatrixRunner(
        catalog: try goldens.catalog { $0.expectations = rules },
        matrix: VersionMatrix(history, source: 0, destination: 1)
      ) { store, source, destination, history, output in
        let result = try Migrator.migrate(
          store, from: source, to: destination, in: history, to: output)
        if source != destination {
          let connection = try Connection(path: output, mode: .readWrite)
          try connection.execute(change)
          try connection.close()
        }
        return result
      }.runPairs(from: 0).flatMap(\.failures).map(\.problem)
    }
    #expect(try failures(history.expectations, "UPDATE ZA SET ZNAME = 'other'") == [])
    #expect(try failures([], "UPDATE ZA SET ZNAME = 'other'").map(\.kind).contains("differences"))
    #expect(
      try failures(history.expectations, "UPDATE ZA SET ZNOTE = 'other'").map(\.kind)
        .contains("differences"))
  }

  @Test("requirement 20: an order that nothing decided stays open in later versions")
  func undecidedOrderIsCarriedOn() async throws {
    func model(_ name: String, isOrdered: Bool, _ more: [EntityPart] = []) -> Model {
      Model(name) {
        Entity("Item") { Relationship("list", to: "List", inverse: "items") }
        Entity("List") {
          Relationship("items", to: "Item", inverse: "list", .toMany, isOrdered: isOrdered)
          more
        }
      }
    }
    let history = ModelHistory("Lists") {
      model("V1", isOrdered: false)
      model("V2", isOrdered: true)
      model("V3", isOrdered: true, [.attribute(Attribute("name", .string))])
    }
    let models = try history.validated()
    let contents = try StoreGenerator(history, position: 0).contents()
    let way = ExpectedWay(history)
    let second = try way.foresee(contents, from: 0, to: 1, models: models).expectation
    let third = try way.foresee(
      second.contents, undecided: second.undecidedOrders, from: 1, to: 2, models: models)
    #expect(second.undecidedOrders == [.init(entity: "List", relationship: "items")])
    #expect(third.expectation.undecidedOrders == second.undecidedOrders)
  }

  @Test("requirement 19: a removed property is an expected loss only if the goldens recorded it so")
  func lossThatOnlyTheCodeSaysIsCaught() async throws {
    let history = ModelHistory("Renamed") {
      Model("V1") { Entity("A") { Attribute("name", .string) } }
      Model("V2") {
        Entity("A") { Attribute("title", .string, renamingIdentifier: "name") }
      }
    }
    let goldens = try RecordedGoldens(history)
    let edited = try goldens.catalog {
      // Invisible to the hashes: the renaming identifier is gone, and the column with it.
      $0.versions[1].entities[0].attributes[0].renamingIdentifier = nil
    }
    let failures = MatrixRunner(
      catalog: edited, matrix: VersionMatrix(history, source: 0, destination: 1)
    ).runPairs(from: 0).flatMap(\.failures)
    #expect(failures.contains { $0.problem.report?.kinds.contains(.value) == true }, "\(failures)")
  }

  @Test("requirement 19: a change by other code is declared in the history itself")
  func changeByOtherCode() throws {
    let history = ModelHistory(
      "Other",
      expectations: [
        .change(
          from: "V1", to: "V2",
          [
            .value(entity: "A", attribute: "name") { object, _ in
              .string((try object["name"].stringValue ?? "").uppercased())
            }
          ])
      ]
    ) {
      Model("V1") { Entity("A") { Attribute("name", .string) } }
      Model("V2") {
        Entity("A") {
          Attribute("name", .string)
          Attribute("b", .string)
        }
      }
    }
    let goldens = try RecordedGoldens(history)
    func failures(_ changesNames: Bool) throws -> [MatrixFailure] {
      MatrixRunner(
        catalog: goldens.catalog, matrix: VersionMatrix(history)
      ) { store, source, destination, history, output in
        let stage = MigrationStage.custom(
          from: "V1", to: "V2",
          willMigrate: { context in
            try context.forEachObject(of: "A") { object in
              let name = try object["name"].stringValue ?? ""
              try context.update(
                object.reference, values: ["name": .string(name.uppercased())])
            }
          })
        var other = history
        if changesNames { other.stages = [stage] }
        return try Migrator.migrate(
          store, from: source, to: destination, in: other, to: output)
      }.runPairs(from: 0).flatMap(\.failures)
    }
    #expect(try failures(true).map(\.description) == [])
    #expect(Set(try failures(false).map(\.problem.kind)) == ["differences"])
  }
}
