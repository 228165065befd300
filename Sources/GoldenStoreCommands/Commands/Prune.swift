import GoldenStore
import GoldenStoreModel

extension Command {
  private static let isTrial = Option("--dry-run", nil, "list only, remove nothing")

  static let prune = Command(
    "prune", "removes folders, files and pins that belong to no version",
    parameters: ["[<model>]"], options: [isTrial, .goldens],
    example: "goldenstore prune Bookmarks --dry-run",
    details: [
      """
      Everything is listed first. What belongs to a sealed version, or was adopted, is never
      removed, even where the history lacks its version.
      """
    ]
  ) { invocation in
    let removes = !invocation.arguments.has(isTrial)
    var report = WrittenReport()
    for catalog in try invocation.selectedCatalogs() {
      let leftovers = try catalog.leftovers()
      for name in leftovers.kept {
        invocation.terminal.note(
          "note: '\(name)' has shipped and is no version of '\(catalog.history.name)'; its golden "
            + "and pins are kept")
      }
      for path in leftovers.paths { invocation.terminal.note("of no version: \(path)") }
      for line in leftovers.lines { invocation.terminal.note("of no version: \(line)") }
      guard removes, !leftovers.isEmpty else { continue }
      try catalog.remove(leftovers)
      report.removed += leftovers.paths
      if !leftovers.lines.isEmpty { report.written.append(catalog.pinsPath) }
    }
    if !invocation.wantsJSON, report.written.isEmpty, report.removed.isEmpty {
      try invocation.print(lines: ["nothing was removed"])
    } else {
      try invocation.print(report)
    }
    return .fine
  }
}
