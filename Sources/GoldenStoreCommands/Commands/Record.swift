import GoldenStore
import GoldenStoreModel

extension Command {
  private static let mode = Option(
    "--mode", "MODE", "which goldens: missing (default), changed drafts too, or all drafts")

  private static let isTrial = Option(
    "--dry-run", nil, "say what would change, write nothing")

  static let record = Command(
    "record", "makes goldens, with manifest, dump and pins",
    parameters: ["[<model>]"], options: [mode, isTrial, .goldens],
    example: "goldenstore record Bookmarks",
    details: [
      """
      A golden that exists is rewritten only when '--mode changed' or '--mode all' says so, and
      a sealed one never. What changes in schema, pins, rows and values is said before anything
      is written; of a history all goldens are written, or none.
      """
    ]
  ) { invocation in
    let histories = try invocation.selectedHistories()
    guard !histories.isEmpty else { throw CommandError.noHistories }
    let choices = RecordMode.allCases.filter { $0 != .never }
    let text = invocation.arguments.value(of: mode) ?? RecordMode.missing.rawValue
    guard let recordMode = choices.first(where: { $0.rawValue == text }) else {
      throw CommandError.badChoice(text, option: mode.name, choices: choices.map(\.rawValue))
    }
    var report = WrittenReport(changes: invocation.arguments.has(isTrial) ? [] : nil)
    for history in histories {
      invocation.terminal.progress("recording \(history.name)")
      let recording = try Catalog(history, in: invocation.goldens).record(
        recordMode, isTrial: invocation.arguments.has(isTrial)
      ) { changes in
        let lines = changes.flatMap(\.lines)
        for line in lines { invocation.terminal.note(line) }
        report.changes?.append(contentsOf: lines)
      }
      for version in recording.sealed {
        invocation.terminal.note("'\(version)' of '\(history.name)' is sealed and stays as it is")
      }
      report.written += recording.written
      report.removed += recording.removed
    }
    try invocation.print(report)
    return .fine
  }
}
