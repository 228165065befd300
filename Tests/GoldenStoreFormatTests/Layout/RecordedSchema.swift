import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport

/// The schema of a real store as plain SQL reads it, and what a layout makes of it.
struct RecordedSchema {
  /// The statements in the order in which they ran.
  let statements: [String]
  /// Whether nothing was ever dropped from the file.
  let isFresh: Bool
  /// `Z_ENT|Z_NAME|Z_SUPER` of each entity of the model, by number.
  let entityRows: [String]
  let hasModelCache: Bool

  init(of store: Corpus.Item) throws {
    self = try Corpus.withCopy(of: store) { file in
      let connection = try Connection(path: file.path, mode: .readOnly)
      let schema = try RecordedSchema(connection)
      try connection.close()
      return schema
    }
  }

  private init(_ connection: Connection) throws {
    statements = try connection.rows(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ) { try $0.text(at: 0) }
    isFresh =
      try connection.integer("SELECT count(*) = max(rowid) FROM sqlite_master") == 1
    entityRows = try connection.rows(
      """
      SELECT Z_ENT || '|' || Z_NAME || '|' || Z_SUPER FROM Z_PRIMARYKEY
      WHERE Z_ENT < 16001 ORDER BY Z_ENT
      """
    ) { try $0.text(at: 0) }
    hasModelCache = statements.contains { $0.hasPrefix("CREATE TABLE Z_MODELCACHE ") }
  }

  /// What follows the name of an index.
  static func body(ofIndex statement: String) -> String? {
    guard statement.hasPrefix("CREATE INDEX") || statement.hasPrefix("CREATE UNIQUE INDEX"),
      let start = statement.range(of: " ON ")
    else { return nil }
    return String(statement[start.lowerBound...].dropFirst())
  }
}

/// The models behind the corpus's stores, each read once.
struct RecordedModels {
  private var models: [String: ValidatedModel] = [:]

  /// The model of a store; `nil` if the corpus has none as XML.
  mutating func model(of store: Corpus.Item) throws -> ValidatedModel? {
    // This store holds three models at once.
    if store.id == "stores/duckduckgo__apple-browsers/7" {
      return try Model.merging(
        [
          Self.model("AppRatingPrompt", "AppRatingPrompt"),
          Self.model("HTTPSUpgrade", "HTTPSUpgrade 3"),
          Self.model("RemoteMessaging", "RemoteMessaging"),
        ], name: "Database"
      ).validated()
    }
    guard let id = store.matchingModelInCorpus else { return nil }
    if let known = models[id] { return known }
    let model = try Self.read(Corpus.url(of: id).path).validated()
    models[id] = model
    return model
  }

  /// A version of one of the ten models.
  static func model(_ name: String, _ version: String) throws -> Model {
    try read(Corpus.models.path + "/\(name).xcdatamodeld/\(version).xcdatamodel")
  }

  static func read(_ path: String) throws -> Model {
    try XCDataModelReader.read(path).history.versions[0]
  }
}
