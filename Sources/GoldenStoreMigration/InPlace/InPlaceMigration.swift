public import GoldenStoreModel
import GoldenStoreFormat

/// The statements that turn a store of one version into a store of another, in the file itself.
///
/// A pure function of the two models and of the schema that the file really has.
///
/// Format: StoreFormat F110–F119.
public struct InPlaceMigration: Sendable {
  public let mapping: MappingModel
  /// The most expensive thing that is done to a table.
  public let path: MigrationPath
  /// The statements in the order in which they run.
  public let statements: [MigrationStatement]

  let plan: InPlacePlan

  /// Plans a migration of a store that is as its model describes it.
  ///
  /// - Throws: `MigrationError` for models without a mapping, and for what cannot be done yet.
  public init(
    from source: ValidatedModel, to destination: ValidatedModel
  ) throws(MigrationError) {
    try self.init(from: source, to: destination, schema: nil)
  }

  /// Plans a migration of a store with a schema of its own; `nil` means a fresh one.
  package init(
    from source: ValidatedModel, to destination: ValidatedModel, schema: StoreSchema?,
    historyOptions: PersistentHistoryOptions = PersistentHistoryOptions()
  ) throws(MigrationError) {
    let mapping = try MappingModel.inferred(from: source, to: destination)
    try Self.requireSeparateRoots(mapping, source, destination)
    let layouts: (source: StoreLayout, destination: StoreLayout)
    do throws(StoreError) {
      layouts = (try StoreLayout(source), try StoreLayout(destination))
    } catch {
      throw .store(error)
    }
    let planner = InPlacePlanner(
      mapping: mapping, source: layouts.source, destination: layouts.destination,
      schema: schema ?? StoreSchema(layouts.source), historyOptions: historyOptions)
    plan = try planner.plan()
    self.mapping = mapping
    path = plan.path
    statements = try plan.statements()
  }

  /// Refuses a destination table that would get rows of several source tables.
  ///
  /// Format: StoreFormat F119.
  private static func requireSeparateRoots(
    _ mapping: MappingModel, _ source: ValidatedModel, _ destination: ValidatedModel
  ) throws(MigrationError) {
    var origins: [String: String] = [:]
    for entity in mapping.entityMappings {
      guard let old = entity.source.flatMap({ source.entity(named: $0) }),
        let new = entity.destination.flatMap({ destination.entity(named: $0) })
      else { continue }
      let root = destination.root(of: new).name
      let origin = source.root(of: old).name
      if let other = origins.updateValue(origin, forKey: root), other != origin {
        throw .cannotMigrate(
          source: mapping.source, destination: mapping.destination,
          .mergedRoots(destination: root, sources: [other, origin]))
      }
    }
  }
}

extension InPlaceMigration: CustomStringConvertible {
  /// The statements, one a line.
  public var description: String {
    statements.map(\.description).joined(separator: "\n")
  }
}
