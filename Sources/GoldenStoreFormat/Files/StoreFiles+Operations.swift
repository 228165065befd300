import Foundation
import GoldenStoreSQLite

/// What is done with all files of a store at once.
///
/// Other processes may have the store open: it is copied as it is between two of their
/// transactions, or refused. This process itself must have closed it, because opening and closing
/// a file ends the locks that SQLite holds for the same process.
extension StoreFiles {
  /// Throws if any part exists here: a stale sidecar damages a new store.
  ///
  /// - Throws: `StoreError.destinationOccupied` with the names.
  public func requireAbsent() throws(StoreError) {
    let present = existingParts
    guard present.isEmpty else {
      throw .destinationOccupied(files: present.map { path(of: $0).fileName })
    }
  }

  /// Copies every existing part; the copies can be written even if the originals can't.
  ///
  /// Waits a few seconds for another process to end its transaction. Nothing is left at the
  /// destination if a part can't be copied.
  ///
  /// - Throws: `StoreError.fileMissing`, `.destinationOccupied`, `.wrongFileKind`, `.fileSystem`;
  ///   `.inUse` while another process writes the store.
  public func copy(to destination: StoreFiles) throws(StoreError) {
    try copy(to: destination, patience: Self.patience)
  }

  /// The same, with the seconds that another process may be busy.
  package func copy(to destination: StoreFiles, patience: Double) throws(StoreError) {
    let deadline = Date() + patience
    _ = try files()
    while true {
      let lock = try StoreFilesLock(self, until: deadline)
      let before = stamps()
      do throws(StoreError) {
        try copyParts(to: destination, lock)
      } catch {
        // A journal goes away when its transaction does.
        guard stamps() != before, Date() < deadline else { throw error }
        continue
      }
      // Who opens a store that nobody had open can still begin a log of his own.
      if stamps() == before { return }
      try destination.delete()
      guard Date() < deadline else { throw .inUse(store: name) }
    }
  }

  private func copyParts(
    to destination: StoreFiles, _ lock: StoreFilesLock
  ) throws(StoreError) {
    try transfer(to: destination, operation: "copy") { part, source, target in
      let resolved = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
      if part == .supportFolder {
        try FileManager.default.copyItem(atPath: resolved, toPath: target)
      } else {
        let file = try lock.file(of: part) ?? SequentialFile(reading: resolved)
        try file.copy(to: target)
      }
      try Self.makeWritable(target, isFolder: part == .supportFolder)
    } undo: { _, target in
      try? FileManager.default.removeItem(atPath: target)  // The first error is the one to tell.
    }
  }

  /// Size and date of the files that a transaction changes.
  private func stamps() -> [Part: FileStatus] {
    var stamps: [Part: FileStatus] = [:]
    for part in [Part.main, .writeAheadLog, .rollbackJournal] {
      // A part that does not exist has no stamp.
      stamps[part] = try? FileStatus(path(of: part), followsLinks: false)
    }
    return stamps
  }

  /// Moves every existing part, the main file last; where it is, the store is complete.
  ///
  /// - Throws: As ``copy(to:)``; `StoreError.inUse` where another process has the store open, as
  ///   far as its locks tell. Parts that were moved already are moved back.
  public func move(to destination: StoreFiles) throws(StoreError) {
    _ = try files()
    try requireUnused()
    try transfer(to: destination, operation: "move") { _, source, target in
      try FileManager.default.moveItem(atPath: source, toPath: target)
    } undo: { source, target in
      try? FileManager.default.moveItem(atPath: target, toPath: source)  // As above.
    }
  }

  /// Puts the main file, which must be complete without sidecars, in the place of another store's
  /// by one rename; that store's support folder stays.
  ///
  /// - Throws: `StoreError.destinationOccupied` if there is a sidecar on either side,
  ///   `.fileSystem`.
  package func replace(_ other: StoreFiles) throws(StoreError) {
    let sidecars: [Part] = [.writeAheadLog, .sharedMemory, .rollbackJournal]
    for files in [self, other] {
      let present = files.existingParts.filter(sidecars.contains)
      guard present.isEmpty else {
        throw .destinationOccupied(files: present.map { files.path(of: $0).fileName })
      }
    }
    guard rename(main, other.main) == 0 else {
      throw .fileSystem(
        operation: "move", path: main, reason: String(cString: strerror(errno)))
    }
    // The rename itself must survive a loss of power.
    let descriptor = open(other.folder, O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Waits until the disk has the main file, which must be closed.
  ///
  /// - Throws: `StoreError.fileSystem`.
  package func synchronize() throws(StoreError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: main))
      try file.synchronize()
      try file.close()
    } catch {
      throw .fileSystem("synchronize", main, error)
    }
  }

  /// Deletes every existing part, the main file first.
  ///
  /// - Throws: `StoreError.inUse` as ``move(to:)``; `.fileSystem`.
  public func delete() throws(StoreError) {
    try requireUnused()
    for part in existingParts {
      do {
        try FileManager.default.removeItem(atPath: path(of: part))
      } catch {
        throw .fileSystem("delete", path(of: part), error)
      }
    }
  }

  /// A process that has the files open would go on with what has another name, or none.
  private func requireUnused() throws(StoreError) {
    // What cannot be read cannot be asked; the operation will say what is wrong with it.
    guard let file = try? SequentialFile(reading: main) else { return }
    guard !DatabaseLock.isHeldElsewhere(main: file.descriptor) else {
      throw .inUse(store: name)
    }
  }

  private func transfer(
    to destination: StoreFiles, operation: String,
    _ action: (_ part: Part, _ source: String, _ target: String) throws -> Void,
    undo: (_ source: String, _ target: String) -> Void
  ) throws(StoreError) {
    _ = try files()
    try destination.requireAbsent()
    guard Self.isFolder(destination.folder) else {
      throw .wrongFileKind(path: destination.folder, expected: "folder")
    }
    var done: [Part] = []
    for part in existingParts.reversed() {
      let source = path(of: part)
      let target = destination.path(of: part)
      do {
        done.append(part)
        try action(part, source, target)
      } catch {
        for part in done { undo(path(of: part), destination.path(of: part)) }
        if let error = error as? StoreError { throw error }
        throw .fileSystem(operation, source, error)
      }
    }
  }

  private static func makeWritable(_ path: String, isFolder: Bool) throws {
    guard isFolder else { return try FileStatus.setPermissions(0o644, of: path) }
    try FileStatus.setPermissions(0o755, of: path)
    for inner in try contents(ofFolder: path) {
      let item = path.appendingPathComponent(inner)
      try FileStatus.setPermissions(Self.isFolder(item) ? 0o755 : 0o644, of: item)
    }
  }
}
