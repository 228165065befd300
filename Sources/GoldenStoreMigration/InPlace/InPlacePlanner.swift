import GoldenStoreFormat
import GoldenStoreModel

/// Decides what happens to each table of a store.
///
/// Holds everything that the parts of the plan ask for; each part is an extension in a file of
/// its own.
struct InPlacePlanner {
  let mapping: MappingModel
  let source: StoreLayout
  let destination: StoreLayout
  /// What the file really has.
  let schema: StoreSchema
  /// What may be lost of the file's persistent history.
  let historyOptions: PersistentHistoryOptions

  /// An entity that lives on, with its layouts on both sides.
  struct Pair {
    let mapping: EntityMapping
    let source: EntityLayout
    let destination: EntityLayout
  }

  /// The entities that live on, in the order of the mappings.
  let pairs: [Pair]

  init(
    mapping: MappingModel, source: StoreLayout, destination: StoreLayout, schema: StoreSchema,
    historyOptions: PersistentHistoryOptions
  ) {
    self.mapping = mapping
    self.source = source
    self.destination = destination
    self.schema = schema
    self.historyOptions = historyOptions
    pairs = mapping.entityMappings.compactMap { entity in
      guard let old = entity.source.flatMap({ source.entity(named: $0) }),
        let new = entity.destination.flatMap({ destination.entity(named: $0) })
      else { return nil }
      return Pair(mapping: entity, source: old, destination: new)
    }
  }

  /// The whole plan.
  func plan() throws(MigrationError) -> InPlacePlan {
    try requireSupport()
    let relationships = try planRelationships()
    var tables: [TableMigration] = []
    for table in destination.tables {
      tables.append(try tableMigration(to: table, origins: relationships.origins))
    }
    let kept = Set(tables.compactMap { $0.source?.name })
    for table in source.tables where !kept.contains(table.name) {
      tables.append(try removal(of: table))
    }
    let continued = Set(relationships.joins.flatMap(\.sources).map(\.name))
    for table in source.joinTables where !continued.contains(table.name) {
      try requireNothingUnknown(in: table.name, known: table.columns)
    }
    let history = PersistentHistoryPlan(self, historyOptions)
    return InPlacePlan(
      planner: self, tables: tables, joins: relationships.joins,
      reversed: relationships.reversed, entityColumns: relationships.entityColumns,
      history: history, cloudKit: CloudKitPlan(planner: self, history: history))
  }

  /// A refusal of something that Core Data can do.
  func notSupported(_ what: String) -> MigrationError {
    .notSupportedYet(source: mapping.source, destination: mapping.destination, what: what)
  }

  /// A refusal of something of which no rule says what becomes of the objects.
  func undecided(_ change: UndecidedChange) -> MigrationError {
    .undecided(source: mapping.source, destination: mapping.destination, change)
  }

  /// The pair that ends in an entity of the destination.
  func pair(to entity: String) -> Pair? {
    pairs.first { $0.destination.name == entity }
  }

  /// The pairs whose destination entities share a table.
  func pairs(in table: String) -> [Pair] {
    pairs.filter { $0.destination.tableName == table }
  }
}
