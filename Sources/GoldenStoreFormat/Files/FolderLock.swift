import Foundation

/// Keeps other processes, and other threads, that take the same lock waiting: a lock on a folder,
/// which leaves no file behind.
///
/// Whoever waits must not have opened the store yet.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Waits until nobody else has the lock.
  ///
  /// On a file system without such locks nobody waits.
  ///
  /// - Throws: `StoreError.fileSystem` where the folder can't be opened.
  package init(_ folder: String) throws(StoreError) {
    descriptor = open(folder, O_RDONLY)
    guard descriptor >= 0 else {
      throw .fileSystem(
        operation: "open folder", path: folder, reason: String(cString: strerror(errno)))
    }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit { close(descriptor) }
}
