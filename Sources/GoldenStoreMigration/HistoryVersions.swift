import GoldenStoreFormat
import GoldenStoreModel

/// The checked versions of a history with what a migration needs to know of each.
struct HistoryVersions {
  /// Two positions of a history.
  struct Hop {
    let source: Int
    let destination: Int
  }

  let name: String
  let models: [ValidatedModel]
  /// The entity hashes of each version, by entity name.
  let hashes: [[EntityHash]]

  init(_ history: ModelHistory) throws(MigrationError) {
    name = history.name
    do throws(ModelError) {
      models = try history.validated()
      var hashes: [[EntityHash]] = []
      for model in models { hashes.append(try VersionHash.entityHashes(of: model)) }
      self.hashes = hashes
    } catch {
      throw .model(error)
    }
  }

  /// The hops from one position to another: one, one for each version, or none.
  func hops(
    from source: Int, to destination: Int, stepwise: Bool
  ) throws(MigrationError) -> [Hop] {
    for position in [source, destination] where !models.indices.contains(position) {
      throw .positionOutOfRange(history: name, position: position, count: models.count)
    }
    guard source <= destination else {
      throw .downgrade(
        store: name, source: models[source].name, destination: models[destination].name)
    }
    if source == destination { return [] }
    if !stepwise { return [Hop(source: source, destination: destination)] }
    return (source..<destination).map { Hop(source: $0, destination: $0 + 1) }
  }

  /// Whether a store of one end of a hop is a store of the other one too.
  func isNeutral(_ hop: Hop) -> Bool { hashes[hop.source] == hashes[hop.destination] }

  /// Plans a hop on a store as the source version's layout describes it.
  func step(for hop: Hop) throws(MigrationError) -> MigrationStep {
    step(for: hop, path: isNeutral(hop) ? .none : try migration(for: hop).path)
  }

  func step(for hop: Hop, path: MigrationPath) -> MigrationStep {
    MigrationStep(
      source: hop.source, destination: hop.destination, sourceName: models[hop.source].name,
      destinationName: models[hop.destination].name, kind: .lightweight, path: path)
  }

  /// The statements of a hop, on what a store really holds or else on what the layout says.
  func migration(
    for hop: Hop, schema: StoreSchema? = nil
  ) throws(MigrationError) -> InPlaceMigration {
    try InPlaceMigration(
      from: models[hop.source], to: models[hop.destination], schema: schema)
  }
}
