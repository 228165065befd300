/// What makes a history of models risky, each under the name by which it can be waived.
///
/// Format: StoreFormat F100–F119, F144, F149, F170, F187.
public enum LintRule: String, Hashable, Sendable, Codable, CaseIterable {
  // Names and renaming identifiers.
  case renameWithoutIdentifier, identifierOfMiddleVersion, identifierOfNothing, sharedIdentifier
  case reusedName, reservedName
  // What objects need or lose.
  case newRequiredProperty, optionalToRequired, removedEntity, removedProperty
  case newUniquenessConstraint
  // What values and relationships become.
  case narrowingTypeChange, impossibleTypeChange, impossibleStorageChange, toManyToToOne
  case destinationChanged, unorderedToOrdered, newCommonParent, refusedMigration
  // Hashes.
  case hashNeutralIndex, hashNeutralDefault, hashNeutralProperty, equalHashes, changedVersion
  // Relationships within one version.
  case missingInverse, inverseNotMutual, cascadeWithoutInverse
  // Models whose stores are mirrored to CloudKit.
  case cloudKitRemoval, cloudKitRename, cloudKitTypeChange, cloudKitRequiredAttribute
  case cloudKitRequiredRelationship, cloudKitMissingInverse, cloudKitUniqueness, cloudKitOrdered
  case cloudKitDeny

  /// Whether the rule counts only for models whose stores are mirrored to CloudKit.
  public var isOfCloudKit: Bool { rawValue.hasPrefix("cloudKit") }

  /// How bad a finding of the rule is, unless its circumstances make it worse or better.
  public var severity: LintSeverity { statement.severity }

  /// Why it matters, as one sentence.
  public var why: String { statement.why }

  /// What to do, as one sentence.
  public var advice: String { statement.advice }

  private struct Statement {
    let severity: LintSeverity
    let why: String
    let advice: String

    init(_ severity: LintSeverity, _ why: String, _ advice: String) {
      self.severity = severity
      self.why = why
      self.advice = advice
    }
  }

  private var statement: Statement {
    switch self {
    case .renameWithoutIdentifier, .identifierOfMiddleVersion, .identifierOfNothing,
      .sharedIdentifier, .reusedName, .reservedName:
      ofNames
    case .newRequiredProperty, .optionalToRequired, .removedEntity, .removedProperty,
      .newUniquenessConstraint:
      ofObjects
    case .narrowingTypeChange, .impossibleTypeChange, .impossibleStorageChange, .toManyToToOne,
      .destinationChanged, .unorderedToOrdered, .newCommonParent, .refusedMigration:
      ofChanges
    case .hashNeutralIndex, .hashNeutralDefault, .hashNeutralProperty, .equalHashes,
      .changedVersion:
      ofHashes
    case .missingInverse, .inverseNotMutual, .cascadeWithoutInverse: ofInverses
    case .cloudKitRemoval, .cloudKitRename, .cloudKitTypeChange, .cloudKitRequiredAttribute,
      .cloudKitRequiredRelationship, .cloudKitMissingInverse, .cloudKitUniqueness,
      .cloudKitOrdered, .cloudKitDeny:
      ofCloudKit
    }
  }
}

extension LintRule {
  private var ofNames: Statement {
    switch self {
    case .identifierOfMiddleVersion:
      Statement(
        .error,
        "identifiers are compared with each other and never with names, so that every migration "
          + "drops the values without an error",
        "give it the identifier that the version before has, which is the first name of all")
    case .identifierOfNothing:
      Statement(
        .warning, "nothing carries that identifier, so that it begins without values",
        "spell it as the first name of what is renamed, or leave it out of something new")
    case .sharedIdentifier:
      Statement(
        .error,
        "both get the values of one source, and no later version can migrate from this one",
        "give the new one an identifier of its own, which was never a name")
    case .reusedName:
      Statement(
        .warning,
        "stores of the earlier version carry its values into something that means another thing",
        "give the new one a renaming identifier that was never a name")
    case .reservedName:
      Statement(
        .error, "managed objects have a method of that name, so that the value cannot be reached",
        "choose another name, and set the renaming identifier if a version has shipped")
    default:
      Statement(
        .warning,
        "without an identifier a rename is a removal and an addition: the values are gone, and "
          + "nothing says so",
        "set the new one's renaming identifier to the old one's, or waive the rule if they are "
          + "two things")
    }
  }

