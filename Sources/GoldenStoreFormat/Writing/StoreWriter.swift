public import Foundation
import GoldenStoreModel

/// Writes new stores.
public enum StoreWriter {
  /// Writes the objects of a source as a store, which is complete afterwards, or absent.
  ///
  /// Equal objects, layout and UUID give equal bytes in every file, for one build of SQLite.
  ///
  /// - Parameters:
  ///   - source: Asked for every entity of the layout, some of them several times.
  ///   - layout: The layout of the store's model.
  ///   - storeUUID: The identifier of the store.
  ///   - variant: Which of the files hold the rows.
  ///   - path: The main file; its folder must exist, none of the store's files may.
  /// - Throws: `StoreError`, or what the source throws.
  public static func write(
    _ source: some ObjectSource, layout: StoreLayout, storeUUID: UUID, variant: StoreVariant = .hot,
    to path: String
  ) throws {
    throw StoreError.notSupported(feature: "writing a store", place: layout.model.name)
  }
}
