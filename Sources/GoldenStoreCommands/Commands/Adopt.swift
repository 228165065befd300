import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  private static let model = Option("--model", "M", "the built-in history", isRequired: true)
  private static let name = Option(
    "--as", "NAME", "what tells it from other goldens of its version", isRequired: true)

  static let adopt = Command(
    "adopt", "takes a store of the field among the goldens",
    parameters: ["<store>"], options: [model, name, .version, .goldens],
    example: "goldenstore adopt Broken.sqlite --model Bookmarks --as field-2024",
    details: [
      """
      The store is copied with its '-wal' and its support folder, and never written again. It is
      checked, and migrated to every later version, with expectations from what it holds.
      '--version' is needed only where several versions have the same hashes.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    let history = try invocation.builtInHistory(named: arguments.value(of: model) ?? "")
    let catalog = try Catalog(history, in: invocation.goldens)
    let recording = try catalog.adopt(
      StoreFiles(main: arguments.positionals[0]), as: arguments.value(of: name) ?? "",
      at: invocation.selectedPosition(in: catalog))
    try invocation.print(
      WrittenReport(written: recording.written, removed: recording.removed))
    return .fine
  }
}
