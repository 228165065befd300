import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The steps of a migration on one open store.
final class MigrationRun {
  private(set) var versions: HistoryVersions
  /// The name of the source, for messages.
  let store: String
  /// The files of the open store.
  let files: StoreFiles
  let hooks: MigrationHooks
  /// Whether other processes may have the file open, and nothing is written without need.
  let isShared: Bool
  /// What may be lost of the store's persistent history.
  let historyOptions: PersistentHistoryOptions
  private(set) var connection: Connection

  init(
    versions: HistoryVersions, store: String, files: StoreFiles, isShared: Bool,
    historyOptions: PersistentHistoryOptions, hooks: MigrationHooks
  ) throws {
    self.versions = versions
    self.store = store
    self.files = files
    self.isShared = isShared
    self.historyOptions = historyOptions
    self.hooks = hooks
    connection = try Self.open(files, isShared: isShared)
  }

  /// Opens a store; one that needs no migration, or gets none, stays as it is, its -wal included.
  private static func open(_ files: StoreFiles, isShared: Bool) throws -> Connection {
    let hasLog = files.existingParts.contains(.writeAheadLog)
    let connection = try Connection(path: files.main, mode: .readWrite)
    // A private copy reaches the disk once, when it is finished.
    if !isShared { try connection.pragma("synchronous = OFF") }
    if isShared, hasLog { try connection.keepWriteAheadLogOnClose() }
    return connection
  }

  /// Finds the version of the store, migrates it, and closes it.
  ///
  /// - Parameter expected: The version that it must have; `nil` for any.
  /// - Returns: The position of the version that it had, and the steps that ran.
  func migrate(
    from expected: Int?, to destination: Int, stepwise: Bool
  ) throws -> (start: Int, steps: [MigrationStep]) {
    hooks.moment(.open)
    try requireInertSchema()
    let metadata = try MetadataRow(of: connection).value
    let found = try versions.find(
      metadata.entityHashes, of: store, expected: expected, destination: destination)
    versions = found.versions
    let steps = try steps(
      from: found.source, to: found.destination, stepwise: stepwise,
      identification: identification(metadata))
    try finish(steps)
    return (found.source, steps)
  }

  /// Refuses a file whose schema would run something while rows are read and written.
  ///
  /// A copy's -wal must be its own, too; that of a store in place cannot be asked without a look
  /// past the locks of others.
  ///
  /// - Throws: `StoreError.notATable`, `.computedByFile`, `.damagedWriteAheadLog`.
  private func requireInertSchema() throws {
    if !isShared, files.existingParts.contains(.writeAheadLog),
      let damage = WriteAheadLog.foreignIdentifier(of: files, connection: connection)
    {
      throw StoreError.damagedWriteAheadLog(file: store + "-wal", damage: damage)
    }
    let schema = SchemaGuard(connection, store: store)
    for table in StoreNames.bookkeepingTables + PersistentHistoryPlan.tables
      + [CloudKitPlan.recordTable]
    { try schema.requireStored(table: table) }
    try schema.requireNothingComputed()
  }

  /// Refuses a view or a virtual table in the place of a table of the model.
  private func requireStoredTables(of model: ValidatedModel) throws {
    let schema = SchemaGuard(connection, store: store)
    for (table, _) in try StoreLayout(model).rowTables { try schema.requireStored(table: table) }
  }

