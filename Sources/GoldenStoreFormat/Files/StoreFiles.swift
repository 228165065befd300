import Foundation
public import GoldenStoreModel

/// A store as one unit: the main file and everything that belongs to it.
///
/// A main file without its `-wal` has often lost every row; a new main file beside the `-wal` of
/// another store is damaged by it. So nothing handles the files one by one.
///
/// Format: StoreFormat F32.
public struct StoreFiles: Hashable, Sendable {
  /// One of the files of a store.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case main, writeAheadLog, sharedMemory, rollbackJournal, supportFolder
  }

  /// A file of a store that exists, and its size.
  public struct File: Hashable, Sendable {
    public let part: Part
    /// The path relative to the folder of the main file.
    public let name: String
    public let bytes: Int64
  }

  /// The path of the main file.
  public let main: String

  /// Names a store by its main file; nothing needs to exist yet.
  ///
  /// A symbolic link stands for what it leads to, as the sidecars lie beside that; SQLite looks
  /// for them there too.
  public init(main: String) {
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: main)) != nil
    self.main = isLink ? URL(fileURLWithPath: main).resolvingSymlinksInPath().path : main
  }

  /// The folder that holds the store.
  public var folder: String { main.folder }

  /// The name of the main file.
  public var name: String { main.fileName }

  /// Returns where a part is, or would be.
  public func path(of part: Part) -> String {
    switch part {
    case .main: main
    case .writeAheadLog: main + "-wal"
    case .sharedMemory: main + "-shm"
    case .rollbackJournal: main + "-journal"
    case .supportFolder: folder.appendingPathComponent(".\(stem)_SUPPORT")
    }
  }

  private var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder with the files of external values; nil where there is none.
  package var existingSupportFolder: String? {
    let folder = path(of: .supportFolder)
    return Self.isFolder(folder) ? folder : nil
  }

  /// The parts that exist, a dangling symbolic link included.
  public var existingParts: [Part] {
    Part.allCases.filter { exists(path(of: $0)) }
  }

  private func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) != nil
  }

  // MARK: Facts

  /// Returns every existing file with its size, those of the support folder by name.
  ///
  /// - Throws: `StoreError.fileMissing` if there is no main file, `.wrongFileKind`, `.fileSystem`.
  public func files() throws(StoreError) -> [File] {
    guard exists(main) else { throw .fileMissing(path: main) }
    var files: [File] = []
    for part in existingParts {
      let path = path(of: part)
      guard part == .supportFolder else {
        files.append(File(part: part, name: path.fileName, bytes: try size(of: path)))
        continue
      }
      guard Self.isFolder(path) else { throw .wrongFileKind(path: path, expected: "folder") }
      for inner in try Self.contents(ofFolder: path) {
        let file = path.appendingPathComponent(inner)
        guard !Self.isFolder(file) else { continue }
        files.append(
          File(
            part: part, name: path.fileName.appendingPathComponent(inner), bytes: try size(of: file)
          ))
      }
    }
    return files
  }

  /// Returns the SHA-256 of the contents of every existing file, in the order of ``files()``.
  ///
  /// - Throws: As ``files()``.
  public func digests() throws(StoreError) -> [(file: File, digest: HashValue)] {
    var digests: [(file: File, digest: HashValue)] = []
    for file in try files() {
      let path = folder.appendingPathComponent(file.name)
      let source = try SequentialFile(reading: path)
      var hash = SHA256()
      while true {
        let bytes = try source.read(upTo: 1 << 20)
        if bytes.isEmpty { break }
        hash.update(bytes)
      }
      digests.append((file, HashValue(digest: hash.digest())))
    }
    return digests
  }

  private func size(of path: String) throws(StoreError) -> Int64 {
    guard !Self.isFolder(path) else { throw .wrongFileKind(path: path, expected: "file") }
    do {
      let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let attributes = try FileManager.default.attributesOfItem(atPath: resolved)
      return (attributes[.size] as? NSNumber)?.int64Value ?? 0
    } catch {
      throw .fileSystem("read", path, error)
    }
  }

  /// Whether a path is that of a folder.
  package static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  static func contents(ofFolder path: String) throws(StoreError) -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: path)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .fileSystem("list", path, error)
    }
  }

  // MARK: Operations

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
  /// Nothing is left at the destination if a part can't be copied.
  ///
  /// - Throws: `StoreError.fileMissing`, `.destinationOccupied`, `.wrongFileKind`, `.fileSystem`.
  public func copy(to destination: StoreFiles) throws(StoreError) {
    try transfer(to: destination, operation: "copy") { part, source, target in
      let resolved = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
      try FileManager.default.copyItem(atPath: resolved, toPath: target)
      try Self.makeWritable(target, isFolder: part == .supportFolder)
    } undo: { _, target in
      try? FileManager.default.removeItem(atPath: target)  // The first error is the one to tell.
    }
  }

  /// Moves every existing part, the main file last; where it is, the store is complete.
  ///
  /// - Throws: As `copy(to:)`; parts that were moved already are moved back.
  public func move(to destination: StoreFiles) throws(StoreError) {
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

  /// Deletes every existing part, the main file first.
  ///
  /// - Throws: `StoreError.fileSystem`.
  public func delete() throws(StoreError) {
    for part in existingParts {
      do {
        try FileManager.default.removeItem(atPath: path(of: part))
      } catch {
        throw .fileSystem("delete", path(of: part), error)
      }
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
        throw .fileSystem(operation, source, error)
      }
    }
  }

  private static func makeWritable(_ path: String, isFolder: Bool) throws {
    func addWritePermission(_ path: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    guard isFolder else { return try addWritePermission(path, 0o644) }
    try addWritePermission(path, 0o755)
    for inner in try contents(ofFolder: path) {
      let item = path.appendingPathComponent(inner)
      try addWritePermission(item, Self.isFolder(item) ? 0o755 : 0o644)
    }
  }
}
