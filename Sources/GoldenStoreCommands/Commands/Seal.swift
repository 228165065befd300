import GoldenStore
import GoldenStoreModel

extension Command {
  static let seal = Command(
    "seal", "declares versions shipped: their goldens and pins never change again",
    parameters: ["[<model>]"], options: [.version, .goldens],
    example: "goldenstore seal Bookmarks --version 4",
    details: [
      """
      Without '--version' every version that is a draft is sealed. Only a golden that 'check' finds
      in order can be. The line in pins.txt then also names the manifest's SHA-256; there is no
      command that takes a seal off.
      """
    ]
  ) { invocation in
    var report = WrittenReport()
    for catalog in try invocation.selectedCatalogs() {
      let position = try invocation.selectedPosition(in: catalog)
      let sealing = try catalog.seal(at: position)
      report.written += sealing.written
      for name in sealing.sealed {
        invocation.terminal.note("sealed '\(name)' of '\(catalog.history.name)'")
      }
      for name in sealing.former {
        invocation.terminal.note("'\(name)' of '\(catalog.history.name)' is sealed already")
      }
    }
    try invocation.print(report)
    return .fine
  }
}

extension Invocation {
  /// The catalogs that the command is about: of the model that is named, or of all.
  func selectedCatalogs() throws -> [Catalog] {
    let histories = try selectedHistories()
    guard !histories.isEmpty else { throw CommandError.noHistories }
    if arguments.positionals.isEmpty, arguments.has(.version) {
      throw CommandError.pointlessOption(
        Command.Option.version.name,
        reason: "'\(arguments.commandName)' needs <model> to select a version of it")
    }
    return try histories.map { try Catalog($0, in: goldens) }
  }

  /// The position that `--version` selects; `nil` without it.
  func selectedPosition(in catalog: Catalog) throws -> Int? {
    try arguments.value(of: .version).map {
      try ModelReference(history: catalog.history, isBuiltIn: true).position(of: $0)
    }
  }
}
