import Foundation

// API 334
@available(iOS 17.0, macOS 14.0, *)
open class NSMigrationStage: NSObject {
  // API 335
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var label: String! { get set }
}

// API 336
@available(iOS 17.0, macOS 14.0, *)
open class NSLightweightMigrationStage: NSMigrationStage {
  // API 338
  open var versionChecksums: [String] { get }
}

@available(iOS 17.0, macOS 14.0, *)
extension NSLightweightMigrationStage {
  // API 337
  convenience public init(_ checksums: [String])
}

// API 339
@available(iOS 17.0, macOS 14.0, *)
open class NSCustomMigrationStage: NSMigrationStage {
  // API 341
  open var currentModel: NSManagedObjectModelReference { get }
  open var nextModel: NSManagedObjectModelReference { get }
}

@available(iOS 17.0, macOS 14.0, *)
extension NSCustomMigrationStage {
  // API 340
  convenience public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference)

  // API 342
  public var willMigrateHandler:
    ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
  { get set }

  // API 343
  public var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
  { get set }
}

// API 344
@available(iOS 17.0, macOS 14.0, *)
open class NSStagedMigrationManager: NSObject {
  // API 346
  open var stages: [NSMigrationStage] { get }
  open var container: NSPersistentContainer? { get }
}

@available(iOS 17.0, macOS 14.0, *)
extension NSStagedMigrationManager {
  // API 345
  convenience public init(_ stages: [NSMigrationStage])
}

// API 347
@available(iOS 17.0, macOS 14.0, *)
open class NSManagedObjectModelReference: NSObject {
  // API 348
  public init(model: NSManagedObjectModel, versionChecksum: String)

  // API 349
  public init(fileURL: URL, versionChecksum: String)

  // API 350
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String)

  // API 351
  public init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  )

  // API 352
  open var resolvedModel: NSManagedObjectModel { get }

  // API 353
  open var versionChecksum: String { get }
}
