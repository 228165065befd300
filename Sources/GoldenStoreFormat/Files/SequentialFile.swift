import Foundation

/// One open file that is read or updated piece by piece.
final class SequentialFile {
  private let handle: FileHandle
  private let path: String

  convenience init(reading path: String) throws(StoreError) {
    try self.init(path) { FileHandle(forReadingAtPath: $0) }
  }

  convenience init(updating path: String) throws(StoreError) {
    try self.init(path) { FileHandle(forUpdatingAtPath: $0) }
  }

  private init(_ path: String, open: (String) -> FileHandle?) throws(StoreError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .fileMissing(path: path) }
    guard let handle = open(path) else {
      throw .fileSystem(operation: "open", path: path, reason: "permission denied, or a folder")
    }
    self.handle = handle
    self.path = path
  }

  deinit {
    try? handle.close()  // Nothing is buffered, so closing can lose nothing.
  }

  /// What the system knows the open file by, for locks.
  var descriptor: Int32 { handle.fileDescriptor }

  /// Copies everything from the start on into a new file.
  ///
  /// - Throws: `StoreError.fileSystem`, also where a file of that path exists.
  func copy(to target: String) throws(StoreError) {
    do {
      try handle.seek(toOffset: 0)
      let url = URL(fileURLWithPath: target)
      try Data().write(to: url, options: .withoutOverwriting)
      let copy = try FileHandle(forWritingTo: url)
      while true {
        // FileHandle, and Foundation's own copy on Linux, take a call for each block of the disk.
        let piece = try read(upTo: 1 << 16)
        if piece.isEmpty { break }
        try copy.write(contentsOf: piece)
      }
      try copy.close()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .fileSystem("copy", path, error)
    }
  }

  /// Returns the next bytes; fewer than asked for, or none, at the end of the file.
  func read(upTo count: Int) throws(StoreError) -> [UInt8] {
    var bytes = try readPiece(upTo: count)
    while bytes.count < count {
      let piece = try readPiece(upTo: count - bytes.count)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// One call of the system, where `FileHandle` makes one for each block of the disk.
  private func readPiece(upTo count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let found = Foundation.read(handle.fileDescriptor, &bytes, count)
      if found >= 0 {
        bytes.removeLast(count - found)
        return bytes
      }
      guard errno == EINTR else {
        throw .fileSystem("read", path, POSIXError.last)
      }
    }
  }

  func move(to offset: Int) throws(StoreError) {
    do {
      try handle.seek(toOffset: UInt64(offset))
    } catch {
      throw .fileSystem("read", path, error)
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    do {
      try handle.seek(toOffset: UInt64(offset))
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw .fileSystem("write", path, error)
    }
  }
}

extension StoreError {
  /// Wraps an error of Foundation's file operations.
  static func fileSystem(_ operation: String, _ path: String, _ error: any Error) -> StoreError {
    let reason = (error as? CocoaError)?.underlying ?? error
    return .fileSystem(
      operation: operation, path: path,
      reason: (reason as? POSIXError).map(posixReason)
        ?? reason.localizedDescription)
  }

  private static func posixReason(_ error: POSIXError) -> String {
    String(cString: strerror(error.code.rawValue)).lowercased()
  }
}
