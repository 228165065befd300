package import Foundation
import Testing

/// The real stores and models that the tests compare with, which are not part of the package.
///
/// The environment variable `GOLDENSTORE_CORPUS` names the folder that holds `corpus/` and
/// `models/`; the default is `shared` beside the package.
package enum Corpus {
  /// The folder that holds `corpus/` and `models/`.
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GOLDENSTORE_CORPUS"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent()
      .appendingPathComponent("shared", isDirectory: true)
  }()

  /// Whether the corpus is there; a test that needs it is `.enabled(if:)` by this.
  package static let isAvailable = FileManager.default.fileExists(atPath: manifestFile.path)

  /// Why a test is skipped without the corpus.
  package static let absence = "needs the corpus of real stores; set GOLDENSTORE_CORPUS"

  /// The folder of the ten models of the design.
  package static let models = folder.appendingPathComponent("models", isDirectory: true)

  private static let corpus = folder.appendingPathComponent("corpus", isDirectory: true)
  private static let manifestFile = corpus.appendingPathComponent("MANIFEST.jsonl")

  /// One line of the manifest: a store, or a file of a model.
  package struct Item: Decodable, Sendable, CustomTestStringConvertible {
    package let kind: String
    /// The path below the corpus: of a store its folder, of anything else the file.
    package let id: String
    /// A store's main file.
    package let file: String?
    package let repo: String
    package let entities: Int?
    package let rows: [String: Int]?
    package let frameworkVersion: Int?
    package let journalMode: String?
    package let matchingModelInCorpus: String?
    package let matchingModelEntities: Int?
    /// Whether SwiftData wrote a store.
    package let swiftdata: Bool?
    package let versionIdentifiers: [String]?

    /// The file, or a store's folder.
    package var url: URL { Corpus.url(of: id) }

    package var testDescription: String { id }
  }

  /// The items of a kind, in the manifest's order; none without the corpus.
  package static func items(kind: String) -> [Item] {
    manifest.filter { $0.kind == kind }
  }

  /// The stores, in the manifest's order; none without the corpus.
  package static var stores: [Item] { items(kind: "store") }

  /// The stores that SwiftData wrote.
  package static var swiftDataStores: [Item] { stores.filter { $0.swiftdata == true } }

  /// A file of the corpus by its path in the manifest.
  package static func url(of id: String) -> URL { corpus.appendingPathComponent(id) }

  /// Copies a store with its sidecars into a temporary folder, and passes the copy's main file.
  package static func withCopy<Result>(
    of store: Item, _ body: (URL) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: store.url.path) {
        let copy = folder.appendingPathComponent(name)
        try FileManager.default.copyItem(at: store.url.appendingPathComponent(name), to: copy)
        // The corpus may be read-only, and a copy inherits that.
        try makeWritable(copy)
      }
      return try body(folder.appendingPathComponent(store.file ?? ""))
    }
  }

  private static func makeWritable(_ url: URL) throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    _ = files.fileExists(atPath: url.path, isDirectory: &isFolder)
    let mode = isFolder.boolValue ? 0o755 : 0o644
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    guard isFolder.boolValue else { return }
    for name in try files.contentsOfDirectory(atPath: url.path) {
      try makeWritable(url.appendingPathComponent(name))
    }
  }

  /// Empty when the corpus is absent or damaged; tests assert the counts that they expect.
  private static let manifest: [Item] = {
    guard let data = try? Data(contentsOf: manifestFile) else { return [] }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(Item.self, from: $0)
    }
  }()
}

/// The recorded hashes of the ten models: `hashes.json` beside them.
package struct RecordedHashes: Decodable, Sendable {
  package struct Model: Decodable, Sendable {
    package let model: String
    package let versions: [Version]
  }

  package struct Version: Decodable, Sendable {
    package let name: String
    package let checksum: String
    package let digest: String
    package let entities: [Entity]
  }

  package struct Entity: Decodable, Sendable {
    package let name: String
    /// 64 hexadecimal digits.
    package let hash: String
    package let seenInAppleStore: Bool
  }

  package let models: [Model]

  /// Reads the file.
  package static func read() throws -> RecordedHashes {
    try JSONDecoder().decode(
      RecordedHashes.self,
      from: Data(contentsOf: Corpus.models.appendingPathComponent("hashes.json")))
  }
}
