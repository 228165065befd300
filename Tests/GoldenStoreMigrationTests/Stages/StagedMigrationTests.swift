import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import TestSupport
import Testing

struct StagedMigrationTests {
  /// 1 to 2, 2 to 3, 3 to 4 and 2 to 4 can be inferred; 1 to 3 and 1 to 4 cannot.
  private static func history(_ stages: [MigrationStage]) -> ModelHistory {
    ModelHistory("Steps", stages: stages) {
      Model("V1") { Entity("Thing") { Attribute("size", .string) } }
      Model("V2") { Entity("Thing") { Attribute("name", .string) } }
      Model("V3") {
        Entity("Thing") {
          Attribute("name", .string)
          Attribute("size", .integer32)
        }
      }
      Model("V4") {
        Entity("Thing") {
          Attribute("name", .string)
          Attribute("size", .integer64)
        }
      }
    }
  }

  private static let rows = ["INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)"]

  private static func custom(_ source: Int, _ destination: Int) -> MigrationStage {
    .custom(from: "V\(source)", to: "V\(destination)")
  }

  private static func light(_ versions: Int...) -> MigrationStage {
    .lightweight(versions: versions.map { "V\($0)" })
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let to: Int
    let stages: [MigrationStage]
    /// The versions where the store stops; empty for a refusal.
    var stops: [Int] = []
    var code: Int?
  }

  static let table: [Case] = [
    Case(testDescription: "1-3 none", to: 3, stages: [], code: 134_140),
    Case(testDescription: "1-3 L[1,2,3]", to: 3, stages: [light(1, 2, 3)], code: 134_140),
    Case(
      testDescription: "1-3 L1,L2,L3", to: 3, stages: [light(1), light(2), light(3)],
      code: 134_140),
    Case(
      testDescription: "1-3 C[1-2],L3", to: 3, stages: [custom(1, 2), light(3)], stops: [2, 3]),
    Case(
      testDescription: "1-3 L1,C[2-3]", to: 3, stages: [light(1), custom(2, 3)], stops: [2, 3]),
    Case(
      testDescription: "1-3 C[1-2],C[2-3]", to: 3, stages: [custom(1, 2), custom(2, 3)],
      stops: [2, 3]),
    Case(
      testDescription: "1-4 L[3,4],C[1-2]", to: 4, stages: [light(3, 4), custom(1, 2)],
      code: 134_506),
    Case(
      testDescription: "1-4 L[1,2],L[3,4]", to: 4, stages: [light(1, 2), light(3, 4)],
      code: 134_140),
    Case(
      testDescription: "1-4 C[2-3],L[1,4]", to: 4, stages: [custom(2, 3), light(1, 4)],
      code: 134_140),
    Case(
      testDescription: "1-4 C[1-2],L[3,4]", to: 4, stages: [custom(1, 2), light(3, 4)],
      stops: [2, 4]),
    Case(
      testDescription: "1-4 L1,C[2-3],L4", to: 4, stages: [light(1), custom(2, 3), light(4)],
      stops: [2, 3, 4]),
    Case(
      testDescription: "1-4 L[1,4],C[2-3]", to: 4, stages: [light(1, 4), custom(2, 3)],
      stops: [2, 3, 4]),
    // Beyond the published table.
    Case(
      testDescription: "1-3 unknown destination", to: 3, stages: [custom(1, 2)], code: 134_504),
    Case(
      testDescription: "1-3 unknown store version", to: 3, stages: [custom(2, 3)], code: 134_504),
    Case(
      testDescription: "1-2 in an earlier plan", to: 2,
      stages: [custom(1, 2), custom(2, 3), light(4)], stops: [2]),
    Case(
      testDescription: "1-4 C[1-2],C[3-4] without handlers", to: 4,
      stages: [custom(1, 2), custom(3, 4)], stops: [2, 4]),
    Case(
      testDescription: "1-4 C[1-2],C[3-4] with a handler", to: 4,
      stages: [custom(1, 2), .custom(from: "V3", to: "V4", willMigrate: { _ in })],
      code: 134_100),
  ]

