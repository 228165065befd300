// API 414
@available(iOS 17.0, macOS 14.0, *)
public protocol VersionedSchema: SendableMetatype {
  // API 414
  static var models: [any PersistentModel.Type] { get }
  static var versionIdentifier: Schema.Version { get }
}

// API 415
@available(iOS 17.0, macOS 14.0, *)
public protocol SchemaMigrationPlan: SendableMetatype {
  // API 415
  static var schemas: [any VersionedSchema.Type] { get }
  static var stages: [MigrationStage] { get }
}

// API 417
@available(iOS 17.0, macOS 14.0, *)
public enum MigrationStage: Sendable {
  // API 418
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

  // API 419
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}
