import Foundation

/// Keeps other processes, and other threads, that take the same lock waiting: a lock on a folder,
/// which leaves no file behind and ends with the process.
///
/// Whoever waits must not have opened the store yet.
package final class FolderLock: Sendable {
  private let descriptor: Int32
  /// Whether the lock was taken; false on a file system without such locks.
  let isHeld: Bool

  /// Waits until nobody else has the lock.
  ///
  /// On a file system without such locks nobody waits.
  ///
  /// - Parameter waits: Whether to wait, or to throw while another has the lock.
  /// - Throws: `StoreError.fileSystem` where the folder can't be opened.
  package init(_ folder: String, waits: Bool = true) throws(StoreError) {
    // A process that this one starts must not keep the lock.
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .fileSystem(
        operation: "open folder", path: folder, reason: String(cString: strerror(errno)))
    }
    var outcome: Int32
    repeat {
      outcome = flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB))
    } while outcome != 0 && errno == EINTR
    self.descriptor = descriptor
    isHeld = outcome == 0
    guard !waits, outcome != 0, errno == EWOULDBLOCK else { return }
    throw .fileSystem(operation: "lock folder", path: folder, reason: "another process uses it")
  }

  /// Takes the lock of a folder if nobody else has it, as ``init(_:waits:)`` does.
  ///
  /// - Returns: nil while another process, or another thread, has it.
  /// - Throws: `StoreError.fileSystem` where the folder can't be opened.
  package static func free(_ folder: String) throws(StoreError) -> FolderLock? {
    do throws(StoreError) {
      return try FolderLock(folder, waits: false)
    } catch {
      guard case .fileSystem("lock folder", _, _) = error else { throw error }
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Whether the folder that is locked still is at a path.
  func isCurrent(_ path: String) -> Bool {
    var locked = stat()
    var found = stat()
    return fstat(descriptor, &locked) == 0 && stat(path, &found) == 0
      && locked.st_ino == found.st_ino && locked.st_dev == found.st_dev
  }
}