  private var ofObjects: Statement {
    switch self {
    case .newRequiredProperty:
      Statement(
        .error, "a migration fails on every store that has an object of the entity",
        "give it a default, make it optional, or add a custom stage that sets it")
    case .optionalToRequired:
      Statement(
        .error, "a migration fails on every store that has an object without a value",
        "give it a default for those, keep it optional, or add a custom stage that sets it")
    case .removedEntity:
      Statement(
        .warning, "its objects are deleted, and the persistent history that names them with them",
        "waive the rule if they may go, or keep the entity until a custom stage has moved them")
    case .newUniquenessConstraint:
      Statement(
        .warning,
        "the migration of a store in which values repeat fails, and nothing makes them unique",
        "make the values unique in a custom stage before, or leave the constraint out")
    default:
      Statement(
        .warning, "its values are deleted, and no later version gets them back",
        "waive the rule if they may go, or keep it until a custom stage has moved the values")
    }
  }

  private var ofChanges: Statement {
    switch self {
    case .narrowingTypeChange:
      Statement(
        .warning, "the stored values are copied as they are, neither converted nor checked",
        "add an attribute of the new type and convert the values in a custom stage")
    case .impossibleTypeChange:
      Statement(
        .error, "no mapping can be inferred, so that no store can be opened",
        "add an attribute of the new type, or a custom stage that converts the values")
    case .impossibleStorageChange:
      Statement(
        .error, "values may be in files of their own, and inference takes none back into the store",
        "keep external storage, or add a custom stage")
    case .toManyToToOne:
      Statement(
        .error, "no mapping can be inferred, since nothing says which target stays",
        "add a new to-one, or a custom stage that chooses the target")
    case .destinationChanged:
      Statement(
        .error,
        "inference does not look at it: the stored keys stay, and name rows of another entity",
        "give the relationship a renaming identifier that was never a name, and relate the objects "
          + "anew")
    case .unorderedToOrdered:
      Statement(
        .warning, "the targets of existing objects get an order that nobody chose",
        "sort them in a custom stage, or keep an attribute to sort by")
    case .newCommonParent:
      Statement(
        .error, "each root has a table, and inference never makes one of two",
        "keep them roots, or add a custom stage")
    default:
      Statement(
        .error, "no store of the earlier version can be migrated",
        "change the model as the message says, or add a custom stage")
    }
  }

  private var ofHashes: Statement {
    switch self {
    case .hashNeutralIndex:
      Statement(
        .warning, "no hash changes, so that no migration runs and old stores never get the index",
        "set the entity's version hash modifier")
    case .hashNeutralDefault:
      Statement(
        .note,
        "a default reaches new objects only, never those of old stores, whether a migration runs "
          + "or not",
        "set a version hash modifier and the values in a custom stage, if old objects are to "
          + "have it")
    case .hashNeutralProperty:
      Statement(
        .error,
        "the entity's hash stays, so that its table stays as well, and lacks the column that is "
          + "asked for",
        "set the entity's version hash modifier")
    case .equalHashes:
      Statement(
        .warning,
        "a store of one is a store of the other, so that no migration runs and no stage can stop "
          + "there",
        "declare the later one an alias, leave it out, or set a version hash modifier")
    default:
      Statement(
        .error, "devices hold stores of what shipped, which no version knows then",
        "restore the version as it was, and make the change in a new one")
    }
  }

  private var ofInverses: Statement {
    switch self {
    case .inverseNotMutual:
      Statement(
        .error, "inverses that do not name each other make a model that Core Data refuses",
        "let both sides name each other")
    case .cascadeWithoutInverse:
      Statement(
        .warning, "what is deleted along may still be the target of others, whose keys dangle then",
        "give the relationship an inverse, or another delete rule")
    default:
      Statement(
        .warning,
        "nothing clears the key of a deleted target, and a to-many leaves a target with one owner",
        "give the relationship an inverse")
    }
  }

  private var ofCloudKit: Statement {
    switch self {
    case .cloudKitRemoval:
      Statement(
        .error, "a schema in production only grows: the field stays there and in older clients",
        "keep it, and stop using it")
    case .cloudKitRename:
      Statement(
        .error, "a migration of a mirrored store that renames anything is refused",
        "add something new beside it and copy the values")
    case .cloudKitTypeChange:
      Statement(
        .error, "a field in production never changes its type", "add an attribute of the new type")
    case .cloudKitRequiredAttribute:
      Statement(
        .error, "an older client sends records without it",
        "make it optional, or give it a default")
    case .cloudKitRequiredRelationship:
      Statement(
        .error, "records arrive one by one, so that a target may come later",
        "make it optional and its minimum 0")
    case .cloudKitMissingInverse:
      Statement(
        .error, "a mirrored store does not load with it", "give the relationship an inverse")
    case .cloudKitUniqueness:
      Statement(
        .error, "devices that are offline cannot keep values unique, and the store does not load",
        "remove the constraint, and merge objects that are the same")
    case .cloudKitOrdered:
      Statement(
        .error, "a mirrored store does not load with an ordered relationship",
        "make it unordered, and sort by an attribute")
    default:
      Statement(
        .error, "a mirrored store does not load with the delete rule deny",
        "choose another delete rule")
    }
  }
}
