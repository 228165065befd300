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
    let copy = try StoreCopy(of: files, damage: .tolerate)
    name = files.name
    self.files = try files.files()
    journalMode = copy.header.isWriteAheadLogged ? "wal" : "delete"
    metadata = try copy.metadata()
    let tables = Set(try copy.tableNames())
    let entities = try Self.entities(of: metadata, in: copy, tables: tables)
    self.entities = entities
    let entityTables = Set(entities.map { StoreNames.table(ofRoot: $0.name) })
    joinTables = try tables.subtracting(entityTables).filter(Self.isJoinTable)
      .sorted(by: NameOrder.precedes)
      .map { Table(name: $0, rows: try copy.rowCount(of: $0)) }
    hasHistory = tables.isSuperset(of: ["ACHANGE", "ATRANSACTION"])
    let store = files.name
    let uncounted = entities.filter { $0.rows == nil }.map {
      StoreWarning.uncountedEntity(store: store, entity: $0.name)
    }
    warnings =
      Self.warnings(
        about: self.files, store: name, logDamage: copy.logDamage, journalMode: journalMode,
        isEmpty: entities.allSatisfy { $0.rows == 0 }) + uncounted
  }

  private static func entities(
    of metadata: StoreMetadata, in copy: StoreCopy, tables: Set<String>
  ) throws -> [Entity] {
    let members = try copy.numberedEntities()
    let named = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let roots = roots(of: members)
    return try metadata.entityHashes.map { recorded in
      let member = named[recorded.entity]
      let table = member.flatMap { roots[$0.number] }.map { StoreNames.table(ofRoot: $0) }
      guard let member, let table, tables.contains(table) else {
        return Entity(name: recorded.entity, hash: recorded.hash, rows: nil)
      }
      return Entity(
        name: recorded.entity, hash: recorded.hash,
        rows: try copy.rowCount(of: table, entityNumber: member.number))
    }
  }

  /// The name of the topmost superentity for each number; none where supers go in circles.
  private static func roots(of members: [StoreReader.PrimaryKeyRow]) -> [Int64: String] {
    let numbered = Dictionary(
      members.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    var roots: [Int64: String] = [:]
    // Every number is walked through once, those of a circle included.
    var seen: Set<Int64> = []
    for member in members {
      var path: [Int64] = []
      var current = member
      while seen.insert(current.number).inserted {
        path.append(current.number)
        guard current.superNumber != 0, let parent = numbered[current.superNumber] else {
          roots[current.number] = current.name
          break
        }
        current = parent
      }
      guard let root = roots[current.number] else { continue }
      for number in path { roots[number] = root }
    }
    return roots
  }

  /// `Z_2PETS`: `Z_`, the number of an entity, and a name.
  private static func isJoinTable(_ table: String) -> Bool {
    guard table.hasPrefix("Z_") else { return false }
    let rest = table.utf8.dropFirst(2)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return !digits.isEmpty && digits.count < rest.count
  }

  private static func warnings(
    about files: [StoreFiles.File], store: String, logDamage: WriteAheadLogDamage?,
    journalMode: String,
    isEmpty: Bool
  ) -> [StoreWarning] {
    var warnings: [StoreWarning] = []
    let parts = Set(files.map(\.part))
    if journalMode == "wal" {
      switch (parts.contains(.writeAheadLog), parts.contains(.sharedMemory), isEmpty) {
      case (false, true, true): warnings.append(.probablyLostWriteAheadLog(store: store))
      case (false, true, false): warnings.append(.sharedMemoryWithoutWriteAheadLog(store: store))
      case (false, false, true): warnings.append(.noObjects(store: store))
      default: break
      }
    } else {
      for file in files where file.part == .writeAheadLog || file.part == .sharedMemory {
        warnings.append(.straySidecar(file: file.name, journalMode: journalMode))
      }
    }
    for file in files where file.part == .rollbackJournal && file.bytes > 0 {
      warnings.append(.hotJournal(file: file.name))
    }
    if let damage = logDamage {
      warnings.append(.damagedWriteAheadLog(file: store + "-wal", damage: damage))
    }
    return warnings
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
  /// `Z_PRIMARYKEY` leads from an entity to no table; a migration that renames an entity may leave
  /// its former name there.
  case uncountedEntity(store: String, entity: String)
  /// A sidecar that does not go with the journal mode of the main file.
  case straySidecar(file: String, journalMode: String)

  public var description: String {
    switch self {
    case .probablyLostWriteAheadLog(let store):
      "'\(store)' is in WAL mode, has a '-shm' without its '-wal', and holds no rows: it "
        + "probably lost its '-wal'"
    case .sharedMemoryWithoutWriteAheadLog(let store):
      "'\(store)' is in WAL mode and has a '-shm' without its '-wal': rows may be missing"
    case .noObjects(let store):
      "'\(store)' is in WAL mode, has no '-wal', and holds no rows: it may have lost its '-wal'"
    case .damagedWriteAheadLog(let file, let damage):
      "'\(file)' is damaged: \(damage); SQLite ignores it from there on"
    case .hotJournal(let file):
      "'\(file)' exists: SQLite will roll back the last transaction when the store is opened"
    case .uncountedEntity(let store, let entity):
      "'Z_PRIMARYKEY' of '\(store)' leads from entity '\(entity)' to no table, so its objects "
        + "were not counted: a renamed entity keeps its former name there, or the table is damaged"
    case .straySidecar(let file, let journalMode):
      "'\(file)' exists although the store has journal mode '\(journalMode)': it may belong "
        + "to another store"
    }
  }
}
