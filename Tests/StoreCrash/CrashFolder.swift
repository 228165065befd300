import Foundation
import GoldenStoreFormat
import GoldenStoreModel

/// A folder with one store, as a migration leaves it.
struct CrashFolder {
  let path: String

  var store: StoreFiles { StoreFiles(main: path.appendingPathComponent("Store.sqlite")) }

  /// A file that belongs to the store and that no migration touches.
  private static let external = ".Store_SUPPORT/_EXTERNAL_DATA/7D9B"
  private static let externalContent = Data("an external value".utf8)

  /// Makes the folder with a store of the first version.
  ///
  /// - Parameter isWriteAheadLogged: Whether half of the rows are in a -wal; otherwise the store
  ///   has a rollback journal.
  func make(persons: Int64, storeUUID: UUID, isWriteAheadLogged: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    try StoreWriter.write(
      CrashObjects(persons: persons),
      layout: StoreLayout(CrashVersion("V1").model.validated()), storeUUID: storeUUID,
      variant: isWriteAheadLogged ? .half : .rollback, to: store.main)
    try FileManager.default.createDirectory(
      atPath: path.appendingPathComponent(Self.external).folder,
      withIntermediateDirectories: true)
    try Self.externalContent.write(
      to: URL(fileURLWithPath: path.appendingPathComponent(Self.external)))
  }

  /// Every file with its path below the folder, by path.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let file = path.appendingPathComponent(name)
      // What is renamed or deleted meanwhile is nobody's any more: the process has ended.
      if !StoreFiles.isFolder(file) {
        contents[name] = try Data(contentsOf: URL(fileURLWithPath: file))
      }
    }
    return contents
  }

  /// Writes a copy of every file into a new folder; a former copy goes.
  func copy(to other: CrashFolder) throws { try other.write(contents()) }

  /// Makes the folder with some files; what was there goes.
  func write(_ contents: [String: Data]) throws {
    if StoreFiles.isFolder(path) { try FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    for (name, data) in contents {
      let target = path.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        atPath: target.folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: target))
    }
  }

  /// Refuses whatever is not the main file of a store, or its folder of external values.
  ///
  /// - Parameter names: The names of the main files that must be there, with their sidecars if
  ///   they are listed too.
  func requireOnly(_ names: Set<String>) throws {
    let found = Set(try FileManager.default.contentsOfDirectory(atPath: path))
    let expected = names.union([".Store_SUPPORT"])
    guard found == expected else {
      throw CrashFailure("the folder has \(found.sorted()), expected \(expected.sorted())")
    }
    let external = try Data(
      contentsOf: URL(fileURLWithPath: path.appendingPathComponent(Self.external)))
    guard external == Self.externalContent else {
      throw CrashFailure("the external value has changed")
    }
  }
}
