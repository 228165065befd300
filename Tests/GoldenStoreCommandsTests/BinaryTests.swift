import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// The built executable, once from start to end: that it passes on arguments, output and code.
struct BinaryTests {
  private func run(
    _ arguments: [String], in folder: String
  ) throws -> BuiltExecutable.Output {
    try BuiltExecutable.run(#require(BuiltExecutable.goldenstore), arguments, in: folder)
  }

  @Test func theExecutableGeneratesAStoreAndFindsItsVersion() throws {
    let folder = try TemporaryDirectory()
    let generated = try run(
      ["generate", "Bookmarks", "--version", "4", "--out", "stores", "--json"], in: folder.path)
    #expect(
      generated.output
        == #"{"removed":[],"written":["stores/BookmarksModel-4.sqlite","#
        + #""stores/BookmarksModel-4.sqlite-wal","stores/BookmarksModel-4.sqlite-shm"]}"# + "\n")
    #expect(generated.errors.isEmpty)
    #expect(generated.code == 0)
    let inspected = try run(["inspect", "stores/BookmarksModel-4.sqlite"], in: folder.path)
    #expect(inspected.output.contains("  version     'BookmarksModel 4' of 'Bookmarks'"))
    #expect(inspected.code == 0)
    let wrong = try run(["hash"], in: folder.path)
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors == "error: 'hash' needs <model>\n")
    #expect(wrong.code == 2)
  }
}
