package import GoldenStoreSQLite

/// A new store without objects, for a migration that writes the objects itself.
package enum EmptyStore {
  /// Makes the file with tables, metadata and the model's archive, and leaves it open.
  ///
  /// Nothing reaches the disk for certain before ``finish(_:at:isWriteAheadLogged:)``: a store
  /// that is not finished is to be deleted.
  ///
  /// - Throws: `StoreError`, `ModelError`.
  package static func make(
    at path: String, layout: StoreLayout, metadata: StoreMetadata
  ) throws -> Connection {
    try StoreError.wrappingSQLite(path.fileName) {
      // The old store, whose schema is a stranger's, is attached to it.
      let connection = try Connection(path: path, mode: .create)
      // The journal holds pages that were there before, and there are none.
      try StoreWriter.configure(connection, journalMode: "MEMORY", temporaryStore: "FILE")
      try StoreWriter.writeSchema(connection, layout: layout, metadata: metadata)
      return connection
    }
  }

  /// Closes the store and waits until the disk has it.
  ///
  /// - Parameter isWriteAheadLogged: Whether the store is left in WAL mode.
  package static func finish(
    _ connection: Connection, at path: String, isWriteAheadLogged: Bool
  ) throws {
    try StoreError.wrappingSQLite(path.fileName) {
      try connection.pragma(isWriteAheadLogged ? "journal_mode = WAL" : "journal_mode = DELETE")
      try connection.close()
    }
    try StoreFiles(main: path).synchronize()
  }
}
