import GoldenStoreFormat
import GoldenStoreModel

extension InPlacePlanner {
  /// Refuses what this package cannot do yet, before anything is planned.
  func requireSupport() throws(MigrationError) {
    try requireSupportedFile()
    try requireDescribedTables()
    if isMirrored { try requireNoRename() }
  }

  /// Whether the store is or was mirrored to CloudKit.
  var isMirrored: Bool { schema.tables.contains { CloudKitPlan.isTable($0.name) } }

  /// Whether the file has entities of Core Data's own, which have numbers above the model's.
  var hasAncillaryEntities: Bool {
    isMirrored || schema.tables.contains { PersistentHistoryPlan.tables.contains($0.name) }
  }

  private func requireSupportedFile() throws(MigrationError) {
    for trigger in schema.triggers
    where ["Z_DA_", "ZT_", "Z_RT_"].contains(where: trigger.name.hasPrefix) && !isDescribed(trigger)
    {
      throw notSupported(
        "trigger '\(trigger.name)', which model '\(mapping.source)' does not describe,")
    }
  }

  /// Whether a trigger is one of those that the source's model asks for.
  private func isDescribed(_ trigger: StoreSchema.Trigger) -> Bool {
    source.triggers.contains { $0.name == trigger.name }
  }

  /// Refuses a file without a table or column that the source's model asks for.
  private func requireDescribedTables() throws(MigrationError) {
    do throws(StoreError) {
      try schema.requireTables(of: source)
    } catch {
      throw .store(error)
    }
  }

  /// Refuses to make a table anew, or to drop it, when the file has more in it than the model
  /// knows: that would be lost. What a deferred migration left to be cleaned up may go.
  func requireNothingUnknown(in table: String, known columns: [String]) throws(MigrationError) {
    if let column = schema.table(named: table)?.columns.first(where: {
      !columns.contains($0) && !$0.hasPrefix("_DEFERRED_")
    }) {
      throw notSupported(
        "column '\(column)' of '\(table)', which model '\(mapping.source)' does not describe,")
    }
    let stranger = schema.triggers.first { $0.table == table && !isDescribed($0) }
    if let trigger = stranger {
      throw notSupported("trigger '\(trigger.name)' on table '\(table)', which has to be replaced,")
    }
    let referrer = schema.tables.first {
      $0.references.contains { $0.lowercased() == table.lowercased() }
    }
    if let referrer {
      throw notSupported(
        "table '\(referrer.name)', which refers to '\(table)', which has to be replaced,")
    }
  }
}
