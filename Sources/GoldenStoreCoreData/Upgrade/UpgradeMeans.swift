package import Foundation
package import GoldenStoreFormat
import GoldenStoreMigration
package import GoldenStoreModel

/// What a store says of itself.
package struct StoreIdentity: Hashable, Sendable {
  package var uuid: String
  /// The hashes of all its entities, in the order of their names.
  package var hashes: [EntityHash]

  package init(uuid: String, hashes: [EntityHash]) {
    self.uuid = uuid
    self.hashes = hashes
  }
}

/// One hop with everything that is needed to make it.
package struct HopModels: Sendable {
  package let hop: UpgradeHop
  package let source: ValidatedModel
  package let destination: ValidatedModel
  /// The custom stage; nil for inference alone.
  package let stage: MigrationStage?

  init(_ hop: HistoryVersions.Hop, of versions: HistoryVersions) {
    self.hop = UpgradeHop(hop, of: versions)
    source = versions.models[hop.source]
    destination = versions.models[hop.destination]
    stage = hop.stage
  }
}

/// What an upgrade does to stores and folders: by Core Data in an app, by something else in tests.
///
/// Nothing else in an upgrade changes anything on the disk, so that a test can fail, cancel or kill
/// it at each of these calls. Whatever a closure opens it has closed when it returns.
package struct UpgradeMeans: Sendable {
  // MARK: Stores

  /// Reads who a store is, and leaves it as it is.
  package var identity: @Sendable (_ store: StoreFiles) throws -> StoreIdentity
  /// Copies a store with its sidecars and external values over whatever is at the destination.
  package var replace: @Sendable (_ destination: StoreFiles, _ source: StoreFiles) throws -> Void
  /// Finds out whether a hop can be made, before anything is written.
  package var prepare: @Sendable (_ hop: HopModels) throws -> Void
  /// Runs a handler on a store of a version.
  package var run:
    @Sendable (
      _ handler: @escaping MigrationStage.Handler, _ store: StoreFiles, _ model: ValidatedModel
    ) throws -> Void
  /// Makes the store of the destination, which does not exist yet, from that of the source.
  ///
  /// Tells how much is done, from 0 to 1; what that call throws ends the migration.
  package var migrate:
    @Sendable (
      _ hop: HopModels, _ source: StoreFiles, _ destination: StoreFiles,
      _ progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> Void
  /// Opens a store as the app will open it, without any migration, and closes it.
  package var open: @Sendable (_ store: StoreFiles, _ model: ValidatedModel) throws -> Void
  /// The domain of SQLite's result codes in errors.
  package var sqliteDomain: String
  /// The options that an upgrade decides by itself.
  package var reservedOptions: Set<String> = []
  /// The properties of ``StoreOptions`` that stand for options, by the keys of these.
  package var optionProperties: [String: String] = [:]

  // MARK: Files

  /// Whether there is anything at a path.
  package var exists: @Sendable (_ path: String) -> Bool = {
    FileManager.default.fileExists(atPath: $0)
  }
  /// Reads the first 16 bytes of a file, or all of a shorter one.
  package var beginning: @Sendable (_ path: String) throws -> Data = {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: $0))
    // A file that was only read has nothing to lose when it is closed.
    defer { try? file.close() }
    return try file.read(upToCount: 16) ?? Data()
  }
  /// Makes a folder and the ones that it is in, for this user alone; one that is there stays.
  package var makeFolder: @Sendable (_ path: String) throws -> Void = {
    try FileManager.default.createDirectory(
      atPath: $0, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
  /// Gives a folder another name.
  package var rename: @Sendable (_ path: String, _ to: String) throws -> Void = {
    try FileManager.default.moveItem(atPath: $0, toPath: $1)
  }
  /// Deletes a folder with everything in it.
  package var remove: @Sendable (_ path: String) throws -> Void = {
    try FileManager.default.removeItem(atPath: $0)
  }
  /// Adds the external values that a store lacks and another has.
  package var addExternalValues:
    @Sendable (_ store: StoreFiles, _ other: StoreFiles) throws -> Void = {
      try $0.addExternalValues(of: $1)
    }

  package init(
    sqliteDomain: String,
    identity: @escaping @Sendable (StoreFiles) throws -> StoreIdentity,
    replace: @escaping @Sendable (_ destination: StoreFiles, _ source: StoreFiles) throws -> Void,
    prepare: @escaping @Sendable (HopModels) throws -> Void,
    run:
      @escaping @Sendable (@escaping MigrationStage.Handler, StoreFiles, ValidatedModel) throws ->
      Void,
    migrate:
      @escaping @Sendable (
        HopModels, _ source: StoreFiles, _ destination: StoreFiles,
        @escaping @Sendable (Double) throws -> Void
      ) throws -> Void,
    open: @escaping @Sendable (StoreFiles, ValidatedModel) throws -> Void
  ) {
    self.sqliteDomain = sqliteDomain
    self.identity = identity
    self.replace = replace
    self.prepare = prepare
    self.run = run
    self.migrate = migrate
    self.open = open
  }
}
