import Foundation
package import GoldenStoreModel
import GoldenStoreSQLite

/// Reads models in their compiled form: from a store, a `.mom` or a `.momd`.
package enum CompiledModelReader {
  /// A history with what could not be carried over into our vocabulary.
  package struct Result: Sendable {
    package let history: ModelHistory
    package let notes: [String]
  }

  /// Reads the model that a store keeps of itself, as a history of one version.
  ///
  /// - Throws: `StoreError` for a file that is no store, `.modelCacheMissing`,
  ///   `.damagedModelArchive`.
  package static func model(cachedIn files: StoreFiles) throws -> Result {
    let copy = try StoreCopy(of: files, damage: .tolerate)
    let table = StoreNames.modelCacheTable
    try copy.schema.requireStored(table: table)
    guard try copy.tableNames().contains(table) else {
      throw StoreError.modelCacheMissing(store: files.name)
    }
    let content = try StoreError.wrappingSQLite(files.name) {
      try copy.connection.firstRow(
        "SELECT Z_CONTENT FROM \(identifier: table) WHERE typeof(Z_CONTENT) = 'blob'"
      ) { $0.bytes(at: 0) }
    }
    guard let content, !content.isEmpty else {
      throw StoreError.modelCacheMissing(store: files.name)
    }
    return try archived(files.name) { () throws(ModelArchiveDamage) in
      try ArchivedModel(cacheContent: content, versionName: files.name)
    }
  }

  /// Reads a compiled model file, or all versions of a folder of them.
  ///
  /// A `.momd` gives its versions by name, numbers as numbers; its current one is the one that
  /// `VersionInfo.plist` names.
  ///
  /// - Throws: `StoreError.fileMissing`, `.fileSystem`, `.damagedModelArchive`.
  package static func read(_ path: String) throws -> Result {
    let url = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw StoreError.fileMissing(path: path)
    }
    guard StoreFiles.isFolder(path) else { return try file(url) }
    let names = try contents(of: url).filter { $0.hasSuffix(".mom") }
      .map { String($0.dropLast(".mom".count)) }.sorted(by: VersionOrder.precedes)
    guard !names.isEmpty else {
      throw StoreError.wrongFileKind(path: path, expected: "folder with a '.mom'")
    }
    var models: [Model] = []
    var notes: [String] = []
    for name in names {
      let version = try file(url.appendingPathComponent(name + ".mom"))
      models += version.history.versions
      notes += version.notes.map { "\(name).mom: \($0)" }
    }
    let current = try currentVersion(in: url)
    if current == nil, let last = names.last, names.count > 1 {
      notes.append("'VersionInfo.plist' names no current version; took the last, '\(last)'")
    }
    return Result(
      history: ModelHistory(
        name: url.deletingPathExtension().lastPathComponent, versions: models,
        currentVersion: current.flatMap { names.contains($0) ? $0 : nil }),
      notes: notes)
  }

  private static func file(_ url: URL) throws -> Result {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      throw StoreError.fileSystem("read", url.path, error)
    }
    let name = url.deletingPathExtension().lastPathComponent
    return try archived(url.lastPathComponent) { () throws(ModelArchiveDamage) in
      try ArchivedModel(archive: bytes, versionName: name)
    }
  }

  private static func archived(
    _ file: String, _ read: () throws(ModelArchiveDamage) -> ArchivedModel
  ) throws -> Result {
    do throws(ModelArchiveDamage) {
      let archived = try read()
      return Result(
        history: ModelHistory(name: archived.model.name, versions: [archived.model]),
        notes: archived.notes)
    } catch {
      throw StoreError.damagedModelArchive(file: file, damage: error)
    }
  }

  private static func contents(of folder: URL) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw StoreError.fileSystem("list", folder.path, error)
    }
  }

  private struct VersionInfo: Decodable {
    let currentVersion: String?

    enum CodingKeys: String, CodingKey {
      case currentVersion = "NSManagedObjectModel_CurrentVersionName"
    }
  }

  private static func currentVersion(in folder: URL) throws -> String? {
    let url = folder.appendingPathComponent("VersionInfo.plist")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try PropertyListDecoder().decode(VersionInfo.self, from: Data(contentsOf: url))
        .currentVersion
    } catch {
      throw StoreError.fileSystem("read", url.path, error)
    }
  }
}
