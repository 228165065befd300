package import GoldenStoreFormat
package import GoldenStoreModel
import GoldenStoreSQLite

/// Compares how a store is built with a fresh store of the same model: tables, columns, indexes
/// and triggers by name, metadata, entity numbers, keys, and SQLite's own check.
///
/// Three things that Core Data itself leaves behind are no differences, and nothing else: the
/// former name of a renamed entity in `Z_PRIMARYKEY`, an index of a join table under another
/// name (after a migration also with its columns the other way round, where the table's owner is
/// now the other side), and an index of one attribute that is named after it.
package struct PhysicalComparison {
  /// What is known of how the store came about.
  package struct Origin: Sendable {
    /// The models of versions that the store may have had before.
    package var formerModels: [ValidatedModel]
    /// Ordered relationships whose targets may share order keys.
    package var undecidedOrders: Set<ContentsComparison.UndecidedOrder>
    /// The identifier that the store must have; `nil` for any.
    package var storeUUID: String?
    /// Whether other code wrote it, such as Core Data: its archive of the model has other bytes and
    /// an app's own classes, and counts by the entities' hashes.
    package var isForeign: Bool

    /// The origin of a fresh store.
    package init(
      formerModels: [ValidatedModel] = [],
      undecidedOrders: Set<ContentsComparison.UndecidedOrder> = [], storeUUID: String? = nil,
      isForeign: Bool = false
    ) {
      self.formerModels = formerModels
      self.undecidedOrders = undecidedOrders
      self.storeUUID = storeUUID
      self.isForeign = isForeign
    }
  }

  let layout: StoreLayout
  let origin: Origin
  let connection: Connection
  let store: String
  var report = DifferenceReport()

  /// Compares a private copy of a store; its own files are never opened.
  ///
  /// - Throws: `StoreError` or `SQLiteError` for a store that cannot be read.
  package static func report(
    of files: StoreFiles, layout: StoreLayout, origin: Origin = Origin()
  ) throws -> DifferenceReport {
    try withTemporaryDirectory { folder in
      let copy = StoreFiles(main: folder.appendingPathComponent(files.name))
      try files.copy(to: copy)
      let connection = try Connection(path: copy.main, mode: .readWrite)
      defer { try? connection.close() }  // The copy goes away, whatever closing says.
      // SQLite's own check evaluates what indexes and columns compute.
      let schema = SchemaGuard(connection, store: files.name)
      for table in layout.rowTables.map(\.name) + StoreNames.bookkeepingTables {
        try schema.requireStored(table: table)
      }
      try schema.requireNothingComputed()
      var comparison = PhysicalComparison(
        layout: layout, origin: origin, connection: connection, store: files.name)
      try comparison.compareSchema()
      try comparison.compareBookkeeping()
      try comparison.compareReferences()
      return comparison.report
    }
  }

  init(layout: StoreLayout, origin: Origin, connection: Connection, store: String) {
    self.layout = layout
    self.origin = origin
    self.connection = connection
    self.store = store
  }

  /// Adds a difference between two texts.
  mutating func add(
    _ kind: StoreDifference.Kind, entity: String?, object: Int64? = nil, property: String? = nil,
    expected: String?, found: String?
  ) {
    report.add(
      StoreDifference(
        kind, entity: entity, object: object, property: property,
        expected: expected.map { .text($0) } ?? .nothing,
        found: found.map { .text($0) } ?? .nothing))
  }

  /// Whether a table can be asked: a missing one is reported by the schema's comparison.
  func exists(table: String, columns: [String] = []) throws -> Bool {
    let present = try connection.rows("SELECT name FROM pragma_table_info(\(table))") {
      try $0.text(at: 0)
    }
    return !present.isEmpty && columns.allSatisfy(present.contains)
  }
}
