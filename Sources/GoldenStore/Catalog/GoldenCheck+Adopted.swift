import Foundation
import GoldenStoreFormat
import GoldenStoreModel

extension GoldenCheck {
  /// Compares an adopted store with its version and its manifest.
  ///
  /// No seed says what it must hold, and how it is built is what the field made of it: neither is
  /// compared. The bytes of its files and of its manifest are those that were adopted.
  mutating func checkAdoptedStore(_ manifest: Manifest, isReadable: Bool) throws {
    guard FileManager.default.fileExists(atPath: golden.files.main), isReadable else { return }
    let model = try manifest.schema.validated()
    // Reading demands the hashes of the model.
    let adopted = try AdoptedStore(files: golden.files, model: model)
    let expected = try adopted.manifest(of: golden, files: manifest.files)
    compareSchema(of: manifest, expected)
    compare("SQLite version", expected.sqliteVersion, manifest.sqliteVersion)
    compareContents(of: manifest, expected)
    if adopted.contents.entities.allSatisfy(\.objects.isEmpty) { problems.append(.emptyStore) }
    try checkDump(golden.dump(of: adopted.contents, model: model))
    let limit = catalog.contentLimit(of: golden.version)
    if expected.contentBytes > limit {
      problems.append(.contentSize(bytes: expected.contentBytes, limit: limit))
    }
    for object in adopted.contents.entities.flatMap(\.objects) {
      objectsCompared += 1
      valuesCompared += object.values.count + object.targets.count
    }
    isComplete = true
  }
}

extension Golden {
  /// The version of SQLite that wrote the main file, by its own header.
  ///
  /// - Throws: `StoreError`.
  func libraryVersion() throws -> String {
    try DatabaseHeader(contentsOf: files.main).libraryVersionName
  }

  /// The SHA-256 of the manifest, which lists every file of the store.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  func manifestDigest() throws -> HashValue {
    let data = try Catalog.touching("read", manifestPath) {
      try Data(contentsOf: URL(fileURLWithPath: manifestPath))
    }
    return HashValue(digest: SHA256.digest(of: data))
  }
}
