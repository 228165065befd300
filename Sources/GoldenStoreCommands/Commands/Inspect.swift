import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  static let inspect = Command(
    "inspect", "metadata, sidecars, tables and row counts of a store, and the version it is of",
    parameters: ["<store>"],
    options: [
      Option("--model", "M", "the model whose version is looked for"), .order,
    ],
    example: "goldenstore inspect Bookmarks.sqlite --model Bookmarks",
    details: [
      """
      Works on a copy; the store is never opened. Without '--model' the built-in histories are
      searched. A store of none of the versions is compared with the nearest one: entity by
      entity, and property by property if the store keeps its model.
      """
    ]
  ) { invocation in
    let files = StoreFiles(main: invocation.arguments.positionals[0])
    let report = try InspectReport(
      StoreInspection(of: files), keeping: CachedModel(of: files),
      lookingIn: invocation.arguments.values["--model"]
        .map { [try invocation.model(named: $0).history] } ?? invocation.histories)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return .fine
  }
}

/// The model that a store keeps of itself, or why there is none.
private enum CachedModel {
  case model(Model)
  case none
  case unreadable(reason: String)

  init(of files: StoreFiles) throws {
    do {
      let history = try CompiledModelReader.model(cachedIn: files).history
      self = .model(history.versions[0])
    } catch StoreError.modelCacheMissing {
      self = .none
    } catch let error as StoreError {
      self = .unreadable(reason: "\(error)")
    }
  }
}

private struct InspectReport: Encodable {
  private let cached: CachedModel
  let store: String
  let uuid: String
  let journalMode: String
  @ExplicitNull var frameworkVersion: Int64?
  let hashesVersion: Int64
  let versionIdentifiers: [String]
  @ExplicitNull var checksum: String?
  @ExplicitNull var digest: String?
  let files: [File]
  let entities: [Entity]
  let joinTables: [Table]
  let hasHistory: Bool
  let warnings: [String]
  @ExplicitNull var match: Match?
  @ExplicitNull var nearest: Nearest?

  /// All but the model that the store keeps, which `dump` and `ddl` show.
  private enum CodingKeys: String, CodingKey {
    case store, uuid, journalMode, frameworkVersion, hashesVersion, versionIdentifiers, checksum
    case digest, files, entities, joinTables, hasHistory, warnings, match, nearest
  }

  struct File: Encodable {
    let name: String
    let bytes: Int64
  }

  struct Entity: Encodable {
    let name: String
    let hash: String
    @ExplicitNull var rows: Int64?
  }

  struct Table: Encodable {
    let name: String
    let rows: Int64
  }

  struct Match: Encodable {
    let model: String
    let version: String
  }

  struct Nearest: Encodable {
    let model: String
    let version: String
    /// What the store holds of the members of a shared store, where no version combines that.
    let combination: String?
    let differences: [StoreVersion.Difference]
  }

  init(
    _ inspection: StoreInspection, keeping cached: CachedModel,
    lookingIn histories: [ModelHistory]
  ) throws {
    let metadata = inspection.metadata
    self.cached = cached
    store = inspection.name
    uuid = metadata.storeUUID
    journalMode = inspection.journalMode
    _frameworkVersion = ExplicitNull(wrappedValue: metadata.frameworkVersion)
    hashesVersion = metadata.hashesVersion
    versionIdentifiers = metadata.versionIdentifiers
    _checksum = ExplicitNull(wrappedValue: metadata.checksum)
    _digest = ExplicitNull(wrappedValue: metadata.digest)
    files = inspection.files.map { File(name: $0.name, bytes: $0.bytes) }
    entities = inspection.entities.map {
      Entity(name: $0.name, hash: $0.hash.hexadecimal, rows: $0.rows)
    }
    joinTables = inspection.joinTables.map { Table(name: $0.name, rows: $0.rows) }
    hasHistory = inspection.hasHistory
    var warnings = inspection.warnings.map(\.description)
    if case .unreadable(let reason) = cached { warnings.append(reason) }
    self.warnings = warnings
    _match = ExplicitNull(wrappedValue: nil)
    _nearest = ExplicitNull(wrappedValue: nil)
    try look(for: metadata, in: histories)
  }

