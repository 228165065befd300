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
      searched.
      """
    ]
  ) { invocation in
    let inspection = try StoreInspection(of: StoreFiles(main: invocation.arguments.positionals[0]))
    let name = invocation.arguments.values["--model"]
    let histories =
      try name.map { [try invocation.model(named: $0).history] } ?? invocation.histories
    var report = InspectReport(inspection)
    for history in histories {
      let models = try history.validated()
      let version = try StoreVersion(of: inspection.metadata, in: models)
      if let position = version.match {
        report.match = .init(model: history.name, version: models[position].name)
        break
      }
      if name != nil, let nearest = version.nearest {
        report.nearest = .init(
          version: models[nearest.position].name, differences: nearest.differences)
      }
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return .fine
  }
}

private struct InspectReport: Encodable {
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
    let version: String
    let differences: [StoreVersion.Difference]
  }

  init(_ inspection: StoreInspection) {
    let metadata = inspection.metadata
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
    warnings = inspection.warnings.map(\.description)
    _match = ExplicitNull(wrappedValue: nil)
    _nearest = ExplicitNull(wrappedValue: nil)
  }

  var lines: [String] {
    var lines = [
      "store \(store)",
      "  uuid \(uuid), journal mode \(journalMode), "
        + "framework \(frameworkVersion.map { "\($0)" } ?? "unknown")",
    ]
    lines += files.map { "  file \($0.name), \($0.bytes) bytes" }
    lines += entities.map { entity in
      "  entity \(entity.name): \(entity.rows.map { "\($0) rows" } ?? "its table is missing"), "
        + "hash \(entity.hash)"
    }
    lines += joinTables.map { "  join table \($0.name): \($0.rows) rows" }
    if hasHistory { lines.append("  has persistent history") }
    if let match {
      lines.append("  version '\(match.version)' of '\(match.model)'")
    } else if let nearest {
      lines.append("  of no version; the nearest is '\(nearest.version)':")
      lines += nearest.differences.map { "    \($0)" }
    } else {
      lines.append("  of no version that is known here; give '--model'")
    }
    return lines + warnings.map { "warning: \($0)" }
  }
}
