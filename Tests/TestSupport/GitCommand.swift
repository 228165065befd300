import Foundation

/// The program `git`, apart from the settings and the repository of whoever runs the tests.
package enum GitCommand {
  /// Runs git in a folder.
  ///
  /// - Returns: Its exit code.
  @discardableResult package static func run(
    _ arguments: [String], in folder: String
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", folder, "-c", "user.name=N", "-c", "user.email=n@example.org"] + arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
