public import GoldenStoreModel

/// Reads the objects of a store whose model is known, one at a time.
///
/// Works on a private copy of all files of the store; the source is never opened.
public final class StoreReader {
  /// One row of `Z_PRIMARYKEY`.
  public struct PrimaryKeyRow: Hashable, Sendable {
    /// The entity's number.
    public let number: Int64
    /// The entity's name; a migration may leave an older one.
    public let name: String
    /// The number of the superentity, 0 for a root.
    public let superNumber: Int64
    /// The highest primary key that was ever given out; 0 for subentities.
    public let maximum: Int64
  }

  public let layout: StoreLayout
  public let metadata: StoreMetadata

  /// Copies the files of a store to a temporary folder and opens the copy.
  ///
  /// - Throws: `StoreError` for files that are missing, damaged, no store, or of another model.
  public init(files: StoreFiles, layout: StoreLayout) throws {
    throw StoreError.notSupported(feature: "reading a store", place: layout.model.name)
  }

  /// Returns the number of objects of an entity, subentities not included.
  public func count(of entity: String) throws -> Int64 {
    throw StoreError.notSupported(feature: "reading a store", place: layout.model.name)
  }

  /// Returns the number of rows of every join table, in layout order.
  public func joinRowCounts() throws -> [(table: String, rows: Int64)] {
    throw StoreError.notSupported(feature: "reading a store", place: layout.model.name)
  }

  /// Returns the rows of `Z_PRIMARYKEY`, by number.
  public func primaryKeyRows() throws -> [PrimaryKeyRow] {
    throw StoreError.notSupported(feature: "reading a store", place: layout.model.name)
  }

  /// Returns every object of the store; for small stores.
  public func contents() throws -> StoreContents {
    try StoreContents(
      collecting: self, entities: layout.entities.filter { !$0.isAbstract }.map(\.name))
  }
}

extension StoreReader: ObjectSource {
  public func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    throw StoreError.notSupported(feature: "reading a store", place: layout.model.name)
  }
}
