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

  /// Writes the new store: complete and closed afterwards, or absent.
  ///
  /// - Parameters:
  ///   - connection: The old store, of which only reads are made.
  ///   - files: The old store's files.
  ///   - path: Where the new store is written; no file of it may exist.
  func run(_ connection: Connection, files: StoreFiles, to path: String) throws {
    let result = StoreFiles(main: path)
    try result.requireAbsent()
    do {
      let metadata = try MetadataRow(of: connection).value
        .migrated(to: plan.destination.model)
      let journal = try connection.pragma("journal_mode").first
      let destination = try EmptyStore.make(
        at: path, layout: plan.destination, metadata: metadata)
      try destination.transaction {
        let manager = try manager(connection, files: files, destination: destination)
        try createInstances(manager)
        try createRelationships(manager)
        try validate(manager, destination)
        try manager.destination.saveKeys()
      }
      try destination.execute("DROP TABLE temp.GOLDENSTORE_ASSOCIATION")
      try EmptyStore.finish(
        destination, at: path, isWriteAheadLogged: journal == .text("wal"))
    } catch {
      try? result.delete()  // The first error is the one to tell; a next run deletes the rest.
      throw error
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

  /// Calls a closure with every source object of every mapping, one mapping after the other.
  private func forEachObject(
    _ manager: CustomMigrationManager, _ phase: MigrationProgress.Phase,
    where isWanted: (CustomPlan.Mapping) -> Bool, begin: (CustomPlan.Mapping) throws -> Void,
    _ body: (StoredObject, CustomPlan.Mapping) throws -> Void
  ) throws {
    let total = try plan.mappings.filter { isWanted($0) }.compactMap(\.source)
      .reduce(0) { try $0 + manager.source.count(of: $1, includesSubentities: false) }
    var completed = 0
    for (number, mapping) in plan.mappings.enumerated() where isWanted(mapping) {
      manager.running = number
      try begin(mapping)
      guard let source = mapping.source else { continue }
      // Code may look at everything; what is carried needs its own targets alone.
      let carried = phase == .createRelationships ? mapping.relationships.map(\.source) : []
      try manager.source.forEachObject(
        of: source, includesSubentities: false,
        lists: mapping.custom == nil ? Set(carried) : nil
      ) { object in
        try progress.tell(phase, mapping: mapping.name, completed, of: total)
        completed += 1
        try body(object, mapping)
      }
    }
    try progress.tell(phase, completed, of: total)
  }

  private func createInstances(_ manager: CustomMigrationManager) throws {
    try forEachObject(manager, .createInstances) {
      $0.destination != nil
    } begin: { mapping in
      try mapping.custom?.beginEntityMapping?(manager)
    } _: { object, mapping in
      if let filter = mapping.custom?.filter, try !filter(object) { return }
      if let create = mapping.custom?.createDestinationInstances {
        try create(object, manager)
      } else {
        let values = try mapping.custom?.values?(object) ?? [:]
        try manager.createDestinationInstance(for: object, values: values)
      }
    }
  }

  private func createRelationships(_ manager: CustomMigrationManager) throws {
    try forEachObject(manager, .createRelationships) {
      $0.destination != nil
        && (!$0.relationships.isEmpty || $0.custom?.createRelationships != nil)
    } begin: { _ in
    } _: { object, mapping in
      for instance in try manager.instances(of: object) {
        try carry(mapping.relationships, of: object, to: instance, manager)
        try mapping.custom?.createRelationships?(object, instance, manager)
      }
    }
  }

  private func carry(
    _ relationships: [CustomPlan.CarriedRelationship], of object: StoredObject,
    to instance: ObjectReference, _ manager: CustomMigrationManager
  ) throws {
    guard !relationships.isEmpty else { return }
    let sources = try manager.sources(of: instance).count
    guard sources == 1 else {
      throw problem(
        .severalSources(mapping: manager.mapping.name, object: instance, sources: sources))
    }
    var targets: [String: [ObjectReference]] = [:]
    for relationship in relationships {
      let old = try object[relationship: relationship.source]
      guard !old.isEmpty else { continue }
      let new = try manager.instances(of: old, madeBy: relationship.candidates)
      guard relationship.isToMany || new.count <= 1 else {
        throw problem(
          .severalTargets(
            entity: instance.entity, relationship: relationship.destination,
            source: object.reference, targets: new.count))
      }
      targets[relationship.destination] = new
    }
    if !targets.isEmpty {
      try manager.destination.update(instance, values: [:], targets: targets)
    }
  }

  private func validate(_ manager: CustomMigrationManager, _ connection: Connection) throws {
    try progress.tell(.validate, 0, of: 1)
    let invalid = try ObjectValidation(layout: plan.destination).invalidProperties(connection)
    guard invalid.isEmpty else { throw problem(.invalidObjects(invalid)) }
    for (number, mapping) in plan.mappings.enumerated() {
      manager.running = number
      try mapping.custom?.performCustomValidation?(manager)
    }
    try progress.tell(.validate, 1, of: 1)
  }
}
