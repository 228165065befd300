import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// The built executable, once from start to end: that it passes on arguments, output and code.
struct BinaryTests {
  /// Runs the executable in a folder and returns its exit code and output.
  private func run(
    _ arguments: [String], in folder: String
  ) throws -> (code: Int32, output: String, errors: String) {
    let executable = try #require(BuiltExecutable.goldenstore)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Files, because a full pipe would stop the process while we wait for it.
    let paths = ["output", "errors"].map { folder.appendingPathComponent($0) }
    let handles = try paths.map { path in
      try #require(FileManager.default.createFile(atPath: path, contents: nil))
      return try #require(FileHandle(forWritingAtPath: path))
    }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return (process.terminationStatus, texts[0], texts[1])
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
