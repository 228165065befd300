/// One part of the way from a version of a history to a later one: Core Data's migration stage.
///
/// A history without stages migrates by inference alone. With stages, the plan is that of Core
/// Data's staged migration: stages that are all lightweight become one inferred migration, and a
/// custom stage is a stop at both of its ends.
///
/// Two stages are equal where their declared names are: closures can't be compared.
public struct MigrationStage: Sendable {
  /// What a stage declares.
  public enum Kind: Hashable, Sendable {
    /// Versions between which inference is enough.
    case lightweight(versions: [String])
    /// Two versions, between which code of the history runs.
    case custom(source: String, destination: String)
  }

  /// Code that runs before or after the schema of a store changes.
  ///
  /// Everything that a handler does is committed together when it returns, and undone when it
  /// throws; its error ends the migration unchanged.
  public typealias Handler = @Sendable (_ context: any MigrationContext) throws -> Void

  public let kind: Kind
  /// How a custom stage makes the destination's objects; `nil` where the schema change is
  /// inferred and runs in the store itself.
  public let entityMappings: [CustomEntityMapping]?
  /// Which primary keys the objects get where ``entityMappings`` make new ones.
  public let primaryKeys: PrimaryKeyRule
  /// Runs on the store of the source version, before anything changes.
  public let willMigrate: Handler?
  /// Runs on the store of the destination version.
  public let didMigrate: Handler?
  /// What the code makes of the objects, said a second time, for the tests of every pair of
  /// versions that the stage is crossed by.
  public let expects: [StageExpectation]

  private init(
    _ kind: Kind, entityMappings: [CustomEntityMapping]? = nil,
    primaryKeys: PrimaryKeyRule = .kept, willMigrate: Handler? = nil, didMigrate: Handler? = nil,
    expects: [StageExpectation] = []
  ) {
    self.expects = expects
    self.kind = kind
    self.entityMappings = entityMappings
    self.primaryKeys = primaryKeys
    self.willMigrate = willMigrate
    self.didMigrate = didMigrate
  }

  /// Versions that inference leads through.
  ///
  /// As in Core Data the names are labels that say where a store is: a store never stops at them.
  ///
  /// - Parameter versions: Names of versions of the history.
  public static func lightweight(_ versions: String...) -> MigrationStage {
    lightweight(versions: versions)
  }

  /// The same, with a list.
  public static func lightweight(versions: [String]) -> MigrationStage {
    MigrationStage(.lightweight(versions: versions))
  }

  /// A change of schema that is inferred, with code before and after it.
  ///
  /// The handlers and the change are three commits. A migration that is ended in between begins
  /// again with `willMigrate`, which must therefore be able to run twice; once the schema has
  /// changed, `didMigrate` never runs again. Work that must not be lost belongs in `willMigrate`.
  ///
  /// - Parameters:
  ///   - source: The name of the version that the store must have.
  ///   - destination: The name of a later version.
  ///   - willMigrate: Sees the objects of the source version.
  ///   - didMigrate: Sees the objects of the destination version.
  ///   - expects: What the handlers make of the objects.
  public static func custom(
    from source: String, to destination: String, willMigrate: Handler? = nil,
    didMigrate: Handler? = nil, expects: [StageExpectation] = []
  ) -> MigrationStage {
    MigrationStage(
      .custom(source: source, destination: destination), willMigrate: willMigrate,
      didMigrate: didMigrate, expects: expects)
  }

  /// A change whose objects are made anew, by code where inference is not enough.
  ///
  /// A new store is written beside the old one, which it replaces when it is complete. An entity
  /// of the destination that no mapping leads to gets the objects that inference would carry.
  ///
  /// - Parameters:
  ///   - source: The name of the version that the store must have.
  ///   - destination: The name of a later version.
  ///   - entityMappings: How objects are made, in the order in which they run.
  ///   - primaryKeys: Which primary keys the new objects get.
  ///   - willMigrate: Sees the objects of the source version, in the old store.
  ///   - didMigrate: Sees the objects of the destination version, in the new store.
  ///   - expects: What mappings and handlers make of the objects.
  public static func custom(
    from source: String, to destination: String, entityMappings: [CustomEntityMapping],
    primaryKeys: PrimaryKeyRule = .kept, willMigrate: Handler? = nil, didMigrate: Handler? = nil,
    expects: [StageExpectation] = []
  ) -> MigrationStage {
    MigrationStage(
      .custom(source: source, destination: destination), entityMappings: entityMappings,
      primaryKeys: primaryKeys, willMigrate: willMigrate, didMigrate: didMigrate, expects: expects)
  }

  /// Whether code of the history sees or makes objects.
  public var hasCode: Bool {
    entityMappings != nil || willMigrate != nil || didMigrate != nil
  }
}

/// Which primary keys the objects of a store get that a custom stage makes anew.
public enum PrimaryKeyRule: String, Hashable, Sendable {
  /// An object keeps the key of the object that it is made from, so that saved object URIs stay
  /// valid; where that is not possible it gets a key that no object ever had.
  case kept
  /// Every table counts from 1, as Core Data does it; saved object URIs are then wrong.
  case renumbered
}

extension MigrationStage: Hashable {
  public static func == (left: MigrationStage, right: MigrationStage) -> Bool {
    left.kind == right.kind && left.entityMappings == right.entityMappings
      && left.primaryKeys == right.primaryKeys
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(entityMappings)
    hasher.combine(primaryKeys)
  }
}

extension MigrationStage: CustomStringConvertible {
  /// Such as `custom stage from 'V1' to 'V2'`.
  public var description: String {
    switch kind {
    case .lightweight(let versions): "lightweight stage of \(ModelError.quotedList(versions))"
    case .custom(let source, let destination): "custom stage from '\(source)' to '\(destination)'"
    }
  }
}
