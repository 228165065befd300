package import Foundation

/// One run of git in a folder.
package enum GitProcess {
  /// Why git gave no answer: the first line of what it said, or what kept it from running.
  package struct Failure: Error {
    package let reason: String
  }

  /// Runs git and returns what it prints.
  ///
  /// - Throws: `Failure`, also where the platform runs no programs.
  package static func run(
    _ arguments: [String], in folder: String
  ) throws(Failure) -> Data {
    #if os(macOS) || os(Linux)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git", "-C", folder] + arguments
      // Inside a hook these name another repository or index.
      process.environment = ProcessInfo.processInfo.environment.filter {
        !$0.key.hasPrefix("GIT_")
      }
      let output = Pipe()
      let errors = Pipe()
      process.standardOutput = output
      process.standardError = errors
      let data: Data
      let message: Data
      do {
        try process.run()
        data = try output.fileHandleForReading.readToEnd() ?? Data()
        message = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
      } catch {
        throw Failure(reason: error.localizedDescription)
      }
      guard process.terminationStatus == 0 else {
        let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
        throw Failure(
          reason: lines.first.map(String.init)
            ?? "it ended with status \(process.terminationStatus)")
      }
      return data
    #else
      throw Failure(reason: "this platform runs no programs")
    #endif
  }
}
