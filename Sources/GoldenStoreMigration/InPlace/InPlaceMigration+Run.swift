import Foundation
import GoldenStoreFormat
package import GoldenStoreModel
package import GoldenStoreSQLite

extension InPlaceMigration {
  /// Migrates an open store in one transaction; where anything fails, the store stays as it was.
  ///
  /// A store that has the destination's hashes already was migrated by another client, which is
  /// a success without a statement.
  ///
  /// Format: StoreFormat F114, F117, F118.
  ///
  /// - Parameters:
  ///   - historyOptions: What may be lost of the store's persistent history.
  ///   - willRun: Called before each statement; what it throws ends the migration.
  ///   - willBegin: Called before the first one with their number.
  ///   - willCommit: Called when nothing but the commit is left.
  ///   - note: Called at the end with what readers of the persistent history should know.
  /// - Returns: What was done, `none` where another client was faster.
  /// - Throws: `MigrationError`, or what `willRun` throws.
  package static func migrate(
    _ connection: Connection, from source: ValidatedModel, to destination: ValidatedModel,
    historyOptions: PersistentHistoryOptions = PersistentHistoryOptions(),
    willRun: (MigrationStatement) throws -> Void = { _ in },
    willBegin: (_ statements: Int) throws -> Void = { _ in },
    willCommit: () -> Void = {},
    note: (MigrationNote) -> Void = { _ in }
  ) throws -> MigrationPath {
    let hop = (source: source.name, destination: destination.name)
    var notes: [MigrationNote] = []
    let path = try translatingErrors(hop) {
      try connection.transaction(.immediate) { () -> MigrationPath in
        let metadata = try MetadataRow(of: connection)
        let hashes = try VersionHash.entityHashes(of: destination)
        if metadata.value.entityHashes == hashes { return .none }
        if let difference = metadata.value.difference(
          from: try VersionHash.entityHashes(of: source))
        {
          throw StoreError.otherModel(
            store: connection.fileName, version: source.name, difference: difference)
        }
        let migration = try InPlaceMigration(
          from: source, to: destination, schema: StoreSchema(of: connection),
          historyOptions: historyOptions)
        try RowCheck(plan: migration.plan).run(on: connection)
        let history = try PersistentHistoryCheck(
          plan: migration.plan.history, framework: metadata.value.frameworkVersion
        ).run(on: connection)
        notes = history.notes
        if !migration.plan.planner.destination.derivedColumns.isEmpty {
          try connection.registerCoreDataFunctions(now: StoreWriter.now)
        }
        try connection.registerExternalReferenceMarker()
        let statements = migration.statements(history: history.statements)
        try willBegin(statements.count)
        for statement in statements {
          try willRun(statement)
          try migration.run(statement, on: connection)
        }
        try metadata.update(
          to: destination, isMirrored: migration.plan.planner.isMirrored, on: connection)
        try RequiredValueCheck(plan: migration.plan).run(on: connection)
        willCommit()
        return migration.path
      }
    }
    notes.forEach(note)
    return path
  }

  /// The statements with those for the history that the store's rows ask for.
  private func statements(history: [MigrationStatement]) -> [MigrationStatement] {
    let last = statements.firstIndex { $0.phase == .cloudKit } ?? statements.endIndex
    return statements[..<last].filter { $0.phase != .persistentHistory } + history
      + statements[last...]
  }

  private func run(_ statement: MigrationStatement, on connection: Connection) throws {
    do {
      try connection.execute(statement.sql)
    } catch let error as SQLiteError {
      guard error.isUniquenessViolation, case .failed(_, _, let message, _) = error else {
        throw error
      }
      throw MigrationError.cannotMigrate(
        source: mapping.source, destination: mapping.destination,
        .constraintViolation(
          index: SchemaText(statement.text).indexName ?? statement.text, message: message))
    }
  }

  /// Turns the errors of the layers below into those of a migration; others pass as they are.
  static func translatingErrors<Result>(
    _ hop: (source: String, destination: String), _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw MigrationError.store(error)
    } catch let error as ModelError {
      throw MigrationError.model(error)
    } catch let error as SQLiteError {
      throw MigrationError.cannotMigrate(
        source: hop.source, destination: hop.destination,
        .database(code: error.code ?? 0, message: error.description))
    }
  }
}

extension SQLiteError {
  /// SQLITE_CONSTRAINT_UNIQUE.
  var isUniquenessViolation: Bool { code == 2067 }
}
