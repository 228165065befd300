import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Writes a new store from an old one, whose objects code transforms, in three passes.
///
/// Format: StoreFormat F154 to F158.
struct CustomMigration {
  let plan: CustomPlan
  let progress: ProgressReport
  let calls: CodeCalls
  /// What SQLite copies by itself.
  private let copy: TableCopy

  init(plan: CustomPlan, progress: ProgressReport, calls: CodeCalls) throws {
    self.calls = calls
    self.plan = plan
    self.progress = progress
    copy = try TableCopy(plan)
  }

  /// Writes the new store: complete and closed afterwards, or absent.
  ///
  /// - Parameters:
  ///   - connection: The old store, of which only reads are made.
  ///   - files: The old store's files.
  ///   - path: Where the new store is written; no file of it may exist.
  ///   - isWriteAheadLogged: Whether it is left in WAL mode.
  func run(
    _ connection: Connection, files: StoreFiles, to path: String, isWriteAheadLogged: Bool
  ) throws {
    let result = StoreFiles(main: path)
    try result.requireAbsent()
    try SourceRowCheck(layout: plan.source, connection: connection).run()
    do {
      let metadata = try MetadataRow(of: connection).value
        .migrated(to: plan.destination.model)
      let destination = try EmptyStore.make(
        at: path, layout: plan.destination, metadata: metadata)
      try destination.execute("ATTACH \(files.main) AS \(raw: TableCopy.schema)")
      // Not immediate: that would lock the attached store too.
      try destination.transaction(.deferred) {
        let manager = try manager(connection, files: files, destination: destination)
        try createInstances(manager, destination)
        for statement in copy.pairStatements { try destination.execute(statement) }
        try createRelationships(manager)
        try validate(manager, destination)
        try manager.destination.saveKeys()
        try continueHistory(destination)
      }
      try destination.execute("DROP TABLE temp.GOLDENSTORE_ASSOCIATION")
      try destination.execute("DETACH \(raw: TableCopy.schema)")
      try EmptyStore.finish(
        destination, at: path, isWriteAheadLogged: isWriteAheadLogged)
    } catch {
      try? result.delete()  // The first error is the one to tell; a next run deletes the rest.
      throw error
    }
  }

  /// The numbers of the history go on, so that no token of the old one stands for a change of the
  /// new one.
  ///
  /// Format: StoreFormat F186.
  private func continueHistory(_ destination: Connection) throws {
    for entity in plan.destination.history?.entities ?? [] {
      try destination.execute(
        """
        INSERT INTO main.Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
        SELECT \(entity.number), \(entity.name), 0, COALESCE(Z_MAX, 0) \
        FROM \(raw: TableCopy.schema).Z_PRIMARYKEY WHERE Z_ENT = \(entity.number) LIMIT 1
        """)
    }
  }

  private func problem(_ problem: CustomStageProblem) -> MigrationError {
    .customStage(
      source: plan.source.model.name, destination: plan.destination.model.name, problem)
  }

  private func manager(
    _ connection: Connection, files: StoreFiles, destination: Connection
  ) throws -> CustomMigrationManager {
    let source = try StoreEditor(
      connection, layout: plan.source, now: StoreWriter.now,
      supportFolder: files.existingSupportFolder)
    let editor = try StoreEditor(
      destination, layout: plan.destination, now: StoreWriter.now, countsChanges: false)
    if plan.primaryKeys == .kept {
      for (root, heir) in plan.heirs.sorted(by: { $0.key < $1.key }) {
        try editor.reserveKeys(upTo: source.highestKey(of: heir), of: root)
      }
    }
    return CustomMigrationManager(
      plan: plan, source: source, destination: editor,
      associations: try AssociationTable(
        destination, plan: plan, source: source, destination: editor))
  }

  // MARK: Passes

