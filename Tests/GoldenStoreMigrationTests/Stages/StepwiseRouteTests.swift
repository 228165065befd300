import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

struct StepwiseRouteTests {
  private static func version(_ name: String, _ attributes: String...) -> Model {
    Model(name) {
      Entity("Thing") { for attribute in attributes { Attribute(attribute, .string) } }
    }
  }

  /// Five versions; the fourth has the hashes of the third.
  private static func history(_ stages: [MigrationStage]) -> ModelHistory {
    ModelHistory("Steps", aliases: [VersionAlias("V4", of: "V3")], stages: stages) {
      version("V1", "a")
      version("V2", "a", "b")
      version("V3", "a", "b", "c")
      version("V4", "a", "b", "c")
      version("V5", "a", "b", "c", "d")
    }
  }

  private static func custom(_ source: Int, _ destination: Int) -> MigrationStage {
    .custom(from: "V\(source)", to: "V\(destination)")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stages: [MigrationStage]
    let from: Int
    let to: Int
    /// The versions where the store stops; those to which a stage leads are negative.
    let stops: [Int]
  }

  static let table: [Case] = [
    Case(testDescription: "no stage", stages: [], from: 1, to: 5, stops: [2, 3, 4, 5]),
    Case(
      testDescription: "a stage over three versions", stages: [custom(1, 3)], from: 1, to: 3,
      stops: [-3]),
    Case(
      testDescription: "and on from its end", stages: [custom(1, 3)], from: 1, to: 5,
      stops: [-3, 4, 5]),
    Case(
      testDescription: "up to its start", stages: [custom(2, 5)], from: 1, to: 5, stops: [2, -5]),
    Case(
      testDescription: "the destination is within the stage", stages: [custom(1, 3)], from: 1,
      to: 2, stops: [2]),
    Case(
      testDescription: "the store is within the stage", stages: [custom(1, 3)], from: 2, to: 5,
      stops: [3, 4, 5]),
    Case(
      testDescription: "a stage ends within the next one", stages: [custom(1, 3), custom(2, 5)],
      from: 1, to: 5, stops: [-3, 4, 5]),
    Case(
      testDescription: "the same from within the first", stages: [custom(1, 3), custom(2, 5)],
      from: 2, to: 5, stops: [-5]),
    Case(
      testDescription: "one after the other", stages: [custom(1, 3), custom(3, 5)], from: 1, to: 5,
      stops: [-3, -5]),
    Case(
      testDescription: "the store is called by the later of two equal versions",
      stages: [custom(3, 5)], from: 4, to: 5, stops: [-5]),
    Case(
      testDescription: "the stage begins at the later of two equal versions",
      stages: [custom(4, 5)], from: 3, to: 5, stops: [4, -5]),
    Case(
      testDescription: "no stage leads back", stages: [custom(2, 4)], from: 4, to: 5, stops: [5]),
  ]

  @Test(arguments: table) func aStoreTakesTheStageThatBeginsWhereItStands(_ row: Case) throws {
    let plan = try MigrationPlan.plan(
      history: Self.history(row.stages), from: row.from - 1, to: row.to - 1, stepwise: true)
    #expect(
      plan.steps.map { ($0.destination + 1) * ($0.kind == .custom ? -1 : 1) } == row.stops)
    #expect(plan.steps.first?.source == row.from - 1)
    #expect(zip(plan.steps, plan.steps.dropFirst()).allSatisfy { $0.destination == $1.source })
  }

  @Test func aStageOverSeveralVersionsRunsItsCode() throws {
    let rows = ["INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZA) VALUES (1, 1, 1, 'x')"]
    let history = Self.history([
      .custom(
        from: "V1", to: "V3",
        willMigrate: { context in
          try context.forEachObject(of: "Thing") { thing in
            let text = try thing["a"].stringValue ?? ""
            try context.update(thing.reference, values: ["a": .string(text + "w")])
          }
        },
        didMigrate: { context in
          try context.forEachObject(of: "Thing") { thing in
            let text = try thing["a"].stringValue ?? ""
            try context.update(thing.reference, values: ["c": .string(text + "d")])
          }
        })
    ])
    try StagedStore.with(history, rows: rows) { store in
      let result = try store.migrate(stepwise: true)
      #expect(result.steps.map(\.destinationName) == ["V3", "V4", "V5"])
      #expect(result.steps.map(\.codeCalls) == [2, 0, 0])
      #expect(try store.query(result.output, "SELECT ZA, ZC FROM ZTHING") == ["xw|xwd"])
    }
    // A mapping makes what inference alone would lose.
    let mapped = Self.history([
      .custom(
        from: "V1", to: "V5",
        entityMappings: [
          CustomEntityMapping(
            from: "Thing", to: "Thing", setting: ["d"],
            values: { thing in ["d": try thing["a"]] })
        ])
    ])
    try StagedStore.with(mapped, rows: rows) { store in
      let result = try store.migrate(stepwise: true)
      #expect(result.steps.map(\.description) == ["'V1' → 'V5' (custom, custom)"])
      #expect(try store.query(result.output, "SELECT ZA, ZD FROM ZTHING") == ["x|x"])
    }
  }
}
