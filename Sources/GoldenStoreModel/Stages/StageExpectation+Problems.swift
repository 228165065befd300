extension StageExpectation {
  /// The names that an expectation uses and no version at its end of the stage declares.
  func problems(from source: ValidatedModel, to destination: ValidatedModel) -> [StageProblem] {
    func unknownEntity(_ name: String, _ model: ValidatedModel) -> [StageProblem] {
      guard model.entity(named: name) == nil else { return [] }
      return [
        .unknownExpectedEntity(
          expectation: "\(self)", entity: name, version: model.name,
          known: model.model.entities.map(\.name))
      ]
    }
    func unknown(_ property: String, _ entity: String, among names: [String]) -> [StageProblem] {
      names.contains(property)
        ? []
        : [
          .unknownExpectedProperty(
            expectation: "\(self)", entity: entity, property: property, known: names)
        ]
    }
    func attributes(_ entity: String) -> [String] {
      destination.entity(named: entity).map { entity in
        destination.persistedAttributes(of: entity).filter { $0.derivation == nil }.map(\.name)
      } ?? []
    }
    func relationships(_ entity: String) -> [String] {
      destination.entity(named: entity).map {
        destination.persistedRelationships(of: $0).map(\.name)
      } ?? []
    }
    func property(_ name: String, _ entity: String, _ names: [String]) -> [StageProblem] {
      let wrong = unknownEntity(entity, destination)
      return wrong.isEmpty ? unknown(name, entity, among: names) : wrong
    }
    switch self {
    case .loss(let entity, let name, _):
      return property(name, entity, attributes(entity) + relationships(entity))
    case .value(let entity, let name, _): return property(name, entity, attributes(entity))
    case .targets(let entity, let name, _): return property(name, entity, relationships(entity))
    case .removed(let entity, _, _), .merged(let entity, _): return unknownEntity(entity, source)
    case .made(let entity, let origin, _):
      return unknownEntity(entity, destination) + unknownEntity(origin, source)
    case .created(let entity, _): return unknownEntity(entity, destination)
    case .contents, .asInferred: return []
    }
  }
}
