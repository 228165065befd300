import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// A golden made anew from its version's schema: the contents, the manifest and the dump.
struct FreshGolden {
  /// How many bytes of content a golden may have.
  static let contentLimit = 65_536

  let golden: Golden
  let generator: StoreGenerator
  let layout: StoreLayout
  /// How many bytes of content this golden may have.
  let contentLimit: Int
  private let waivers: [GoldenWaiver]

  /// Prepares the golden of a version; nothing is written yet.
  ///
  /// - Parameter schema: The schema to use instead of the history's, as it was once recorded.
  init(
    _ catalog: Catalog, position: Int, seed: UInt64, schema: Model? = nil
  ) throws {
    var history = catalog.history
    if let schema { history.versions[position] = schema }
    waivers = history.waivers
    golden = catalog.golden(at: position)
    contentLimit = catalog.contentLimit(of: golden.version)
    generator = try StoreGenerator(history, position: position, seed: seed)
    layout = try StoreLayout(generator.model)
  }

  /// Writes the files into a new folder.
  ///
  /// - Throws: `GoldenError.incompleteCoverage`, `.contentTooLarge`, `.fileSystem`, or
  ///   `StoreError`.
  func write(to folder: String) throws -> Manifest {
    try Catalog.touching("create", folder) {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
    }
    let contents = try generator.contents()
    let coverage = try coverage(of: contents)
    guard coverage.gaps.isEmpty else {
      throw GoldenError.incompleteCoverage(
        history: golden.history, version: golden.version, gaps: coverage.gaps)
    }
    let content = try ContentDigest(of: contents, model: generator.model)
    guard content.bytes <= contentLimit else {
      throw GoldenError.contentTooLarge(
        history: golden.history, version: golden.version, bytes: content.bytes,
        limit: contentLimit)
    }
    let files = StoreFiles(main: folder.appendingPathComponent(golden.files.name))
    try StoreWriter.write(
      contents, layout: layout, storeUUID: generator.storeUUID, variant: .hot, to: files.main)
    let manifest = try manifest(
      files: Manifest.entries(of: files), contents: contents, content: content)
    try write(manifest.encode(), to: folder.appendingPathComponent("manifest.json"))
    try write(
      Data(dump(of: contents).utf8), to: folder.appendingPathComponent("dump.txt"))
    return manifest
  }

  /// Which examples the given contents have, what is waived left out.
  func coverage(of contents: StoreContents) throws -> Coverage {
    try Coverage(
      of: contents, model: generator.model, emptyEntities: generator.emptyEntities,
      waivers: waivers, isSummed: generator.isSummed)
  }

  /// The text of `dump.txt` for given contents.
  func dump(of contents: StoreContents) throws -> String {
    try golden.dump(of: contents, model: generator.model)
  }

  /// Everything that a manifest says, computed from schema and seed, with given files.
  func manifest(
    files: [Manifest.FileEntry], contents: StoreContents, content: ContentDigest
  ) throws -> Manifest {
    try Manifest(
      golden, generatorVersion: StoreGenerator.version, seed: generator.seed,
      storeUUID: generator.storeUUID.uuidString, variant: .hot,
      sqliteVersion: Connection.libraryVersion, emptyEntities: generator.emptyEntities,
      contents: contents, content: content, files: files, layout: layout)
  }

  private func write(_ data: Data, to path: String) throws {
    try Catalog.touching("write", path) {
      try data.write(to: URL(fileURLWithPath: path))
    }
  }
}

extension Catalog {
  /// Runs an operation on a file, and says which file where it fails.
  ///
  /// - Throws: `GoldenError.fileSystem`.
  package static func touching<Result>(
    _ operation: String, _ path: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw GoldenError.fileSystem(
        operation: operation, path: path, reason: error.localizedDescription)
    }
  }
}
