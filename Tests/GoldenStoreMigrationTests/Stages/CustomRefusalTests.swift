import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

/// What custom stages refuse, with Core Data's codes, and that nothing is left behind then.
struct CustomRefusalTests {
  private static func history(_ mappings: [CustomEntityMapping]) -> ModelHistory {
    ModelHistory(
      "Work", stages: [.custom(from: "V1", to: "V2", entityMappings: mappings)]
    ) {
      Model("V1") {
        Entity("Job") {
          Attribute("title", .string)
          Attribute("pay", .integer64)
          Attribute("start", .string)
          Relationship("people", to: "Person", inverse: "jobs", .toMany)
        }
        Entity("Person") {
          Attribute("name", .string)
          Relationship("jobs", to: "Job", inverse: "people", .toMany)
        }
      }
      Model("V2") {
        Entity("Job") {
          Attribute("title", .string, isOptional: false)
          Attribute("pay", .integer16)
          Attribute("start", .date)
          Relationship("people", to: "Person", inverse: "jobs", .toMany(min: 1, max: 2))
          UniquenessConstraint("title")
        }
        Entity("Person") {
          Attribute("name", .string)
          Relationship("jobs", to: "Job", inverse: "people", .toMany)
          Relationship("boss", to: "Person")
        }
      }
    }
  }

  /// A mapping that leaves the start of a job out.
  private static func job(
    values: CustomEntityMapping.Values? = nil, setting: [String] = [],
    relation: CustomEntityMapping.Relation? = nil
  ) -> CustomEntityMapping {
    CustomEntityMapping(
      from: "Job", to: "Job", setting: ["start"] + setting, values: values,
      createRelationships: relation)
  }

