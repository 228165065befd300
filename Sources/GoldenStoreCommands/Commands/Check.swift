import GoldenStoreFormat
import GoldenStore
import GoldenStoreModel

extension Command {
  static let check = Command(
    "check", "goldens against pins, manifests and models; migrates nothing",
    parameters: ["[<model>]"], options: [.goldens],
    example: "goldenstore check Bookmarks",
    details: [
      """
      With '--json', 'versions' counts the versions of the history; 'shapes' and 'adoptedStores'
      count what has a golden beside them. Each has its number of goldens that were checked.
      """
    ]
  ) { invocation in
    let report = try CheckReport(
      of: try invocation.selectedHistories(), invocation: invocation)
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
    }
    return report.isGreen ? .fine : .failed
  }
}

/// What the checks of several catalogs found.
struct CheckReport: Encodable {
  let models: [CatalogCheck]
  let seconds: Double

  init(of histories: [ModelHistory], invocation: Invocation) throws {
    guard !histories.isEmpty else { throw CommandError.noHistories }
    let stopwatch = Stopwatch()
    models = try histories.map { history in
      invocation.terminal.progress("checking \(history.name)")
      return try Catalog(history, in: invocation.goldens).check(
        requiresTracking: Catalog.isContinuousIntegration(invocation.environment))
    }
    for name in Catalog.foreignFolders(in: invocation.goldens, histories: invocation.histories) {
      invocation.terminal.note(
        "note: '\(invocation.goldens.appendingPathComponent(name))' is of no built-in history; "
          + "nothing of it was checked")
    }
    seconds = stopwatch.seconds
  }

  var isGreen: Bool { models.allSatisfy(\.isGreen) }

  var lines: [String] {
    models.flatMap { check in
      let counts = "\(check.goldens.checked) of \(check.goldens.expected) goldens"
      let compared = "\(check.objectsCompared) objects, \(check.valuesCompared) values"
      let verdict = check.isGreen ? "fine" : failureCount(check.failures.count)
      return check.failures.map(\.description) + [
        "\(check.history): checked \(counts), \(compared): \(verdict)"
      ]
    } + ["checked in \(seconds) seconds"]
  }
}

/// `1 failure`, `2 failures`.
func failureCount(_ count: Int) -> String {
  count == 1 ? "1 failure" : "\(count) failures"
}