  /// Calls a closure with every source object of some mappings, one mapping after the other.
  ///
  /// - Parameters:
  ///   - lists: The to-many relationships of a mapping's objects that are read; nil reads all.
  ///   - begin: Called before the objects of a mapping; says whether they are visited.
  private func forEachObject(
    _ manager: CustomMigrationManager, _ phase: MigrationProgress.Phase, of mappings: [Int],
    lists: (Int) -> Set<String>?, begin: (Int) throws -> Bool = { _ in true },
    _ body: (StoredObject, Int) throws -> Void
  ) throws {
    func count(_ number: Int) throws -> Int {
      try plan.mappings[number].source.map {
        try manager.source.count(of: $0, includesSubentities: false)
      } ?? 0
    }
    let total = try mappings.reduce(0) { try $0 + count($1) }
    var completed = 0
    var told: Int?
    func tell(_ mapping: String = "") throws {
      guard told != completed else { return }
      told = completed
      try progress.tell(phase, mapping: mapping, completed, of: total)
    }
    for number in mappings {
      let mapping = plan.mappings[number]
      manager.running = number
      try tell(mapping.name)
      let isVisited = try begin(number)
      guard let source = mapping.source else { continue }
      guard isVisited else {
        completed += try count(number)
        continue
      }
      try manager.source.forEachUnchangingObject(of: source, lists: lists(number)) { object in
        try body(object, number)
        completed += 1
        try tell(mapping.name)
      }
    }
    try tell()
  }

  private func createInstances(
    _ manager: CustomMigrationManager, _ destination: Connection
  ) throws {
    let mappings = plan.mappings.indices.filter { plan.mappings[$0].destination != nil }
    try forEachObject(manager, .createInstances, of: mappings) {
      // Code may look at everything.
      plan.mappings[$0].custom == nil ? [] : nil
    } begin: { number in
      if let begin = plan.mappings[number].custom?.beginEntityMapping {
        try begin(manager)
        calls.count += 1
      }
      guard copy.copies(number) else { return true }
      try copyObjects(of: number, manager, destination)
      return plan.mappings[number].custom?.values != nil
    } _: { object, number in
      let custom = plan.mappings[number].custom
      if let filter = custom?.filter {
        calls.count += 1
        if try !filter(object) { return }
      }
      if let create = custom?.createDestinationInstances {
        try create(object, manager)
        calls.count += 1
      } else if copy.copies(number) {
        let values = try values(of: object, custom)
        guard !values.isEmpty, let entity = custom?.destination else { return }
        // A copied object has the key of what it was copied from.
        try manager.destination.update(
          ObjectReference(entity: entity, primaryKey: object.primaryKey), values: values,
          targets: [:])
      } else {
        let values = try values(of: object, custom)
        try manager.createDestinationInstance(for: object, values: values)
      }
    }
  }

  private func values(
    of object: StoredObject, _ mapping: CustomEntityMapping?
  ) throws -> [String: AttributeValue] {
    guard let values = mapping?.values else { return [:] }
    calls.count += 1
    return try values(object)
  }

  private func copyObjects(
    of number: Int, _ manager: CustomMigrationManager, _ destination: Connection
  ) throws {
    do {
      try destination.execute(copy.statement(for: number))
    } catch let error as SQLiteError where error.isUniquenessViolation {
      // One object at a time, the one that violates a constraint can be named.
      guard let source = plan.mappings[number].source else { throw error }
      try manager.source.forEachUnchangingObject(of: source, lists: []) {
        try manager.createDestinationInstance(for: $0)
      }
      throw error
    }
  }

  private func createRelationships(_ manager: CustomMigrationManager) throws {
    let mappings = plan.mappings.indices.filter {
      plan.mappings[$0].destination != nil
        && (!copy.remaining($0).isEmpty || plan.mappings[$0].custom?.createRelationships != nil)
    }
    let remaining = plan.mappings.indices.map(copy.remaining)
    try forEachObject(manager, .createRelationships, of: mappings) {
      plan.mappings[$0].custom?.createRelationships == nil
        ? Set(remaining[$0].map(\.source)) : nil
    } _: { object, number in
      for instance in try manager.instances(of: object) {
        let targets = try manager.carriedTargets(
          of: instance, from: object, in: remaining[number])
        if !targets.isEmpty {
          try manager.destination.update(instance, values: [:], targets: targets)
        }
        if let relate = plan.mappings[number].custom?.createRelationships {
          try relate(object, instance, manager)
          calls.count += 1
        }
      }
    }
  }

  private func validate(_ manager: CustomMigrationManager, _ connection: Connection) throws {
    try progress.tell(.validate, 0, of: 1)
    let invalid = try ObjectValidation(layout: plan.destination).invalidProperties(connection)
    guard invalid.isEmpty else { throw problem(.invalidObjects(invalid)) }
    for (number, mapping) in plan.mappings.enumerated() {
      manager.running = number
      if let validate = mapping.custom?.performCustomValidation {
        try validate(manager)
        calls.count += 1
      }
    }
    try progress.tell(.validate, 1, of: 1)
  }
}
