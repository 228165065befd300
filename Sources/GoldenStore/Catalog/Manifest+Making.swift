import GoldenStoreFormat
import GoldenStoreModel

extension Manifest {
  /// Everything that a manifest says of a golden with given contents and files.
  ///
  /// - Throws: `ModelError` where the hashes cannot be computed.
  init(
    _ golden: Golden, generatorVersion: Int? = nil, seed: UInt64? = nil, storeUUID: String,
    variant: StoreVariant? = nil, sqliteVersion: String, emptyEntities: [String],
    contents: StoreContents, content: ContentDigest, files: [FileEntry], layout: StoreLayout
  ) throws {
    let model = layout.model
    let hashes = try VersionHash.entityHashes(of: model)
    self.generatorVersion = generatorVersion
    history = golden.history
    version = golden.version
    position = golden.position + 1
    self.seed = seed
    if case .adopted(let name) = golden.origin { adoptedAs = name }
    self.storeUUID = storeUUID
    self.variant = variant
    self.sqliteVersion = sqliteVersion
    checksum = VersionHash.checksum(of: hashes)
    digest = VersionHash.digest(of: hashes)
    entities = hashes.map {
      EntityEntry(name: $0.entity, hash: $0.hash, rows: contents.objects(of: $0.entity).count)
    }
    self.emptyEntities = emptyEntities
    joinTables = Manifest.joinRows(of: contents, layout: layout)
    contentDigest = content.hash
    contentBytes = content.bytes
    self.files = files
    schema = model.model
  }

  /// The rows that each join table must have, counted on the contents.
  private static func joinRows(
    of contents: StoreContents, layout: StoreLayout
  ) -> [JoinTableEntry] {
    layout.joinTables.map { table in
      let owners = layout.model.entitiesByName.filter {
        layout.model.isKind($0.name, of: table.ownerEntity)
      }
      let rows = owners.flatMap { contents.objects(of: $0.name) }.reduce(0) {
        $0 + ($1.targets(of: table.ownerRelationship)?.count ?? 0)
      }
      return JoinTableEntry(name: table.name, rows: rows)
    }
  }

  /// The SHA-256 of the file that holds the manifest, which a seal binds.
  ///
  /// - Throws: `EncodingError`.
  func digestOfFile() throws -> HashValue { HashValue(digest: SHA256.digest(of: try encode())) }

  /// The entries of a store's files.
  ///
  /// - Throws: `StoreError`.
  static func entries(of files: StoreFiles) throws -> [FileEntry] {
    try files.digests().map {
      FileEntry(name: $0.file.name, bytes: $0.file.bytes, sha256: $0.digest)
    }
  }
}

extension Golden {
  /// The text of `dump.txt` for given contents.
  func dump(of contents: StoreContents, model: ValidatedModel) throws -> String {
    let entities = model.entitiesByName.filter { !$0.isAbstract }.map(\.name)
    return "\(history), version '\(version)'\n\n"
      + (try StoreDump.text(of: contents, entities: entities))
  }
}
