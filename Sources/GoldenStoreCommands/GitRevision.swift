import Foundation
import GoldenStore
import GoldenStoreFormat

/// A revision of the git repository that holds a file.
struct GitRevision {
  let name: String

  /// Passes the path of a copy of a file or folder as it was at the revision.
  ///
  /// - Throws: `CommandError.git` where git has no such revision, or not the file in it.
  func withCopy<Result>(of path: String, _ body: (String) throws -> Result) throws -> Result {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let folder = url.deletingLastPathComponent().path
    let files = try self.files(at: url.lastPathComponent, in: folder, path: path)
    guard !files.isEmpty else {
      throw CommandError.git(revision: name, path: path, reason: "the revision lacks it")
    }
    return try withTemporaryDirectory { copy in
      for file in files {
        let target = URL(fileURLWithPath: copy.appendingPathComponent(file))
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try run(["show", "\(name):./\(file)"], in: folder, path: path).write(to: target)
      }
      return try body(copy.appendingPathComponent(url.lastPathComponent))
    }
  }

  /// The files below a path, relative to the folder.
  private func files(at item: String, in folder: String, path: String) throws -> [String] {
    // A revision that looks like an option is none.
    let data = try run(
      ["ls-tree", "-r", "-z", "--name-only", "--end-of-options", name, "--", "./\(item)"],
      in: folder, path: path)
    return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
  }

  private func run(_ arguments: [String], in folder: String, path: String) throws -> Data {
    do throws(GitProcess.Failure) {
      return try GitProcess.run(arguments, in: folder)
    } catch {
      throw CommandError.git(revision: name, path: path, reason: error.reason)
    }
  }
}
