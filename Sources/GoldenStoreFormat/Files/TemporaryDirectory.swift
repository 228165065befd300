import Foundation

/// A folder of its own that is deleted, contents included, when the last reference goes away.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// Makes a new empty folder that only the current user may enter.
  ///
  /// - Parameter parent: The folder to make it in, for files that are to be moved to a place on
  ///   the same volume; nil for the system's temporary folder.
  /// - Throws: `StoreError.fileSystem`.
  package init(in parent: String? = nil) throws(StoreError) {
    let folder = parent ?? NSTemporaryDirectory()
    path = folder.appendingPathComponent(".goldenstore-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .fileSystem("create folder", path, error)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // Nobody is left to hear of it.
  }
}

/// Runs a closure with a new empty folder, and deletes the folder afterwards.
///
/// - Parameter parent: The folder to make it in; nil for the system's temporary folder.
/// - Throws: `StoreError.fileSystem`, or what the closure throws.
package func withTemporaryDirectory<Result>(
  in parent: String? = nil, _ body: (_ path: String) throws -> Result
) throws -> Result {
  let directory = try TemporaryDirectory(in: parent)
  return try withExtendedLifetime(directory) { try body(directory.path) }
}

extension String {
  /// The part of a path after the last slash.
  package var fileName: String {
    split(separator: "/").last.map(String.init) ?? self
  }

  /// The part of a path before the last slash; `.` for a bare name.
  package var folder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  package func appendingPathComponent(_ component: String) -> String {
    hasSuffix("/") ? self + component : self + "/" + component
  }
}
