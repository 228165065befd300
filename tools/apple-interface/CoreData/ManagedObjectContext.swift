import Foundation

// API 188
open class NSManagedObjectContext: NSObject, NSLocking {
  // API 189
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType)

  // API 191
  open var concurrencyType: NSManagedObjectContextConcurrencyType { get }

  // API 192
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { get set }

  // API 193
  open var parent: NSManagedObjectContext? { get set }

  // API 194
  open var name: String? { get set }

  // API 195
  open var userInfo: NSMutableDictionary { get }

  // API 196
  open var undoManager: UndoManager? { get set }
  open var hasChanges: Bool { get }

  // API 197
  open var mergePolicy: Any { get set }

  // API 198
  open var automaticallyMergesChangesFromParent: Bool { get set }

  // API 199
  open var transactionAuthor: String? { get set }

  // API 200
  open var insertedObjects: Set<NSManagedObject> { get }
  open var updatedObjects: Set<NSManagedObject> { get }

  // API 201
  open var deletedObjects: Set<NSManagedObject> { get }
  open var registeredObjects: Set<NSManagedObject> { get }

  #if SDK26
    // API 204
    open func perform(_ block: @escaping @Sendable () -> Void)

    // API 205
    open func performAndWait(_ block: @Sendable () -> Void)
  #else
    // API 204
    open func perform(_ block: @escaping () -> Void)

    // API 205
    open func performAndWait(_ block: () -> Void)
  #endif

  // API 209
  open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int

  // API 210
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult

  // API 211
  open func insert(_ object: NSManagedObject)

  // API 212
  open func delete(_ object: NSManagedObject)

  // API 213
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool)

  // API 214
  open func refreshAllObjects()

  // API 215
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject

  // API 216
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject?

  // API 217
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject

  // API 218
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws

  // API 219
  open func processPendingChanges()

  // API 220
  open func save() throws

  // API 221
  open func reset()
  open func rollback()
}

extension NSManagedObjectContext {
  // API 190
  convenience public init(_ type: NSManagedObjectContext.ConcurrencyType)

  #if SDK26
    // API 202
    @preconcurrency
    public func perform<T>(
      schedule: NSManagedObjectContext.ScheduledTaskType = .immediate,
      _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T

    // API 203
    @preconcurrency
    public func performAndWait<T>(_ block: @Sendable () throws -> T) rethrows -> T
  #else
    // API 202
    public func perform<T>(
      schedule: NSManagedObjectContext.ScheduledTaskType = .immediate,
      _ block: @escaping () throws -> T
    ) async rethrows -> T

    // API 203
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T
  #endif

  // API 206
  public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult

  // API 207
  @_disfavoredOverload public func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws
    -> [Any]

  // API 208
  public func count<T>(for request: NSFetchRequest<T>) throws -> Int where T: NSFetchRequestResult
}

// API 225
open class NSMergePolicy: NSObject {
  // API 226
  public init(merge ty: NSMergePolicyType)

  // API 227
  open var mergeType: NSMergePolicyType { get }

  // API 228
  open class var error: NSMergePolicy { get }
  open class var rollback: NSMergePolicy { get }
  open class var overwrite: NSMergePolicy { get }

  // API 229
  open class var mergeByPropertyObjectTrump: NSMergePolicy { get }

  // API 230
  open class var mergeByPropertyStoreTrump: NSMergePolicy { get }
}

// API 232
open class NSManagedObject: NSObject, NSFetchRequestResult {
  // API 233
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?)

  // API 234
  convenience public init(context moc: NSManagedObjectContext)

  // API 235
  open class func entity() -> NSEntityDescription

  // API 237
  open var managedObjectContext: NSManagedObjectContext? { get }
  open var entity: NSEntityDescription { get }

  // API 238
  open var objectID: NSManagedObjectID { get }

  // API 239
  open var isInserted: Bool { get }
  open var isUpdated: Bool { get }
  open var isDeleted: Bool { get }
  open var isFault: Bool { get }

  // API 240
  open var hasChanges: Bool { get }

  // API 241
  open func value(forKey key: String) -> Any?

  // API 242
  open func setValue(_ value: Any?, forKey key: String)

  // API 243
  open func primitiveValue(forKey key: String) -> Any?

  // API 244
  open func setPrimitiveValue(_ value: Any?, forKey key: String)
  open func willAccessValue(forKey key: String?)
  open func didAccessValue(forKey key: String?)

  // API 245
  open func willChangeValue(forKey key: String)
  open func didChangeValue(forKey key: String)

  // API 246
  open func changedValues() -> [String: Any]

  // API 247
  open func committedValues(forKeys keys: [String]?) -> [String: Any]

  // API 248
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID]

  // API 249
  open func validateForInsert() throws

  // API 250
  open func validateForUpdate() throws

  // API 251
  @available(iOS 18.0, macOS 15.0, *)
  open subscript(key: String) -> Any? { get set }

  // API 252
  open func awakeFromFetch()
  open func awakeFromInsert()
  open func willSave()
  open func didSave()
  open func didTurnIntoFault()
  open func prepareForDeletion()
  open func willTurnIntoFault()
}

extension NSManagedObject {
  // API 236
  @_disfavoredOverload public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult>
}

// API 253
open class NSManagedObjectID: NSObject, NSFetchRequestResult {
  // API 254
  open var entity: NSEntityDescription { get }
  open var persistentStore: NSPersistentStore? { get }

  // API 255
  open var isTemporaryID: Bool { get }

  // API 256
  open func uriRepresentation() -> URL
}

// API 222
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  // API 222
  @available(iOS, deprecated: 9.0)
  @available(macOS, deprecated: 10.11)
  case confinementConcurrencyType = 0

  // API 222
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
  // API 223
  public struct ConcurrencyType: Hashable, RawRepresentable {
    public var rawValue: NSManagedObjectContextConcurrencyType
    public init(rawValue: NSManagedObjectContextConcurrencyType)
    public static let privateQueue: NSManagedObjectContext.ConcurrencyType
    public static let mainQueue: NSManagedObjectContext.ConcurrencyType
  }

  // API 224
  public enum ScheduledTaskType: Hashable {
    case immediate
    case enqueued
  }
}

// API 231
public enum NSMergePolicyType: UInt, Sendable {
  // API 231
  case errorMergePolicyType = 0
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  case overwriteMergePolicyType = 3
  case rollbackMergePolicyType = 4
}

// API 400
extension NSManagedObjectID: @unchecked Sendable {}

#if SDK26
  // API 401
  extension NSManagedObjectContext: @unchecked Sendable {}

  // API 402
  @available(*, unavailable)
  extension NSManagedObject: @unchecked Sendable {}
#endif
