import Foundation

// API 257
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  // API 258
  override public init()

  // API 259
  convenience public init(entityName: String)

  // API 260
  open var entityName: String? { get }

  // API 261
  open var entity: NSEntityDescription? { get set }
  open var predicate: NSPredicate? { get set }

  // API 262
  open var sortDescriptors: [NSSortDescriptor]? { get set }
  open var fetchLimit: Int { get set }

  // API 263
  open var fetchOffset: Int { get set }
  open var fetchBatchSize: Int { get set }

  // API 264
  override open var affectedStores: [NSPersistentStore]? { get set }

  // API 265
  open var resultType: NSFetchRequestResultType { get set }

  // API 266
  open var includesSubentities: Bool { get set }
  open var includesPropertyValues: Bool { get set }

  // API 267
  open var includesPendingChanges: Bool { get set }

  // API 268
  open var returnsObjectsAsFaults: Bool { get set }

  // API 269
  open var returnsDistinctResults: Bool { get set }

  // API 270
  open var relationshipKeyPathsForPrefetching: [String]? { get set }

  // API 271
  open var propertiesToFetch: [Any]? { get set }

  // API 272
  open var propertiesToGroupBy: [Any]? { get set }
  open var havingPredicate: NSPredicate? { get set }

  // API 273
  open func execute() throws -> [ResultType]
}

// API 276
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  // API 277
  public init(entityName: String, objects dictionaries: [[String: Any]])

  // API 278
  public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]])

  // API 279
  convenience public init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool)

  // API 280
  convenience public init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool)

  // API 281
  convenience public init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool)

  // API 282
  convenience public init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool)

  // API 283
  open var resultType: NSBatchInsertRequestResultType { get set }
}

// API 274
@objc public protocol NSFetchRequestResult {}

// API 274
extension NSDictionary: NSFetchRequestResult {}

// API 274
extension NSNumber: NSFetchRequestResult {}

// API 274
public struct NSFetchRequestResultType: OptionSet, Sendable {
  // API 274
  public let rawValue: UInt
  public init(rawValue: UInt)

  // API 274
  public static var managedObjectResultType: NSFetchRequestResultType { get }
  public static var managedObjectIDResultType: NSFetchRequestResultType { get }
  public static var dictionaryResultType: NSFetchRequestResultType { get }
  public static var countResultType: NSFetchRequestResultType { get }
}

// API 275
open class NSPersistentStoreRequest: NSObject {
  // API 275, unconfirmed
  override public init()

  // API 275
  open var affectedStores: [NSPersistentStore]? { get set }
}

// API 275
open class NSPersistentStoreResult: NSObject {}

// API 284
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  // API 284
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
}

// API 284
open class NSBatchInsertResult: NSPersistentStoreResult {
  // API 284
  open var result: Any? { get }
  open var resultType: NSBatchInsertRequestResultType { get }
}