  @Test(arguments: table) func stagesLeadWhereCoreDataLeads(_ row: Case) throws {
    try StagedStore.with(Self.history(row.stages), rows: Self.rows) { store in
      do {
        let plan = try MigrationPlan.plan(
          history: store.history, from: 0, to: row.to - 1, stepwise: false)
        let result = try store.migrate(to: row.to - 1)
        #expect(row.code == nil)
        #expect(plan.steps.map { $0.destination + 1 } == row.stops)
        #expect(result.steps == plan.steps)
        #expect(
          try store.contents(of: result.output, at: row.to - 1).objects(of: "Thing").count == 1)
        try store.migrateInPlace(to: row.to - 1)
        #expect(try store.version() == row.to - 1)
      } catch let error as MigrationError {
        #expect(error.coreData?.code == row.code, "\(error)")
        let before = try bytes(of: store.files.main)
        #expect(throws: error) { try store.migrate(to: row.to - 1) }
        #expect(try bytes(of: store.files.main) == before)
      }
    }
  }

  @Test func stepwiseTakesEachHopByItself() throws {
    let stages = [Self.custom(2, 3), Self.light(1, 4)]
    let plan = try MigrationPlan.plan(
      history: Self.history(stages), from: 0, to: 3, stepwise: true)
    #expect(
      plan.steps.map(\.description) == [
        "'V1' → 'V2' (lightweight, rebuild)", "'V2' → 'V3' (custom, cheap)",
        "'V3' → 'V4' (lightweight, cheap)",
      ])
    let mapped = MigrationStage.custom(
      from: "V1", to: "V4",
      entityMappings: [CustomEntityMapping(from: "Thing", to: "Thing", setting: ["size"])])
    let direct = try MigrationPlan.plan(
      history: Self.history([mapped]), from: 0, to: 3, stepwise: false)
    #expect(direct.steps.map(\.description) == ["'V1' → 'V4' (custom, custom)"])
  }

  @Test(
    arguments: [
      ([light(1, 2), light(1, 2)], "Duplicate lightweight migration stages detected."),
      ([light(1, 2), light(2, 3)], "Duplicate version checksums across stages detected."),
      ([light(1, 2), custom(2, 3)], "Duplicate version checksums across stages detected."),
      ([custom(1, 2), light(2)], "Duplicate version checksums across stages detected."),
      ([custom(1, 2), custom(1, 3)], "Duplicate version checksums across stages detected."),
      ([custom(1, 3), custom(2, 3)], "Duplicate version checksums across stages detected."),
    ] as [([MigrationStage], String)])
  func doubtfulStagesAreRefused(_ stages: [MigrationStage], _ exception: String) throws {
    do {
      _ = try MigrationPlan.plan(
        history: Self.history(stages), from: 0, to: 3, stepwise: false)
      Issue.record("the stages were accepted")
    } catch {
      guard case .staged(_, let problem) = error else { throw error }
      #expect(problem.exception == exception)
      #expect(error.coreData == nil)
    }
  }

  @Test func versionsOfOneChecksumCannotBeTheEndsOfAStage() throws {
    let history = ModelHistory(
      "Same", stages: [.custom(from: "V1", to: "V2")]
    ) {
      Model("V1") { Entity("Thing") { Attribute("size", .string) } }
      Model("V2") { Entity("Thing") { Attribute("size", .string, default: "big") } }
    }
    #expect(throws: MigrationError.staged(history: "Same", .equalReferences)) {
      try MigrationPlan.plan(history: history, from: 0, to: 1, stepwise: false)
    }
  }

  @Test func aStoreWithoutChecksumAndModelCannotFollowStages() throws {
    let history = Self.history([Self.custom(1, 2)])
    try StagedStore.with(history, rows: Self.rows) { store in
      var metadata = try StoreInspection(of: store.files).metadata
      metadata.checksum = nil
      let list = try metadata.encode().map { String(format: "%02x", $0) }.joined()
      try SampleStore.change(
        store.files.main, ["UPDATE Z_METADATA SET Z_PLIST = x'\(list)'"])
      // The model that the store holds says enough.
      try store.migrate(to: 1, name: "First.sqlite")
      try SampleStore.change(store.files.main, ["DELETE FROM Z_MODELCACHE"])
      do {
        try store.migrate(to: 1)
        Issue.record("the store was migrated")
      } catch let error as MigrationError {
        #expect(error.coreData?.code == 134_505, "\(error)")
      }
      // Inference alone asks for neither.
      let plain = try Migrator.migrate(
        store.files, to: 1, in: Self.history([]),
        to: store.folder.appendingPathComponent("Third.sqlite"))
      #expect(plain.path == .rebuild)
    }
  }

  // MARK: Handlers

  private struct Stop: Error, Equatable {}

  /// A stage whose handlers append to the name of every object, or stop.
  private static func handled(will: Bool = true, did: Bool = true) -> ModelHistory {
    @Sendable func mark(_ context: any MigrationContext, _ mark: String, _ isFine: Bool) throws {
      try context.forEachObject(of: "Thing") { thing in
        let name = try thing["name"].stringValue ?? ""
        try context.update(thing.reference, values: ["name": .string(name + mark)])
      }
      if !isFine { throw Stop() }
    }
    return history([
      light(1),
      .custom(
        from: "V2", to: "V3",
        willMigrate: { context in
          #expect(context.model.name == "V2")
          try mark(context, "w", will)
        },
        didMigrate: { context in
          #expect(context.model.name == "V3")
          try mark(context, "d", did)
        }), light(4),
    ])
  }

  private func names(_ store: StagedStore) throws -> [String] {
    try store.query(store.files, "SELECT coalesce(ZNAME, '') FROM ZTHING")
  }

  @Test func handlersRunBeforeAndAfterTheChange() throws {
    try StagedStore.with(Self.handled(), rows: Self.rows) { store in
      var phases: [MigrationProgress.Phase] = []
      try store.migrateInPlace { progress in
        if phases.last != progress.phase { phases.append(progress.phase) }
      }
      #expect(try names(store) == ["wd"])
      #expect(phases == [.schema, .willMigrate, .schema, .didMigrate, .schema])
      #expect(try store.query(store.files, "SELECT Z_OPT FROM ZTHING") == ["3"])
    }
  }

  @Test func whatHandlersInsertCountsInTheHighestKeys() throws {
    let history = Self.history([
      .custom(
        from: "V1", to: "V2",
        willMigrate: { context in
          let thing = try context.insert("Thing", values: ["size": "new"])
          try context.insert("Thing")
          try context.delete(thing)
        }, didMigrate: { context in try context.insert("Thing", values: ["name": "last"]) })
    ])
    try StagedStore.with(history, rows: Self.rows) { store in
      try store.migrateInPlace(to: 1)
      #expect(
        try store.query(store.files, "SELECT Z_PK, ZNAME FROM ZTHING") == [
          "1|NULL", "3|NULL", "4|last",
        ])
      #expect(try store.query(store.files, "SELECT Z_MAX FROM Z_PRIMARYKEY") == ["4"])
    }
  }

  @Test func aFailingFirstHandlerLeavesTheSourceVersionAndRunsAgain() throws {
    try StagedStore.with(Self.handled(will: false), rows: Self.rows) { store in
      #expect(throws: Stop()) { try store.migrateInPlace() }
      #expect(try store.version() == 1)
      #expect(try names(store) == [""])
      let repaired = StagedStore(
        history: Self.handled(), folder: store.folder, files: store.files)
      try repaired.migrateInPlace()
      #expect(try names(store) == ["wd"])
      #expect(try repaired.version() == 3)
    }
  }

  @Test func aFailingLastHandlerLeavesTheNextVersionAndNeverRunsAgain() throws {
    try StagedStore.with(Self.handled(did: false), rows: Self.rows) { store in
      #expect(throws: Stop()) { try store.migrateInPlace() }
      #expect(try store.version() == 2)
      #expect(try names(store) == ["w"])
      try store.migrateInPlace()
      #expect(try names(store) == ["w"])
      #expect(try store.version() == 3)
    }
  }

  @Test func aFailingChangeLeavesWhatTheFirstHandlerSavedAndRunsItAgain() throws {
    try StagedStore.with(Self.handled(), rows: Self.rows) { store in
      try store.migrateInPlace(to: 1)
      #expect(throws: Stop()) {
        try Migrator.migrateInPlace(
          store.files, to: 3, in: store.history, willRun: { _ in throw Stop() })
      }
      #expect(try store.version() == 1)
      #expect(try names(store) == ["w"])
      try store.migrateInPlace()
      #expect(try names(store) == ["wwd"])
    }
  }
}
