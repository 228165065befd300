import GoldenStoreFormat
package import GoldenStoreModel

/// Goldens of a history that has none, made for one run in a folder that goes with it.
///
/// What a history of an app's own would have to declare is declared here by what is found: aliases
/// of versions with equal hashes, and waivers of examples that the data does not give.
package struct ProvisionalGoldens {
  /// A version of which no store can be made.
  package struct Failure: Hashable, Sendable {
    package let version: String
    package let reason: String
  }

  /// The recorded goldens, of the versions of which stores can be made; `nil` if there are none.
  package let catalog: Catalog?
  /// The versions without a golden, in their order.
  package let failures: [Failure]
  /// What the data has no example of, as sentences, by version.
  package let gaps: [(version: String, gaps: [String])]

  /// How many objects an entity has where the usual number leaves gaps.
  private static let raisedCount = 48
  private static let reason = "the model file says nothing about data"

  /// Makes the goldens.
  ///
  /// - Parameter rows: How many objects every entity has; `nil` for as many as it takes.
  /// - Throws: `ModelError` for an invalid history; `GoldenError`, `StoreError` for what cannot be
  ///   written.
  package init(_ history: ModelHistory, in folder: String, rows: Int? = nil) throws {
    let models = try history.validated()
    var history = history
    var failures: [Failure] = []
    var gaps: [(version: String, gaps: [String])] = []
    var versions: [Model] = []
    var waivers: Set<GoldenWaiver> = []
    history.seeds = Self.seeds(of: history, rows: rows ?? StoreGenerator.defaultCount)
    var examinations = try Self.examinations(of: history)
    if rows == nil, examinations.contains(where: \.hasGaps) {
      history.seeds = Self.seeds(of: history, rows: Self.raisedCount)
      examinations = try Self.examinations(of: history)
    }
    for (model, examination) in zip(models, examinations) {
      switch examination {
      case .data(let found, let needed):
        versions.append(model.model)
        waivers.formUnion(needed)
        if !found.isEmpty { gaps.append((model.model.name, found)) }
      case .impossible(let reason):
        failures.append(Failure(version: model.model.name, reason: reason))
      }
    }
    self.failures = failures
    self.gaps = gaps
    history.versions = versions
    history.currentVersion = nil
    history.waivers = waivers.sorted { "\($0)" < "\($1)" }
    history.aliases = try Self.aliases(of: history)
    // Entities of the versions that went need no objects.
    history.seeds = history.seeds.filter { rule in
      guard case .objects(let name, _) = rule else { return true }
      return versions.contains { $0.entities.contains { $0.renamingKey == name } }
    }
    guard !versions.isEmpty else {
      catalog = nil
      return
    }
    let catalog = try Catalog(history, folder: folder.appendingPathComponent("goldens"))
    _ = try catalog.record(.missing)
    self.catalog = catalog
  }

  private static func seeds(of history: ModelHistory, rows: Int) -> [SeedRule] {
    var known: Set<String> = []
    return history.versions.flatMap(\.entities).map(\.renamingKey)
      .filter { known.insert($0).inserted }.map { .objects(entity: $0, count: rows) }
  }

  /// What is known of a version's data before it is written.
  private enum Examination {
    /// What it has no example of, and the waivers that this takes.
    case data(gaps: [String], waivers: [GoldenWaiver])
    /// Why no store can be made.
    case impossible(reason: String)

    var hasGaps: Bool {
      if case .data(let gaps, _) = self { !gaps.isEmpty } else { false }
    }
  }

  private static func examinations(of history: ModelHistory) throws -> [Examination] {
    try history.versions.indices.map { position in
      do {
        return try examine(history, position)
      } catch let error where error is GoldenError || error is StoreError || error is ModelError {
        return .impossible(reason: "\(error)")
      }
    }
  }

  private static func examine(_ history: ModelHistory, _ position: Int) throws -> Examination {
    let generator = try StoreGenerator(history, position: position)
    _ = try StoreLayout(generator.model)
    let contents = try generator.contents()
    let coverage = try Coverage(
      of: contents, model: generator.model, emptyEntities: generator.emptyEntities,
      isSummed: generator.isSummed)
    var waivers = coverage.missing.compactMap { gap -> GoldenWaiver? in
      guard let property = gap.propertyKey,
        let entity = generator.model.entity(named: gap.entity)
      else { return nil }
      return .example(
        entity: entity.renamingKey, property: property, gap.example, reason: reason)
    }
    let bytes = try ContentDigest(of: contents, model: generator.model).bytes
    if bytes > FreshGolden.contentLimit {
      waivers.append(
        .contentLimit(golden: generator.model.model.name, bytes: bytes, reason: reason))
    }
    return .data(gaps: coverage.gaps, waivers: waivers)
  }

  private static func aliases(of history: ModelHistory) throws -> [VersionAlias] {
    var first: [String: String] = [:]
    return try history.versions.compactMap { version in
      let digest = try VersionHash.digest(of: version.validated())
      if let original = first[digest] { return VersionAlias(version.name, of: original) }
      first[digest] = version.name
      return nil
    }
  }
}
