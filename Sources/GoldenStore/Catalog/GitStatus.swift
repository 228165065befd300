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
      let data: Data
      do throws(GitProcess.Failure) {
        data = try GitProcess.run(arguments, in: folder)
      } catch {
        throw GoldenError.git(reason: error.reason)
      }
      return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    }
  #endif
}
