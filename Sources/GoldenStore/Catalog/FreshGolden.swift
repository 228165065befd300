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
  private let history: ModelHistory

  /// Prepares the golden of a version; nothing is written yet.
  ///
  /// - Parameter schema: The schema to use instead of the history's, as it was once recorded.
  init(
    _ catalog: Catalog, position: Int, seed: UInt64, schema: Model? = nil
  ) throws {
    var history = catalog.history
    if let schema { history.versions[position] = schema }
    self.history = history
    golden = catalog.golden(at: position)
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
    let coverage = try Coverage(
      of: contents, model: generator.model, emptyEntities: generator.emptyEntities,
      isSummed: generator.isSummed)
    guard coverage.gaps.isEmpty else {
      throw GoldenError.incompleteCoverage(
        history: golden.history, version: golden.version, gaps: coverage.gaps)
    }
    let content = try ContentDigest(of: contents, model: generator.model)
    guard content.bytes <= Self.contentLimit else {
      throw GoldenError.contentTooLarge(
        history: golden.history, version: golden.version, bytes: content.bytes,
        limit: Self.contentLimit)
    }
    let files = StoreFiles(main: folder.appendingPathComponent(golden.files.name))
    try StoreWriter.write(
      contents, layout: layout, storeUUID: generator.storeUUID, variant: .hot, to: files.main)
    let entries = try files.digests().map {
      Manifest.FileEntry(name: $0.file.name, bytes: $0.file.bytes, sha256: $0.digest)
    }
    let manifest = try manifest(files: entries, contents: contents, content: content)
    try write(manifest.encode(), to: folder.appendingPathComponent("manifest.json"))
    try write(
      Data(dump(of: contents).utf8), to: folder.appendingPathComponent("dump.txt"))
    return manifest
  }

  /// The text of `dump.txt` for given contents.
  func dump(of contents: StoreContents) throws -> String {
    "\(golden.history), version '\(golden.version)'\n\n"
      + (try StoreDump.text(of: contents, entities: generator.entities))
  }

  /// The rows that each join table must have, counted on the contents.
  func joinRows(of contents: StoreContents) -> [Manifest.JoinTableEntry] {
    layout.joinTables.map { table in
      let owners = generator.model.entitiesByName.filter { entity in
        generator.model.lineage(of: entity).contains { $0.name == table.ownerEntity }
      }
      let rows = owners.flatMap { contents.objects(of: $0.name) }.reduce(0) {
        $0 + ($1.targets(of: table.ownerRelationship)?.count ?? 0)
      }
      return Manifest.JoinTableEntry(name: table.name, rows: rows)
    }
  }

  /// Everything that a manifest says, computed from schema and seed, with given files.
  func manifest(
    files: [Manifest.FileEntry], contents: StoreContents, content: ContentDigest
  ) throws -> Manifest {
    let hashes = try VersionHash.entityHashes(of: generator.model)
    return Manifest(
      generatorVersion: StoreGenerator.version, history: golden.history, version: golden.version,
      position: golden.position + 1, seed: generator.seed,
      storeUUID: generator.storeUUID.uuidString, variant: .hot,
      sqliteVersion: Connection.libraryVersion, checksum: VersionHash.checksum(of: hashes),
      digest: VersionHash.digest(of: hashes),
      entities: hashes.map {
        Manifest.EntityEntry(
          name: $0.entity, hash: $0.hash, rows: contents.objects(of: $0.entity).count)
      },
      emptyEntities: generator.emptyEntities, joinTables: joinRows(of: contents),
      contentDigest: content.hash, contentBytes: content.bytes,
      files: files, schema: generator.model.model)
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
