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

  /// How many objects an entity has; the next number serves if one leaves gaps.
  private static let rowCounts = [StoreGenerator.defaultCount, 48]
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
    if rows == nil, try Self.hasGaps(history) {
      history.seeds = Self.seeds(of: history, rows: Self.rowCounts[1])
    }
    for (position, model) in models.enumerated() {
      do {
        let found = try Self.examine(history, position)
        versions.append(model.model)
        waivers.formUnion(found.waivers)
        if !found.gaps.isEmpty { gaps.append((model.model.name, found.gaps)) }
      } catch let error where error is GoldenError || error is StoreError || error is ModelError {
        failures.append(Failure(version: model.model.name, reason: "\(error)"))
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

  private static func hasGaps(_ history: ModelHistory) throws -> Bool {
    history.versions.indices.contains { position in
      // A version of which no store can be made is reported by itself.
      (try? examine(history, position)).map { !$0.gaps.isEmpty } ?? false
    }
  }

  /// Looks at the data of a version before it is written.
  private static func examine(
    _ history: ModelHistory, _ position: Int
  ) throws -> (gaps: [String], waivers: [GoldenWaiver]) {
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
    return (coverage.gaps, waivers)
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
