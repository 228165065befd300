import GoldenStoreModel

extension Command {
  static let list = Command(
    "list", "the built-in histories, their versions and states",
    options: [.goldens], example: "goldenstore list --json"
  ) { invocation in
    let report = ListReport(
      models: invocation.histories.map { history in
        ListReport.History(
          name: history.name,
          versions: history.versions.map { ListReport.Version(name: $0.name, state: "draft") })
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
  }

  struct Version: Encodable {
    let name: String
    let state: String
  }

  var lines: [String] {
    models.flatMap { model in
      [model.name] + model.versions.map { "  \($0.name) (\($0.state))" }
    }
  }
}
