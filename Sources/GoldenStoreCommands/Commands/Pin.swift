import GoldenStore
import GoldenStoreModel

extension Command {
  private static let write = Option("--write", nil, "add the lines that pins.txt lacks")
  private static let replace = Option(
    "--replace", nil, "add them, and change those of drafts that say something else")

  static let pin = Command(
    "pin", "the lines of pins.txt for a model as it is now, ready to be pasted",
    parameters: ["<model>"], options: [.version, write, replace, .goldens],
    example: "goldenstore pin Bookmarks --version 4",
    details: [
      """
      Writes nothing unless asked to; the pins of a sealed version are never changed.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    if arguments.has(write), arguments.has(replace) {
      throw CommandError.pointlessOption(write.name, reason: "'\(replace.name)' writes as well")
    }
    let mode: Catalog.PinMode =
      arguments.has(replace) ? .replace : arguments.has(write) ? .add : .show
    var report = PinReport()
    for catalog in try invocation.selectedCatalogs() {
      let pinning = try catalog.pin(mode, at: invocation.selectedPosition(in: catalog))
      report.lines += pinning.lines
      report.written += pinning.written
    }
    if invocation.wantsJSON {
      try invocation.print(json: report)
    } else {
      try invocation.print(lines: report.lines)
      for path in report.written { invocation.terminal.note("wrote \(path)") }
    }
    return .fine
  }
}

private struct PinReport: Encodable {
  var lines: [String] = []
  var written: [String] = []
  let removed: [String] = []
}