  private mutating func look(for metadata: StoreMetadata, in histories: [ModelHistory]) throws {
    var kept: Model?
    if case .model(let model) = cached { kept = model }
    for history in histories {
      let models = try history.validated()
      let version = try StoreVersion(of: metadata, cached: kept, in: models)
      if let position = version.match {
        match = .init(model: history.name, version: models[position].name)
        nearest = nil
        return
      }
      // A history that shares no entity with the store is not near it.
      guard let candidate = version.nearest,
        histories.count == 1
          || metadata.entityHashes.contains(where: { recorded in
            models[candidate.position].entity(named: recorded.entity) != nil
          })
      else { continue }
      if let nearest,
        StoreVersion.distance(nearest.differences) <= StoreVersion.distance(candidate.differences)
      {
        continue
      }
      nearest = .init(
        model: history.name, version: models[candidate.position].name,
        combination: history.strangeCombination(of: metadata.entityHashes),
        differences: candidate.differences)
    }
  }
}

// MARK: Text for people

extension InspectReport {
  var lines: [String] {
    ["store \(store)"] + facts.lines(indentedBy: 2)
      + section("files", fileTable) + section("entities", entityTable)
      + section("join tables", joinTable) + nearestLines
      + (warnings.isEmpty ? [] : [""]) + warnings.map { "warning: \($0)" }
  }

  private func section(_ title: String, _ table: TextTable) -> [String] {
    table.isEmpty ? [] : ["", title] + table.lines(indentedBy: 2)
  }

  private var facts: TextTable {
    var table = TextTable(.leading, .leading)
    table.add("version", versionText)
    if !versionIdentifiers.allSatisfy(\.isEmpty) {
      table.add("identifiers", versionIdentifiers.joined(separator: ", "))
    }
    table.add("UUID", uuid)
    table.add("journal", journalText)
    table.add("written by", frameworkText)
    table.add("model", cachedText)
    table.add("history", hasHistory ? "persistent history is kept" : "no persistent history")
    return table
  }

  private var versionText: String {
    if let match { return "'\(match.version)' of '\(match.model)'" }
    if let nearest {
      return "of no version; the nearest is '\(nearest.version)' of '\(nearest.model)'"
        + (nearest.combination.map { ": \($0)" } ?? "")
    }
    return "of no version that is known here; give '--model'"
  }

  private var journalText: String {
    journalMode == "wal"
      ? "write-ahead log (WAL)" : "rollback journal (\(journalMode.uppercased()))"
  }

  private var frameworkText: String {
    guard let frameworkVersion else { return "a framework that gave no version" }
    let system = StoreMetadata.systems(ofFramework: frameworkVersion).map { ", about \($0)" } ?? ""
    return "Core Data framework \(frameworkVersion)\(system); hashes version \(hashesVersion)"
  }

  private var cachedText: String {
    switch cached {
    case .model(let model): "kept in the store, \(entityCount(model.entities.count))"
    case .none: "not kept in the store"
    case .unreadable: "kept in the store, but damaged"
    }
  }

  private func entityCount(_ count: Int) -> String {
    count == 1 ? "1 entity" : "\(Amount.count(count)) entities"
  }

  private var fileTable: TextTable {
    var table = TextTable(.leading, .trailing)
    for file in files { table.add(file.name, Amount.size(bytes: file.bytes)) }
    return table
  }

  private var entityTable: TextTable {
    var table = TextTable(.leading, .trailing, .leading)
    for entity in entities {
      table.add(
        entity.name, entity.rows.map { Amount.count($0, "row") } ?? "not counted",
        "hash \(entity.hash)")
    }
    return table
  }

  private var joinTable: TextTable {
    var table = TextTable(.leading, .trailing)
    for join in joinTables { table.add(join.name, Amount.count(join.rows, "row")) }
    return table
  }

  private var nearestLines: [String] {
    guard let nearest else { return [] }
    return ["", "differences from '\(nearest.version)'"]
      + nearest.differences.flatMap { $0.sentences.map { "  \($0)" } }
  }
}
