import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// What happens to every table of a store, and the statements that make it happen.
struct InPlacePlan {
  let planner: InPlacePlanner
  /// The destination's tables in its order, then the removed ones.
  let tables: [TableMigration]
  /// The destination's join tables in its order.
  let joins: [JoinMigration]
  let reversed: [ReversedForeignKey]

  /// The most expensive thing that is done.
  ///
  /// A join table that is made anew counts as a rebuild.
  var path: MigrationPath {
    let isRebuilt =
      tables.contains { $0.kind == .rebuild }
      || joins.contains { if case .rebuild = $0.kind { true } else { false } }
    return isRebuilt ? .rebuild : .cheap
  }

  /// The source's join tables that nothing comes from.
  private var removedJoins: [JoinTableLayout] {
    let used = Set(joins.compactMap { $0.source?.name })
    return planner.source.joinTables.filter { !used.contains($0.name) }
  }

  /// All statements, in the order in which they run.
  ///
  /// Format: StoreFormat F114.
  func statements() -> [MigrationStatement] {
    var script = SchemaScript(planner.schema)
    dropTriggers(&script)
    dropIndexes(&script)
    dropTables(&script)
    rename(&script)
    create(&script)
    addColumns(&script)
    copyRows(&script)
    for table in tables where table.kind == .rebuild {
      script.dropTable(table.temporaryName, phase: .dropCopied)
    }
    for join in joins {
      guard case .rebuild(let source, _) = join.kind else { continue }
      script.dropTable(temporaryName(of: source), phase: .dropCopied)
    }
    fill(&script)
    for index in planner.destination.indexes { script.createIndex(index) }
    rebuildPrimaryKeys(&script)
    computeDerivedValues(&script)
    createTriggers(&script)
    return script.statements
  }

  // MARK: Schema

  private func dropIndexes(_ script: inout SchemaScript) {
    let wanted = Set(planner.destination.indexes.map { "\($0.table).\($0.name)" })
    for table in tables where table.kind == .keep {
      guard let source = table.source, let destination = table.destination else { continue }
      let family = planner.pairs(in: destination.name)
      let changed = Set(family.filter { $0.mapping.kind == .transform }.map(\.source.name))
      let names = planner.source.entities.filter { $0.tableName == source.name }.map(\.name)
      // Indexes over columns whose name changes would stay behind under the old name.
      let structural = Set(
        planner.source.indexes.filter {
          $0.table == source.name && ($0.kind == .foreignKey || $0.kind == .entityNumber)
            && !wanted.contains("\(destination.name).\($0.name)")
        }.map(\.name))
      script.dropIndexes { index in
        guard index.table == source.name else { return false }
        if structural.contains(index.name) { return true }
        return owner(of: index.name, among: names).map(changed.contains) ?? false
      }
    }
  }

  /// The entity after which an index is named, `Z_<Entity>_…`: the longest that fits.
  private func owner(of index: String, among entities: [String]) -> String? {
    entities.filter { index.hasPrefix("Z_\($0)_") }.max { $0.utf8.count < $1.utf8.count }
  }

  private func dropTables(_ script: inout SchemaScript) {
    for table in tables where table.kind == .remove {
      if let source = table.source { script.dropTable(source.name, phase: .dropTables) }
    }
    for table in removedJoins {
      script.dropTable(table.name, phase: .dropTables)
    }
  }

  private func rename(_ script: inout SchemaScript) {
    script.renameTables(
      tables.compactMap { table in
        guard let source = table.source, let destination = table.destination else { return nil }
        let isRebuilt = table.kind == .rebuild
        return Rename(
          old: source.name, new: isRebuilt ? table.temporaryName : destination.name)
      }, detour: false)
    var joinRenames: [Rename] = []
    for join in joins {
      switch join.kind {
      case .keep(let source, _):
        joinRenames.append(Rename(old: source.name, new: join.destination.name))
      case .rebuild(let source, _):
        joinRenames.append(Rename(old: source.name, new: temporaryName(of: source)))
      case .create, .fill: continue
      }
    }
    script.renameTables(joinRenames, detour: true)
    for table in tables where table.kind == .keep {
      script.renameColumns(
        table.columns.compactMap { column in
          column.continued.map { Rename(old: $0, new: column.name) }
        }, of: table.destination?.name ?? "")
    }
    for join in joins {
      guard case .keep(_, let columns) = join.kind else { continue }
      script.renameColumns(columns, of: join.destination.name)
    }
  }

  private func temporaryName(of join: JoinTableLayout) -> String { "_T_" + join.name }

  private func create(_ script: inout SchemaScript) {
    for table in tables where table.kind == .add || table.kind == .rebuild {
      guard let destination = table.destination else { continue }
      script.createTable(
        destination.name, columns: destination.columns.map(\.name),
        statement: destination.createStatement)
    }
    for join in joins {
      if case .keep = join.kind { continue }
      script.createTable(
        join.destination.name, columns: join.destination.columns,
        statement: join.destination.createStatement)
    }
  }

  private func addColumns(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep {
      for column in table.columns where column.continued == nil {
        script.addColumn(
          column.name, type: column.declaredType, to: table.destination?.name ?? "")
      }
    }
  }

