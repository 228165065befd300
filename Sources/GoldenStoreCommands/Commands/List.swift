import Foundation
import GoldenStore
import GoldenStoreModel

extension Command {
  static let list = Command(
    "list", "the built-in histories, their versions and states",
    options: [.goldens], example: "goldenstore list --json"
  ) { invocation in
    let report = ListReport(
      models: try invocation.histories.map {
        try ListReport.History($0, goldens: invocation.goldens)
      })
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return .fine
  }
}

private struct ListReport: Encodable {
  let models: [History]

  struct History: Encodable {
    let name: String
    let versions: [Version]
    /// The names of adopted stores.
    let adopted: [String]

    /// Lists the states that the pins record; a version without one is a draft.
    init(_ history: ModelHistory, goldens: String) throws {
      let catalog = try Catalog(history, in: goldens)
      let pins = try catalog.existingPins() ?? Pins()
      name = history.name
      versions = try catalog.seededPlaces().map(\.golden.version).map {
        Version(name: $0, state: (pins.state(of: $0) ?? .draft).rawValue)
      }
      adopted = try catalog.adoptedPlaces(pins).map(\.golden.version)
    }
  }

  struct Version: Encodable {
    let name: String
    let state: String
  }

  var lines: [String] {
    models.flatMap { model in
      [model.name] + model.versions.map { "  \($0.name) (\($0.state))" }
        + model.adopted.map { "  \($0) (adopted)" }
    }
  }
}
