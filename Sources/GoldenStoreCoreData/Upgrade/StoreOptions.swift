/// How Core Data opens a store: the same for the app and for every step of an upgrade.
public struct StoreOptions: Hashable, Sendable {
  /// The value of an option that has no property of its own.
  public enum Value: Hashable, Sendable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case dictionary([String: Value])
  }

  /// When the files of a store can be read; the names are Foundation's.
  public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    case none, complete, completeUnlessOpen, completeUntilFirstUserAuthentication
  }

  /// Whether the store records persistent history; `NSPersistentHistoryTrackingKey`.
  ///
  /// A store that has recorded some and is opened without it becomes read-only. An inferred hop
  /// carries the history along, except that of entities that go; the history before the last change
  /// of such an entity may be gone, and tokens from then are expired. What handlers change is
  /// recorded. A custom stage with entity mappings makes a new store, whose history begins anew: see
  /// ``mayLosePersistentHistory``.
  public var tracksPersistentHistory: Bool
  /// Whether a custom stage with entity mappings may begin the history of the store anew, so that
  /// all tokens are expired; without, such a stage is refused where history is tracked.
  public var mayLosePersistentHistory: Bool
  /// Whether other processes are told of changes;
  /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`.
  public var postsRemoteChanges: Bool
  /// How the files are protected, on systems that do so; `NSPersistentStoreFileProtectionKey`.
  ///
  /// Core Data's default on iOS is `.completeUntilFirstUserAuthentication`: until the device has
  /// been unlocked once after a start, the store can't be read, and an upgrade ends with
  /// ``StoreProblem/protected(_:)``. With `.complete` that is so whenever the device is locked.
  public var fileProtection: FileProtection?
  /// The configuration of the model that the store is of; nil for the default one.
  ///
  /// Inferred hops know none: they carry the tables of all entities along.
  public var configuration: String?
  /// SQLite's pragmas by name; `NSSQLitePragmasOption`.
  public var pragmas: [String: String]
  /// Seconds for which a lock is waited for; `NSPersistentStoreTimeoutOption`. nil for the default.
  public var timeout: Double?
  /// Every other option, by Core Data's key; those of migrations, and those that have a
  /// property here, are refused.
  public var others: [String: Value]

  public init(
    tracksPersistentHistory: Bool = false, mayLosePersistentHistory: Bool = false,
    postsRemoteChanges: Bool = false,
    fileProtection: FileProtection? = nil, configuration: String? = nil,
    pragmas: [String: String] = [:], timeout: Double? = nil, others: [String: Value] = [:]
  ) {
    self.tracksPersistentHistory = tracksPersistentHistory
    self.mayLosePersistentHistory = mayLosePersistentHistory
    self.postsRemoteChanges = postsRemoteChanges
    self.fileProtection = fileProtection
    self.configuration = configuration
    self.pragmas = pragmas
    self.timeout = timeout
    self.others = others
  }
}
