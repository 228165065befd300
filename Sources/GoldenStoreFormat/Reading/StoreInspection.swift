public import GoldenStoreModel

/// What can be said of a store without its model.
public struct StoreInspection: Hashable, Sendable {
  /// An entity that the metadata list.
  public struct Entity: Hashable, Sendable {
    public let name: String
    public let hash: HashValue
    /// Rows of this entity, subentities not included; nil where its table was not found.
    public let rows: Int64?
  }

  /// A table and the number of its rows.
  public struct Table: Hashable, Sendable {
    public let name: String
    public let rows: Int64
  }

  /// The name of the main file.
  public let name: String
  public let files: [StoreFiles.File]
  /// `wal` or `delete`, as the header of the main file says.
  public let journalMode: String
  public let metadata: StoreMetadata
  /// The entities in code-unit order of their names.
  public let entities: [Entity]
  /// The tables of many-to-many relationships, by name.
  public let joinTables: [Table]
  /// Whether the store has the tables of persistent history.
  public let hasHistory: Bool
  /// What looks wrong, the likeliest loss first.
  public let warnings: [StoreWarning]

  /// Rows of all entities together.
  public var objectCount: Int64 { entities.reduce(0) { $0 + ($1.rows ?? 0) } }

  /// Inspects a private copy of a store.
  ///
  /// A damaged `-wal` is a warning here; what SQLite makes of it is what is counted.
  ///
  /// - Throws: `StoreError` for files that are missing, damaged or no store.
  public init(of files: StoreFiles) throws {
    throw StoreError.notSupported(feature: "inspection", place: files.name)
  }
}

/// Something about a store that hints at a loss or at damage.
public enum StoreWarning: Hashable, Sendable, CustomStringConvertible {
  /// WAL mode, a `-shm` without a `-wal`, and no objects.
  case probablyLostWriteAheadLog(store: String)
  /// WAL mode and a `-shm` without a `-wal`, but objects in the main file.
  case sharedMemoryWithoutWriteAheadLog(store: String)
  /// WAL mode, no sidecar, and no objects.
  case noObjects(store: String)
  /// SQLite will not use a part of the `-wal`.
  case damagedWriteAheadLog(file: String, damage: WriteAheadLogDamage)
  /// A `-journal` that SQLite will roll back when the store is opened.
  case hotJournal(file: String)
  /// A sidecar that does not go with the journal mode of the main file.
  case straySidecar(file: String, journalMode: String)
  /// The main file is shorter than its header says.
  case cutShort(store: String, bytes: Int64, expected: Int64)

  public var description: String {
    switch self {
    case .probablyLostWriteAheadLog(let store):
      "'\(store)' is in WAL mode, has a '-shm' without its '-wal', and holds no rows: it probably lost its '-wal'"
    case .sharedMemoryWithoutWriteAheadLog(let store):
      "'\(store)' is in WAL mode and has a '-shm' without its '-wal': rows may be missing"
    case .noObjects(let store):
      "'\(store)' is in WAL mode, has no '-wal', and holds no rows: it may have lost its '-wal'"
    case .damagedWriteAheadLog(let file, let damage):
      "'\(file)' is damaged: \(damage); SQLite ignores it from there on"
    case .hotJournal(let file):
      "'\(file)' exists: SQLite will roll back the last transaction when the store is opened"
    case .straySidecar(let file, let journalMode):
      "'\(file)' exists although the store has journal mode '\(journalMode)': it may belong to another store"
    case .cutShort(let store, let bytes, let expected):
      "'\(store)' is cut short: its header promises \(expected) bytes, found \(bytes)"
    }
  }
}
