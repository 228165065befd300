import BrowserModels
import GoldenStoreCoreData
import GoldenStoreMigration
import GoldenStoreModel
import Testing

struct StagedPlanTests {
  private static func version(_ name: String, _ attributes: String...) -> Model {
    Model(name) {
      Entity("Thing") { for attribute in attributes { Attribute(attribute, .string) } }
    }
  }

  /// Five versions; the fourth has the hashes of the third.
  private static func history(
    _ stages: [MigrationStage] = [], shapes: [VersionShape] = [], floor: String? = nil
  ) -> ModelHistory {
    ModelHistory(
      "Steps", oldestSupportedVersion: floor, aliases: [VersionAlias("V4", of: "V3")],
      shapes: shapes, stages: stages
    ) {
      version("V1", "a")
      version("V2", "a", "b")
      version("V3", "a", "b", "c")
      version("V4", "a", "b", "c")
      version("V5", "a", "b", "c", "d")
    }
  }

  private static let shape = VersionShape("beta", of: "V2", model: version("", "a", "x"))

  private static func custom(_ source: Int, _ destination: Int) -> MigrationStage {
    .custom(from: "V\(source)", to: "V\(destination)", willMigrate: { _ in })
  }

  /// A plan in short: `L[…]` and `C[…-…]`, a `!` behind a stage with code.
  private func stages(
    _ history: ModelHistory, to version: Int = 5, isStepwise: Bool = true
  ) throws -> [String] {
    var names: [String: String] = [:]
    for model in history.versions.reversed() + history.shapes.map(\.model) {
      names[try VersionHash.checksum(of: model.validated())] = model.name
    }
    let plan = try StagedPlan(
      HistoryVersions(history), to: version - 1, isStepwise: isStepwise)
    return plan.stages.map { stage in
      switch stage {
      case .lightweight(let checksums):
        "L[\(checksums.map { names[$0] ?? "?" }.joined(separator: ","))]"
      case .custom(let hop, let source, let destination):
        "C[\(names[source] ?? "?")-\(names[destination] ?? "?")]"
          + (hop.stage?.hasCode == true ? "!" : "")
      }
    }
  }

  @Test func everyVersionIsAStop() throws {
    #expect(try stages(Self.history()) == ["C[V1-V2]", "C[V2-V3]", "C[V3-V5]"])
    #expect(try stages(Self.history(), to: 2) == ["C[V1-V2]"])
    #expect(try stages(Self.history(), to: 1) == ["L[V1]"])
    #expect(try stages(Self.history(floor: "V3")) == ["C[V3-V5]"])
    #expect(
      try stages(Self.history([Self.custom(2, 3)])) == ["C[V1-V2]", "C[V2-V3]!", "C[V3-V5]"])
  }

  @Test func whateverDoesNotStopEntersBeforeTheNextStop() throws {
    // Within a long stage inference leads to its end.
    #expect(
      try stages(Self.history([Self.custom(1, 3)])) == ["C[V1-V3]!", "L[V2]", "C[V3-V5]"])
    let last = VersionShape("beta", of: "V5", model: Self.version("", "a", "x"))
    #expect(
      try stages(Self.history(shapes: [last])) == [
        "C[V1-V2]", "C[V2-V3]", "L[V5~beta,V5]",
      ])
    // A shape leads to its version.
    #expect(
      try stages(Self.history(shapes: [Self.shape])) == [
        "C[V1-V2]", "L[V2~beta]", "C[V2-V3]", "C[V3-V5]",
      ])
    let first = VersionShape("beta", of: "V1", model: Self.version("", "a", "x"))
    #expect(
      try stages(Self.history(shapes: [first])) == [
        "L[V1~beta]", "C[V1-V2]", "C[V2-V3]", "C[V3-V5]",
      ])
    #expect(try stages(Self.history(shapes: [first], floor: "V2")) == ["C[V2-V3]", "C[V3-V5]"])
  }

  @Test func stagesOfTheHistoryMayBeTheStops() throws {
    #expect(
      try stages(Self.history(), isStepwise: false) == ["L[V1,V2,V3,V5]"])
    #expect(
      try stages(
        Self.history([.lightweight("V1"), Self.custom(2, 3), .lightweight("V5")]),
        isStepwise: false) == ["C[V1-V2]", "C[V2-V3]!", "C[V3-V5]"])
  }

  @Test func whatCoreDataHasNoStageForIsRefusedByName() throws {
    func problem(
      _ history: ModelHistory, to version: Int = 5, isStepwise: Bool = true
    ) throws -> StagedPlanProblem? {
      do {
        _ = try stages(history, to: version, isStepwise: isStepwise)
        return nil
      } catch PersistenceError.stages(history: "Steps", let problem) {
        return problem
      }
    }
    let mapped = MigrationStage.custom(
      from: "V1", to: "V3", entityMappings: [CustomEntityMapping(from: "Thing", to: "Thing")])
    #expect(
      try problem(Self.history([mapped]))
        == .entityMappings(
          UpgradeHop(source: "V1", destination: "V3", kind: .custom([.entityMappings]))))
    // From within the stage two hops lead to its end, which one inferred stage does not.
    #expect(
      try problem(Self.history([Self.custom(1, 5)])) == .otherWay(version: "V2"))
    // A second chain of code, which the oldest version never takes.
    #expect(
      try problem(Self.history([Self.custom(1, 3), Self.custom(2, 5)]))
        == .otherWay(version: "V2"))
    // Nothing may come behind the stage that has the destination.
    #expect(try problem(Self.history([Self.custom(1, 3)]), to: 3) == .otherWay(version: "V2"))
    #expect(
      try problem(Self.history([Self.custom(1, 2)]), isStepwise: false)
        == .stages(.unknownCoordinatorVersion))
    #expect(
      "\(PersistenceError.stages(history: "Steps", .otherWay(version: "V2")))" == """
        history 'Steps' as stages: a store of version 'V2' would go another way than the history \
        leads it; migrate with 'HistoryStore' instead
        """)
  }

  @Test(arguments: BrowserModels.all.map(\.name))
  func everyBuiltInHistoryWithoutMappingsHasAPlan(_ name: String) throws {
    let history = try #require(BrowserModels.all.first { $0.name == name })
    let versions = try HistoryVersions(history)
    if history.stages.contains(where: { $0.entityMappings != nil }) {
      #expect(name == "Bookmark")
      #expect(throws: PersistenceError.self) {
        try StagedPlan(versions, to: history.currentPosition, isStepwise: true)
      }
      return
    }
    let plan = try StagedPlan(versions, to: history.currentPosition, isStepwise: true)
    let known = plan.stages.flatMap { stage in
      switch stage {
      case .lightweight(let checksums): checksums
      case .custom(_, let source, let destination): [source, destination]
      }
    }
    let models = history.versions + history.shapes.map(\.model)
    for model in models where !history.aliases.contains(where: { $0.version == model.name }) {
      #expect(known.contains(try VersionHash.checksum(of: model.validated())), "\(model.name)")
    }
  }
}
