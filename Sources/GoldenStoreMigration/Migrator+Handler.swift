package import GoldenStoreFormat
package import GoldenStoreModel
import GoldenStoreSQLite

extension Migrator {
  /// Runs a handler of a custom stage on a store of a version, apart from any change of schema, as
  /// whoever makes the hops one by one does.
  ///
  /// Everything that the handler does is committed together, and checkpointed.
  ///
  /// - Throws: What the handler throws; `StoreError`, `SQLiteError`.
  package static func run(
    _ handler: @escaping MigrationStage.Handler, on files: StoreFiles, of model: ValidatedModel
  ) throws {
    let connection = try Connection(path: files.main, mode: .readWrite)
    let step = CustomStep(
      stage: .custom(from: model.name, to: model.name, willMigrate: handler), source: model,
      destination: model, historyOptions: PersistentHistoryOptions(allowsGaps: true),
      progress: ProgressReport(source: model.name, destination: model.name) { _ in },
      calls: CodeCalls())
    try step.requireSupport(connection)
    _ = try step.willMigrate(connection, files)
    try connection.checkpoint(.truncate)
    try connection.close()
  }
}
