import GoldenStoreModel

/// Why a store could not be described, read or written.
public enum StoreError: Error, Equatable, Sendable {
  // MARK: Files

  /// There is no file of that path.
  case fileMissing(path: String)
  /// Files that a new store must not meet exist already.
  case destinationOccupied(files: [String])
  /// The file system refused an operation.
  case fileSystem(operation: String, path: String, reason: String)
  /// Another process writes the store, or has it open.
  case inUse(store: String)
  /// A file of a unit is a folder, or the support folder is a file.
  case wrongFileKind(path: String, expected: String)

  // MARK: Container

  /// The file does not begin as an SQLite database does.
  case notADatabase(store: String, found: String)
  /// The header of the database holds an impossible value.
  case damagedHeader(store: String, field: String, found: Int)
  /// The main file has fewer bytes than its header says.
  case cutShort(store: String, bytes: Int64, expected: Int64)
  /// The `-wal` can't be used as it is.
  case damagedWriteAheadLog(file: String, damage: WriteAheadLogDamage)
  /// SQLite refused to work with the file; `code` is its extended result code.
  case database(store: String, code: Int32?, reason: String)

  // MARK: Core Data's own tables

  /// A database without one of the tables that every store has.
  case notACoreDataStore(store: String, missingTable: String)
  /// `Z_METADATA` does not hold exactly one row.
  case metadataRows(store: String, found: Int64)
  /// The property list in `Z_METADATA` can't be read.
  case damagedMetadata(store: String, damage: PropertyListDamage)
  /// A key of the metadata is missing.
  case metadataKeyMissing(store: String, key: String)
  /// An archived model, in a store or in a compiled file, can't be read.
  case damagedModelArchive(file: String, damage: ModelArchiveDamage)
  /// A store without an archived model.
  case modelCacheMissing(store: String)
  /// A value of the metadata has another type or form than Core Data writes.
  case metadataValue(store: String, key: String, expected: String, found: String)
  /// The entity hashes in the store are not those of the model.
  case otherModel(store: String, version: String, difference: String)

  // MARK: Rows and values

  /// A table or column that the model asks for is missing.
  case schemaMissing(store: String, table: String, column: String?, version: String)
  /// A view or a virtual table stands in the place of a table; it never runs.
  case notATable(store: String, name: String, found: String)
  /// The file would compute what Core Data stores; nothing that a file brings along runs.
  case computedByFile(store: String, place: String, expected: String)
  /// The model has no entity of that name.
  case unknownEntity(name: String, suggestion: String?)
  /// A column holds a value of a storage class that its attribute can't have.
  case unexpectedType(
    store: String, table: String, row: Int64, column: String, expected: String, found: String)
  /// A column holds a value of the right class with an impossible content.
  case unexpectedValue(
    store: String, table: String, row: Int64, column: String, problem: String)
  /// A row belongs to no entity of its table.
  case unexpectedEntityNumber(store: String, table: String, row: Int64, found: String)

  // MARK: Writing

