package import Foundation
package import GoldenStore
package import GoldenStoreModel
package import GoldenStoreSQLite
import GoldenStoreFormat

/// A copy of the goldens of a history, as drafts, for whatever may happen to them.
package struct GreenCatalog {
  package let catalog: Catalog

  /// Copies the goldens of a history into a folder.
  ///
  /// - Parameter goldens: The folder of goldens to copy from; that of the package by default.
  package init(
    _ history: ModelHistory, from goldens: String = GreenCatalog.goldens, in folder: String
  ) throws {
    let name = Golden.fileName(history.name)
    let copy = folder.appendingPathComponent(name)
    try FileManager.default.copyItem(
      atPath: goldens.appendingPathComponent(name), toPath: copy)
    catalog = try Catalog(history, folder: copy)
    try GreenCatalog.edit(catalog.pinsPath) { $0 = Data(GreenCatalog.drafts($0).utf8) }
  }

  /// The text of pins without its seals.
  package static func drafts(_ pins: Data) -> String {
    String(decoding: pins, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let fields = line.split(separator: "\t")
        return fields.first == "state" ? "state\t\(fields[1])\tdraft" : String(line)
      }.joined(separator: "\n")
  }

  /// The package's own folder of goldens.
  package static let goldens = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens").path

  /// The path of a file of a golden; versions count from 1.
  package func path(_ version: Int, _ suffix: String = "") -> String {
    catalog.golden(at: version - 1).files.main + suffix
  }

  package func folder(_ version: Int) -> String { catalog.golden(at: version - 1).folder }

  /// Changes a store's rows with SQL; the change goes to the -wal and stays there.
  package func execute(_ version: Int, _ statements: SQL...) throws {
    let connection = try Connection(path: path(version), mode: .readWrite)
    try connection.keepWriteAheadLogOnClose()
    for statement in statements { try connection.execute(statement) }
    try connection.close()
  }

  /// Replaces the contents of a file.
  package static func edit(_ path: String, _ change: (inout Data) throws -> Void) throws {
    let url = URL(fileURLWithPath: path)
    var data = try Data(contentsOf: url)
    try change(&data)
    try data.write(to: url)
  }

  /// Replaces the text of a file.
  package static func editText(_ path: String, _ change: (inout String) throws -> Void) throws {
    try edit(path) { data in
      var text = String(decoding: data, as: UTF8.self)
      try change(&text)
      data = Data(text.utf8)
    }
  }

  /// Replaces a file by another one.
  package static func replace(_ path: String, with other: String) throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }
}