  /// What the store says about its version beside the hashes.
  private func identification(
    _ metadata: StoreMetadata
  ) throws -> HistoryVersions.Identification {
    if metadata.checksum != nil { return .known }
    let table = StoreNames.modelCacheTable
    guard
      try connection.integer(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(table)") == 1
    else { return .none }
    return try connection.integer("SELECT count(*) FROM \(identifier: table)") > 0 ? .known : .none
  }

  // MARK: Steps

  /// Plans the steps of the store and runs them.
  func steps(
    from source: Int, to destination: Int, stepwise: Bool,
    identification: HistoryVersions.Identification
  ) throws -> [MigrationStep] {
    let hops = try versions.hops(
      from: source, to: destination, stepwise: stepwise, identification: identification)
    // What cannot be planned is refused before code of an earlier stage runs.
    for hop in hops {
      _ = try versions.step(for: hop)
      try customStep(hop, CodeCalls())?.requireSupport(connection)
    }
    return try steps(hops)
  }

  /// Runs the steps, each in a transaction of its own, and returns what really ran.
  ///
  /// Steps that another process has made meanwhile are left out.
  func steps(_ hops: [HistoryVersions.Hop]) throws -> [MigrationStep] {
    var steps: [MigrationStep] = []
    var remaining = hops[...]
    while let hop = remaining.first {
      try requireStoredTables(of: versions.models[hop.source])
      let step: MigrationStep
      do {
        step = try run(hop)
      } catch MigrationError.store(.otherModel(let store, let version, let difference)) {
        remaining = try madeElsewhere(remaining)
        guard remaining.count < hops.count - steps.count else {
          throw MigrationError.store(
            .otherModel(store: store, version: version, difference: difference))
        }
        continue
      }
      // From now on there is something of ours in the -wal, which goes with it.
      try connection.keepWriteAheadLogOnClose(false)
      remaining = remaining.dropFirst()
      steps.append(step)
      try hooks.didMigrate(step)
    }
    return steps
  }

  /// The steps behind the version that the store has now.
  private func madeElsewhere(
    _ hops: ArraySlice<HistoryVersions.Hop>
  ) throws -> ArraySlice<HistoryVersions.Hop> {
    let hashes = try MetadataRow(of: connection).value.entityHashes
    guard let last = hops.lastIndex(where: { versions.hashes[$0.destination] == hashes }) else {
      return hops
    }
    return hops[(last + 1)...]
  }

  private func run(_ hop: HistoryVersions.Hop) throws -> MigrationStep {
    var notes: [MigrationNote] = []
    let calls = CodeCalls()
    let names = (versions.models[hop.source].name, versions.models[hop.destination].name)
    let path = try InPlaceMigration.translatingErrors(names) {
      guard let step = customStep(hop, calls) else { return try migrateInPlace(hop, &notes) }
      try step.requireSupport(connection)
      if step.stage.willMigrate != nil { hooks.moment(.handler) }
      notes += try step.willMigrate(connection, files)
      let path =
        try step.stage.entityMappings == nil
        ? migrateInPlace(hop, &notes) : replace(step, &notes)
      // Whoever else has changed the schema runs the handler too.
      guard path != .none else { return path }
      if step.stage.didMigrate != nil { hooks.moment(.handler) }
      notes += try step.didMigrate(connection, files)
      return path
    }
    return versions.step(for: hop, path: path, notes: notes, codeCalls: calls.count)
  }

  private func report(of hop: HistoryVersions.Hop) -> ProgressReport {
    ProgressReport(
      source: versions.models[hop.source].name,
      destination: versions.models[hop.destination].name, handler: hooks.progress)
  }

  private func customStep(_ hop: HistoryVersions.Hop, _ calls: CodeCalls) -> CustomStep? {
    hop.stage.map {
      CustomStep(
        stage: $0, source: versions.models[hop.source],
        destination: versions.models[hop.destination], historyOptions: historyOptions,
        progress: report(of: hop), calls: calls)
    }
  }

  private func migrateInPlace(
    _ hop: HistoryVersions.Hop, _ notes: inout [MigrationNote]
  ) throws -> MigrationPath {
    let report = report(of: hop)
    var total = 0
    var completed = 0
    hooks.moment(.transaction)
    return try InPlaceMigration.migrate(
      connection, from: versions.models[hop.source], to: versions.models[hop.destination],
      historyOptions: historyOptions,
      willRun: { statement in
        try hooks.willRun(statement)
        completed += 1
        try report.tell(.schema, completed, of: total)
      },
      willBegin: {
        total = $0
        try report.tell(.schema, 0, of: total)
      }, willCommit: { hooks.moment(.commit) }, note: { notes.append($0) })
  }

  /// Writes a new store beside the open one and puts it in its place.
  private func replace(
    _ step: CustomStep, _ notes: inout [MigrationNote]
  ) throws -> MigrationPath {
    // A connection that has written in WAL mode takes its own pages for another's when it leaves
    // that mode, and the replacement could not tell them apart.
    try connection.close()
    connection = try Self.open(files, isShared: isShared)
    let replacement = StoreReplacement(connection: connection, files: files)
    hooks.moment(.copy)
    guard try replacement.make(step) else { return .none }
    hooks.moment(.checkpoint)
    try replacement.swap { hooks.moment(.swap) }
    connection = try Self.open(files, isShared: isShared)
    notes += replacement.notes
    return .custom
  }

  /// Moves everything into the main file and closes it, which deletes the sidecars unless another
  /// process has the file open.
  ///
  /// - Parameter steps: What ran; a shared file to which nothing was done is only closed.
  private func finish(_ steps: [MigrationStep]) throws {
    hooks.moment(.checkpoint)
    if !isShared || !steps.isEmpty {
      do {
        try connection.checkpoint(.truncate)
      } catch  where isShared {
        // Everything is committed; whoever closes the file last moves the rest.
      }
    }
    try connection.close()
  }
}
