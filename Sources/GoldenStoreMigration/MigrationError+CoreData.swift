import GoldenStoreFormat

extension MigrationError {
  /// The error that Core Data reports in the same case; `nil` where it has no such case.
  ///
  /// Format: StoreFormat F140.
  public var coreData: CoreDataError? {
    switch self {
    case .cannotInfer(_, _, let problem):
      CoreDataError(
        code: CoreDataCode.missingMappingModel,
        reason: "Can't find or automatically infer mapping model for migration",
        underlying: CoreDataError(
          code: CoreDataCode.inferredMappingModel, reason: problem.reason))
    case .cannotMigrate(_, _, let problem):
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "Cannot migrate store in-place: \(problem.coreData.reason)",
        underlying: problem.coreData)
    case .customStage(_, _, let problem):
      problem.coreData
    case .staged(_, let problem):
      problem.coreData
    case .cancelled: .cancelled
    case .unknownVersion: .missingSourceModel
    case .downgrade: .backwardMigration
    case .store(.destinationOccupied):
      CoreDataError(code: CoreDataCode.fileExists, reason: "File exists")
    case .undecided, .notSupportedYet, .inUse, .otherVersion, .unsupportedVersion,
      .positionOutOfRange, .model, .store:
      nil
    }
  }
}

extension InferenceProblem {
  /// Core Data's text for the problem.
  public var reason: String {
    switch self {
    case .sharedEntityIdentifier(.source, _, _):
      "Each source entity must have a unique renaming identifier"
    case .sharedEntityIdentifier(.destination, _, _):
      "Each destination entity must have a unique renaming identifier"
    case .sharedPropertyIdentifier:
      "Each property must have a unique renaming identifier"
    case .incompatibleTypes:
      "Source and destination attribute types are incompatible"
    case .impossibleTransformation:
      "Type Transformation expects NSTransformableAttributeType or NSBinaryDataAttributeType"
    case .externalTransformation:
      "Type Transformation expects NSBinaryDataAttributeType NOT to be stored externally"
    case .externalToInline:
      "Unable to use inferred mapping to move external reference into store."
    case .toManyToToOne:
      "Can not map from a to-many to a to-one relationship"
    }
  }
}

extension MigrationProblem {
  /// The error that Core Data puts underneath its "Cannot migrate store in-place".
  public var coreData: CoreDataError {
    switch self {
    case .mergedRoots:
      CoreDataError(
        code: CoreDataCode.inferredMappingModel,
        reason:
          "Cannot merge multiple root entity source tables into one destination entity root table")
    case .toOneToManyWithoutInverse:
      CoreDataError(
        code: CoreDataCode.migration,
        reason:
          "Unsupported relationship migration: A to-one's inverse to-many source must be a to-many")
    case .missingValues:
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "Validation error missing attribute values on mandatory destination attribute")
    case .missingTarget:
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "Validation error missing attribute values on mandatory destination relationship")
    case .missingTargets:
      CoreDataError(
        code: CoreDataCode.migration,
        reason:
          "Validation error missing relationship values on mandatory destination destination")
    case .constraintViolation(_, let message):
      CoreDataError(
        code: CoreDataCode.constraintViolation,
        reason: "constraint violation during attempted migration",
        underlying: CoreDataError(
          code: CoreDataCode.sqlite, reason: "Constraint unique violation: \(message)"))
    case .mirrored(let problem):
      problem.coreData
    case .database(_, let message):
      CoreDataError(code: CoreDataCode.sqlite, reason: message)
    }
  }
}
