import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

extension InPlacePlanner {
  /// Decides about one table of the destination.
  ///
  /// - Parameter origins: Where the columns of relationships come from.
  func tableMigration(
    to table: TableLayout, origins: ColumnOrigins
  ) throws(MigrationError) -> TableMigration {
    let family = pairs(in: table.name)
    guard let origin = family.first.flatMap({ source.table(named: $0.source.tableName) }) else {
      return addition(of: table)
    }
    var cells = origins
    for pair in family {
      for column in [StoreNames.primaryKey, StoreNames.entityNumber, StoreNames.lockVersion] {
        cells.set(table.name, column, of: pair.destination.name, .column(column))
      }
      for property in pair.mapping.attributes {
        guard let column = pair.destination.attribute(named: property.destination) else { continue }
        cells.set(
          table.name, column.column, of: pair.destination.name,
          try attributeOrigin(property, column, pair))
      }
    }
    let columns = continuingOnce(
      table.columns.map { column in
        ColumnMapping(
          name: column.name, declaredType: column.declaredType,
          origins: cells.origins(of: table.name, column.name),
          renumbering: column.role == .entityNumber
            ? renumbering(of: family) : renumbering(of: column))
      })
    let isRebuilt = needsRebuild(from: origin, columns: columns, family: family)
    if isRebuilt {
      try requireNothingUnknown(in: origin.name, known: origin.columns.map(\.name))
    }
    let residents = source.entities.filter { $0.tableName == origin.name }
    let survivors = Set(pairs.map(\.source.number))
    return TableMigration(
      kind: isRebuilt ? .rebuild : .keep, source: origin, destination: table, columns: columns,
      members: family.map {
        TableMigration.Member(
          entity: $0.destination.name, oldNumber: $0.source.number,
          newNumber: $0.destination.number)
      }.sorted { $0.newNumber < $1.newNumber },
      removedNumbers: residents.map(\.number).filter { !survivors.contains($0) },
      isOfOneEntity: residents.count == 1)
  }

  private func addition(of table: TableLayout) -> TableMigration {
    TableMigration(
      kind: .add, source: nil, destination: table,
      columns: table.columns.map {
        ColumnMapping(
          name: $0.name, declaredType: $0.declaredType, origins: [:], renumbering: .none)
      }, members: [], removedNumbers: [], isOfOneEntity: false)
  }

  /// A table of the source whose entities are all gone.
  func removal(of table: TableLayout) throws(MigrationError) -> TableMigration {
    try requireNothingUnknown(in: table.name, known: table.columns.map(\.name))
    return TableMigration(
      kind: .remove, source: table, destination: nil, columns: [], members: [],
      removedNumbers: [], isOfOneEntity: false)
  }

  private func attributeOrigin(
    _ property: PropertyMapping, _ column: AttributeColumn, _ pair: Pair
  ) throws(MigrationError) -> ColumnMapping.Origin {
    func encoded(_ value: AttributeValue) throws(MigrationError) -> SQLValue {
      do throws(StoreError) {
        return try DefaultValue.encoded(value, of: column.attribute, in: pair.destination.name)
      } catch {
        throw .store(error)
      }
    }
    let origin = property.source.flatMap { pair.source.attribute(named: $0)?.column }
    switch (origin, property.fill) {
    case (let origin?, .missingValues(let value)):
      let other = try encoded(value)
      return property.gainsExternalStorage
        ? .marked(origin, completedBy: other) : .completed(origin, other)
    case (let origin?, _):
      return property.gainsExternalStorage
        ? .marked(origin, completedBy: nil) : .column(origin)
    case (nil, .everyObject(let value)): return .value(try encoded(value))
    case (nil, _): return .none
    }
  }

  /// Lets each source column live on once: under its own name if it can, else under the first.
  /// Further columns with the same origin get copies.
  ///
  /// Format: StoreFormat F113.
  private func continuingOnce(_ columns: [ColumnMapping]) -> [ColumnMapping] {
    var heirs: [String: String] = [:]
    for column in columns {
      for source in column.continuedColumns.sorted()
      where heirs[source] == nil || column.name == source {
        heirs[source] = column.name
      }
    }
    return columns.map { column in
      let origins = column.origins.mapValues { origin -> ColumnMapping.Origin in
        switch origin {
        case .column(let source) where heirs[source] != column.name:
          .copy(source, completedBy: nil)
        case .completed(let source, let value) where heirs[source] != column.name:
          .copy(source, completedBy: value)
        // Marked cells are only ever made anew, where a column may be read twice.
        case .none, .column, .completed, .marked, .copy, .value: origin
        }
      }
      return ColumnMapping(
        name: column.name, declaredType: column.declaredType, origins: origins,
        renumbering: column.renumbering)
    }
  }

