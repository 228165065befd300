import GoldenStoreModel

/// Two versions, and what the engine's own inference makes of their entities.
struct LintPair {
  /// An entity that both versions have.
  struct Change {
    let origin: Entity
    let entity: Entity
    /// Whether its version hash is the same on both sides.
    let isCopy: Bool
    /// What becomes of its properties, those that were refused left out; `nil` where there is no
    /// mapping at all, or code makes the objects.
    let mapping: EntityMapping?
    /// Everything that keeps inference from a mapping.
    let problems: [InferenceProblem]
  }

  let source: ValidatedModel
  let destination: ValidatedModel
  /// Whether the destination is the next version.
  let isStep: Bool
  /// Whether every hash is the same.
  let isNeutral: Bool
  /// The entities of both, by the destination's name.
  let changes: [Change]
  let added: [Entity]
  let removed: [Entity]
  /// Whether a custom stage makes the objects, so that inference need not give a mapping.
  let isCoded: Bool
  /// Whether code of a custom stage runs before the schema changes, and may have set values.
  let isPrepared: Bool

  /// - Parameter stage: The custom stage that leads from one to the other.
  init(
    from source: HashedVersion, to destination: HashedVersion, isStep: Bool,
    stage: MigrationStage?
  ) {
    self.source = source.model
    self.destination = destination.model
    self.isStep = isStep
    isNeutral = source.hashes == destination.hashes
    isCoded = stage?.entityMappings != nil
    isPrepared = stage?.willMigrate != nil
    let hashes = Set(source.hashes)
    let inference = MappingInference(
      source: source.model, destination: destination.model,
      unchanged: Set(destination.hashes.filter { hashes.contains($0) }.map(\.entity)))
    let mapped = Set(stage?.entityMappings?.compactMap(\.destination) ?? [])
    let used = Set(stage?.entityMappings?.compactMap(\.source) ?? [])
    // Where several entities have one identifier, another rule says so.
    let origins = Dictionary(
      source.model.entitiesByName.map { ($0.renamingKey, $0) }, uniquingKeysWith: { one, _ in one })
    let keys = Set(destination.model.entitiesByName.map(\.renamingKey))
    changes = destination.model.entitiesByName.compactMap { entity in
      origins[entity.renamingKey].map {
        Self.change(of: $0, to: entity, inference, isCoded: mapped.contains(entity.name))
      }
    }
    added = destination.model.entitiesByName.filter { origins[$0.renamingKey] == nil }
    removed = source.model.entitiesByName.filter {
      !keys.contains($0.renamingKey) && !used.contains($0.name)
    }
  }

  /// The change of an entity by its name in the destination.
  func change(to entity: String?) -> Change? { changes.first { $0.entity.name == entity } }

  /// The change of an entity by its name in the source.
  func change(from entity: String?) -> Change? { changes.first { $0.origin.name == entity } }

  private static func change(
    of origin: Entity, to entity: Entity, _ inference: MappingInference, isCoded: Bool
  ) -> Change {
    let isCopy = origin.name == entity.name && inference.unchanged.contains(entity.name)
    guard !isCopy, !isCoded else {
      return Change(origin: origin, entity: entity, isCopy: isCopy, mapping: nil, problems: [])
    }
    let answer = Answer(inference, from: origin, to: entity, without: [], after: [])
    return Change(
      origin: origin, entity: entity, isCopy: false, mapping: answer.mapping,
      problems: answer.problems)
  }
}

/// What inference says of an entity when it is asked again without each thing that it refuses.
private struct Answer {
  let mapping: EntityMapping?
  let problems: [InferenceProblem]

  init(
    _ inference: MappingInference, from origin: Entity, to entity: Entity,
    without refused: Set<String>, after problems: [InferenceProblem]
  ) {
    do throws(InferenceProblem) {
      let mapping = try inference.transformation(of: origin, to: entity, setting: refused)
      self.mapping = mapping.leavingOut(refused)
      self.problems = problems
    } catch {
      let leaves = inference.destination.persistedAttributes(of: entity).map(\.name)
      let names = error.property.map { name in
        [name] + leaves.filter { $0.hasPrefix(name + ".") }
      }
      let next = refused.union(names ?? [])
      guard next.count > refused.count else {
        mapping = nil
        self.problems = problems + [error]
        return
      }
      self = Answer(
        inference, from: origin, to: entity, without: next, after: problems + [error])
    }
  }
}

extension EntityMapping {
  /// The mapping without some of the destination's properties, nor what they would come from.
  fileprivate func leavingOut(_ refused: Set<String>) -> EntityMapping {
    EntityMapping(
      kind: kind, key: key, source: source, destination: destination,
      attributes: attributes.filter { !refused.contains($0.destination) },
      relationships: relationships.filter { !refused.contains($0.destination) },
      removedAttributes: removedAttributes, removedRelationships: removedRelationships,
      isSchemaEqual: isSchemaEqual)
  }
}

extension InferenceProblem {
  /// The destination's property that has no mapping; `nil` where it is about the source.
  var property: String? {
    switch self {
    case .sharedEntityIdentifier, .sharedPropertyIdentifier: nil
    case .incompatibleTypes(_, let attribute, _, _),
      .impossibleTransformation(_, let attribute, _, _),
      .externalTransformation(_, let attribute), .externalToInline(_, let attribute):
      attribute
    case .toManyToToOne(_, let relationship): relationship
    }
  }
}

/// A version with its hashes, computed once for all pairs.
struct HashedVersion {
  let model: ValidatedModel
  let hashes: [EntityHash]
}

extension MappingInference {
  init(source: ValidatedModel, destination: ValidatedModel, unchanged: Set<String>) {
    self.source = source
    self.destination = destination
    self.unchanged = unchanged
  }
}
