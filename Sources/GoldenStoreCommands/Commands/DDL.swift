import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  static let ddl = Command(
    "ddl", "the statements of a fresh store, in creation order",
    parameters: ["<model>"], options: [.version, .order],
    example: "goldenstore ddl Bookmarks --version 'BookmarksModel 4'"
  ) { invocation in
    let model = try invocation.model()
    let versions = try model.positions(selectedBy: invocation.arguments.value(of: .version))
      .map { position in
        let version = try model.history.versions[position].validated()
        return DDLReport.Version(
          name: version.name, statements: try StoreLayout(version).statements)
      }
    let report = DDLReport(model: model.history.name, versions: versions)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return .fine
  }
}

private struct DDLReport: Encodable {
  let model: String
  let versions: [Version]

  struct Version: Encodable {
    let name: String
    let statements: [String]
  }

  /// SQL that can be run as it stands.
  var lines: [String] {
    versions.flatMap { version in
      ["-- \(version.name)"] + version.statements.map { $0 + ";" }
    }
  }
}
