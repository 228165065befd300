import GoldenStoreFormat
import GoldenStoreSQLite

/// Spatial indexes: one whose table, columns and cells stay is left alone with its triggers, any
/// other one is made anew and filled.
///
/// Format: StoreFormat F163.
extension InPlacePlan {
  /// The spatial indexes that are left alone.
  var keptSpatialIndexes: [SpatialIndexLayout] {
    planner.destination.spatialIndexes.filter { index in
      planner.source.spatialIndexes.contains(index) && planner.schema.hasWhole(index)
        && tables.contains { keeps($0, index) }
    }
  }

  private func keeps(_ table: TableMigration, _ index: SpatialIndexLayout) -> Bool {
    guard table.kind == .keep, table.source?.name == index.table,
      table.destination?.name == index.table, table.removedNumbers.isEmpty
    else { return false }
    return index.columns.allSatisfy { name in
      table.columns.first { $0.name == name }?.origins.values
        .allSatisfy { $0 == .column(name) } ?? false
    }
  }

  func dropSpatialIndexes(_ script: inout SchemaScript) {
    let kept = keptSpatialIndexes
    for index in planner.source.spatialIndexes where !kept.contains(index) {
      guard planner.schema.table(named: index.name) != nil else { continue }
      script.dropTable(index.name, phase: .dropTriggers)
    }
  }

  func createSpatialIndexes(_ script: inout SchemaScript) {
    let kept = keptSpatialIndexes
    for index in planner.destination.spatialIndexes where !kept.contains(index) {
      script.requireFree(index.name)
      script.append(.createIndexes, SQL(raw: index.createStatement))
      let bounds = index.columns.flatMap { [$0, $0] }
      script.append(
        .createIndexes,
        """
        INSERT INTO \(identifier: index.name) \
        (\(identifiers: ["Z_PK"] + index.columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] })) \
        SELECT \(identifiers: ["Z_PK"] + bounds) FROM \(identifier: index.table)
        """)
    }
  }
}

extension StoreSchema {
  /// Whether a spatial index is there with all of its triggers.
  fileprivate func hasWhole(_ index: SpatialIndexLayout) -> Bool {
    table(named: index.name) != nil
      && index.triggerNames.allSatisfy { name in triggers.contains { $0.name == name } }
  }
}
