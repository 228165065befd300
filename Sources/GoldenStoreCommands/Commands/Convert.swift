import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension Command {
  private static let output = Option(
    "--out", "FILE", "the Swift file; it may not exist", isRequired: true)

  static let convert = Command(
    "convert", "the whole history of a model as a Swift file",
    parameters: ["<model>"], options: [output, .order],
    example: "goldenstore convert Library.xcdatamodeld --out Library.swift",
    details: [
      """
      The file makes a history that is equal to the source's, hashes and all that is not hashed:
      one constant for each version and for each form of an entity. What the source says beyond
      that, such as 'codeGenerationType', stands there as a comment.
      """
    ]
  ) { invocation in
    let model = try invocation.model()
    _ = try model.history.validated()
    let source = SwiftSource(
      model.history, origin: model.origin, notes: model.notes, omissions: model.omissions)
    let path = invocation.arguments.value(of: output) ?? ""
    try write(source.text, to: path)
    try invocation.print(WrittenReport(written: [path]))
    return .fine
  }

  /// Writes a file that does not exist yet, all of it or nothing.
  private static func write(_ text: String, to path: String) throws {
    let files = FileManager.default
    let url = URL(fileURLWithPath: path)
    guard !files.fileExists(atPath: path) else { throw CommandError.outputExists(path) }
    let folder = url.deletingLastPathComponent()
    guard StoreFiles.isFolder(folder.path) else {
      throw StoreError.fileSystem(
        operation: "write", path: path,
        reason: "there is no folder '\(folder.lastPathComponent)' to write it to")
    }
    let draft = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    do {
      try Data(text.utf8).write(to: draft)
      try files.moveItem(at: draft, to: url)
    } catch {
      // The draft may not have been made at all.
      try? files.removeItem(at: draft)
      throw StoreError.fileSystem(
        operation: "write", path: path, reason: error.localizedDescription)
    }
  }
}
