public import GoldenStoreFormat
public import GoldenStoreModel

/// Why a store was not migrated; the step that failed has left nothing then but what a handler saved
/// before it.
///
/// ``coreData`` says what Core Data reports in the same case.
public enum MigrationError: Error, Equatable, Sendable {
  /// The two models give no mapping.
  case cannotInfer(source: String, destination: String, InferenceProblem)
  /// There is a mapping, but the store's schema or content does not allow the migration.
  case cannotMigrate(source: String, destination: String, MigrationProblem)
  /// A custom stage cannot make the objects of the destination.
  case customStage(source: String, destination: String, CustomStageProblem)
  /// The stages of the history do not lead the store to its destination.
  case staged(history: String, StagedMigrationProblem)
  /// Another process has the store open, or has changed it while a new one was written.
  case inUse(store: String)
  /// The task was cancelled, or whoever hears of the progress ended the migration.
  case cancelled(source: String, destination: String)
  /// The models give a mapping, but no rule says what becomes of the objects.
  case undecided(source: String, destination: String, UndecidedChange)
  /// Core Data can do this; this package cannot yet.
  case notSupportedYet(source: String, destination: String, what: String)
  /// The hashes in the store are those of no version of the history.
  case unknownVersion(
    store: String, history: String, nearest: String?, differences: [String], versions: [String],
    combination: String? = nil)
  /// The store has another version than the caller says.
  case otherVersion(store: String, expected: String, found: String)
  /// The store has a later version than the destination.
  case downgrade(store: String, source: String, destination: String)
  /// The history no longer supports stores of the version that the store has.
  case unsupportedVersion(history: String, version: String, oldest: String)
  /// The history has no such position.
  case positionOutOfRange(history: String, position: Int, count: Int)
  /// A model or history is wrong in itself.
  case model(ModelError)
  /// The store, or a place on disk, cannot be used.
  case store(StoreError)
}

/// Why two models give no mapping.
public enum InferenceProblem: Hashable, Sendable {
  /// One of the two models.
  public enum Side: String, Hashable, Sendable {
    case source, destination
  }

  /// Several entities of one model have one renaming identifier.
  case sharedEntityIdentifier(side: Side, identifier: String, entities: [String])
  /// Several properties of a source entity have one renaming identifier.
  case sharedPropertyIdentifier(entity: String, identifier: String, properties: [String])
  /// An attribute changes to a type that its values cannot become.
  case incompatibleTypes(
    entity: String, attribute: String, source: AttributeType, destination: AttributeType)
  /// A type transformation was allowed between types that are neither binary nor transformable.
  case impossibleTransformation(
    entity: String, attribute: String, source: AttributeType, destination: AttributeType)
  /// A type transformation was allowed for a binary attribute whose values may be in files.
  case externalTransformation(entity: String, attribute: String)
  /// An attribute whose values may be in files becomes one whose values may not.
  case externalToInline(entity: String, attribute: String)
  /// A to-many relationship becomes a to-one.
  case toManyToToOne(entity: String, relationship: String)
}

/// Why a store cannot be migrated although its models give a mapping.
public enum MigrationProblem: Hashable, Sendable {
  /// Entities that had tables of their own get a common root.
  case mergedRoots(destination: String, sources: [String])
  /// A to-one becomes a to-many without inverse, whose targets have no place for its key.
  case toOneToManyWithoutInverse(entity: String, relationship: String)
  /// A required attribute has no value in some objects.
  case missingValues(entity: String, attribute: String, missing: Int64, objects: Int64)
  /// A mandatory to-one relationship has no target in some objects.
  case missingTarget(entity: String, relationship: String, missing: Int64, objects: Int64)
  /// A to-many relationship with a minimum has no target in some objects.
  case missingTargets(
    entity: String, relationship: String, minimum: Int, missing: Int64, objects: Int64)
  /// Existing objects violate a uniqueness constraint.
  case constraintViolation(index: String, message: String)
  /// The store is mirrored to CloudKit, which does not allow the change.
  case mirrored(CloudKitProblem)
  /// SQLite refused a statement.
  case database(code: Int32, message: String)
}
