import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  private static let folder = Option(
    "--out", "DIR", "the folder for the stores", isRequired: true)
  private static let rows = Option("--rows", "N", "the number of objects of every entity")
  private static let seed = Option("--seed", "S", "what the data depends on (1)")
  private static let variant = Option(
    "--wal", "KIND", "where the rows are: hot (all in the '-wal'), half, checkpointed, rollback")

  static let generate = Command(
    "generate", "stores of every version with seeded data, outside the catalog",
    parameters: ["<model>"], options: [.version, folder, rows, seed, variant, .order],
    example: "goldenstore generate Bookmarks --version 4 --out Stores --rows 100",
    details: [
      """
      The same model, version, seed and number give the same store. A store is named after its
      version, and refused if any file of it exists.
      """
    ]
  ) { invocation in
    let arguments = invocation.arguments
    let model = try invocation.model()
    let rowCount = try arguments.number(of: rows, in: 0...10_000_000)
    let seedNumber = try arguments.number(of: seed, in: 0...UInt64.max)
    let text = arguments.value(of: variant) ?? StoreVariant.hot.rawValue
    guard let storeVariant = StoreVariant(rawValue: text) else {
      throw CommandError.badChoice(
        text, option: variant.name, choices: StoreVariant.allCases.map(\.rawValue))
    }
    let positions = try model.positions(selectedBy: arguments.value(of: .version))
    let directory = arguments.value(of: folder) ?? ""
    try createFolder(directory)
    var report = WrittenReport()
    for position in positions {
      let generator = try StoreGenerator(
        model.history, position: position, seed: seedNumber ?? StoreGenerator.defaultSeed,
        rows: rowCount)
      invocation.terminal.progress("generating \(generator.model.name)")
      let files = StoreFiles(
        main: directory.appendingPathComponent(
          Golden.fileName(generator.model.name) + ".sqlite"))
      try StoreWriter.write(
        generator, layout: try StoreLayout(generator.model), storeUUID: generator.storeUUID,
        variant: storeVariant, to: files.main)
      report.written += files.existingParts.map(files.path(of:))
    }
    try invocation.print(report)
    return .fine
  }

  private static func createFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw StoreError.fileSystem(
        operation: "create folder", path: path, reason: error.localizedDescription)
    }
  }
}
