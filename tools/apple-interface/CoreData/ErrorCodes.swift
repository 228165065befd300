import Foundation

// API 381
public var NSManagedObjectConstraintValidationError: Int { get }
public var NSMigrationMissingSourceModelError: Int { get }

// API 382
public var NSManagedObjectMergeError: Int { get }
public var NSMigrationMissingMappingModelError: Int { get }

// API 383
public var NSManagedObjectConstraintMergeError: Int { get }
public var NSMigrationManagerSourceStoreError: Int { get }

// API 384
public var NSPersistentStoreInvalidTypeError: Int { get }
public var NSMigrationManagerDestinationStoreError: Int { get }

// API 385
public var NSPersistentStoreTypeMismatchError: Int { get }
public var NSEntityMigrationPolicyError: Int { get }

// API 386
public var NSPersistentStoreIncompatibleSchemaError: Int { get }
public var NSSQLiteError: Int { get }

// API 387
public var NSPersistentStoreSaveError: Int { get }
public var NSInferredMappingModelError: Int { get }

// API 388
public var NSCoreDataError: Int { get }
public var NSPersistentHistoryTokenExpiredError: Int { get }

// API 389
public var NSPersistentStoreOperationError: Int { get }
public var NSManagedObjectModelReferenceNotFoundError: Int { get }

// API 390
public var NSPersistentStoreOpenError: Int { get }
public var NSStagedMigrationFrameworkVersionMismatchError: Int { get }

// API 391
public var NSPersistentStoreTimeoutError: Int { get }
public var NSStagedMigrationBackwardMigrationError: Int { get }

// API 392
public var NSPersistentStoreIncompatibleVersionHashError: Int { get }
public var NSMigrationError: Int { get }

// API 393
public var NSMigrationConstraintViolationError: Int { get }
public var NSMigrationCancelledError: Int { get }

extension CocoaError.Code {
  // API 381
  public static var migrationMissingSourceModel: CocoaError.Code { get }

  // API 382
  public static var managedObjectMerge: CocoaError.Code { get }
  public static var migrationMissingMappingModel: CocoaError.Code { get }

  // API 383
  public static var managedObjectConstraintMerge: CocoaError.Code { get }
  public static var migrationManagerSourceStore: CocoaError.Code { get }

  // API 384
  public static var persistentStoreInvalidType: CocoaError.Code { get }
  public static var migrationManagerDestinationStore: CocoaError.Code { get }

  // API 385
  public static var persistentStoreTypeMismatch: CocoaError.Code { get }
  public static var entityMigrationPolicy: CocoaError.Code { get }

  // API 386
  public static var persistentStoreIncompatibleSchema: CocoaError.Code { get }
  public static var sqlite: CocoaError.Code { get }

  // API 387
  public static var persistentStoreSave: CocoaError.Code { get }
  public static var inferredMappingModel: CocoaError.Code { get }

  // API 388
  public static var coreData: CocoaError.Code { get }

  // API 389
  public static var persistentStoreOperation: CocoaError.Code { get }

  // API 390
  public static var persistentStoreOpen: CocoaError.Code { get }

  // API 391
  public static var persistentStoreTimeout: CocoaError.Code { get }

  // API 392
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { get }
  public static var migration: CocoaError.Code { get }

  // API 393
  public static var migrationCancelled: CocoaError.Code { get }
}

// API 395
public let NSDetailedErrorsKey: String
public let NSValidationObjectErrorKey: String
public let NSValidationKeyErrorKey: String
public let NSValidationPredicateErrorKey: String
public let NSValidationValueErrorKey: String
public let NSAffectedStoresErrorKey: String
public let NSAffectedObjectsErrorKey: String
public let NSPersistentStoreSaveConflictsErrorKey: String
public let NSSQLiteErrorDomain: String
