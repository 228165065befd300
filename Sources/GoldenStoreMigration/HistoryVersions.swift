import GoldenStoreFormat
package import GoldenStoreModel

/// The checked versions of a history with what a migration needs to know of each.
///
/// To make one hashes every version: whoever migrates more than once makes it once.
package struct HistoryVersions: Sendable {
  /// A migration from one position of a history to another.
  package struct Hop: Sendable {
    package let source: Int
    package let destination: Int
    /// The custom stage whose code runs; nil for inference alone.
    package var stage: MigrationStage?
  }

  /// What a store says about its version beside the hashes.
  package enum Identification: Sendable {
    /// The store records its checksum, or the model itself.
    case known
    /// The store has neither, which staged migration needs.
    case none
  }

  package let name: String
  package let models: [ValidatedModel]
  package let stages: [MigrationStage]
  /// The entity hashes of each version, by entity name.
  package let hashes: [[EntityHash]]
  /// The position of the oldest version whose stores are migrated.
  package let oldestSupported: Int
  /// The history itself, for the shapes and the members that it declares.
  package let history: ModelHistory
  /// The position at which a shape stands as a version of its own; nil without one.
  private let insertedShape: Int?

  /// The checksum of each version, by which staged migration knows it.
  package let checksums: [String]

  /// - Parameter insertedShape: The position at which a shape stands as a version of its own.
  /// - Throws: `MigrationError.model`, `.staged`.
  package init(_ history: ModelHistory, insertedShape: Int? = nil) throws(MigrationError) {
    self.history = history
    self.insertedShape = insertedShape
    oldestSupported = history.oldestSupportedPosition
    name = history.name
    stages = history.stages
    do throws(ModelError) {
      models = try history.validated()
      var hashes: [[EntityHash]] = []
      for model in models { hashes.append(try VersionHash.entityHashes(of: model)) }
      self.hashes = hashes
    } catch {
      throw .model(error)
    }
    checksums = hashes.map(VersionHash.checksum(of:))
    do throws(StagedMigrationProblem) {
      _ = try StagedMigration(stages.map(checksums(of:)))
    } catch {
      throw .staged(history: name, error)
    }
  }

  /// Whether a stage writes a new store.
  var mayReplaceStore: Bool { stages.contains { $0.entityMappings != nil } }

  // MARK: Shapes

  /// The versions with the shape that has given hashes as one of its own; nil where none has.
  ///
  /// - Throws: `MigrationError.model` for a shape that is wrong in itself.
  package func including(
    shapeOf hashes: [EntityHash]
  ) throws(MigrationError) -> (versions: HistoryVersions, position: Int)? {
    for shape in history.shapes {
      guard let position = position(named: shape.version) else { continue }
      do throws(ModelError) {
        guard try VersionHash.entityHashes(of: shape.model.validated()) == hashes else { continue }
      } catch {
        throw .model(error)
      }
      let versions = try HistoryVersions(history.including(shape), insertedShape: position)
      return (versions, position)
    }
    return nil
  }

  /// The position that the history itself gives to one of these versions: a shape has that of
  /// its version.
  private func declared(_ position: Int) -> Int {
    guard let insertedShape, position > insertedShape else { return position }
    return position - 1
  }

  // MARK: Hops

  /// The hops from one position to another: by the stages, or one for each version, or one.
  ///
  /// Format: StoreFormat F159 to F162.
  package func hops(
    from source: Int, to destination: Int, stepwise: Bool, identification: Identification = .known
  ) throws(MigrationError) -> [Hop] {
    try requireOrder(from: source, to: destination)
    if source == destination { return [] }
    guard source >= oldestSupported else {
      throw .unsupportedVersion(
        history: name, version: models[source].name, oldest: models[oldestSupported].name)
    }
    if stepwise {
      return stepwiseHops(from: source, to: destination)
    }
    if stages.isEmpty { return [Hop(source: source, destination: destination)] }
    return try stagedHops(from: source, to: destination, identification)
  }

  package func requireOrder(from source: Int, to destination: Int) throws(MigrationError) {
    for position in [source, destination] where !models.indices.contains(position) {
      throw .positionOutOfRange(history: name, position: position, count: models.count)
    }
    guard source <= destination else {
      throw .downgrade(
        store: name, source: models[source].name, destination: models[destination].name)
    }
  }

  private func stepwiseHops(from source: Int, to destination: Int) -> [Hop] {
    let custom = stages.compactMap { stage in ends(stage).map { (stage: stage, ends: $0) } }
    let route = StepwiseRoute(
      checksums: checksums,
      stages: custom.map {
        StepwiseRoute.Stage(source: $0.ends.source, destination: $0.ends.destination)
      })
    return route.hops(from: source, to: destination).map { hop in
      Hop(
        source: hop.source, destination: hop.destination,
        stage: hop.stage.map { custom[$0].stage })
    }
  }

  private func stagedHops(
    from source: Int, to destination: Int, _ identification: Identification
  ) throws(MigrationError) -> [Hop] {
    let stages = leadingStages(to: destination)
    let checksum = identification == .known ? checksums[source] : nil
    do throws(StagedMigrationProblem) {
      let plan = try StagedMigration(stages.map(checksums(of:)))
      var hops: [Hop] = []
      var place = source
      for step in try plan.steps(
        from: checksum, cached: checksum, to: checksums[destination])
      {
        let stage = step.stage.map { stages[$0] }
        let next =
          stage.flatMap(ends)?.destination
          ?? position(of: step.destination, after: place, upTo: destination)
        if let stage, let start = ends(stage)?.source, hashes[start] != hashes[place],
          stage.willMigrate != nil || stage.entityMappings != nil
        {
          throw .otherVersion(stage: "\(stage)", found: models[place].name)
        }
        hops.append(Hop(source: place, destination: next, stage: stage))
        place = next
      }
      return hops
    } catch {
      throw .staged(history: name, error)
    }
  }

  /// The stages as they stood when a version was the current one.
  private func leadingStages(to destination: Int) -> [MigrationStage] {
    let leading = stages.compactMap { self.leading($0, upTo: destination) }
    let name = models[destination].name
    func names(_ stage: MigrationStage) -> Bool {
      switch stage.kind {
      case .lightweight(let versions): versions.contains(name)
      case .custom(let source, let end): source == name || end == name
      }
    }
    // A later custom stage that begins at the version was not there, but the version was.
    let isNamedLater = !leading.contains(where: names) && stages.contains(where: names)
    return leading + (isNamedLater ? [.lightweight(name)] : [])
  }

  /// A stage as it stood when a version was the current one; nil where it came later.
  private func leading(_ stage: MigrationStage, upTo destination: Int) -> MigrationStage? {
    switch stage.kind {
    case .lightweight(let versions):
      let known = versions.filter { (position(named: $0) ?? .max) <= destination }
      return known.isEmpty ? nil : .lightweight(versions: known)
    case .custom(_, let end):
      return (position(named: end) ?? .max) <= destination ? stage : nil
    }
  }

  private func position(named version: String) -> Int? {
    models.firstIndex { $0.name == version }
  }

  /// The position of a checksum: the destination itself, or else the next one that has it.
  private func position(of checksum: String, after place: Int, upTo destination: Int) -> Int {
    if checksums[destination] == checksum { return destination }
    return checksums[..<destination].lastIndex(of: checksum) ?? destination
  }

  private func ends(_ stage: MigrationStage) -> (source: Int, destination: Int)? {
    guard case .custom(let source, let destination) = stage.kind,
      let first = position(named: source), let last = position(named: destination)
    else { return nil }
    return (first, last)
  }

  private func checksums(of stage: MigrationStage) -> StagedMigration.Stage {
    func checksum(_ version: String) -> String {
      position(named: version).map { checksums[$0] } ?? ""
    }
    switch stage.kind {
    case .lightweight(let versions): return .lightweight(versions.map(checksum))
    case .custom(let source, let destination):
      return .custom(current: checksum(source), next: checksum(destination))
    }
  }

  // MARK: Steps

  /// Whether a store of one end of a hop is a store of the other one too.
  package func isNeutral(_ hop: Hop) -> Bool { hashes[hop.source] == hashes[hop.destination] }

  /// Plans a hop on a store as the source version's layout describes it.
  func step(for hop: Hop) throws(MigrationError) -> MigrationStep {
    if let stage = hop.stage, stage.entityMappings != nil {
      _ = try CustomPlan(stage, from: models[hop.source], to: models[hop.destination])
      return step(for: hop, path: .custom)
    }
    return step(for: hop, path: isNeutral(hop) ? .none : try migration(for: hop).path)
  }

  func step(
    for hop: Hop, path: MigrationPath, notes: [MigrationNote] = [], codeCalls: Int = 0
  ) -> MigrationStep {
    MigrationStep(
      source: declared(hop.source), destination: declared(hop.destination),
      sourceName: models[hop.source].name,
      destinationName: models[hop.destination].name,
      kind: hop.stage == nil ? .lightweight : .custom, path: path, notes: notes,
      codeCalls: codeCalls)
  }

  /// The statements of a hop, on what a store really holds or else on what the layout says.
  func migration(
    for hop: Hop, schema: StoreSchema? = nil
  ) throws(MigrationError) -> InPlaceMigration {
    try InPlaceMigration(
      from: models[hop.source], to: models[hop.destination], schema: schema)
  }
}
