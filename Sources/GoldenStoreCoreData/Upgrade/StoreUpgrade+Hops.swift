import GoldenStoreFormat
import GoldenStoreModel

/// The hops of an upgrade, each from one copy to the next.
extension StoreUpgrade {
  /// Makes all hops, opens the last copy once, and gives it the name of the result.
  func migrate(_ way: Way, _ course: UpgradeCourse) throws(PersistenceError) {
    var source = folder.backup
    for (number, hop) in way.hops.enumerated() {
      let done = number + 1
      try course.tell(.hop(hop.hop), done)
      if hop.stage?.willMigrate != nil, source == folder.backup {
        source = try copyBackup()
      }
      let destination = folder.work(done)
      try make(hop, from: folder.files(in: source), to: destination) { [course, hop = hop.hop] in
        try course.tell(.hop(hop), done, part: $0)
      }
      let found = try attempt(hop) { try means.identity(folder.files(in: destination)) }
      try check(found, after: hop, from: way.identity)
      if source != folder.backup { try attempt(hop) { try means.remove(source) } }
      source = destination
    }
    guard let last = way.hops.last else { return }
    try course.tell(.check, way.hops.count + 1)
    try attempt(.check) {
      try means.open(folder.files(in: source), last.destination)
      try means.rename(source, folder.result)
    }
  }

  /// A handler writes to the store that it runs on; the backup stays as it is.
  private func copyBackup() throws(PersistenceError) -> String {
    let copy = folder.work(0)
    try attempt(.backup) {
      try means.makeFolder(copy)
      try means.replace(folder.files(in: copy), folder.files(in: folder.backup))
    }
    return copy
  }

  private func make(
    _ hop: HopModels, from source: StoreFiles, to folder: String,
    _ progress: @escaping @Sendable (Double) throws -> Void
  ) throws(PersistenceError) {
    let destination = self.folder.files(in: folder)
    if let handler = hop.stage?.willMigrate {
      try attempt(hop, .willMigrate) { try means.run(handler, source, hop.source) }
    }
    try attempt(hop, hop.stage?.entityMappings == nil ? nil : .entityMappings) {
      try means.makeFolder(folder)
      try means.migrate(hop, source, destination, progress)
    }
    if let handler = hop.stage?.didMigrate {
      try attempt(hop, .didMigrate) { try means.run(handler, destination, hop.destination) }
    }
  }

  /// Makes sure that the result of a hop is a store of its destination, and the same store.
  func check(
    _ found: StoreIdentity, after hop: HopModels, from source: StoreIdentity
  ) throws(PersistenceError) {
    let expected: [EntityHash]
    do throws(ModelError) {
      expected = try VersionHash.entityHashes(of: hop.destination)
    } catch {
      throw .model(error)
    }
    if let difference = found.difference(from: expected) {
      throw .hop(hop.hop, of: store.name, .wrongVersion(difference: difference))
    }
    guard found.uuid == source.uuid else {
      throw .hop(
        hop.hop, of: store.name, .wrongIdentity(expected: source.uuid, found: found.uuid))
    }
  }
}

extension StoreIdentity {
  /// The first entity, by name, in which the store is not of a version.
  fileprivate func difference(from version: [EntityHash]) -> String? {
    guard hashes != version else { return nil }
    let names = Set(hashes.map(\.entity)).union(version.map(\.entity))
    for name in names.sorted(by: NameOrder.precedes) {
      let found = hashes.first { $0.entity == name }
      let expected = version.first { $0.entity == name }
      switch (found, expected) {
      case (nil, _?): return "it lacks entity '\(name)'"
      case (_?, nil): return "it has entity '\(name)'"
      case (let found?, let expected?) where found != expected:
        let hashes = HashValue.excerpts(found.hash.hexadecimal, expected.hash.hexadecimal)
        return "entity '\(name)' has hash \(hashes.first), expected \(hashes.second)"
      default: continue
      }
    }
    return "its entities are in another order"
  }
}
