import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// How often code of a history was called in one step: the proof that it ran.
final class CodeCalls {
  var count = 0
}

/// One custom stage on an open store: handlers and change of schema, each a commit of its own.
///
/// Format: StoreFormat F162.
struct CustomStep {
  let stage: MigrationStage
  let source: ValidatedModel
  let destination: ValidatedModel
  /// What may be lost of the store's persistent history.
  let historyOptions: PersistentHistoryOptions
  let progress: ProgressReport
  let calls: CodeCalls

  /// Refuses what a handler or a new store would leave wrong.
  ///
  /// Format: StoreFormat F186.
  func requireSupport(_ connection: Connection) throws {
    guard stage.hasCode else { return }
    let schema = try StoreSchema(of: connection)
    if let table = schema.tables.first(where: { CloudKitPlan.isTable($0.name) }) {
      throw problem(.notSupportedYet(what: "CloudKit mirroring (table '\(table.name)')"))
    }
    if let table = PersistentHistoryPlan.tables(in: schema).first, !historyOptions.allowsGaps {
      throw problem(.persistentHistory(table: table))
    }
  }

  /// Runs the handler on the source version.
  ///
  /// - Returns: What the persistent history does not tell.
  func willMigrate(_ connection: Connection, _ files: StoreFiles) throws -> [MigrationNote] {
    try run(stage.willMigrate, .willMigrate, connection, files, model: source)
  }

  /// Runs the handler on the destination version.
  ///
  /// - Returns: What the persistent history does not tell.
  func didMigrate(_ connection: Connection, _ files: StoreFiles) throws -> [MigrationNote] {
    try run(stage.didMigrate, .didMigrate, connection, files, model: destination)
  }

  private func run(
    _ handler: MigrationStage.Handler?, _ phase: MigrationProgress.Phase,
    _ connection: Connection, _ files: StoreFiles, model: ValidatedModel
  ) throws -> [MigrationNote] {
    guard let handler else { return [] }
    try progress.tell(phase, 0, of: 1)
    let changes = try connection.integer("SELECT total_changes()")
    // What a handler may do leaves the schema as it is.
    let schema = try connection.transaction {
      let metadata = try MetadataRow(of: connection)
      if let difference = metadata.value.difference(
        from: try VersionHash.entityHashes(of: model))
      {
        throw StoreError.otherModel(
          store: connection.fileName, version: model.name, difference: difference)
      }
      let layout = try StoreLayout(model)
      let schema = try StoreSchema(of: connection)
      try schema.requireTables(of: layout)
      let editor = try StoreEditor(
        connection, layout: layout, now: StoreWriter.now,
        supportFolder: files.existingSupportFolder)
      try handler(EditorContext(editor: editor))
      calls.count += 1
      try editor.saveKeys()
      return schema
    }
    try connection.enableTriggers(false)
    try progress.tell(phase, 1, of: 1)
    let hasChanged = try connection.integer("SELECT total_changes()") > changes
    guard hasChanged, !PersistentHistoryPlan.tables(in: schema).isEmpty else { return [] }
    return [.changesNotRecorded(phase)]
  }

  private func problem(_ problem: CustomStageProblem) -> MigrationError {
    .customStage(source: source.name, destination: destination.name, problem)
  }
}
