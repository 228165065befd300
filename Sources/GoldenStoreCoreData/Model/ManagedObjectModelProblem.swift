import GoldenStoreModel

/// Why Core Data can't have the model of a version.
public enum ManagedObjectModelProblem: Error, Hashable, Sendable {
  /// A property of a kind that Core Data got later than the system that runs.
  ///
  /// - Parameters:
  ///   - feature: Such as `composite attributes`.
  ///   - place: The property, such as `Person.address`.
  ///   - since: The systems that have it, such as `iOS 17, macOS 14`.
  case unavailable(feature: String, place: String, since: String)
  /// Something that a version can say, and that nothing public in Core Data takes.
  ///
  /// - Parameters:
  ///   - feature: Such as `an index over an element of a composite attribute`.
  ///   - place: The property or index that has it.
  ///   - advice: What to do instead.
  case notExpressible(feature: String, place: String, advice: String)
  /// A predicate or an expression on which Core Data would raise an exception, or that is not known
  /// to be one on which it does not.
  ///
  /// - Parameters:
  ///   - text: The text as the version has it.
  ///   - place: The property, index or fetch request that has it.
  ///   - feature: What is not understood, as a noun phrase.
  case predicate(text: String, place: String, feature: String)
  /// A default that Core Data can't hold as it is.
  ///
  /// - Parameter problem: What is wrong with it, after the place.
  case unsuitableDefault(place: String, problem: String)
  /// A class whose name begins with a point, where no module is given.
  case moduleMissing(entity: String, className: String)
  /// A setting of a fetch request, or a value of one, that is not known here.
  case fetchRequestSetting(place: String, key: String, value: String)
  /// A fetch request of an entity that the version does not declare.
  case fetchRequestEntity(place: String, entity: String, known: [String])
  /// A property of an index that Core Data's entity does not have, although the version declares it.
  case indexedPropertyMissing(place: String, property: String)
  /// Core Data computes another version hash than this package.
  case versionHash(VersionHashDifference)
}

extension ManagedObjectModelProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let feature, let place, let since):
      "'\(place)' needs \(feature), which the Core Data of this system does not have; they came with \(since)"
    case .notExpressible(let feature, let place, let advice):
      "'\(place)' has \(feature), which a model of Core Data can't be given here; \(advice)"
    case .predicate(let text, let place, let feature):
      "'\(place)' has the text '\(text)', and Core Data may not be asked for \(feature); expected "
        + "comparisons of key paths, constants and documented functions"
    case .unsuitableDefault(let place, let problem):
      "the default of '\(place)' \(problem)"
    case .moduleMissing(let entity, let className):
      "entity '\(entity)' has class '\(className)', whose module is not given; name it, as in "
        + "'.app(module: \"App\")', or give the class its whole name"
    case .fetchRequestSetting(let place, let key, let value):
      "'\(place)' has the setting '\(key)' with the value '\(value)', which is not known here; leave "
        + "it out, and set it on the finished model"
    case .fetchRequestEntity(let place, let entity, let known):
      "'\(place)' asks for entity '\(entity)', which the version does not declare"
        + NearestName.suggestion(for: entity, in: known)
    case .indexedPropertyMissing(let place, let property):
      "'\(place)' indexes '\(property)', which the entity of Core Data does not have"
    case .versionHash(let difference): difference.description
    }
  }
}
