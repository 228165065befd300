import GoldenStoreFormat
import GoldenStoreModel

extension MigrationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotInfer(let source, let destination, let problem):
      "cannot infer a mapping from '\(source)' to '\(destination)': \(problem)"
    case .cannotMigrate(let source, let destination, let problem):
      "cannot migrate '\(source)' to '\(destination)': \(problem)"
    case .customStage(let source, let destination, let problem):
      "cannot migrate '\(source)' to '\(destination)': \(problem)"
    case .staged(let history, let problem):
      "cannot follow the stages of history '\(history)': \(problem)"
    case .inUse(let store):
      """
      '\(store)' is open elsewhere, so that a new store cannot take its place; close it in every \
      process and try again
      """
    case .cancelled(let source, let destination):
      """
      the migration from '\(source)' to '\(destination)' was cancelled; whatever it had not \
      committed was undone
      """
    case .undecided(let source, let destination, let change):
      "cannot migrate '\(source)' to '\(destination)': \(change)"
    case .notSupportedYet(let source, let destination, let what):
      "cannot migrate '\(source)' to '\(destination)': \(what) is not supported yet"
    case .unknownVersion(let store, let history, _, _, _, let combination?):
      "'\(store)' holds no version of history '\(history)': \(combination); "
        + "add the combination that wrote it"
    case .unknownVersion(let store, let history, let nearest, let differences, let versions, nil):
      Self.unknownVersion(store, history, nearest, differences, versions)
    case .otherVersion(let store, let expected, let found):
      "'\(store)' holds version '\(found)', expected '\(expected)'; name the version that it holds"
    case .downgrade(let store, let source, let destination):
      """
      '\(store)' holds version '\(source)', which is later than '\(destination)'; a store is \
      never migrated backwards
      """
    case .unsupportedVersion(let history, let version, let oldest):
      """
      cannot migrate a store of version '\(version)': history '\(history)' supports stores from \
      version '\(oldest)' on; make a new store, or lower the support floor
      """
    case .positionOutOfRange(let history, let position, let count):
      "history '\(history)' has \(count) versions, so none at position \(position) from 0"
    case .model(let error): error.description
    case .store(let error): error.description
    }
  }

  private static func unknownVersion(
    _ store: String, _ history: String, _ nearest: String?, _ differences: [String],
    _ versions: [String]
  ) -> String {
    let start = "'\(store)' holds no version of history '\(history)'"
    guard let nearest else {
      return "\(start), which has \(ModelError.quotedList(versions)); name the right history"
    }
    let details = differences.prefix(5).joined(separator: ", ")
    let more = differences.count > 5 ? " and \(differences.count - 5) more" : ""
    return "\(start); nearest is '\(nearest)': \(details)\(more); add the version that wrote it"
  }
}

extension InferenceProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sharedEntityIdentifier(let side, let identifier, let entities):
      """
      entities \(ModelError.quotedList(entities)) of the \(side.rawValue) share the renaming \
      identifier '\(identifier)'; give each one its own
      """
    case .sharedPropertyIdentifier(let entity, let identifier, let properties):
      """
      properties \(ModelError.quotedList(properties)) of source entity '\(entity)' share the \
      renaming identifier '\(identifier)'; give each one its own
      """
    case .incompatibleTypes(let entity, let attribute, let source, let destination):
      """
      attribute '\(entity).\(attribute)' changes from \(source.name) to \(destination.name); \
      add a custom stage
      """
    case .impossibleTransformation(let entity, let attribute, let source, let destination):
      """
      attribute '\(entity).\(attribute)' changes from \(source.name) to \(destination.name), but \
      '\(TypeChange.allowanceKey)' allows changes between binary and transformable only; add a \
      custom stage
      """
    case .externalTransformation(let entity, let attribute):
      """
      attribute '\(entity).\(attribute)' changes between binary and transformable, but its binary \
      values may be in files of their own; add a custom stage
      """
    case .externalToInline(let entity, let attribute):
      """
      attribute '\(entity).\(attribute)' gives up external storage, but its values may be in files \
      of their own; keep external storage, or add a custom stage
      """
    case .toManyToToOne(let entity, let relationship):
      """
      relationship '\(entity).\(relationship)' changes from to-many to to-one; add a custom stage \
      that chooses the target
      """
    }
  }
}

extension MigrationProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .mergedRoots(let destination, let sources):
      """
      entities \(ModelError.quotedList(sources)) have tables of their own and would all move into \
      that of '\(destination)'; keep them roots, or add a custom stage
      """
    case .toOneToManyWithoutInverse(let entity, let relationship):
      """
      relationship '\(entity).\(relationship)' changes from to-one to a to-many without inverse, \
      which Core Data refuses; give it an inverse, or add a custom stage
      """
    case .missingValues(let entity, let attribute, let missing, let objects):
      """
      attribute '\(entity).\(attribute)' is required now, has no default, and \(missing) of \
      \(objects) rows are NULL; give it a default, make it optional, or add a custom stage that \
      sets it
      """
    case .missingTarget(let entity, let relationship, let missing, let objects):
      """
      relationship '\(entity).\(relationship)' is mandatory now, and \(missing) of \(objects) \
      rows have no target; make it optional, or add a custom stage that sets it
      """
    case .missingTargets(let entity, let relationship, let minimum, let missing, let objects):
      """
      relationship '\(entity).\(relationship)' needs \(minimum) or more targets, and \(missing) of \
      \(objects) rows have none; lower the minimum
      """
    case .constraintViolation(let index, let message):
      """
      the objects violate the uniqueness constraint of index '\(index)' (\(message)); make the \
      values unique before the migration, or leave the constraint out
      """
    case .mirrored(let problem): problem.description
    case .database(let code, let message): "\(message); \(Self.advice(code))"
    }
  }

  /// What to do about a result code of SQLite; its lowest byte is the primary code.
  private static func advice(_ code: Int32) -> String {
    switch code & 0xFF {
    case 5, 6: "another process uses the store; try again when it has ended"
    case 10: "the disk or its file system failed; try again"
    case 13: "make room on the disk and try again"
    case 14, 8: "the store and its folder must be writable"
    default: "the store may be damaged"
    }
  }
}
