import Foundation
import GoldenStoreFormat

/// What git says about the files of a folder.
struct GitStatus {
  /// Paths relative to the folder, sorted, of files that no commit will ever hold.
  var ignored: [String] = []
  /// Paths relative to the folder, sorted, of files that are not tracked yet.
  var untracked: [String] = []

  /// Asks git, where a repository holds the folder.
  ///
  /// - Returns: `nil` without a repository, or where the platform runs no programs.
  /// - Throws: `GoldenError.git` where there is a repository and git gives no answer.
  static func of(folder: String) throws -> GitStatus? {
    guard isInRepository(folder) else { return nil }
    #if os(macOS) || os(Linux)
      let others = ["ls-files", "-z", "--others"]
      let all = try run(others + ["--", "."], in: folder)
      let ignored = try run(
        others + ["--ignored", "--exclude-standard", "--", "."], in: folder)
      return GitStatus(
        ignored: ignored.sorted(),
        untracked: Set(all).subtracting(ignored).sorted())
    #else
      return nil
    #endif
  }

  private static func isInRepository(_ folder: String) -> Bool {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    while true {
      let marker = url.appendingPathComponent(".git").path
      if FileManager.default.fileExists(atPath: marker) { return true }
      let parent = url.deletingLastPathComponent()
      if parent.path == url.path { return false }
      url = parent
    }
  }

  #if os(macOS) || os(Linux)
    /// Runs git and splits what it prints at zero bytes.
    private static func run(_ arguments: [String], in folder: String) throws -> [String] {
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
      do {
        try process.run()
        data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
      } catch {
        throw GoldenError.git(reason: error.localizedDescription)
      }
      guard process.terminationStatus == 0 else {
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        let lines = String(decoding: message, as: UTF8.self).split(separator: "\n")
        throw GoldenError.git(
          reason: lines.first.map(String.init)
            ?? "it ended with status \(process.terminationStatus)")
      }
      return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    }
  #endif
}
