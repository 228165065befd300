/// One thing that is wrong with a migration stage.
public enum StageProblem: Hashable, Sendable {
  case noVersions
  case unknownVersion(String, known: [String])
  case equalVersions
  case notForward(source: String, destination: String)
  case duplicateMapping(String)
  case unknownEntity(mapping: String, entity: String, version: String, known: [String])
  case abstractEntity(mapping: String, entity: String, version: String)
  case unknownProperty(mapping: String, entity: String, property: String, known: [String])
  /// An expectation, by its description, names an entity that its end of the stage has not.
  case unknownExpectedEntity(expectation: String, entity: String, version: String, known: [String])
  case unknownExpectedProperty(
    expectation: String, entity: String, property: String, known: [String])
  /// The stage is said to give what inference gives, and something else as well.
  case contradictingExpectations
}

extension StageProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noVersions: "it names no version"
    case .unknownVersion(let name, let known):
      "it names version '\(name)', which the history does not declare"
        + NearestName.suggestion(for: name, in: known)
    case .equalVersions: "it begins and ends at one version; expected a later version at its end"
    case .notForward(let source, let destination):
      "version '\(destination)' comes before '\(source)'; a store is never migrated backwards"
    case .duplicateMapping(let name):
      "two of its mappings are called '\(name)'; give each a name of its own"
    case .unknownEntity(let mapping, let entity, let version, let known):
      "mapping '\(mapping)' names entity '\(entity)', which version '\(version)' does not declare"
        + NearestName.suggestion(for: entity, in: known)
    case .abstractEntity(let mapping, let entity, let version):
      "mapping '\(mapping)' leads to entity '\(entity)', which is abstract in version "
        + "'\(version)' and has no objects"
    case .unknownProperty(let mapping, let entity, let property, let known):
      "mapping '\(mapping)' sets property '\(entity).\(property)', which is not stored or not "
        + "declared" + NearestName.suggestion(for: property, in: known)
    case .unknownExpectedEntity(let expectation, let entity, let version, let known):
      "its expectation '\(expectation)' names entity '\(entity)', which version '\(version)' does "
        + "not declare" + NearestName.suggestion(for: entity, in: known)
    case .unknownExpectedProperty(let expectation, let entity, let property, let known):
      "its expectation '\(expectation)' names property '\(entity).\(property)', which is not "
        + "stored or not declared" + NearestName.suggestion(for: property, in: known)
    case .contradictingExpectations:
      "it is said to give nothing beside what inference gives, and something else as well"
    }
  }
}

extension MigrationStage {
  /// Everything that is wrong with the stage within a history.
  ///
  /// - Parameter models: The valid ones of the history's versions, by name.
  func problems(in history: ModelHistory, models: [String: ValidatedModel]) -> [StageProblem] {
    let known = history.versions.map(\.name)
    var problems: [StageProblem] = []
    var named: [String] = []
    switch kind {
    case .lightweight(let versions):
      if versions.isEmpty { problems.append(.noVersions) }
      named = versions
    case .custom(let source, let destination): named = [source, destination]
    }
    for name in named where !known.contains(name) {
      problems.append(.unknownVersion(name, known: known))
    }
    guard case .custom(let source, let destination) = kind, problems.isEmpty else {
      return problems
    }
    if source == destination { return [.equalVersions] }
    if let first = known.firstIndex(of: source), let last = known.firstIndex(of: destination),
      last < first
    {
      return [.notForward(source: source, destination: destination)]
    }
    guard let from = models[source], let to = models[destination] else { return [] }
    var names: Set<String> = []
    for mapping in entityMappings ?? [] {
      if !names.insert(mapping.name).inserted { problems.append(.duplicateMapping(mapping.name)) }
      problems += mapping.problems(from: from, to: to)
    }
    let isInferred = expects.contains { if case .asInferred = $0 { true } else { false } }
    if isInferred, expects.count > 1 { problems.append(.contradictingExpectations) }
    problems += expects.flatMap { $0.problems(from: from, to: to) }
    return problems
  }
}

extension CustomEntityMapping {
  fileprivate func problems(from: ValidatedModel, to: ValidatedModel) -> [StageProblem] {
    var problems: [StageProblem] = []
    for (entity, model) in [(source, from), (destination, to)] {
      guard let entity, model.entity(named: entity) == nil else { continue }
      problems.append(
        .unknownEntity(
          mapping: name, entity: entity, version: model.name,
          known: model.model.entities.map(\.name)))
    }
    guard let entity = destination.flatMap({ to.entity(named: $0) }) else { return problems }
    if entity.isAbstract {
      problems.append(.abstractEntity(mapping: name, entity: entity.name, version: to.name))
    }
    let known =
      to.persistedAttributes(of: entity).filter { $0.derivation == nil }.map(\.name)
      + to.persistedRelationships(of: entity).map(\.name)
    for property in setting.sorted(by: NameOrder.precedes) where !known.contains(property) {
      problems.append(
        .unknownProperty(mapping: name, entity: entity.name, property: property, known: known))
    }
    return problems
  }
}
