// API 357
public let NSMigratePersistentStoresAutomaticallyOption: String

// API 358
public let NSInferMappingModelAutomaticallyOption: String

// API 359
@available(iOS 17.0, macOS 14.0, *)
public let NSPersistentStoreStagedMigrationManagerOptionKey: String

// API 360
public let NSPersistentStoreDeferredLightweightMigrationOptionKey: String

// API 361
public let NSSQLitePragmasOption: String
public let NSSQLiteAnalyzeOption: String

// API 362
public let NSSQLiteManualVacuumOption: String

// API 363
public let NSReadOnlyPersistentStoreOption: String

// API 364
public let NSPersistentStoreTimeoutOption: String

// API 365
public let NSPersistentStoreForceDestroyOption: String

// API 366
@available(macOS, unavailable)
public let NSPersistentStoreFileProtectionKey: String

// API 367
public let NSPersistentHistoryTrackingKey: String

// API 368
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String

// API 369
public let NSStoreTypeKey: String

// API 370
public let NSStoreUUIDKey: String

// API 371
public let NSStoreModelVersionHashesKey: String

// API 372
public let NSStoreModelVersionIdentifiersKey: String

// API 373
public let NSPersistentStoreOSCompatibility: String

// API 374
@available(iOS 18.0, macOS 15.0, *)
public let NSPersistentStoreModelVersionChecksumKey: String
