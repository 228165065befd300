import Foundation

// API 112
open class NSPersistentStoreCoordinator: NSObject, NSLocking {
  // API 113
  public init(managedObjectModel model: NSManagedObjectModel)

  // API 114
  open var managedObjectModel: NSManagedObjectModel { get }
  open var persistentStores: [NSPersistentStore] { get }

  // API 115
  open var name: String? { get set }

  // API 116
  open func persistentStore(for URL: URL) -> NSPersistentStore?

  // API 117
  open func url(for store: NSPersistentStore) -> URL

  // API 118
  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool

  // API 120
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore

  // API 121
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void)

  // API 122
  open func remove(_ store: NSPersistentStore) throws

  // API 124
  open class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any]

  // API 126
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil) throws

  // API 127
  open func metadata(for store: NSPersistentStore) -> [String: Any]

  // API 128
  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore)

  // API 130
  open func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore

  // API 132
  open func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws

  // API 134
  open func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String) throws

  // API 135
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext)
    throws -> Any

  // API 136
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID?

  // API 137
  @available(iOS 18.0, macOS 15.0, *)
  open func managedObjectID(for string: String) -> NSManagedObjectID?

  #if SDK26
    // API 139
    open func performAndWait(_ block: @Sendable () -> Void)

    // API 141
    open func perform(_ block: @escaping @Sendable () -> Void)
  #else
    // API 139
    open func performAndWait(_ block: () -> Void)

    // API 141
    open func perform(_ block: @escaping () -> Void)
  #endif

  // API 145
  @available(iOS, deprecated: 9.0)
  @available(macOS, deprecated: 10.11)
  open class func metadataForPersistentStore(ofType storeType: String?, at url: URL) throws
    -> [String: Any]

  // API 145
  @available(iOS, deprecated: 9.0)
  @available(macOS, deprecated: 10.11)
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL) throws

  // API 142
  open func finishDeferredLightweightMigration() throws

  // API 143
  open func finishDeferredLightweightMigrationTask() throws

  // API 144
  @available(iOS 26.4, macOS 26.4, *)
  open class func cachedModelForPersistentStore(at url: URL, options: [AnyHashable: Any]? = nil)
    throws -> NSManagedObjectModel
}

extension NSPersistentStoreCoordinator {
  // API 119
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore

  // API 123
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any]

  // API 125
  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil) throws

  // API 129
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore

  // API 131
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil)
    throws

  // API 133
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type sourceType: NSPersistentStore.StoreType) throws

  #if SDK26
    // API 138
    @preconcurrency
    public func performAndWait<T>(_ block: @Sendable () throws -> T) rethrows -> T

    // API 140
    @preconcurrency
    public func perform<T>(_ block: @escaping @Sendable () throws -> T) async rethrows -> T
  #else
    // API 138
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T

    // API 140
    public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T
  #endif
}

// API 146
open class NSPersistentStore: NSObject {
  // API 147
  public init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
    at url: URL, options: [AnyHashable: Any]? = nil)

  // API 148
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { get }

  // API 149
  open var configurationName: String { get }
  open var options: [AnyHashable: Any]? { get }

  // API 150
  open var url: URL? { get set }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var identifier: String! { get set }

  // API 151
  open var type: String { get }

  // API 152
  open var isReadOnly: Bool { get set }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var metadata: [String: Any]! { get set }

  // API 153
  open func loadMetadata() throws

  // API 154
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any]

  // API 155
  open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws

  // API 156
  open class func migrationManagerClass() -> AnyClass
}

// API 159
open class NSPersistentStoreDescription: NSObject {
  // API 160
  public init(url: URL)

  // API 161, unconfirmed
  override public init()

  // API 162
  open var type: String { get set }

  // API 163
  open var configuration: String? { get set }
  open var url: URL? { get set }

  // API 164
  open var options: [String: NSObject] { get }

  // API 165
  open func setOption(_ option: NSObject?, forKey key: String)

  // API 166
  open var isReadOnly: Bool { get set }
  open var timeout: TimeInterval { get set }

  // API 167
  open var sqlitePragmas: [String: NSObject] { get }

  // API 168
  open func setValue(_ value: NSObject?, forPragmaNamed name: String)

  // API 169
  open var shouldAddStoreAsynchronously: Bool { get set }
  open var shouldMigrateStoreAutomatically: Bool { get set }

  // API 170
  open var shouldInferMappingModelAutomatically: Bool { get set }
}

// API 171
open class NSPersistentContainer: NSObject {
  // API 172
  convenience public init(name: String)

  // API 173
  public init(name: String, managedObjectModel model: NSManagedObjectModel)

  // API 174
  open var name: String { get }

  // API 175
  open var viewContext: NSManagedObjectContext { get }

  // API 176
  open var managedObjectModel: NSManagedObjectModel { get }

  // API 177
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator { get }

  // API 178
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] { get set }

  // API 179
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void)

  // API 180
  open func newBackgroundContext() -> NSManagedObjectContext

  #if SDK26
    // API 181
    open func performBackgroundTask(
      _ block: @escaping @Sendable (NSManagedObjectContext) -> Void)
  #else
    // API 181
    open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void)
  #endif
}

extension NSPersistentContainer {
  // API 182
  public func performBackgroundTask<T>(_ block: @escaping (NSManagedObjectContext) throws -> T)
    async rethrows -> T

  // API 184
  public class var defaultDirectoryURL: URL { get }
}

extension NSPersistentStore {
  // API 157
  public struct StoreType: Hashable, RawRepresentable {
    public var rawValue: String
    public init(rawValue: String)
  }
}

extension NSPersistentStore.StoreType {
  // API 157
  public static let sqlite: NSPersistentStore.StoreType
  public static let binary: NSPersistentStore.StoreType
  public static let inMemory: NSPersistentStore.StoreType

  // API 157
  @available(iOS, unavailable)
  public static let xml: NSPersistentStore.StoreType
}

// API 158
public let NSSQLiteStoreType: String
public let NSBinaryStoreType: String
public let NSInMemoryStoreType: String

// API 158
@available(iOS, unavailable)
public let NSXMLStoreType: String

// API 400
extension NSPersistentStoreCoordinator: @unchecked Sendable {}

// API 400
extension NSPersistentContainer: @unchecked Sendable {}
