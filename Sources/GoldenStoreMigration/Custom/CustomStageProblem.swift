import GoldenStoreFormat
public import GoldenStoreModel

/// Why a custom stage cannot make the objects of the destination.
public enum CustomStageProblem: Hashable, Sendable {
  /// Code makes the objects of an entity, but those that the source has of it are used nowhere.
  case unmappedEntity(source: String, destination: String)
  /// A property of the destination has the name of one of the source, but not its renaming
  /// identifier, so that its values would be lost.
  case unmatchedProperty(
    mapping: String, property: String, sourceKey: String, destinationKey: String)
  /// The store has what a new store beside it would not have.
  case notSupportedYet(what: String)
  /// The store keeps persistent history, which nothing would tell of what the stage's code does.
  case persistentHistory(table: String)
  /// No mapping has that name.
  case unknownMapping(String, known: [String])
  /// Code asks for an object to be made from one that its mapping does not map.
  case foreignObject(mapping: String, expected: String?, object: ObjectReference)
  /// An object to which relationships are to be carried comes from several source objects.
  case severalSources(mapping: String, object: ObjectReference, sources: Int)
  /// A to-one relationship would be carried to several objects.
  case severalTargets(entity: String, relationship: String, source: ObjectReference, targets: Int)
  /// Objects that lack a mandatory value, or have too few or too many targets.
  case invalidObjects([InvalidProperty])
}

extension CustomStageProblem {
  /// The refusal of a store whose persistent history is tracked.
  package static let trackedHistory = persistentHistory(table: PersistentHistoryPlan.changeTable)
}

/// A property in which some objects of a new store are wrong.
public struct InvalidProperty: Hashable, Sendable {
  public enum Fault: Hashable, Sendable {
    /// A required attribute or a mandatory to-one has no value.
    case missing
    case tooFew(minimum: Int)
    case tooMany(maximum: Int)
  }

  public let entity: String
  public let property: String
  public let fault: Fault
  /// How many objects are wrong.
  public let objects: Int64
  /// The primary keys of the first of them.
  public let primaryKeys: [Int64]
}

extension CustomStageProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unmappedEntity(let source, let destination):
      """
      mappings make the objects of '\(destination)', but none uses those of '\(source)', which \
      would be lost; add a mapping from it, or 'CustomEntityMapping(removing: "\(source)")'
      """
    case .unmatchedProperty(let mapping, let property, let sourceKey, let destinationKey):
      """
      mapping '\(mapping)' would lose the values of '\(property)', which has renaming identifier \
      '\(sourceKey)' in the source and '\(destinationKey)' in the destination; give it that of the \
      source, or list it under 'setting' and set it in code
      """
    case .notSupportedYet(let what): "\(what) in a custom stage is not supported yet"
    case .persistentHistory(let table):
      """
      the store keeps persistent history (table '\(table)'), which would not tell what code of a \
      custom stage does; leave the code out, or accept the gap with the option 'allowsGaps' of \
      'PersistentHistoryOptions'
      """
    case .unknownMapping(let name, let known):
      "no entity mapping is called '\(name)'" + NearestName.suggestion(for: name, in: known)
        + "; there are \(ModelError.quotedList(known))"
    case .foreignObject(let mapping, let expected, let object):
      "mapping '\(mapping)' makes objects from "
        + "\(expected.map { "'\($0)'" } ?? "none of the source"), not from \(object)"
    case .severalSources(let mapping, let object, let sources):
      """
      mapping '\(mapping)' made \(object) from \(sources) objects, so that it is undecided whose \
      relationships it gets; list them under 'setting' and set them in code
      """
    case .severalTargets(let entity, let relationship, let source, let targets):
      """
      '\(entity).\(relationship)' of what is made from \(source) would have \(targets) targets, \
      expected at most 1; list it under 'setting' and set it in code
      """
    case .invalidObjects(let properties):
      properties.map(\.description).joined(separator: "; ")
    }
  }
}

extension InvalidProperty: CustomStringConvertible {
  public var description: String {
    let keys = primaryKeys.map(String.init).joined(separator: ", ")
    let more = Int64(primaryKeys.count) < objects ? ", …" : ""
    let wrong =
      switch fault {
      case .missing: "has no value in"
      case .tooFew(let minimum): "needs \(minimum) or more targets, and has fewer in"
      case .tooMany(let maximum): "may have \(maximum) targets, and has more in"
      }
    return "'\(entity).\(property)' \(wrong) \(objects) objects (\(keys)\(more))"
  }
}

extension CustomStageProblem {
  /// The error that Core Data reports in the same case; nil where it has no such case.
  ///
  /// Format: StoreFormat F157.
  var coreData: CoreDataError? {
    switch self {
    case .unmappedEntity, .unmatchedProperty, .notSupportedYet, .persistentHistory, .foreignObject:
      nil
    case .unknownMapping(let name, _):
      // An exception there, NSInvalidArgumentException, so that there is no code.
      CoreDataError(
        code: CoreDataCode.migration, reason: "Can't find mapping for entity mapping named \(name)")
    case .severalSources:
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "More than one source for destination in default mapping policy")
    case .severalTargets:
      CoreDataError(
        code: CoreDataCode.migration,
        reason: "More than one relationship destination for a toOne relationship")
    case .invalidObjects(let properties):
      properties.count == 1 && properties[0].objects == 1
        ? CoreDataError(
          code: properties[0].fault.code, reason: properties[0].fault.reason)
        : CoreDataError(
          code: CoreDataCode.multipleValidationErrors,
          reason: "Multiple validation errors occurred.")
    }
  }
}

extension InvalidProperty.Fault {
  var code: Int {
    switch self {
    case .missing: CoreDataCode.missingMandatoryProperty
    case .tooFew: CoreDataCode.tooFewTargets
    case .tooMany: CoreDataCode.tooManyTargets
    }
  }

  var reason: String {
    switch self {
    case .missing: "a required value is missing"
    case .tooFew: "too few items"
    case .tooMany: "too many items"
    }
  }
}
