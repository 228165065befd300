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

  /// Names the catalog in a folder of its own; nothing needs to exist yet.
  ///
  /// - Throws: `ModelError.invalidHistory`.
  package init(_ history: ModelHistory, folder: String) throws {
    self.history = history
    self.folder = folder
    models = try history.validated()
  }

  /// Names the catalog of a history among others in one folder, such as `Goldens`.
  ///
  /// - Throws: `ModelError.invalidHistory`.
  package init(_ history: ModelHistory, in goldens: String) throws {
    try self.init(
      history, folder: goldens.appendingPathComponent(Golden.fileName(history.name)))
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
  package func golden(at position: Int) -> Golden {
    Golden(history: history, position: position, catalog: folder)
  }

  /// The places of all goldens, in version order.
  package var goldens: [Golden] { history.versions.indices.map(golden(at:)) }
}
