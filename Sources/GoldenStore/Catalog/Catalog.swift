import Foundation
import GoldenStoreFormat
package import GoldenStoreModel

/// All goldens of a history, with their pins, in one folder.
package struct Catalog: Sendable {
  package let history: ModelHistory
  /// The validated versions, in order.
  package let models: [ValidatedModel]
  /// The folder that holds a folder for each version, and the pins.
  package let folder: String
  /// The places of the goldens of all versions, in their order.
  package let goldens: [Golden]

  /// Names the catalog in a folder of its own; nothing needs to exist yet.
  ///
  /// - Throws: `ModelError.invalidHistory`.
  package init(_ history: ModelHistory, folder: String) throws {
    self.init(
      history, models: try history.validated(), folder: folder,
      goldens: history.versions.indices.map {
        Golden(history: history, position: $0, catalog: folder)
      })
  }

  /// Names the catalog of a history among others in one folder, such as `Goldens`.
  ///
  /// - Throws: `ModelError.invalidHistory`.
  package init(_ history: ModelHistory, in goldens: String) throws {
    try self.init(
      history, folder: goldens.appendingPathComponent(Golden.fileName(history.name)))
  }

  private init(
    _ history: ModelHistory, models: [ValidatedModel], folder: String, goldens: [Golden]
  ) {
    self.history = history
    self.models = models
    self.folder = folder
    self.goldens = goldens
  }

  /// The names of the folders beside the catalogs of some histories that are of none of them, in
  /// order; none where the folder cannot be listed.
  package static func foreignFolders(
    in goldens: String, histories: [ModelHistory]
  ) -> [String] {
    let known = Set(histories.map { Golden.fileName($0.name) })
    return ((try? fileNames(in: goldens)) ?? []).filter {
      !known.contains($0) && !$0.hasPrefix(".")
        && StoreFiles.isFolder(goldens.appendingPathComponent($0))
    }
  }

  /// What a command line says to mean this catalog: the history, and `--goldens` where the
  /// catalog is not in the folder that a command takes by default.
  package var commandArguments: String {
    let url = URL(fileURLWithPath: folder).standardizedFileURL
    let parent = url.deletingLastPathComponent()
    let isNamedByHistory = url.lastPathComponent == Golden.fileName(history.name)
    let isDefault = parent.path == URL(fileURLWithPath: "Goldens").standardizedFileURL.path
    return "'\(history.name)'"
      + (isNamedByHistory && !isDefault ? " --goldens '\(folder.folder)'" : "")
  }

  /// The versions as their manifests recorded them; as they are declared where there is no
  /// readable manifest, which is a failure of the version itself.
  func recordedModels() -> [ValidatedModel] {
    zip(goldens, models).map { golden, model in
      guard let manifest = try? Manifest(contentsOf: golden.manifestPath),
        manifest.schema != model.model
      else { return model }
      return (try? manifest.schema.validated()) ?? model
    }
  }

  package var pinsPath: String { folder.appendingPathComponent("pins.txt") }

  /// The place of a version's golden.
  ///
  /// - Parameter position: The version's position, counted from 0.
  package func golden(at position: Int) -> Golden { goldens[position] }

  // MARK: Every golden

  /// A golden with the catalog in whose history its schema stands at its position.
  ///
  /// For a shape that is the history in which the shape is a version of its own.
  package struct Place: Sendable {
    package let catalog: Catalog
    package let golden: Golden
    /// The shape whose schema the store has.
    package let shape: VersionShape?

    package var model: ValidatedModel { catalog.models[golden.position] }
  }

  /// The goldens that are generated: of every version, the shapes of a version right before it.
  ///
  /// - Throws: `ModelError.invalidHistory`.
  package func seededPlaces() throws -> [Place] {
    try goldens.flatMap { golden in
      try history.shapes.filter { $0.version == golden.version }.map { try place(of: $0) }
        + [Place(catalog: self, golden: golden, shape: nil)]
    }
  }

  /// The manifests of some goldens; one that cannot be read is a problem of its golden, which the
  /// check reports.
  func readableManifests(of places: [Place]) -> [Manifest] {
    places.compactMap { try? Manifest(contentsOf: $0.golden.manifestPath) }
  }

  /// The goldens that were adopted, as the pins list them.
  ///
  /// Lines about versions that the history does not have are for the check of the pins.
  package func adoptedPlaces(_ pins: Pins?) throws -> [Place] {
    let places = try seededPlaces()
    return (pins?.adopted ?? []).compactMap { line in
      places.first { $0.golden.version == line.version }.map {
        Place(
          catalog: $0.catalog, golden: $0.golden.adopted(as: line.name), shape: $0.shape)
      }
    }
  }

  /// The golden of a shape, in the history in which it is a version of its own.
  private func place(of shape: VersionShape) throws -> Place {
    let position = goldens.firstIndex { $0.version == shape.version } ?? 0
    let history = history.including(shape)
    var goldens = goldens
    let golden = Golden(
      history: history.name, shape: shape, position: position, catalog: folder)
    goldens.insert(golden, at: position)
    let catalog = Catalog(
      history, models: try history.validated(), folder: folder, goldens: goldens)
    return Place(catalog: catalog, golden: golden, shape: shape)
  }

  /// The same catalog with another golden in the place of its version's.
  func taking(_ golden: Golden) -> Catalog {
    var goldens = goldens
    goldens[golden.position] = golden
    return Catalog(history, models: models, folder: folder, goldens: goldens)
  }

  /// The names of the versions and shapes, each with its model.
  func pinnedModels() throws -> [ValidatedModel] { try seededPlaces().map(\.model) }

  /// How many bytes of content a golden may have.
  func contentLimit(of golden: String) -> Int {
    for case .contentLimit(golden, let bytes, _) in history.waivers { return bytes }
    return FreshGolden.contentLimit
  }
}
