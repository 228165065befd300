import Foundation
import GoldenStoreSQLite

/// The files of a store while no other process can change them.
///
/// While this exists, nothing else in this process may open and close the main file or the `-shm`,
/// which would end the locks; they are read through here.
///
/// Format: StoreFormat F45.
final class StoreFilesLock {
  let main: SequentialFile
  /// The `-shm`; nil where there is none.
  let sharedMemory: SequentialFile?

  /// Waits until the store can be locked.
  ///
  /// - Throws: `StoreError.inUse` when another process writes it beyond the deadline;
  ///   `.fileMissing`, `.fileSystem`.
  convenience init(_ files: StoreFiles, until deadline: Date) throws(StoreError) {
    while true {
      if let held = try Self.attempt(files) {
        self.init(main: held.main, sharedMemory: held.sharedMemory)
        return
      }
      guard Date() < deadline else { throw .inUse(store: files.name) }
      usleep(10_000)
    }
  }

  private init(main: SequentialFile, sharedMemory: SequentialFile?) {
    self.main = main
    self.sharedMemory = sharedMemory
  }

  /// Takes the locks, or none of them when another process is in the way.
  private static func attempt(
    _ files: StoreFiles
  ) throws(StoreError) -> (main: SequentialFile, sharedMemory: SequentialFile?)? {
    let main = try SequentialFile(reading: files.main)
    guard DatabaseLock.share(main: main.descriptor) != .busy else { return nil }
    guard files.existingParts.contains(.sharedMemory) else { return (main, nil) }
    let sharedMemory = try SequentialFile(reading: files.path(of: .sharedMemory))
    guard DatabaseLock.share(sharedMemory: sharedMemory.descriptor) != .busy else { return nil }
    return (main, sharedMemory)
  }

  /// The file of a part that may be read through the lock only.
  func file(of part: StoreFiles.Part) -> SequentialFile? {
    switch part {
    case .main: main
    case .sharedMemory: sharedMemory
    case .writeAheadLog, .rollbackJournal, .supportFolder: nil
    }
  }
}
