import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// A small history, and catalogs of it in a folder of their own.
struct Shelf {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  static let first = Model("V1") {
    Entity("Book") {
      Attribute("title", .string, isOptional: false)
      Attribute("pages", .integer32)
    }
  }
  static let second = Model("V2") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer32)
    }
  }
  static let third = Model("V3") {
    Entity("Book") {
      Attribute("name", .string, isOptional: false, renamingIdentifier: "title")
      Attribute("pages", .integer32)
      Attribute("isRead", .boolean, isOptional: false, default: false)
    }
  }

  static let history = ModelHistory("Shelf") {
    first
    second
    third
  }

  func catalog(_ history: ModelHistory = history) throws -> Catalog {
    try Catalog(history, in: folder.path)
  }

  /// A catalog with every golden.
  func recorded(_ history: ModelHistory = history) throws -> Catalog {
    let catalog = try catalog(history)
    _ = try catalog.record(.missing)
    try #require(failures(catalog) == [])
    return catalog
  }

  /// What a check finds; it must be green exactly where that is nothing.
  func failures(_ catalog: Catalog) throws -> [String] {
    let check = try catalog.check(requiresTracking: false)
    let failures = check.failures.map(\.description)
    #expect(check.isGreen == failures.isEmpty)
    return failures
  }

  /// Every file of the catalog's folder.
  func bytes(_ catalog: Catalog) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: catalog.folder) {
      let path = catalog.folder.appendingPathComponent(name)
      files[name] = FileManager.default.contents(atPath: path) ?? Data()
    }
    return files
  }

  func pinLines(_ catalog: Catalog) throws -> [String] {
    try String(contentsOf: URL(fileURLWithPath: catalog.pinsPath), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  func editPins(_ catalog: Catalog, _ change: (inout String) -> Void) throws {
    let url = URL(fileURLWithPath: catalog.pinsPath)
    var text = try String(contentsOf: url, encoding: .utf8)
    change(&text)
    try Data(text.utf8).write(to: url)
  }

  /// Runs git in the folder.
  ///
  /// - Returns: Its exit code.
  @discardableResult func git(_ arguments: String...) throws -> Int32 {
    try GitCommand.run(arguments, in: folder.path)
  }
}
