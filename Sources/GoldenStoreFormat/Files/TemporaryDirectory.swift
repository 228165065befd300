import Foundation

/// A folder of its own that is deleted, contents included, when the last reference goes away.
///
/// A process that is killed leaves its folders; the next one that needs one beside them deletes
/// them. A lock, which ends with its process, tells whose owner is alive; it is held on a folder
/// around this one, so that this one may be locked by whoever migrates a store in it.
package final class TemporaryDirectory: Sendable {
  private static let prefix = ".goldenstore."
  private static let attempts = 5

  /// The system's folder may hold thousands of files, so that each process looks there once.
  private static let sweptSystemFolder: Void = deleteAbandoned(in: NSTemporaryDirectory())

  package let path: String
  private let outer: (path: String, lock: FolderLock)

  /// Makes a new empty folder that only the current user may enter.
  ///
  /// - Parameter parent: The folder to make it in, for files that are to be moved to a place on
  ///   the same volume; nil for the system's temporary folder.
  /// - Throws: `StoreError.fileSystem`.
  package init(in parent: String? = nil) throws(StoreError) {
    let folder = parent ?? NSTemporaryDirectory()
    if let parent { Self.deleteAbandoned(in: parent) } else { Self.sweptSystemFolder }
    var made: (path: String, lock: FolderLock)?
    for _ in 0..<Self.attempts where made == nil { made = try Self.make(in: folder) }
    guard let made else {
      throw .fileSystem(operation: "create folder", path: folder, reason: "others delete it")
    }
    outer = made
    path = made.path.appendingPathComponent("files")
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    } catch {
      throw .fileSystem("create folder", path, error)
    }
  }

  deinit {
    // Nobody is left to hear of it.
    try? FileManager.default.removeItem(atPath: outer.path)
  }

  /// Makes a folder and locks it; nil where another process took it for abandoned in between.
  private static func make(
    in folder: String
  ) throws(StoreError) -> (path: String, lock: FolderLock)? {
    let path = folder.appendingPathComponent(prefix + UUID().uuidString)
    guard mkdir(path, 0o700) == 0 else {
      throw .fileSystem(
        "create folder", path, POSIXError.last)
    }
    guard let lock = try? FolderLock(path, waits: false), lock.isCurrent(path) else { return nil }
    return (path, lock)
  }

  /// Deletes what processes have left that were killed.
  private static func deleteAbandoned(in folder: String) {
    // What can't be listed, opened or deleted is another user's, or somebody else deletes it.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appendingPathComponent(name)
      guard let lock = try? FolderLock(path, waits: false), lock.isHeld else { continue }
      withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: path) }
    }
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
