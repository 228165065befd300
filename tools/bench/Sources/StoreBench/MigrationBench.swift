import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration

/// The migrations that are measured, each from the shape that `write` gives a store.
///
/// `reference.c` does the same with the statements in `sql/`, written by hand.
enum MigrationBench: String, CaseIterable {
  /// An optional attribute comes and one is renamed: no row is touched.
  case cheap
  /// The same where the entity has no fetch index, which would be made anew.
  case plain
  /// A required attribute with a default comes: one UPDATE.
  case filled = "default"
  /// An attribute goes: the table is made anew.
  case rebuild
  /// An attribute comes whose value is computed by code, object by object.
  case custom

  /// Migrates the store itself.
  func run(on store: String) throws {
    try Migrator.migrateInPlace(StoreFiles(main: store), to: 1, in: history)
  }

  private var history: ModelHistory {
    ModelHistory(
      name: "Bench", versions: [source, destination],
      stages: self == .custom ? [Self.computation] : [])
  }

  /// What a store is before.
  var source: Model {
    var model = BookmarkSource.model
    if self == .plain { model.entities[0].fetchIndexes = [] }
    return model
  }

  private var destination: Model {
    var model = source
    model.name = "Migrated"
    var attributes = model.entities[0].attributes
    switch self {
    case .cheap, .plain:
      let place = attributes.firstIndex { $0.name == "title" } ?? 0
      attributes[place] = Attribute("caption", .string, renamingIdentifier: "title")
      attributes.append(Attribute("note", .string))
    case .filled:
      attributes.append(Attribute("visits", .integer64, isOptional: false, default: 1))
    case .rebuild: attributes.removeAll { $0.name == "url" }
    case .custom: attributes.append(Attribute("page", .string))
    }
    model.entities[0].attributes = attributes
    return model
  }

  /// The part of a URL after its 26 first characters.
  private static let computation = MigrationStage.custom(
    from: "Bench", to: "Migrated",
    entityMappings: [
      CustomEntityMapping(
        from: "BookmarkEntity", to: "BookmarkEntity", setting: ["page"],
        values: { bookmark in
          guard let url = try bookmark["url"].stringValue else { return [:] }
          return ["page": .string(String(url.utf8.dropFirst(26)) ?? "")]
        })
    ])
}
