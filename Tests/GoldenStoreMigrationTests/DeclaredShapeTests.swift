import Foundation
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// Stores of shapes that a history declares, and of versions that it no longer supports.
struct DeclaredShapeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static func version(_ name: String, _ type: AttributeType, _ others: String...) -> Model {
    Model(name) {
      Entity("Book") {
        Attribute("pages", type)
        for other in others { Attribute(other, .string) }
      }
    }
  }

  private static let shape = VersionShape(
    "beta", of: "V2", model: version("whatever", .integer32, "beta"))

  private static let history = ModelHistory(
    "Shelf", shapes: [shape]
  ) {
    version("V1", .integer16)
    version("V2", .integer16, "a")
    version("V3", .integer16, "a", "b")
  }

  private func store(_ model: Model) throws -> StoreFiles {
    let model = try model.validated()
    let files = StoreFiles(main: folder.path.appendingPathComponent("Store.sqlite"))
    let shape = model.shape(of: try #require(model.entity(named: "Book")))
    let objects = (1...3).map { key in
      StoredObject(
        shape: shape, primaryKey: Int64(key),
        values: shape.attributes.map { $0 == "pages" ? .integer(Int64(key) * 10) : .string($0) },
        targets: [])
    }
    try StoreWriter.write(
      StoreContents(entities: [EntityContents(entity: "Book", objects: objects)]),
      layout: StoreLayout(model), storeUUID: UUID(), variant: .hot, to: files.main)
    return files
  }

  private func pages(_ files: StoreFiles, _ model: Model) throws -> [AttributeValue?] {
    let reader = try StoreReader(files: files, layout: StoreLayout(model.validated()))
    return try reader.contents().objects(of: "Book").map { $0.value(of: "pages") }
  }

  @Test(arguments: [1, 2], [false, true])
  func aStoreOfAShapeGoesToItsVersionAndOn(_ destination: Int, _ stepwise: Bool) throws {
    let store = try store(Self.shape.model)
    let output = folder.path.appendingPathComponent("Out.sqlite")
    let result = try Migrator.migrate(
      store, to: destination, in: Self.history, stepwise: stepwise, to: output)
    #expect(result.source == 1)
    #expect(result.destination == destination)
    #expect(
      result.steps.map { "\($0.sourceName) \($0.source) → \($0.destinationName) \($0.destination)" }
        == (destination == 1
          ? ["V2~beta 1 → V2 1"]
          : stepwise ? ["V2~beta 1 → V2 1", "V2 1 → V3 2"] : ["V2~beta 1 → V3 2"]))
    let model = Self.history.versions[destination]
    #expect(try pages(result.output, model) == [.integer(10), .integer(20), .integer(30)])
    // Once there it is a store of the version.
    let again = try Migrator.migrate(
      result.output, from: destination, to: destination, in: Self.history,
      to: folder.path.appendingPathComponent("Again.sqlite"))
    #expect(again.steps == [])
  }

  @Test func aShapeThatIsNotDeclaredIsUnknown() throws {
    var history = Self.history
    history.shapes = []
    let store = try store(Self.shape.model)
    let error = #expect(throws: MigrationError.self) {
      try Migrator.migrate(
        store, to: 2, in: history, to: folder.path.appendingPathComponent("Out.sqlite"))
    }
    guard case .unknownVersion = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aShapeNeverGoesBackAndIsNoOtherVersion() throws {
    let store = try store(Self.shape.model)
    let output = folder.path.appendingPathComponent("Out.sqlite")
    #expect(
      throws: MigrationError.downgrade(
        store: "Store.sqlite", source: "V2~beta", destination: "V1")
    ) { try Migrator.migrate(store, to: 0, in: Self.history, to: output) }
    #expect(
      throws: MigrationError.otherVersion(
        store: "Store.sqlite", expected: "V1", found: "V2~beta")
    ) { try Migrator.migrate(store, from: 0, to: 2, in: Self.history, to: output) }
    #expect(StoreFiles(main: output).existingParts.isEmpty)
  }

  /// A plan of stages knows nothing of the shape; its version is on the plan.
  @Test(arguments: [
    [MigrationStage.lightweight("V1", "V2", "V3")],
    [.lightweight("V1"), .custom(from: "V2", to: "V3")],
    [.custom(from: "V1", to: "V2"), .custom(from: "V2", to: "V3")],
    [.custom(from: "V1", to: "V2"), .lightweight("V3")],
  ])
  func stagesLeadOnFromTheVersionOfTheShape(_ stages: [MigrationStage]) throws {
    var history = Self.history
    history.stages = stages
    let result = try Migrator.migrate(
      store(Self.shape.model), to: 2, in: history,
      to: folder.path.appendingPathComponent("Out.sqlite"))
    #expect(result.source == 1)
    #expect(try pages(result.output, history.versions[2]).count == 3)
    let custom = result.steps.filter { $0.kind == .custom }.map(\.sourceName)
    #expect(custom == (stages.last?.description.hasPrefix("custom") == true ? ["V2"] : []))
  }

  // MARK: Support floor

  @Test func aStoreFromBelowTheFloorIsRefusedAndLeftAlone() throws {
    var history = Self.history
    history.oldestSupportedVersion = "V2"
    let store = try store(history.versions[0])
    let before = try store.digests().map(\.digest)
    let output = folder.path.appendingPathComponent("Out.sqlite")
    for stepwise in [false, true] {
      let error = #expect(throws: MigrationError.self) {
        try Migrator.migrate(store, to: 2, in: history, stepwise: stepwise, to: output)
      }
      #expect(
        error == .unsupportedVersion(history: "Shelf", version: "V1", oldest: "V2"))
      #expect(
        error?.description
          == "cannot migrate a store of version 'V1': history 'Shelf' supports stores from version "
          + "'V2' on; make a new store, or lower the support floor")
    }
    #expect(
      throws: MigrationError.unsupportedVersion(history: "Shelf", version: "V1", oldest: "V2")
    ) { try Migrator.migrateInPlace(store, to: 1, in: history) }
    #expect(StoreFiles(main: output).existingParts.isEmpty)
    #expect(try store.digests().map(\.digest) == before)
    // At its own version it stays as it is.
    #expect(try Migrator.migrate(store, to: 0, in: history, to: output).steps == [])
  }

  @Test func storesFromTheFloorOnAreMigrated() throws {
    var history = Self.history
    history.oldestSupportedVersion = "V2"
    for (index, model) in [history.versions[1], Self.shape.model].enumerated() {
      let files = try store(model)
      let result = try Migrator.migrate(
        files, to: 2, in: history, to: folder.path.appendingPathComponent("Out\(index).sqlite"))
      #expect(result.source == 1)
      try files.delete()
    }
    #expect(throws: MigrationError.self) {
      try MigrationPlan.plan(history: history, from: 0, to: 2, stepwise: false)
    }
  }
}
