import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// A way of migrating that is interrupted.
enum CrashPath: String, CaseIterable {
  /// In place, nothing but added and renamed columns, and new entity numbers.
  case cheap
  /// In place, tables made anew.
  case rebuild
  /// A new store beside the old one, made by code, which takes its place.
  case custom
  /// Three changes in place, with code before and after the second.
  case staged
  /// A copy under another name.
  case copied

  /// The versions in order.
  var versions: [CrashVersion] {
    switch self {
    case .cheap: [CrashVersion("V1"), CrashVersion("V2", [.years, .nickname, .aisle])]
    case .rebuild, .copied: [CrashVersion("V1"), CrashVersion("V2", [.noNote, .smallAge])]
    case .custom: [CrashVersion("V1"), CrashVersion("V2", [.joinedName])]
    case .staged:
      [
        CrashVersion("V1"), CrashVersion("V2", [.years, .nickname]),
        CrashVersion("V3", [.years, .nickname, .noNote]),
        CrashVersion("V4", [.years, .nickname, .noNote, .aisle]),
      ]
    }
  }

  var history: ModelHistory {
    ModelHistory(name: "Crash", versions: versions.map(\.model), stages: stages)
  }

  private var stages: [MigrationStage] {
    switch self {
    case .cheap, .rebuild, .copied: []
    case .custom:
      [
        .custom(
          from: "V1", to: "V2",
          entityMappings: [
            CustomEntityMapping(from: "Person", to: "Person", setting: ["name"]) { person in
              let names = try [person["first"], person["last"]].compactMap(\.stringValue)
              return ["name": .string(names.joined(separator: " "))]
            }
          ])
      ]
    case .staged:
      [
        .lightweight("V1"),
        .custom(
          from: "V2", to: "V3", willMigrate: { try Self.mark("Tag", in: $0) },
          didMigrate: { try Self.mark("Team", in: $0) }), .lightweight("V4"),
      ]
    }
  }

  /// What handlers write behind every name; once, however often they run.
  static let mark = "!"

  private static func mark(_ entity: String, in context: any MigrationContext) throws {
    try context.forEachObject(of: entity) { object in
      guard let name = try object["name"].stringValue, !name.hasSuffix(mark) else { return }
      try context.update(object.reference, values: ["name": .string(name + mark)])
    }
  }

  /// The path of what the migration makes or changes.
  func result(of store: StoreFiles) -> StoreFiles {
    guard self == .copied else { return store }
    return StoreFiles(main: store.folder.appendingPathComponent("Result.sqlite"))
  }

  @discardableResult
  func migrate(
    _ store: StoreFiles, moment: (MigrationMoment) -> Void = { _ in }
  ) throws -> MigrationResult {
    let last = versions.count - 1
    guard self == .copied else {
      return try Migrator.migrateInPlace(
        store, to: last, in: history, willRun: { _ in }, moment: moment)
    }
    return try Migrator.migrate(
      store, to: last, in: history, to: result(of: store).main, willRun: { _ in }, moment: moment)
  }
}
