/// Why goldens could not be generated, recorded, checked or verified.
///
/// What a check *finds* is a value, never an error.
public enum GoldenError: Error, Equatable, Sendable {
  /// Something that a later version brings.
  case notSupportedYet(what: String)
  /// The generator has no values for an attribute's type.
  case cannotGenerate(entity: String, attribute: String, type: String)
  /// A derived attribute whose values can't be foreseen.
  case cannotDerive(entity: String, attribute: String, type: String, expression: String)
  /// A sum that the attribute can't hold, or that depends on the order of its parts.
  case inexactSum(entity: String, attribute: String, object: Int64, type: String)
  /// No attribute of a uniqueness constraint can take enough different values.
  case cannotKeepUnique(entity: String, constraint: [String])
  /// A seed rule names something that no version of the history has, or has no use.
  case uselessSeedRule(history: String, rule: String)
  /// A hand-written object, by its key, that no store can hold or no version has a use for.
  case badFixture(String, reason: String)
  /// A closure that gives an object another value when it is asked again, or one that the
  /// attribute can't hold.
  case badComputation(entity: String, attribute: String, index: Int, reason: String)
  /// The migrator under test failed.
  case migratorFailed(reason: String)
  /// The generated data leaves parts of the schema without an example.
  case incompleteCoverage(history: String, version: String, gaps: [String])
  /// A golden's contents are larger than what is allowed.
  case contentTooLarge(history: String, version: String, bytes: Int, limit: Int)
  /// A sealed golden would have to be rewritten.
  case sealed(history: String, version: String, reason: String)
  /// A version whose golden is not in order cannot be declared shipped.
  case cannotSeal(history: String, version: String, reason: String)
  /// A pin that is there would have to be changed, and nobody said so.
  case pinned(history: String, version: String, entity: String, reason: String)
  /// A store cannot become a golden.
  case cannotAdopt(store: String, history: String, reason: String)
  /// What a migration must give cannot be derived from the two models.
  case underivable(entity: String, property: String, source: String, destination: String)
  /// What code of a history makes of the objects cannot be derived from the models.
  case underivableStage(stage: String, source: String, destination: String)
  /// A declared expectation, by its description, that cannot be applied to the objects.
  case badExpectation(String, reason: String)
  /// A text of the environment or command line that stands for none of the known values.
  case unknownSetting(name: String, value: String, known: [String])
  /// A file of the catalog could not be read or written.
  case fileSystem(operation: String, path: String, reason: String)
  /// A file of the catalog has a form that this version does not know.
  case unknownFormat(file: String, found: String, expected: String)
  /// `git` could not be asked.
  case git(reason: String)
}

extension GoldenError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notSupportedYet(let what): "\(what) is not supported yet"
    case .cannotGenerate(let entity, let attribute, let type):
      "cannot generate values for attribute '\(entity).\(attribute)' of type \(type)"
    case .cannotDerive(let entity, let attribute, let type, let expression):
      "cannot foresee the values of '\(entity).\(attribute)', a derived attribute of type \(type) "
        + "with the expression '\(expression)'; expected an expression that gives that type"
    case .inexactSum(let entity, let attribute, let object, let type):
      "cannot foresee '\(attribute)' of \(entity) \(object): \(type) can't hold the sum exactly; "
        + "give the summed attribute other values with a seed rule"
    case .cannotKeepUnique(let entity, let constraint):
      "cannot generate objects of entity '\(entity)' that keep the uniqueness constraint over "
        + constraint.map { "'\($0)'" }.joined(separator: ", ")
        + ": none of these can take a different value for every object"
    case .uselessSeedRule(let history, let rule):
      "history '\(history)' has a seed rule that nothing uses: \(rule)"
    case .badFixture(let key, let reason): "cannot make the fixture '\(key)': \(reason)"
    case .badComputation(let entity, let attribute, let index, let reason):
      "cannot use the computed value of '\(entity).\(attribute)' for object \(index): \(reason)"
    case .migratorFailed(let reason): "the migrator under test failed: \(reason)"
    case .incompleteCoverage(let history, let version, let gaps):
      "the data generated for '\(history)' version '\(version)' leaves \(gaps.count) "
        + "\(gaps.count == 1 ? "gap" : "gaps"): \(gaps.joined(separator: "; ")); "
        + "raise the number of objects with a seed rule, or give the history a waiver with a reason"
    case .contentTooLarge(let history, let version, let bytes, let limit):
      "the data generated for '\(history)' version '\(version)' has \(bytes) bytes of content, "
        + "more than the \(limit) of a golden; lower the number of objects with a seed rule, or "
        + "give the history a waiver with a reason"
    case .sealed(let history, let version, let reason):
      "golden '\(version)' of '\(history)' is sealed and must not be rewritten, but \(reason); "
        + "undo the change, or add a version"
    case .cannotSeal(let history, let version, let reason):
      "cannot seal '\(version)' of '\(history)': \(reason); what is sealed must be in order, see "
        + "'goldenstore check'"
    case .pinned(let history, let version, let entity, let reason):
      "entity '\(entity)' of version '\(version)' of '\(history)' is pinned with another hash, and "
        + reason
    case .cannotAdopt(let store, let history, let reason):
      "cannot adopt '\(store)' for '\(history)': \(reason)"
    case .underivable(let entity, let property, let source, let destination):
      "cannot derive what a migration makes of '\(entity).\(property)', "
        + "which is \(source) in the source and \(destination) in the destination"
    case .underivableStage(let stage, let source, let destination):
      "cannot derive what a migration from '\(source)' to '\(destination)' gives: the \(stage) runs "
        + "code in between; say with 'expects:' what it makes of the objects"
    case .badExpectation(let expectation, let reason):
      "cannot apply the expectation '\(expectation)': \(reason)"
    case .unknownSetting(let name, let value, let known):
      "\(name) is '\(value)'; expected one of \(known.joined(separator: ", "))"
    case .fileSystem(let operation, let path, let reason):
      "cannot \(operation) '\(path)': \(reason)"
    case .unknownFormat(let file, let found, let expected):
      "'\(file)' has format \(found), expected \(expected)"
    case .git(let reason): "cannot ask git about the goldens: \(reason)"
    }
  }
}
