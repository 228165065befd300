import GoldenStoreFormat
import GoldenStoreModel

extension InPlacePlanner {
  /// Decides about every join table of the destination, in its order.
  ///
  /// The side after which a table is named decides where its pairs come from; only where nothing
  /// of that side lives on, the other one does.
  ///
  /// Format: StoreFormat F147.
  func joinMigrations(
    among relationships: [RelationshipPair]
  ) throws(MigrationError) -> [JoinMigration] {
    var kept: Set<String> = []
    var joins: [JoinMigration] = []
    for table in destination.joinTables {
      let sources = try pairSources(of: table, among: relationships)
      if sources.isEmpty {
        joins.append(JoinMigration(kind: .create, destination: table))
      } else if sources.count == 1, case .joinTable(let origin) = sources[0].place,
        let columns = sources[0].renames(from: origin, to: table),
        kept.insert(origin.name).inserted
      {
        joins.append(JoinMigration(kind: .keep(origin, columns: columns), destination: table))
      } else {
        joins.append(JoinMigration(kind: .fill(sources), destination: table))
      }
    }
    for origin in joins.flatMap(\.sources) where !kept.contains(origin.name) {
      try requireNothingUnknown(in: origin.name, known: origin.columns)
    }
    return joins
  }

  /// One source for each place from which entities bring pairs along, as after moving the
  /// relationships of two entities up to their parent.
  private func pairSources(
    of table: JoinTableLayout, among relationships: [RelationshipPair]
  ) throws(MigrationError) -> [PairSource] {
    let sides = relationships.filter { $0.joinTable == table }
    let owners = sides.filter { $0.ownColumn == table.ownerColumn }
    let leading = owners.isEmpty ? sides : owners
    let others = owners.isEmpty ? [] : sides.filter { $0.ownColumn != table.ownerColumn }
    var places: [RelationshipStorage] = []
    for side in leading where !places.contains(side.source.storage) {
      places.append(side.source.storage)
    }
    var sources: [PairSource] = []
    for place in places {
      let group = leading.filter { $0.source.storage == place }
      if let source = try pairSource(of: group, inverses: others, to: table) {
        sources.append(source)
      }
    }
    return sources
  }

  /// Where some entities take their pairs from; `nil` where those who hold the keys are gone.
  ///
  /// - Parameters:
  ///   - group: What the pairs come from: one relationship of the source, in the entities that
  ///     keep it.
  ///   - inverses: What lives on of the other side.
  private func pairSource(
    of group: [RelationshipPair], inverses: [RelationshipPair], to table: JoinTableLayout
  ) throws(MigrationError) -> PairSource? {
    let side = group[0]
    let owners = ownersThatStay(group)
    let own = side.ownColumn ?? table.ownerColumn
    let target = own == table.ownerColumn ? table.inverseColumn : table.ownerColumn
    switch side.source.storage {
    case .joinTable(let origin, let oldOwn, let oldTarget, _):
      guard !origin.isReflexive || table.isReflexive else {
        throw undecided(.losesItself(entity: side.entity, relationship: side.relationship))
      }
      let columns = [JoinColumn(name: own, source: oldOwn), .init(name: target, source: oldTarget)]
      return PairSource(
        place: .joinTable(origin), cells: cells(columns, from: origin, to: table),
        conditions: owners.map { numbers in
          // A pair of a relationship that is its own inverse counts in both directions.
          (table.isReflexive ? [oldOwn, oldTarget] : [oldOwn]).map {
            .names($0, table: side.entities.source.tableName, numbers: numbers)
          }
        } ?? [])
    case .toOne(let foreignKey, _, let orderKey):
      return PairSource(
        place: .table(side.entities.source.tableName),
        cells: cells(
          holder: own, owner: target, foreignKey: foreignKey, orderKey: orderKey, in: table),
        conditions: [.isSet(foreignKey)]
          + among(group.map(\.entities), in: side.entities.source.tableName))
    case .toManyByForeignKey(let holder, let foreignKey, let orderKey):
      let holders = inverses.filter {
        guard case .toOne(foreignKey, _, _) = $0.source.storage else { return false }
        return $0.entities.source.tableName == holder
      }
      // Without the holders' own side, every object that lives on takes its key along.
      let entities =
        holders.isEmpty
        ? pairs.filter { $0.source.tableName == holder } : holders.map(\.entities)
      guard !entities.isEmpty else { return nil }
      return PairSource(
        place: .table(holder),
        cells: cells(
          holder: target, owner: own, foreignKey: foreignKey, orderKey: orderKey, in: table),
        conditions: [.isSet(foreignKey)] + among(entities, in: holder)
          + (owners.map {
            [.names(foreignKey, table: side.entities.source.tableName, numbers: $0)]
          } ?? []))
    }
  }

