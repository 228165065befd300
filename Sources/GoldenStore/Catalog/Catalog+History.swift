import GoldenStoreFormat
import GoldenStoreModel

extension Catalog {
  /// What is wrong with what the history declares about its goldens: aliases, shapes, waivers; and
  /// renaming identifiers that lead nowhere.
  ///
  /// - Throws: `ModelError` where hashes cannot be computed, `GoldenError` where data cannot be
  ///   generated.
  func historyProblems(pins: Pins?) throws -> [CatalogProblem] {
    try aliasProblems() + shapeProblems() + renamingProblems() + uselessWaivers(pins)
  }

  private func aliasProblems() throws -> [CatalogProblem] {
    let hashes = try models.map { try VersionHash.entityHashes(of: $0) }
    var problems: [CatalogProblem] = []
    for later in models.indices {
      // One sentence for each version: the next earlier one that it equals says it all.
      let twin = models.indices[..<later].last { hashes[$0] == hashes[later] }
      if let twin, !history.areAliases(models[later].name, models[twin].name) {
        problems.append(
          .undeclaredAlias(version: models[later].name, of: models[twin].name))
      }
    }
    for alias in history.aliases {
      guard let version = models.firstIndex(where: { $0.name == alias.version }),
        let original = models.firstIndex(where: { $0.name == alias.original }),
        hashes[version] != hashes[original]
      else { continue }
      let names = Set((hashes[version] + hashes[original]).map(\.entity))
      let differing = names.filter { name in
        hashes[version].first { $0.entity == name }?.hash
          != hashes[original].first { $0.entity == name }?.hash
      }
      problems.append(
        .falseAlias(
          version: alias.version, of: alias.original,
          entities: differing.sorted(by: NameOrder.precedes)))
    }
    return problems
  }

  private func shapeProblems() throws -> [CatalogProblem] {
    var problems: [CatalogProblem] = []
    let places = try seededPlaces().filter { $0.shape != nil }
    for (index, place) in places.enumerated() {
      guard let shape = place.shape else { continue }
      let hashes = try VersionHash.entityHashes(of: place.model)
      let schemas =
        models.map { (version: $0.name, owner: $0.name, model: $0) }
        + places[..<index].map {
          (version: $0.golden.version, owner: $0.shape?.version ?? "", model: $0.model)
        }
      for other in schemas {
        if other.owner == shape.version {
          if ModelDifference.between(other.model.model, place.model.model).isEmpty {
            problems.append(.sameShape(shape: shape.key))
          }
        } else if try VersionHash.entityHashes(of: other.model) == hashes {
          problems.append(.shapeOfOther(shape: shape.key, version: other.version))
        }
      }
    }
    return problems
  }

  /// Generates the data of every version again, where there is a waiver at all.
  private func uselessWaivers(_ pins: Pins?) throws -> [CatalogProblem] {
    guard !history.waivers.isEmpty else { return [] }
    var used: Set<GoldenWaiver> = []
    var bytes: [String: Int] = [:]
    for place in try seededPlaces() {
      // The seed decides about values, but not about which examples there are.
      let fresh = try FreshGolden(
        place.catalog, position: place.golden.position, seed: StoreGenerator.defaultSeed)
      let contents = try fresh.generator.contents()
      used.formUnion(try fresh.coverage(of: contents).usedWaivers)
      bytes[place.golden.version] =
        try ContentDigest(of: contents, model: fresh.generator.model).bytes
    }
    for place in try adoptedPlaces(pins) {
      // One that cannot be read is reported with its golden.
      let manifest = try? Manifest(contentsOf: place.golden.manifestPath)
      bytes[place.golden.version] = manifest?.contentBytes
    }
    return history.waivers.filter { waiver in
      if case .contentLimit(let golden, _, _) = waiver {
        return (bytes[golden] ?? 0) <= FreshGolden.contentLimit
      }
      return !used.contains(waiver)
    }.map { .uselessWaiver("\($0)") }
  }
}
