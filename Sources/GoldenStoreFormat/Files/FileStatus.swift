import Foundation

/// What the system says of a file.
///
/// Foundation's attributes hold the names of the file's owners too, for which it reads the lists of
/// all users each time: more work than everything else about a small store.
struct FileStatus: Equatable {
  let isRegular: Bool
  /// The size in bytes.
  let bytes: Int64
  /// When it was changed last: seconds since 1970, and nanoseconds.
  let modified: [Int]

  /// Asks for a file, or for what a symbolic link leads to.
  ///
  /// - Parameter followsLinks: Whether a link stands for what it leads to.
  init(_ path: String, followsLinks: Bool = true) throws(POSIXError) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw POSIXError.last
    }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = Int64(status.st_size)
    #if canImport(Darwin)
      modified = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
    #else
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #endif
  }

  /// Sets who may read and write a file.
  static func setPermissions(_ mode: mode_t, of path: String) throws(POSIXError) {
    guard chmod(path, mode) == 0 else { throw POSIXError.last }
  }
}

extension POSIXError {
  /// Why the last call to the system failed, by its `errno`.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
