import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The steps of a migration on one open private copy.
struct MigrationRun {
  let versions: HistoryVersions
  /// The name of the source, for messages.
  let store: String
  let connection: Connection

  /// Finds the version of the store by its hashes.
  ///
  /// Where several versions have the same hashes, the last one counts that is not later than the
  /// destination.
  ///
  /// - Throws: `MigrationError.unknownVersion`, `.otherVersion`, `.downgrade`.
  func identify(expected: Int?, destination: Int) throws -> Int {
    let hashes = try MetadataRow(of: connection).value.entityHashes
    let candidates = versions.hashes.indices.filter { versions.hashes[$0] == hashes }
    guard let last = candidates.last else { throw unknownVersion(hashes) }
    if let expected {
      guard candidates.contains(expected) else {
        throw MigrationError.otherVersion(
          store: store, expected: versions.models[expected].name,
          found: versions.models[last].name)
      }
      return expected
    }
    guard let position = candidates.last(where: { $0 <= destination }) else {
      throw MigrationError.downgrade(
        store: store, source: versions.models[last].name,
        destination: versions.models[destination].name)
    }
    return position
  }

  /// Runs the steps, each in a transaction of its own, and returns what really ran.
  func steps(
    _ hops: [HistoryVersions.Hop], willRun: (MigrationStatement) throws -> Void,
    didMigrate: (MigrationStep) throws -> Void
  ) throws -> [MigrationStep] {
    var steps: [MigrationStep] = []
    for hop in hops {
      let path = try InPlaceMigration.migrate(
        connection, from: versions.models[hop.source], to: versions.models[hop.destination],
        willRun: willRun)
      let step = versions.step(for: hop, path: path)
      steps.append(step)
      try didMigrate(step)
    }
    return steps
  }

  /// Moves everything into the main file and closes it, which deletes the sidecars.
  func finish() throws {
    try connection.checkpoint(.truncate)
    try connection.close()
  }

  private func unknownVersion(_ hashes: [EntityHash]) -> MigrationError {
    var nearest: (name: String, differences: [String])?
    for (position, known) in versions.hashes.enumerated() {
      let shared = Set(known.map(\.entity)).intersection(hashes.map(\.entity))
      let differences = Self.differences(hashes, known)
      // Of two equally near versions the later one is the likelier origin.
      if !shared.isEmpty, differences.count <= nearest?.differences.count ?? .max {
        nearest = (versions.models[position].name, differences)
      }
    }
    return .unknownVersion(
      store: store, history: versions.name, nearest: nearest?.name,
      differences: nearest?.differences ?? [], versions: versions.models.map(\.name))
  }

  private static func differences(_ store: [EntityHash], _ version: [EntityHash]) -> [String] {
    let names = Set(store.map(\.entity)).union(version.map(\.entity))
    return names.sorted(by: NameOrder.precedes).compactMap { name in
      let found = store.first { $0.entity == name }?.hash
      let expected = version.first { $0.entity == name }?.hash
      switch (found, expected) {
      case (nil, _?): return "entity '\(name)' is missing"
      case (_?, nil): return "entity '\(name)' is unknown to it"
      case (let found?, let expected?) where found != expected:
        let hashes = HashValue.excerpts(found.hexadecimal, expected.hexadecimal)
        return "entity '\(name)' has hash \(hashes.first), expected \(hashes.second)"
      default: return nil
      }
    }
  }
}
