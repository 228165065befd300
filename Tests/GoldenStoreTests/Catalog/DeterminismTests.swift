import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// Two processes that share nothing record the same bytes.
struct DeterminismTests {
  private func record(
    to goldens: String, in workingFolder: String, mask: String, environment: [String: String],
    pause: Int
  ) throws {
    let executable = try #require(BuiltExecutable.goldenstore)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "umask \(mask); sleep \(pause); exec \"$0\" record --goldens \"$1\" > /dev/null",
      executable.path, goldens,
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: workingFolder)
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GOLDENSTORE_") && !$0.key.hasPrefix("LC_") }
      .merging(environment) { _, new in new }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func files(in folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      if !isFolder.boolValue {
        files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return files
  }

  @Test func recordingTwiceElsewhereAndLaterGivesTheSameBytes() throws {
    let first = try TemporaryDirectory()
    let second = try TemporaryDirectory()
    try record(
      to: first.path, in: "/", mask: "022",
      environment: ["TZ": "America/New_York", "LANG": "C"], pause: 0)
    try record(
      to: second.path.appendingPathComponent("other/place"), in: second.path, mask: "077",
      environment: ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"],
      pause: 3)
    let expected = try files(in: first.path)
    let found = try files(in: second.path.appendingPathComponent("other/place"))
    #expect(expected.count == 246)
    #expect(expected.keys.sorted() == found.keys.sorted())
    for (name, data) in expected { #expect(found[name] == data, "\(name)") }
    // And those are the goldens of the package, where the same SQLite wrote them.
    let own = try files(in: GreenCatalog.goldens)
    let texts = expected.keys.filter { $0.hasSuffix("dump.txt") || $0.hasSuffix("pins.txt") }
    #expect(texts.count == 58)
    for name in texts {
      let found = try #require(own[name])
      let wanted = try #require(expected[name])
      if name.hasSuffix("pins.txt") {
        #expect(lines(found) == lines(wanted), "\(name)")
      } else {
        #expect(found == wanted, "\(name)")
      }
    }
  }

  /// Which versions have shipped, and which came later than others, is no matter of recording.
  private func lines(_ pins: Data) -> [Substring] {
    GreenCatalog.drafts(pins).split(separator: "\n").sorted()
  }
}
