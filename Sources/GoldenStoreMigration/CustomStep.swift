import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// One custom stage on an open store: handlers and change of schema, each a commit of its own.
///
/// Format: StoreFormat F162.
struct CustomStep {
  let stage: MigrationStage
  let source: ValidatedModel
  let destination: ValidatedModel
  let progress: ProgressReport

  /// Refuses what a handler or a new store would leave wrong.
  func requireSupport(_ connection: Connection) throws {
    for table in try StoreSchema(of: connection).tables {
      if table.name == "ATRANSACTION" || table.name == "ACHANGE" {
        throw problem(.notSupportedYet(what: "persistent history (table '\(table.name)')"))
      }
      if table.name.hasPrefix("ANSCK") {
        throw problem(.notSupportedYet(what: "CloudKit mirroring (table '\(table.name)')"))
      }
    }
  }

  func willMigrate(_ connection: Connection, _ files: StoreFiles) throws {
    try run(stage.willMigrate, .willMigrate, connection, files, model: source)
  }

  func didMigrate(_ connection: Connection, _ files: StoreFiles) throws {
    try run(stage.didMigrate, .didMigrate, connection, files, model: destination)
  }

  private func run(
    _ handler: MigrationStage.Handler?, _ phase: MigrationProgress.Phase,
    _ connection: Connection, _ files: StoreFiles, model: ValidatedModel
  ) throws {
    guard let handler else { return }
    try progress.tell(phase, 0, of: 1)
    try connection.transaction {
      let metadata = try MetadataRow(of: connection)
      if let difference = metadata.value.difference(
        from: try VersionHash.entityHashes(of: model))
      {
        throw StoreError.otherModel(
          store: connection.fileName, version: model.name, difference: difference)
      }
      let editor = try StoreEditor(
        connection, layout: StoreLayout(model), now: StoreWriter.now,
        supportFolder: files.existingSupportFolder)
      try handler(EditorContext(editor: editor))
      try editor.saveKeys()
    }
    try connection.enableTriggers(false)
    try progress.tell(phase, 1, of: 1)
  }

  private func problem(_ problem: CustomStageProblem) -> MigrationError {
    .customStage(source: source.name, destination: destination.name, problem)
  }
}
