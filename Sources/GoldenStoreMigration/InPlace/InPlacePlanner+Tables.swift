import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

extension InPlacePlanner {
  /// Decides about one table of the destination.
  ///
  /// - Parameter origins: Where the columns of relationships come from, by table and column.
  func tableMigration(
    to table: TableLayout, origins: [ColumnPlace: ColumnMapping.Origin]
  ) throws(MigrationError) -> TableMigration {
    let family = pairs(in: table.name)
    guard let origin = family.first.flatMap({ source.table(named: $0.source.tableName) }) else {
      return TableMigration(
        kind: .add, source: nil, destination: table,
        columns: table.columns.map {
          ColumnMapping(
            name: $0.name, declaredType: $0.declaredType, origin: .none, renumbering: .none)
        })
    }
    var cells: [String: ColumnMapping.Origin] = [
      StoreNames.primaryKey: .column(StoreNames.primaryKey),
      StoreNames.entityNumber: .column(StoreNames.entityNumber),
      StoreNames.lockVersion: .column(StoreNames.lockVersion),
    ]
    for (place, value) in origins where place.table == table.name { cells[place.column] = value }
    for pair in family {
      for property in pair.mapping.attributes {
        guard let column = pair.destination.attribute(named: property.destination) else { continue }
        cells[column.column] = try attributeOrigin(property, column, pair)
      }
    }
    let columns = continuingOnce(
      table.columns.map { column in
        ColumnMapping(
          name: column.name, declaredType: column.declaredType, origin: cells[column.name] ?? .none,
          renumbering: column.role == .entityNumber
            ? renumbering(of: family) : renumbering(of: column))
      })
    let isRebuilt = needsRebuild(from: origin, columns: columns, family: family)
    if isRebuilt {
      try requireNothingUnknown(in: origin.name, known: origin.columns.map(\.name))
    }
    return TableMigration(
      kind: isRebuilt ? .rebuild : .keep, source: origin, destination: table, columns: columns)
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
      return .completed(origin, try encoded(value))
    case (let origin?, _): return .column(origin)
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
      guard let source = column.continued else { continue }
      if heirs[source] == nil || column.name == source { heirs[source] = column.name }
    }
    return columns.map { column in
      guard let source = column.continued, heirs[source] != column.name else { return column }
      return ColumnMapping(
        name: column.name, declaredType: column.declaredType, origin: .copy(source),
        renumbering: .none)
    }
  }

  /// Whether a table has to be made anew.
  ///
  /// Format: StoreFormat F110 and F111.
  private func needsRebuild(
    from origin: TableLayout, columns: [ColumnMapping], family: [Pair]
  ) -> Bool {
    let continued = Set(columns.compactMap(\.continued))
    if origin.columns.contains(where: { !continued.contains($0.name) }) { return true }
    let changed = family.filter { $0.mapping.kind == .transform }
    if changed.isEmpty { return false }
    if schema.table(named: origin.name)?.hasInlineUniqueness == true { return true }
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
    return !after.isToMany && before.isOptional && !after.isOptional
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

extension PropertyMapping {
  /// Whether an attribute's cells cannot stay in their column.
  fileprivate var needsRebuild: Bool {
    switch typeChange {
    case .none: false
    case .widening: isRenamed
    case .numeric, .bytes: true
    }
  }
}
