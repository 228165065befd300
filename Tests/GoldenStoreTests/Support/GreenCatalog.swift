import BrowserModels
import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import Testing

/// A copy of the package's own goldens of a history, as drafts, green before anybody touches it.
struct GreenCatalog {
  let catalog: Catalog

  /// Copies the goldens, demands that they are green, and passes the copy.
  static func with(
    _ history: ModelHistory, _ body: (GreenCatalog) throws -> Void
  ) throws {
    try GoldenStoreFormat.withTemporaryDirectory { folder in
      let green = try GreenCatalog(history, in: folder)
      let check = try green.catalog.check(requiresTracking: false)
      try #require(check.failures.map(\.description) == [])
      try #require(check.isGreen)
      try body(green)
    }
  }

  private init(_ history: ModelHistory, in folder: String) throws {
    let name = Golden.fileName(history.name)
    let copy = folder.appendingPathComponent(name)
    try FileManager.default.copyItem(
      atPath: GreenCatalog.goldens.appendingPathComponent(name), toPath: copy)
    catalog = try Catalog(history, folder: copy)
    try GreenCatalog.edit(catalog.pinsPath) { $0 = Data(GreenCatalog.drafts($0).utf8) }
  }

  /// The text of pins without its seals.
  static func drafts(_ pins: Data) -> String {
    String(decoding: pins, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let fields = line.split(separator: "\t")
        return fields.first == "state" ? "state\t\(fields[1])\tdraft" : String(line)
      }.joined(separator: "\n")
  }

  /// The package's own folder of goldens.
  static let goldens = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Goldens").path

  /// The failures of a check with another history, or with the same.
  func failures(history: ModelHistory? = nil) throws -> [String] {
    let catalog = try Catalog(history ?? self.catalog.history, folder: self.catalog.folder)
    let check = try catalog.check(requiresTracking: false)
    #expect(!check.isGreen)
    return check.failures.map(\.description)
  }

  /// The path of a file of a golden; versions count from 1.
  func path(_ version: Int, _ suffix: String = "") -> String {
    catalog.golden(at: version - 1).files.main + suffix
  }

  func folder(_ version: Int) -> String { catalog.golden(at: version - 1).folder }

  /// Changes a store's rows with SQL.
  func execute(_ version: Int, _ statements: SQL...) throws {
    let connection = try Connection(path: path(version), mode: .readWrite)
    try connection.keepWriteAheadLogOnClose()
    for statement in statements { try connection.execute(statement) }
    try connection.close()
  }

  /// Replaces the contents of a file.
  static func edit(_ path: String, _ change: (inout Data) throws -> Void) throws {
    let url = URL(fileURLWithPath: path)
    var data = try Data(contentsOf: url)
    try change(&data)
    try data.write(to: url)
  }

  /// Replaces a file by another one.
  static func replace(_ path: String, with other: String) throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }
}
