import BrowserModels
import Foundation
import GoldenStoreCommands
import GoldenStoreFormat
import GoldenStoreModel
import Testing

/// What a command draws while it works: on a terminal alone, and nothing that stays.
struct ProgressTests {
  /// Migrates a store with errors that go to a terminal, and returns what that shows.
  private func drawn(environment: [String: String]) async throws -> (output: String, drawn: String)
  {
    let folder = try TemporaryDirectory()
    let path = folder.path
    _ = try await runCommand("generate", "Bookmarks", "--version", "1", "--out", path + "/old")
    let names = try FileManager.default.contentsOfDirectory(atPath: path + "/old")
    let store = try #require(names.first { $0.hasSuffix(".sqlite") })
    let (terminal, name) = try openTerminal()
    defer { close(terminal) }
    let errors = FileHandle(
      fileDescriptor: open(name, O_RDWR | O_NOCTTY), closeOnDealloc: false)
    let file = path + "/output"
    try #require(FileManager.default.createFile(atPath: file, contents: nil))
    let output = try #require(FileHandle(forWritingAtPath: file))
    let exitCode = await GoldenStoreCommand.run(
      histories: BrowserModels.all,
      arguments: [
        "migrate", path + "/old/" + store, "--model", "Bookmarks", "--out", path + "/New.sqlite",
        "--json",
      ], output: output, errors: errors, environment: environment)
    #expect(exitCode == 0)
    // A mark behind everything, so that the end is seen without waiting for it.
    try errors.write(contentsOf: Data("END".utf8))
    var shown = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !shown.suffix(3).elementsEqual("END".utf8) {
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else { break }
      shown += buffer[..<count]
    }
    try errors.close()
    try output.close()
    return (
      try String(contentsOfFile: file, encoding: .utf8), String(decoding: shown, as: UTF8.self)
    )
  }

  @Test func migrateDrawsOneLineThatGoesAway() async throws {
    let (output, drawn) = try await drawn(environment: ["TERM": "xterm"])
    #expect(drawn.contains("\r\u{1B}[K'BookmarksModel' → 'BookmarksModel 6': statement 0 of "))
    #expect(drawn.hasSuffix("\r\u{1B}[KEND"), "the line is cleared at the end")
    #expect(!drawn.contains("\n"))
    #expect(output.hasPrefix("{"))
  }

  @Test(arguments: [["TERM": "xterm", "CI": "1"], ["TERM": "dumb"], [:]])
  func nothingIsDrawnWhereNobodyWatches(_ environment: [String: String]) async throws {
    #expect(try await drawn(environment: environment).drawn == "END")
  }

  /// Opens the side of a terminal on which its screen would be, and names the other side.
  private func openTerminal() throws -> (descriptor: Int32, name: String) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    #if canImport(Darwin)
      try #require(grantpt(terminal) == 0 && unlockpt(terminal) == 0)
      return (terminal, try #require(ptsname(terminal).map { String(cString: $0) }))
    #else
      // TIOCSPTLCK and TIOCGPTN; Swift sees neither them nor what stands for them in C.
      var lock: Int32 = 0
      var number: Int32 = 0
      try #require(ioctl(terminal, 0x4004_5431, &lock) == 0)
      try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
      return (terminal, "/dev/pts/\(number)")
    #endif
  }
}
