import Foundation

// API 288
open class NSMappingModel: NSObject {
  // API 289
  public init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?)

  // API 290
  open class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel

  // API 291
  public init?(contentsOf url: URL?)

  // API 292
  override public init()

  // API 293
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var entityMappings: [NSEntityMapping]! { get set }
  open var entityMappingsByName: [String: NSEntityMapping] { get }
}

// API 294
open class NSEntityMapping: NSObject {
  // API 294, unconfirmed
  override public init()

  // API 295
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var name: String! { get set }
  open var mappingType: NSEntityMappingType { get set }

  // API 296
  open var sourceEntityName: String? { get set }
  open var sourceEntityVersionHash: Data? { get set }

  // API 297
  open var destinationEntityName: String? { get set }
  open var destinationEntityVersionHash: Data? { get set }

  // API 298
  open var attributeMappings: [NSPropertyMapping]? { get set }
  open var relationshipMappings: [NSPropertyMapping]? { get set }

  // API 299
  open var sourceExpression: NSExpression? { get set }
  open var userInfo: [AnyHashable: Any]? { get set }

  // API 300
  open var entityMigrationPolicyClassName: String? { get set }
}

// API 302
open class NSPropertyMapping: NSObject {
  // API 302, unconfirmed
  override public init()

  // API 303
  open var name: String? { get set }
  open var valueExpression: NSExpression? { get set }

  // API 304
  open var userInfo: [AnyHashable: Any]? { get set }
}

// API 305
open class NSEntityMigrationPolicy: NSObject {
  // API 305, unconfirmed
  override public init()

  // API 306
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws

  // API 307
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager)
    throws

  // API 308
  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager)
    throws

  // API 309
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager) throws

  // API 310
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws

  // API 311
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws

  // API 312
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws
}

// API 314
open class NSMigrationManager: NSObject {
  // API 315
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel)

  // API 317
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil) throws

  // API 318
  open var usesStoreSpecificMigrationManager: Bool { get set }

  // API 319
  open var mappingModel: NSMappingModel { get }

  // API 320
  open var sourceModel: NSManagedObjectModel { get }
  open var destinationModel: NSManagedObjectModel { get }

  // API 321
  open var sourceContext: NSManagedObjectContext { get }
  open var destinationContext: NSManagedObjectContext { get }

  // API 322
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription?

  // API 323
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription?

  // API 324
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping)

  // API 325
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject]

  // API 326
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject]

  // API 327
  open var currentEntityMapping: NSEntityMapping { get }

  // API 328
  open var migrationProgress: Float { get }
  open var userInfo: [AnyHashable: Any]? { get set }

  // API 329
  open func cancelMigrationWithError(_ error: any Error)

  // API 330
  open func reset()
}

extension NSMigrationManager {
  // API 316
  public func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
    options sourceOptions: [AnyHashable: Any]? = nil, mapping: NSMappingModel,
    to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil) throws
}

// API 301
public enum NSEntityMappingType: UInt, Sendable {
  // API 301
  case undefinedEntityMappingType = 0
  case customEntityMappingType = 1
  case addEntityMappingType = 2
  case removeEntityMappingType = 3
  case copyEntityMappingType = 4
  case transformEntityMappingType = 5
}

// API 313
public let NSMigrationManagerKey: String
public let NSMigrationSourceObjectKey: String
public let NSMigrationDestinationObjectKey: String
public let NSMigrationEntityMappingKey: String
public let NSMigrationPropertyMappingKey: String
public let NSMigrationEntityPolicyKey: String
