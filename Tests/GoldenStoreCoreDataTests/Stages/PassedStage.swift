import Foundation
import GoldenStore
import GoldenStoreCoreData
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite

/// A custom stage, run by the portable engine and by the passes over two stores that the portable
/// editor reads and writes.
struct PassedStage {
  let stage: MigrationStage
  let history: ModelHistory
  let source: ValidatedModel
  let destination: ValidatedModel
  /// How many objects each entity has.
  var rows = 600

  /// - Parameter entityMappings: The mappings of the stage, which counts keys from 1.
  init(
    _ source: Model, _ destination: Model, _ entityMappings: [CustomEntityMapping]
  ) throws {
    let stage = MigrationStage.custom(
      from: source.name, to: destination.name, entityMappings: entityMappings,
      primaryKeys: .renumbered)
    self.stage = stage
    history = ModelHistory(name: "Passed", versions: [source, destination], stages: [stage])
    self.source = try source.validated()
    self.destination = try destination.validated()
  }

  /// Makes the source store in a folder of its own, and passes its files and the folder.
  func withSource<Result>(_ body: (StoreFiles, String) throws -> Result) throws -> Result {
    try GoldenStoreFormat.withTemporaryDirectory { folder in
      let path = folder.appendingPathComponent("Source.sqlite")
      let generator = try StoreGenerator(history, position: 0, seed: 7, rows: rows)
      try StoreWriter.write(
        generator, layout: StoreLayout(source), storeUUID: generator.storeUUID,
        variant: .rollback, to: path)
      return try body(StoreFiles(main: path), folder)
    }
  }

  /// What the portable engine makes of the source.
  func portableContents(_ files: StoreFiles, in folder: String) throws -> StoreContents {
    let result = try Migrator.migrate(
      files, to: 1, in: history, to: folder.appendingPathComponent("Portable.sqlite"))
    return try StoreReader(files: result.output, layout: StoreLayout(destination)).contents()
  }

  /// What the calls between the passes and the destination were.
  final class Calls {
    var insertions: [Int] = []
    var prefetched: [Set<ObjectReference>] = []
    var batches = 0
    var validations = 0
    var progress: [Double] = []
  }

  /// What the passes make of the source.
  ///
  /// - Parameter validates: Whether objects without mandatory values are refused.
  func passedContents(
    _ files: StoreFiles, in folder: String, calls: Calls = Calls(), validates: Bool = true,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> StoreContents {
    let plan = try CustomPlan(stage, from: source, to: destination)
    let path = folder.appendingPathComponent("Passed.sqlite")
    let old = try Connection(path: files.main, mode: .readWrite)
    let new = try EmptyStore.make(
      at: path, layout: plan.destination,
      metadata: StoreMetadata(for: destination, storeUUID: UUID()))
    try run(plan, from: old, to: new, calls, validates: validates, progress)
    try EmptyStore.finish(new, at: path, isWriteAheadLogged: false)
    return try StoreReader(files: StoreFiles(main: path), layout: plan.destination).contents()
  }

  /// The editors are gone when this returns, so that their stores can be closed.
  private func run(
    _ plan: CustomPlan, from old: Connection, to new: Connection, _ calls: Calls, validates: Bool,
    _ progress: (Double) throws -> Void
  ) throws {
    let reader = EditorContext(editor: try StoreEditor(old, layout: plan.source, now: 0))
    let editor = try StoreEditor(new, layout: plan.destination, now: 0)
    let context = EditorContext(editor: editor)
    try new.transaction(.deferred) {
      try withoutActuallyEscaping(progress) { progress in
        try StagePasses(
          plan, from: reader,
          to: StageDestination(
            context: context,
            insert: { entity, values in
              calls.insertions.append(values.count)
              return try values.map { try context.insert(entity, values: $0) }
            },
            prefetch: { calls.prefetched.append(Set($0)) },
            didFinishBatch: { calls.batches += 1 },
            validate: {
              calls.validations += 1
              let invalid = try ObjectValidation(layout: plan.destination).invalidProperties(new)
              if validates, !invalid.isEmpty { throw InvalidObjects(properties: invalid) }
            }),
          progress: {
            calls.progress.append($0)
            try progress($0)
          }
        ).run()
      }
    }
  }

  struct InvalidObjects: Error {
    let properties: [InvalidProperty]
  }
}