  /// Whether a table has to be made anew.
  ///
  /// Format: StoreFormat F110, F111 and F142.
  private func needsRebuild(
    from origin: TableLayout, columns: [ColumnMapping], family: [Pair]
  ) -> Bool {
    // The rows go to several tables.
    let isSplit = pairs.contains {
      $0.source.tableName == origin.name
        && $0.destination.tableName != family[0].destination.tableName
    }
    if isSplit { return true }
    let continued = Set(columns.compactMap(\.continued))
    if origin.columns.contains(where: { !continued.contains($0.name) }) { return true }
    if togglesInverse(columns, from: origin, family: family) { return true }
    let changed = family.filter { $0.mapping.kind == .transform }
    if changed.isEmpty { return false }
    if schema.table(named: origin.name)?.hasInlineUniqueness == true { return true }
    // Cells of one column that have to move to another for some entities only.
    if columns.contains(where: { $0.continuedColumns.count > 1 }) { return true }
    if family.count > 1, columns.contains(where: \.hasCopies) { return true }
    return changed.contains { pair in
      pair.mapping.losesProperty
        || pair.mapping.attributes.contains(where: \.needsRebuild)
        || pair.mapping.relationships.contains { needsRebuild($0, in: pair) }
    }
  }

  private func needsRebuild(_ property: PropertyMapping, in pair: Pair) -> Bool {
    guard let source = property.source,
      let before = pair.source.relationship(named: source)?.relationship,
      let after = pair.destination.relationship(named: property.destination)?.relationship
    else { return false }
    if before.isToMany != after.isToMany { return true }
    guard !after.isToMany else { return false }
    return before.isOptional && !after.isOptional || changesDestination(before, after)
  }

  /// Whether the keys of a to-many without inverse become those of a to-one, or the other way.
  ///
  /// Format: StoreFormat F148.
  private func togglesInverse(
    _ columns: [ColumnMapping], from origin: TableLayout, family: [Pair]
  ) -> Bool {
    let table = destination.table(named: family[0].destination.tableName)
    return columns.contains { column in
      guard let role = table?.columns.first(where: { $0.name == column.name })?.role else {
        return false
      }
      return column.origins.values.contains { cells in
        origin.columns.contains { $0.name == cells.column && $0.role.isOtherKey(than: role) }
      }
    }
  }

  /// Whether a relationship's destination is another entity, renamed or not.
  func changesDestination(_ before: Relationship, _ after: Relationship) -> Bool {
    mapping.mapping(to: after.destination)?.source != before.destination
  }

  // MARK: Numbers

  /// The numbers that change in the rows of a family.
  private func renumbering(of family: [Pair]) -> Renumbering {
    Renumbering(
      family.map { Renumbering.Change(old: $0.source.number, new: $0.destination.number) })
  }

  /// The numbers that change in an entity column: those of the relationship's destinations.
  private func renumbering(of column: ColumnLayout) -> Renumbering {
    guard case .entityColumn(let entity, let relationship) = column.role,
      let name = destination.entity(named: entity)?.relationship(named: relationship)?
        .relationship.destination,
      let target = destination.entity(named: name)
    else { return .none }
    return renumbering(of: pairs(in: target.tableName))
  }
}

/// Where the cells of each column come from, by the entity of the row.
struct ColumnOrigins {
  private struct Place: Hashable {
    let table: String
    let column: String
  }

  private var places: [Place: [String: ColumnMapping.Origin]] = [:]

  /// Says where the cells of a column come from in the rows of an entity of the destination.
  mutating func set(
    _ table: String, _ column: String, of entity: String, _ origin: ColumnMapping.Origin
  ) {
    places[Place(table: table, column: column), default: [:]][entity] = origin
  }

  /// Says where the cells of a column come from, unless they come from elsewhere already.
  ///
  /// - Throws: `conflict`.
  mutating func add(
    _ table: String, _ column: String, of entity: String, _ origin: ColumnMapping.Origin,
    conflict: () -> MigrationError
  ) throws(MigrationError) {
    let place = Place(table: table, column: column)
    if let other = places[place]?[entity], other != origin { throw conflict() }
    places[place, default: [:]][entity] = origin
  }

  func origins(of table: String, _ column: String) -> [String: ColumnMapping.Origin] {
    places[Place(table: table, column: column)] ?? [:]
  }
}

extension ColumnRole {
  /// Whether one of two keys is that of a to-one, and the other that of a to-many without inverse.
  fileprivate func isOtherKey(than role: ColumnRole) -> Bool {
    switch (self, role) {
    case (.foreignKey, .virtualForeignKey), (.virtualForeignKey, .foreignKey): true
    default: false
    }
  }
}

extension ColumnMapping {
  /// Whether some entity's cells are copied from a column that lives on elsewhere.
  fileprivate var hasCopies: Bool {
    origins.values.contains { if case .copy = $0 { true } else { false } }
  }
}

extension PropertyMapping {
  /// Whether an attribute's cells cannot stay in their column.
  fileprivate var needsRebuild: Bool {
    if gainsExternalStorage { return true }
    return switch typeChange {
    case .none: false
    case .widening: isRenamed
    case .numeric, .bytes: true
    }
  }
}
