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

  /// How long another process may be busy with the store, in seconds.
  static let patience: Double = 5

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

  func exists(_ path: String) -> Bool {
    (try? FileStatus(path, followsLinks: false)) != nil
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
        do throws(StoreError) {
          files.append(File(part: part, name: path.fileName, bytes: try size(of: path)))
        } catch {
          // Another process ends its transaction, and its journal with it, at any time.
          guard part != .main, !exists(path) else { throw error }
        }
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
  /// - Throws: As ``files()``; `StoreError.inUse` while another process writes the store.
  public func digests() throws(StoreError) -> [(file: File, digest: HashValue)] {
    _ = try files()
    let lock = try StoreFilesLock(self, until: Date() + Self.patience)
    var digests: [(file: File, digest: HashValue)] = []
    for file in try files() {
      let path = folder.appendingPathComponent(file.name)
      let locked = lock.file(of: file.part)
      let source = if let locked { locked } else { try SequentialFile(reading: path) }
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
      let status = try FileStatus(path)
      // A pipe or a device would be read for ever.
      guard status.isRegular else {
        throw StoreError.wrongFileKind(path: path, expected: "file")
      }
      return status.bytes
    } catch let error as StoreError {
      throw error
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
}
