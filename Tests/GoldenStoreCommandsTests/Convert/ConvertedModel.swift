import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport
import Testing

/// A history that was read from somewhere, with the Swift file that is made of it.
struct ConvertedModel: Sendable {
  /// What the source was, for counts.
  enum Kind: Hashable, Sendable {
    /// An `.xcdatamodeld` with all its versions.
    case folder
    /// The XML of one version.
    case contents
    case handwritten
    /// A `.mom`.
    case compiled
    /// A `.momd` with all its versions.
    case compiledFolder
    /// The model that a store keeps.
    case store
    /// A version that was edited after it had shipped.
    case shape
  }

  let kind: Kind
  /// The path below the corpus.
  let id: String
  let history: ModelHistory
  /// The constant that holds the history.
  let name: String
  let text: String

  /// What the file makes: the history, without a current version where that is the last one.
  var expected: ModelHistory {
    var history = history
    if history.currentVersion == history.versions.last?.name { history.currentVersion = nil }
    return history
  }

  init(
    _ kind: Kind, id: String, _ history: ModelHistory, notes: [String] = [],
    omissions: [ModelFileOmission] = []
  ) {
    self.kind = kind
    self.id = id
    self.history = history
    let source = SwiftSource(history, origin: "'\(id)'", notes: notes, omissions: omissions)
    name = source.name
    text = source.text
  }

  /// The history's name and versions as JSON, in which texts that only look equal differ.
  static func json(_ history: ModelHistory) throws -> String {
    String(decoding: try JSON.encode(HistoryJSON(history)), as: UTF8.self)
  }
}

/// What of a history is compared.
struct HistoryJSON: Encodable {
  let name: String
  let current: String?
  let oldest: String?
  let versions: [Model]

  init(_ history: ModelHistory) {
    name = history.name
    current = history.currentVersion
    oldest = history.oldestSupportedVersion
    versions = history.versions
  }
}

/// Every model of the corpus in every form in which it is there, each converted once.
enum RealModels {
  static let all = Result { try folders() + contents() + compiled() + stores() + shapes() }

  /// Those of different texts; the corpus has many a model several times.
  static func distinct() throws -> [ConvertedModel] {
    var seen: Set<[UInt8]> = []
    return try all.get().filter { model in
      // The first lines name the source.
      let body = model.text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("//") }.joined(separator: "\n")
      return seen.insert(Array(body.utf8)).inserted
    }
  }

  private static func model(
    _ kind: ConvertedModel.Kind, _ id: String, _ url: URL
  ) throws -> ConvertedModel {
    let file = try XCDataModelReader.read(url.path)
    return ConvertedModel(
      kind, id: id, file.history, notes: file.notes.map { "\($0)" }, omissions: file.omissions)
  }

  private static func folders() throws -> [ConvertedModel] {
    var paths: [String] = []
    for item in Corpus.items(kind: "model-xml") {
      guard let end = item.id.range(of: ".xcdatamodeld/") else { continue }
      let path = String(item.id[..<end.upperBound].dropLast())
      if !paths.contains(path) { paths.append(path) }
    }
    let own = try RecordedHashes.read().models.map { $0.model + ".xcdatamodeld" }
    return try paths.map { try model(.folder, $0, Corpus.url(of: $0)) }
      + own.map { try model(.folder, $0, Corpus.models.appendingPathComponent($0)) }
  }

  private static func contents() throws -> [ConvertedModel] {
    try Corpus.items(kind: "model-xml").map { try model(.contents, $0.id, $0.url) }
      + Corpus.items(kind: "model-xml-handwritten").map { try model(.handwritten, $0.id, $0.url) }
  }

  private static func compiled() throws -> [ConvertedModel] {
    let files = Corpus.items(kind: "compiled-mom").filter { $0.id.hasSuffix(".mom") }
    var models: [ConvertedModel] = []
    var folders: [URL] = []
    for file in files {
      let found = try CompiledModelReader.read(file.url.path)
      models.append(
        ConvertedModel(.compiled, id: file.id, found.history, notes: found.notes))
      let folder = file.url.deletingLastPathComponent()
      if folder.pathExtension == "momd", !folders.contains(folder) { folders.append(folder) }
    }
    for folder in folders {
      let found = try CompiledModelReader.read(folder.path)
      models.append(
        ConvertedModel(
          .compiledFolder, id: folder.lastPathComponent, found.history, notes: found.notes))
    }
    return models
  }

  private static func stores() throws -> [ConvertedModel] {
    var models: [ConvertedModel] = []
    for store in Corpus.stores {
      let path = store.url.appendingPathComponent(try #require(store.file)).path
      do {
        let found = try CompiledModelReader.model(cachedIn: StoreFiles(main: path))
        models.append(ConvertedModel(.store, id: store.id, found.history, notes: found.notes))
      } catch StoreError.modelCacheMissing {
        // Stores of old frameworks keep no model.
      }
    }
    return models
  }

  private static func shapes() throws -> [ConvertedModel] {
    let folder = Corpus.models.appendingPathComponent("edited-in-place")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".xml") }.sorted()
      .map { try model(.shape, $0, folder.appendingPathComponent($0)) }
  }
}
