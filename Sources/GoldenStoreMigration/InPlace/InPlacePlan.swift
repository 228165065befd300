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
  let entityColumns: [NewEntityColumn]
  let history: PersistentHistoryPlan
  let cloudKit: CloudKitPlan

  /// The most expensive thing that is done.
  ///
  /// A join table that is made anew counts as a rebuild.
  var path: MigrationPath {
    let isRebuilt =
      tables.contains { $0.kind == .rebuild }
      || joins.contains { if case .fill = $0.kind { true } else { false } }
    return isRebuilt ? .rebuild : .cheap
  }

  /// The names under which rows wait, one for each source table that is made anew.
  private var temporaryNames: [String] {
    var names: [String] = []
    for table in tables where table.kind == .rebuild && !names.contains(table.temporaryName) {
      names.append(table.temporaryName)
    }
    return names
  }

  /// The source's join tables that nothing comes from.
  private var removedJoins: [JoinTableLayout] {
    let used = Set(joins.flatMap(\.sources).map(\.name))
    return planner.source.joinTables.filter { !used.contains($0.name) }
  }

  /// The source's join tables that go after their pairs were copied.
  private var copiedJoins: [JoinTableLayout] {
    let used = Set(joins.flatMap(\.sources).map(\.name))
    return planner.source.joinTables.filter { used.contains($0.name) && heir(of: $0) == nil }
  }

  /// All statements, in the order in which they run.
  ///
  /// Format: StoreFormat F114.
  ///
  /// - Throws: `MigrationError.notSupportedYet` where something in the file has a name that is
  ///   needed.
  func statements() throws(MigrationError) -> [MigrationStatement] {
    var script = SchemaScript(planner.schema)
    dropTriggers(&script)
    dropSpatialIndexes(&script)
    dropIndexes(&script)
    dropTables(&script)
    rename(&script)
    create(&script)
    addColumns(&script)
    copyRows(&script)
    for name in temporaryNames { script.dropTable(name, phase: .dropCopied) }
    for join in copiedJoins { script.dropTable(temporaryName(of: join), phase: .dropCopied) }
    deleteRows(&script)
    renumber(&script)
    fill(&script)
    for index in planner.destination.indexes { script.createIndex(index) }
    createSpatialIndexes(&script)
    rebuildPrimaryKeys(&script)
    computeDerivedValues(&script)
    computeCounters(&script)
    createTriggers(&script)
    if let obstacle = script.obstacle {
      throw planner.notSupported(
        "\(obstacle), which model '\(planner.mapping.source)' does not describe and which has a "
          + "name that is needed,")
    }
    return script.statements + history.statements + cloudKit.statements
  }

  // MARK: Schema

  private func dropIndexes(_ script: inout SchemaScript) {
    let wanted = Set(planner.destination.indexes.map { "\($0.table).\($0.name)" })
    for table in tables where table.kind == .keep || table.kind == .rebuild {
      guard let source = table.source, let destination = table.destination else { continue }
      let family = planner.pairs(in: destination.name)
      let changed = Set(family.filter { $0.mapping.kind == .transform }.map(\.source.name))
      // An entity that goes takes its indexes along, though its hierarchy keeps the table.
      let gone = Set(
        planner.mapping.entityMappings.filter { $0.kind == .remove }.compactMap(\.source))
      let names = planner.source.entities.filter { $0.tableName == source.name }.map(\.name)
      // Indexes over columns whose name changes would stay behind under the old name.
      let structural = Set(
        planner.source.indexes.filter {
          table.kind == .keep && $0.table == source.name
            && ($0.kind == .foreignKey || $0.kind == .entityNumber)
            && !wanted.contains("\(destination.name).\($0.name)")
        }.map(\.name))
      script.dropIndexes { index in
        guard index.table == source.name else { return false }
        if structural.contains(index.name) { return true }
        guard let owner = owner(of: index.name, among: names) else { return false }
        return changed.contains(owner) || gone.contains(owner)
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
    var tableRenames: [Rename] = []
    for table in tables {
      guard let source = table.source, let destination = table.destination else { continue }
      let rename = Rename(
        old: source.name,
        new: table.kind == .rebuild ? table.temporaryName : destination.name)
      // Several tables may be made from one.
      if !tableRenames.contains(rename) { tableRenames.append(rename) }
    }
    script.renameTables(tableRenames, detour: false)
    var joinRenames: [Rename] = []
    for join in joins {
      guard case .keep(let source, _) = join.kind else { continue }
      joinRenames.append(Rename(old: source.name, new: join.destination.name))
    }
    joinRenames += copiedJoins.map { Rename(old: $0.name, new: temporaryName(of: $0)) }
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
}
