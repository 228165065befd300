import Foundation

/// The locks by which processes agree on a database, taken without SQLite.
///
/// Opening a database with SQLite, even to read it, makes files beside it. These locks keep other
/// processes from changing it while its files are read as bytes. A lock belongs to the process and
/// the file: it ends when its descriptor is closed, and also, a rule of POSIX, when this process
/// closes any other descriptor of the same file.
package enum DatabaseLock {
  /// What became of an attempt.
  package enum Outcome: Sendable {
    case acquired
    /// Another process holds a lock that excludes this one.
    case busy
    /// The file system has no locks.
    case unsupported
  }

  /// Bytes of the main file, beyond any page: one that a waiting writer locks, and those that
  /// readers share and a writer needs alone.
  private static let pending = (start: 0x4000_0000, length: 1)
  private static let shared = (start: 0x4000_0002, length: 510)
  /// Bytes of the `-shm`: the locks of the writer, of a checkpoint, and of recovery.
  private static let writing = (start: 120, length: 3)

  /// Takes a reader's lock on a main file: no other process can change the file then.
  package static func share(main descriptor: Int32) -> Outcome {
    // A writer that waits for its readers lets no further one in.
    let outcome = set(F_RDLCK, pending, of: descriptor)
    guard outcome == .acquired else { return outcome }
    defer { _ = set(F_UNLCK, pending, of: descriptor) }
    return set(F_RDLCK, shared, of: descriptor)
  }

  /// Keeps other processes from appending to the `-wal`, emptying it, or moving it into the main
  /// file.
  ///
  /// - Parameter descriptor: Of the `-shm`.
  package static func share(sharedMemory descriptor: Int32) -> Outcome {
    set(F_RDLCK, writing, of: descriptor)
  }

  /// Whether another process reads or writes a main file, as far as locks tell: in WAL mode
  /// whoever has the file open, in rollback mode whoever is within a transaction.
  package static func isHeldElsewhere(main descriptor: Int32) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(pending.start)
    lock.l_len = off_t(shared.start + shared.length - pending.start)
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else { return false }
    return lock.l_type != Int16(F_UNLCK)
  }

  private static func set(
    _ type: Int32, _ range: (start: Int, length: Int), of descriptor: Int32
  ) -> Outcome {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(range.start)
    lock.l_len = off_t(range.length)
    guard fcntl(descriptor, F_SETLK, &lock) != 0 else { return .acquired }
    return errno == EACCES || errno == EAGAIN ? .busy : .unsupported
  }
}