  // MARK: Rows

  private func copyRows(_ script: inout SchemaScript) {
    for table in tables where table.kind == .rebuild {
      guard let destination = table.destination else { continue }
      let cells = table.columns.filter { $0.origin != .none }
      script.append(
        .copyRows,
        """
        INSERT INTO \(identifier: destination.name) (\(identifiers: cells.map(\.name))) \
        SELECT \(list(cells.map(\.expression))) FROM \(identifier: table.temporaryName)
        """)
    }
    for join in joins {
      switch join.kind {
      case .create, .keep: continue
      case .rebuild(let source, let columns):
        script.append(
          .copyRows,
          """
          INSERT INTO \(identifier: join.destination.name) (\(identifiers: columns.map(\.name))) \
          SELECT \(identifiers: columns.map(\.source)) FROM \(identifier: temporaryName(of: source))
          """)
      case .fill(let pairs):
        script.append(.copyRows, fill(join.destination, from: pairs))
      }
    }
    for key in reversed { script.append(.copyRows, reverse(key)) }
  }

  private func fill(_ join: JoinTableLayout, from pairs: ForeignKeyPairs) -> SQL {
    var columns = [pairs.ownerColumn, pairs.holderColumn]
    var cells: [SQL] = ["\(identifier: pairs.foreignKey)", "\(identifier: StoreNames.primaryKey)"]
    if let orderKey = pairs.holderOrderKey {
      columns.append(orderKey.name)
      cells.append(
        orderKey.source == StoreNames.primaryKey
          ? "\(identifier: StoreNames.primaryKey)"
          : "COALESCE(\(identifier: orderKey.source), \(identifier: StoreNames.primaryKey))")
    }
    if let orderKey = pairs.ownerOrderKey {
      columns.append(orderKey)
      cells.append("\(raw: String(ForeignKeyPairs.onlyRank))")
    }
    return """
      INSERT INTO \(identifier: join.name) (\(identifiers: columns)) \
      SELECT \(list(cells)) FROM \(identifier: currentName(of: pairs.table)) \
      WHERE \(identifier: pairs.foreignKey) IS NOT NULL
      """
  }

  private func reverse(_ key: ReversedForeignKey) -> SQL {
    let holder = currentName(of: key.table)
    let owner: SQL = """
      (SELECT \(identifier: holder).\(identifier: StoreNames.primaryKey) \
      FROM \(identifier: holder) WHERE \(identifier: holder).\(identifier: key.foreignKey) \
      = \(identifier: key.targetTable).\(identifier: StoreNames.primaryKey))
      """
    let columns = [key.targetForeignKey] + (key.targetOrderKey.map { [$0] } ?? [])
    return
      "UPDATE \(identifier: key.targetTable) SET \(list(columns.map { "\(identifier: $0) = \(owner)" }))"
  }

  /// Where the rows of a source table are while rows are copied.
  private func currentName(of table: String) -> String {
    guard let migration = tables.first(where: { $0.source?.name == table }) else { return table }
    return migration.kind == .rebuild
      ? migration.temporaryName : migration.destination?.name ?? table
  }

  /// One UPDATE for each kept table that gets values: new numbers, defaults, order keys.
  private func fill(_ script: inout SchemaScript) {
    for table in tables where table.kind == .keep {
      let name = table.destination?.name ?? ""
      let numbers = table.columns.filter { !$0.renumbering.isEmpty }
      if !numbers.isEmpty {
        let changes = numbers.map { column -> SQL in
          "\(identifier: column.name) = \(column.renumbering.expression(for: column.name))"
        }
        script.append(.renumber, "UPDATE \(identifier: name) SET \(list(changes))")
      }
      let values = table.columns.compactMap { assignment(to: $0, in: table) }
      if !values.isEmpty {
        script.append(.fill, "UPDATE \(identifier: name) SET \(list(values))\(restriction(table))")
      }
    }
  }

  /// Rows that need no value are not touched, where that can be told.
  private func restriction(_ table: TableMigration) -> SQL {
    var missing: SQL?
    for column in table.columns {
      switch column.origin {
      case .none, .column: continue
      case .value, .copy: return ""
      case .completed:
        let condition: SQL = "\(identifier: column.name) IS NULL"
        missing = missing.map { "\($0) OR \(condition)" } ?? " WHERE \(condition)"
      }
    }
    return missing ?? ""
  }

  private func assignment(to column: ColumnMapping, in table: TableMigration) -> SQL? {
    switch column.origin {
    case .none, .column: return nil
    case .value(let value): return "\(identifier: column.name) = \(value)"
    case .completed(_, let value):
      return "\(identifier: column.name) = COALESCE(\(identifier: column.name), \(value))"
    case .copy(let source):
      let heir = table.columns.first { $0.continued == source }?.name ?? source
      return "\(identifier: column.name) = \(identifier: heir)"
    }
  }

  private func list(_ parts: [SQL]) -> SQL {
    guard var list = parts.first else { return "" }
    for part in parts.dropFirst() { list = "\(list), \(part)" }
    return list
  }
}
