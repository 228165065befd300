import GoldenStoreFormat
import GoldenStoreModel

/// A store of the field with everything that it holds, as a manifest needs it.
struct AdoptedStore {
  let files: StoreFiles
  let layout: StoreLayout
  let metadata: StoreMetadata
  let contents: StoreContents

  /// Reads the store, on a private copy.
  ///
  /// - Throws: `StoreError` for a store that is damaged or of another model.
  init(files: StoreFiles, model: ValidatedModel) throws {
    self.files = files
    layout = try StoreLayout(model)
    let reader = try StoreReader(files: files, layout: layout)
    metadata = reader.metadata
    contents = try reader.contents()
  }

  /// The manifest of a golden that holds the store's files.
  func manifest(of golden: Golden, files entries: [Manifest.FileEntry]) throws -> Manifest {
    try Manifest(
      golden, storeUUID: metadata.storeUUID,
      sqliteVersion: DatabaseHeader(contentsOf: files.main).libraryVersionName,
      emptyEntities: contents.entities.filter(\.objects.isEmpty).map(\.entity),
      contents: contents, content: ContentDigest(of: contents, model: layout.model),
      files: entries, layout: layout)
  }
}