  /// The source's numbers of the entities that keep a relationship; `nil` where no object that
  /// lives on loses it.
  private func ownersThatStay(_ group: [RelationshipPair]) -> [Int]? {
    let staying = Set(group.map(\.entities.source.number))
    let isWhole = pairs.allSatisfy { pair in
      pair.source.isAbstract || staying.contains(pair.source.number)
        || !pair.source.relationships.contains { $0.storage == group[0].source.storage }
    }
    return isWhole ? nil : staying.sorted()
  }

  /// The condition that a row is of some entities, where a table of the source has others too.
  private func among(_ entities: [Pair], in table: String) -> [PairSource.Condition] {
    let numbers = Set(entities.map(\.source.number))
    let residents = source.entities.filter { $0.tableName == table }.map(\.number)
    return numbers.isSuperset(of: residents) ? [] : [.isOf(numbers.sorted())]
  }

  private func cells(
    _ columns: [JoinColumn], from origin: JoinTableLayout, to table: JoinTableLayout
  ) -> [PairSource.Cell] {
    var cells = columns.map { PairSource.Cell(column: $0.name, origin: .column($0.source)) }
    for column in columns {
      guard let orderKey = table.orderKey(of: column.name) else { continue }
      // A new rank is the primary key of what it ranks.
      cells.append(
        .init(
          column: orderKey, origin: .column(origin.orderKey(of: column.source) ?? column.source))
      )
    }
    return cells
  }

  private func cells(
    holder: String, owner: String, foreignKey: String, orderKey: String?, in table: JoinTableLayout
  ) -> [PairSource.Cell] {
    var cells = [
      PairSource.Cell(column: owner, origin: .column(foreignKey)),
      PairSource.Cell(column: holder, origin: .column(StoreNames.primaryKey)),
    ]
    if let rank = table.orderKey(of: holder) {
      cells.append(
        .init(column: rank, origin: orderKey.map { .rank($0) } ?? .column(StoreNames.primaryKey)))
    }
    if let rank = table.orderKey(of: owner) {
      cells.append(.init(column: rank, origin: .number(PairSource.onlyRank)))
    }
    return cells
  }
}

/// A key column of a join table and the source column that it continues.
private struct JoinColumn {
  let name: String
  let source: String
}

extension PairSource {
  /// The new names of a join table's columns, if it can stay as it is otherwise: all of its rows
  /// are wanted, and no order key comes or goes.
  fileprivate func renames(from origin: JoinTableLayout, to table: JoinTableLayout) -> [Rename]? {
    guard conditions.isEmpty, cells.count == origin.columns.count else { return nil }
    var renames: [Rename] = []
    for cell in cells {
      guard case .column(let source) = cell.origin else { return nil }
      renames.append(Rename(old: source, new: cell.column))
    }
    return Set(renames.map(\.old)) == Set(origin.columns) ? renames : nil
  }
}

extension RelationshipPair {
  /// The column of the destination's join table that holds the entity's own keys.
  fileprivate var ownColumn: String? {
    if case .joinTable(_, let own, _, _) = destination.storage { own } else { nil }
  }

  /// The destination's join table, if there is one.
  fileprivate var joinTable: JoinTableLayout? {
    if case .joinTable(let table, _, _, _) = destination.storage { table } else { nil }
  }
}

extension JoinTableLayout {
  /// The order key that ranks the rows of one of the two key columns.
  fileprivate func orderKey(of column: String) -> String? {
    column == ownerColumn ? ownerOrderKey : inverseOrderKey
  }
}