  /// A value can't be stored in its attribute.
  case unsuitableValue(entity: String, primaryKey: Int64, property: String, problem: String)
  /// The objects of a source are not in ascending order of primary keys, or not of their entity.
  case unsuitableObject(entity: String, primaryKey: Int64, problem: String)
  /// The two sides of a relationship name different pairs of objects.
  case disagreeingInverses(
    entity: String, relationship: String, destination: String, inverse: String)
  /// A source that was asked twice for the targets of a relationship told two things.
  case unstableTargets(entity: String, relationship: String)
  /// An object to be changed does not exist.
  case objectMissing(entity: String, primaryKey: Int64)
  /// An object would have the values of another one, which a uniqueness constraint forbids.
  case uniquenessViolation(entity: String, primaryKey: Int64, properties: [String])
  /// An object has targets, and the relationship's rule denies its deletion.
  case deletionDenied(entity: String, primaryKey: Int64, relationship: String, targets: Int)
  /// A feature of a model whose place in a store is not known yet.
  case notSupported(feature: String, place: String)
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fileMissing(let path):
      "'\(path)' does not exist"
    case .destinationOccupied(let files):
      "\(Self.quoted(files)) \(files.count == 1 ? "exists" : "exist") already; choose "
        + "another destination, or delete the store with all its files"
    case .fileSystem(let operation, let path, let reason):
      "cannot \(operation) '\(path)': \(reason)"
    case .inUse(let store):
      "'\(store)' is in use by another process; close it there, or try again later"
    case .wrongFileKind(let path, let expected):
      "'\(path)' is not a \(expected)"
    case .notADatabase(let store, let found):
      "'\(store)' is not an SQLite database: expected 'SQLite format 3' at its start, found "
        + "\(found)"
    case .damagedHeader(let store, let field, let found):
      "'\(store)' has a damaged header: its \(field) is \(found)"
    case .cutShort(let store, let bytes, let expected):
      "'\(store)' is cut short: its header promises \(expected) bytes, found \(bytes)"
    case .damagedWriteAheadLog(let file, let damage):
      "'\(file)' is damaged: \(damage)"
    case .database(_, _, let reason):
      reason
    case .notACoreDataStore(let store, let missingTable):
      "'\(store)' is not a Core Data store: table '\(missingTable)' is missing"
    case .metadataRows(let store, let found):
      "'\(store)', 'Z_METADATA': expected 1 row with Z_VERSION 1, found \(found)"
    case .damagedMetadata(let store, let damage):
      "'\(store)', 'Z_METADATA', column 'Z_PLIST': cannot read the property list: \(damage)"
    case .damagedModelArchive(let file, let damage):
      "'\(file)': cannot read the archived model: \(damage)"
    case .modelCacheMissing(let store):
      "'\(store)' holds no archived model; name its model file or a built-in history instead"
    case .metadataKeyMissing(let store, let key):
      "'\(store)', 'Z_METADATA': key '\(key)' is missing"
    case .metadataValue(let store, let key, let expected, let found):
      "'\(store)', 'Z_METADATA', key '\(key)': expected \(expected), found \(found)"
    case .otherModel(let store, let version, let difference):
      "'\(store)' is not a store of model version '\(version)': \(difference)"
    case .schemaMissing(let store, let table, let column?, let version):
      "'\(store)', '\(table)': column '\(column)' is missing, which model version "
        + "'\(version)' needs"
    case .schemaMissing(let store, let table, nil, let version):
      "'\(store)': table '\(table)' is missing, which model version '\(version)' needs"
    case .notATable(let store, let name, let found):
      "'\(store)': '\(name)' is \(found), which is never run; expected a table"
    case .computedByFile(let store, let place, let expected):
      "'\(store)', \(place): expected \(expected), found an expression, which is never run"
    case .unknownEntity(let name, let suggestion):
      "the model has no entity '\(name)'" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .unexpectedType(let store, let table, let row, let column, let expected, let found):
      "'\(store)', '\(table)' row \(row), column '\(column)': expected \(expected), found \(found)"
    case .unexpectedValue(let store, let table, let row, let column, let problem):
      "'\(store)', '\(table)' row \(row), column '\(column)': \(problem)"
    case .unexpectedEntityNumber(let store, let table, let row, let found):
      "'\(store)', '\(table)' row \(row), column 'Z_ENT': \(found) is not the number of an "
        + "entity that uses this table"
    case .unsuitableValue(let entity, let primaryKey, let property, let problem):
      "cannot write '\(entity)' \(primaryKey): '\(property)' \(problem)"
    case .unsuitableObject(let entity, let primaryKey, let problem):
      "cannot write '\(entity)' \(primaryKey): \(problem)"
    case .disagreeingInverses(let entity, let relationship, let destination, let inverse):
      "'\(entity).\(relationship)' and its inverse '\(destination).\(inverse)' name "
        + "different pairs of objects"
    case .unstableTargets(let entity, let relationship):
      "cannot write '\(entity)': the source gave other targets of '\(relationship)' when it was "
        + "asked for them again; it must give the same every time"
    case .objectMissing(let entity, let primaryKey):
      "the store has no '\(entity)' \(primaryKey); it may have been deleted, or be of another entity"
    case .uniquenessViolation(let entity, let primaryKey, let properties):
      "cannot write '\(entity)' \(primaryKey): another object has the same "
        + "\(ModelError.quotedList(properties)), which must be unique"
    case .deletionDenied(let entity, let primaryKey, let relationship, let targets):
      "cannot delete '\(entity)' \(primaryKey): its delete rule for '\(relationship)' is deny, and "
        + "\(targets) \(targets == 1 ? "target is" : "targets are") left"
    case .notSupported(let feature, let place):
      "\(place): \(feature) is not supported yet"
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