  private static let fine = [
    "INSERT INTO ZJOB (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAY) VALUES (1, 1, 1, 'cook', 5)",
    "INSERT INTO ZJOB (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPAY) VALUES (2, 1, 1, 'baker', NULL)",
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'Ada'), (2, 2, 1, 'Bo')",
    "INSERT INTO Z_1PEOPLE (Z_1JOBS, Z_2PEOPLE) VALUES (1, 1), (2, 1), (2, 2)",
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mappings: [CustomEntityMapping]
    var rows: [String] = fine
    /// The sentence from the colon on.
    let sentence: String
    let code: Int?
    var isPlanned = false
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a type that inference refuses, in an entity that no mapping names",
      mappings: [],
      sentence: "attribute 'Job.start' changes from string to date; add a custom stage",
      code: 134_140, isPlanned: true),
    Case(
      testDescription: "a type that inference refuses, not listed",
      mappings: [CustomEntityMapping(from: "Job", to: "Job")],
      sentence: "attribute 'Job.start' changes from string to date; add a custom stage",
      code: 134_140, isPlanned: true),
    Case(
      testDescription: "objects that would be left out",
      mappings: [job(), CustomEntityMapping(from: "Job", to: "Person")],
      sentence:
        "mappings make the objects of 'Person', but none uses those of 'Person', which would be "
        + "lost; add a mapping from it, or 'CustomEntityMapping(removing: \"Person\")'",
      code: nil, isPlanned: true),
    Case(
      testDescription: "a mapping that is not there",
      mappings: [
        job(relation: { job, _, manager in
          _ = try manager.destinationInstances(
            forEntityMappingNamed: "JobToJab", sourceInstances: [job.reference])
        })
      ],
      sentence:
        "no entity mapping is called 'JobToJab'; did you mean 'JobToJob'?; there are "
        + "'IEM_Transform_Person' and 'JobToJob'", code: 134_110),
    Case(
      testDescription: "an object of another entity",
      mappings: [
        job(
          setting: ["people"],
          relation: { job, _, manager in
            guard let person = try job[relationship: "people"].first,
              let object = try manager.sourceContext.object(person)
            else { return }
            try manager.createDestinationInstance(for: object)
          })
      ],
      sentence: "mapping 'JobToJob' makes objects from 'Job', not from Person 1", code: nil),
    Case(
      testDescription: "a value that is misspelt",
      mappings: [job(values: { _ in ["titl": "x"] })],
      sentence:
        "entity 'Job' stores no property 'titl'; did you mean 'title'?; it stores 'pay', 'start' "
        + "and 'title'", code: nil),
    Case(
      testDescription: "a number that does not fit", mappings: [job()],
      rows: fine + ["UPDATE ZJOB SET ZPAY = 70000 WHERE Z_PK = 2"],
      sentence:
        "cannot write 'Job' 2: 'pay' is 70000, which integer16 can't hold exactly; give the value "
        + "in code and list 'pay' under 'setting'", code: nil),
    Case(
      testDescription: "a missing mandatory value", mappings: [job()],
      rows: fine + ["UPDATE ZJOB SET ZTITLE = NULL WHERE Z_PK = 2"],
      sentence: "'Job.title' has no value in 1 objects (2)", code: 1570),
    Case(
      testDescription: "too many targets", mappings: [job()],
      rows: fine + [
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (3, 2, 1)",
        "INSERT INTO Z_1PEOPLE (Z_1JOBS, Z_2PEOPLE) VALUES (2, 3)",
      ],
      sentence: "'Job.people' may have 2 targets, and has more in 1 objects (2)", code: 1590),
    Case(
      testDescription: "several faults", mappings: [job()],
      rows: fine + [
        "UPDATE ZJOB SET ZTITLE = NULL",
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT) VALUES (3, 2, 1)",
        "INSERT INTO Z_1PEOPLE (Z_1JOBS, Z_2PEOPLE) VALUES (2, 3)",
      ],
      sentence:
        "'Job.title' has no value in 2 objects (1, 2); 'Job.people' may have 2 targets, and has "
        + "more in 1 objects (2)", code: 1560),
    Case(
      testDescription: "a value that must be unique", mappings: [job()],
      rows: fine + ["UPDATE ZJOB SET ZTITLE = 'cook'"],
      sentence:
        "cannot write 'Job' 2: another object has the same 'title', which must be unique",
      code: nil),
    Case(
      testDescription: "persistent history", mappings: [job()],
      rows: fine + ["CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY)"],
      sentence:
        "the store keeps persistent history (table 'ATRANSACTION'), which would not tell what code "
        + "of a custom stage does; leave the code out, or accept the gap with the option "
        + "'allowsGaps' of 'PersistentHistoryOptions'",
      code: nil),
  ]

  @Test(arguments: cases)
  func customStageRefuses(_ row: Case) throws {
    try StagedStore.with(Self.history(row.mappings), rows: row.rows) { store in
      let before = try bytes(of: store.files.main)
      do {
        try store.migrate()
        Issue.record("the store was migrated")
      } catch let error as MigrationError {
        #expect("\(error)".hasSuffix(row.sentence), "\(error)")
        #expect(error.coreData?.code == row.code)
      }
      #expect(try bytes(of: store.files.main) == before)
      let names = try store.fileNames()
      #expect(names.allSatisfy { $0.hasPrefix("Store.sqlite") }, "\(names)")
      if row.isPlanned {
        #expect(throws: MigrationError.self) {
          try MigrationPlan.plan(history: store.history, from: 0, to: 1, stepwise: false)
        }
      }
      // In the file itself too, nothing is left and the store keeps its version.
      #expect(throws: MigrationError.self) { try store.migrateInPlace() }
      #expect(try store.version() == 0)
      let left = try store.fileNames()
      #expect(left.allSatisfy { $0.hasPrefix("Store.sqlite") }, "\(left)")
    }
  }

  @Test func tooFewTargetsAreCounted() throws {
    let rows =
      Self.fine + [
        "INSERT INTO ZJOB (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (3, 1, 1, 'x')"
      ]
    // An optional relationship may be empty, whatever its minimum.
    try StagedStore.with(Self.history([Self.job()]), rows: rows) { try $0.migrate() }
    var history = Self.history([Self.job()])
    history.versions[1].entities[0].relationships[0].isOptional = false
    try StagedStore.with(history, rows: rows) { store in
      do {
        try store.migrate()
        Issue.record("the store was migrated")
      } catch let error as MigrationError {
        #expect(
          "\(error)".hasSuffix(
            "'Job.people' needs 1 or more targets, and has fewer in 1 objects (3)"))
        #expect(error.coreData?.code == 1580)
      }
    }
  }

  @Test func anObjectThatIsCopiedIsNamedWhereItMustBeUnique() throws {
    let history = ModelHistory(
      "Tags", stages: [.custom(from: "V1", to: "V2", entityMappings: [])]
    ) {
      Model("V1") { Entity("Tag") { Attribute("name", .string) } }
      Model("V2") {
        Entity("Tag") {
          Attribute("name", .string)
          UniquenessConstraint("name")
        }
      }
    }
    let rows = [
      "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (3, 1, 1, 'a'), (7, 1, 1, 'a')"
    ]
    try StagedStore.with(history, rows: rows) { store in
      #expect(
        throws: MigrationError.store(
          .uniquenessViolation(entity: "Tag", primaryKey: 7, properties: ["name"]))
      ) { try store.migrate() }
    }
  }

  // MARK: Sources and targets of what is carried

  private static func doubled(_ relation: String) -> ModelHistory {
    ModelHistory(
      "Tree",
      stages: [
        .custom(
          from: "V1", to: "V2",
          entityMappings: [
            CustomEntityMapping(
              from: "Node", to: "Node",
              createDestinationInstances: { node, manager in
                if relation == "targets" {
                  try manager.createDestinationInstance(for: node)
                  try manager.createDestinationInstance(for: node)
                } else {
                  let instance = try manager.createDestinationInstance(for: node)
                  let first = ObjectReference(entity: "Node", primaryKey: 1)
                  try manager.associate(source: first, with: instance)
                }
              })
          ])
      ]
    ) {
      Model("V1") { Entity("Node") { Relationship("next", to: "Node") } }
      Model("V2") {
        Entity("Node") {
          Attribute("name", .string)
          Relationship("next", to: "Node")
        }
      }
    }
  }

  @Test(arguments: [
    (
      "targets", "More than one relationship destination for a toOne relationship",
      "'Node.next' of what is made from Node 1 would have 2 targets, expected at most 1; list it "
        + "under 'setting' and set it in code"
    ),
    (
      "sources", "More than one source for destination in default mapping policy",
      "mapping 'NodeToNode' made Node 1 from 2 objects, so that it is undecided whose relationships "
        + "it gets; list them under 'setting' and set them in code"
    ),
  ])
  func undecidedRelationshipsAreRefused(
    _ relation: String, _ reason: String, _ sentence: String
  ) throws {
    let rows = ["INSERT INTO ZNODE (Z_PK, Z_ENT, Z_OPT, ZNEXT) VALUES (1, 1, 1, 2), (2, 1, 1, 1)"]
    try StagedStore.with(Self.doubled(relation), rows: rows) { store in
      do {
        try store.migrate()
        Issue.record("the store was migrated")
      } catch let error as MigrationError {
        #expect(error.coreData?.code == 134_110)
        #expect(error.coreData?.reason == reason)
        #expect("\(error)".hasSuffix(sentence), "\(error)")
      }
    }
  }

  // MARK: Progress

  /// The people of the example, with code in both passes.
  private static let people: ModelHistory = {
    var history = WorkedExamples.people
    history.stages = [
      .custom(
        from: "V1", to: "V2",
        entityMappings: [
          CustomEntityMapping(
            from: "Person", to: "Person", setting: ["name"],
            values: { _ in ["name": "x"] }, createRelationships: { _, _, _ in })
        ])
    ]
    return history
  }()
  private static let manyRows = (1...300).map {
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFIRST) VALUES (\($0), 1, 1, 'p\($0)')"
  }

  @Test func progressMovesWithEveryObject() throws {
    try StagedStore.with(Self.people, rows: Self.manyRows) { store in
      var seen: [MigrationProgress] = []
      try store.migrate { seen.append($0) }
      let created = seen.filter { $0.phase == .createInstances }
      #expect(created.map(\.completed) == Array(0...300))
      let moves = created.dropFirst().dropLast()
      #expect(moves.allSatisfy { $0.entityMapping == "PersonToPerson" })
      #expect(created.allSatisfy { $0.total == 300 })
      #expect(seen.filter { $0.phase == .createRelationships }.count == 301)
      let order = seen.map { MigrationProgress.Phase.allCases.firstIndex(of: $0.phase) ?? -1 }
      #expect(order == order.sorted())
      #expect(seen.allSatisfy { $0.source == "V1" && $0.destination == "V2" })
    }
  }

  @Test(arguments: MigrationProgress.Phase.allCases.filter { $0.rawValue.hasPrefix("create") })
  func aCancelledMigrationLeavesNothing(phase: MigrationProgress.Phase) throws {
    try StagedStore.with(Self.people, rows: Self.manyRows) { store in
      let before = try bytes(of: store.files.main)
      func cancel(_ progress: MigrationProgress) throws {
        if progress.phase == phase, progress.completed == 200 { throw CancellationError() }
      }
      #expect(throws: MigrationError.cancelled(source: "V1", destination: "V2")) {
        try store.migrate(progress: cancel)
      }
      #expect(try bytes(of: store.files.main) == before)
      #expect(throws: MigrationError.cancelled(source: "V1", destination: "V2")) {
        try store.migrateInPlace(progress: cancel)
      }
      #expect(try store.version() == 0)
      #expect(
        try store.fileNames() == ["Store.sqlite", "Store.sqlite-shm", "Store.sqlite-wal"])
      #expect(MigrationError.cancelled(source: "", destination: "").coreData?.code == 134_120)
    }
  }

  @Test func aCancelledTaskEndsTheMigration() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try StagedStore.with(Self.people, rows: Self.manyRows) { store in
        #expect(throws: MigrationError.cancelled(source: "V1", destination: "V2")) {
          try store.migrate()
        }
        let names = try store.fileNames()
        #expect(names.allSatisfy { $0.hasPrefix("Store") })
      }
    }
    try await task.value
  }

  /// A trap of real models: the identifier goes one version after the name has changed.
  @Test(arguments: [[], ["color"]])
  func aPropertyThatKeepsItsNameButNotItsIdentifierMustBeSet(setting: [String]) throws {
    let history = ModelHistory(
      "Posts",
      stages: [
        .custom(
          from: "V1", to: "V2",
          entityMappings: [
            CustomEntityMapping(
              from: "Post", to: "Post", setting: setting,
              values: { post in setting.isEmpty ? [:] : ["color": try post["color"]] })
          ])
      ]
    ) {
      Model("V1") {
        Entity("Post") { Attribute("color", .string, renamingIdentifier: "hue") }
      }
      Model("V2") {
        Entity("Post") {
          Attribute("color", .string)
          Attribute("size", .integer16)
        }
      }
    }
    try StagedStore.with(
      history, rows: ["INSERT INTO ZPOST (Z_PK, Z_ENT, Z_OPT, ZCOLOR) VALUES (1, 1, 1, 'red')"]
    ) { store in
      guard setting.isEmpty else {
        let result = try store.migrate()
        let posts = try store.contents(of: result.output, at: 1).objects(of: "Post")
        #expect(posts.map { $0.value(of: "color") } == ["red"])
        return
      }
      let error = try #require(throws: MigrationError.self) { try store.migrate() }
      #expect(
        "\(error)".hasSuffix(
          "mapping 'PostToPost' would lose the values of 'color', which has renaming identifier "
            + "'hue' in the source and 'color' in the destination; give it that of the source, "
            + "or list it under 'setting' and set it in code"), "\(error)")
      #expect(try store.fileNames() == ["Store.sqlite", "Store.sqlite-shm", "Store.sqlite-wal"])
    }
  }
}
