import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// What a staged migration leaves that ends too early, and what the next one makes of it.
struct InterruptedStageTests {
  private struct Stop: Error, Equatable {}

  /// Where a migration ends.
  enum Place: CaseIterable {
    case firstHandler, change, lastHandler, betweenStages
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let place: Place
    /// The version afterwards, counted from 0, and what handlers have written.
    let version: Int
    let name: String
    /// What handlers have written when the next migration is at its end.
    let finalName: String
    /// Whether the stage makes a new store.
    var isMapped = false

    var testDescription: String { "\(place)\(isMapped ? ", new store" : "")" }
  }

  static let table: [Row] = [false, true].flatMap { isMapped in
    [
      Row(place: .firstHandler, version: 1, name: "", finalName: "wd", isMapped: isMapped),
      Row(place: .change, version: 1, name: "w", finalName: "wwd", isMapped: isMapped),
      Row(place: .lastHandler, version: 2, name: "w", finalName: "w", isMapped: isMapped),
      Row(place: .betweenStages, version: 2, name: "wd", finalName: "wd", isMapped: isMapped),
    ]
  }

  private static func mark(_ context: any MigrationContext, _ mark: String) throws {
    try context.forEachObject(of: "Thing") { thing in
      let name = try thing["name"].stringValue ?? ""
      try context.update(thing.reference, values: ["name": .string(name + mark)])
    }
  }

  /// - Parameter end: The handler that throws when it has done its work.
  private static func history(isMapped: Bool, end: Place?) -> ModelHistory {
    let willMigrate: MigrationStage.Handler = {
      try mark($0, "w")
      if end == .firstHandler { throw Stop() }
    }
    let didMigrate: MigrationStage.Handler = {
      try mark($0, "d")
      if end == .lastHandler { throw Stop() }
    }
    let mapping = CustomEntityMapping(
      from: "Thing", to: "Thing",
      values: { _ in
        if end == .change { throw Stop() }
        return ["size": .integer(7)]
      })
    let stage =
      isMapped
      ? MigrationStage.custom(
        from: "V2", to: "V3", entityMappings: [mapping], willMigrate: willMigrate,
        didMigrate: didMigrate)
      : .custom(from: "V2", to: "V3", willMigrate: willMigrate, didMigrate: didMigrate)
    return ModelHistory("Steps", stages: [.lightweight("V1"), stage, .lightweight("V4")]) {
      Model("V1") { Entity("Thing") { Attribute("name", .string) } }
      Model("V2") {
        Entity("Thing") {
          Attribute("name", .string)
          Attribute("size", .integer16)
        }
      }
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

  @Test(arguments: table) func theNextMigrationGoesOnWhereItMay(_ row: Row) throws {
    let broken = Self.history(isMapped: row.isMapped, end: row.place)
    let rows = ["INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)"]
    try StagedStore.with(broken, rows: rows) { store in
      #expect(throws: Stop()) {
        try Migrator.migrateInPlace(store.files, to: 3, in: broken) { progress in
          if row.place == .change, progress.phase == .schema, progress.source == "V2" {
            throw Stop()
          }
        } didMigrate: { step in
          if row.place == .betweenStages, step.destination == 2 { throw Stop() }
        }
      }
      #expect(try store.version() == row.version)
      #expect(try names(store) == [row.name])
      let whole = StagedStore(
        history: Self.history(isMapped: row.isMapped, end: nil), folder: store.folder,
        files: store.files)
      let result = try whole.migrateInPlace()
      #expect(result.steps.map(\.source) == (row.version == 1 ? [1, 2] : [2]))
      #expect(try whole.version() == 3)
      #expect(try names(store) == [row.finalName])
      let sidecars = ["Store.sqlite", "Store.sqlite-shm", "Store.sqlite-wal"]
      #expect(try store.fileNames().allSatisfy(sidecars.contains))
    }
  }

  private func names(_ store: StagedStore) throws -> [String] {
    try store.query(store.files, "SELECT coalesce(ZNAME, '') FROM ZTHING")
  }
}
