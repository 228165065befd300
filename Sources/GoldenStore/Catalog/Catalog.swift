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
