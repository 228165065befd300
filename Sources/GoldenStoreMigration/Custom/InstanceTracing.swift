import GoldenStoreFormat
package import GoldenStoreModel

/// The manager of a custom stage as far as it only asks what came from what, whoever notes it.
package protocol InstanceTracing: MigrationManager {
  var plan: CustomPlan { get }
  /// The place of the mapping whose code runs.
  var running: Int { get }

  /// The objects that a mapping made from a source object, in the order in which they were made.
  func destinations(of source: ObjectReference, mapping: Int) throws -> [ObjectReference]

  /// The source objects from which a mapping made an object.
  func sources(of destination: ObjectReference, mapping: Int) throws -> [ObjectReference]
}

extension InstanceTracing {
  package var mapping: CustomPlan.Mapping { plan.mappings[running] }

  package func problem(_ problem: CustomStageProblem) -> MigrationError {
    .customStage(
      source: plan.source.model.name, destination: plan.destination.model.name, problem)
  }

  // MARK: For code of the stage

  package func destinationInstances(
    forEntityMappingNamed mapping: String, sourceInstances: [ObjectReference]
  ) throws -> [ObjectReference] {
    let number = try number(of: mapping)
    return try sourceInstances.flatMap { try destinations(of: $0, mapping: number) }
  }

  package func sourceInstances(
    forEntityMappingNamed mapping: String, destinationInstances: [ObjectReference]
  ) throws -> [ObjectReference] {
    let number = try number(of: mapping)
    return try destinationInstances.flatMap { try sources(of: $0, mapping: number) }
  }

  package func destinationInstances(
    forSourceRelationshipNamed relationship: String, of object: StoredObject
  ) throws -> [ObjectReference] {
    let targets = try object[relationship: relationship]
    return try instances(
      of: targets, madeBy: candidates(forRelationship: relationship, of: object.entity))
  }

  private func number(of mapping: String) throws -> Int {
    guard let number = plan.numbers[mapping] else {
      throw problem(.unknownMapping(mapping, known: plan.mappings.map(\.name)))
    }
    return number
  }

  /// The mappings that lead to where the running mapping's relationship of the same renaming
  /// identifier leads; all of them where it has none.
  private func candidates(forRelationship name: String, of entity: String) -> [Int] {
    let (old, new) = (plan.source.model, plan.destination.model)
    let key = old.entity(named: entity).flatMap { entity in
      old.relationships(of: entity).first { $0.name == name }?.renamingKey
    }
    let heir = mapping.destination.flatMap { new.entity(named: $0) }.flatMap { entity in
      new.relationships(of: entity).first { $0.renamingKey == key }
    }
    return plan.mappings.indices.filter { number in
      let destination = plan.mappings[number].destination
      return heir.map { new.isKind(destination, of: $0.destination) } ?? (destination != nil)
    }
  }

  // MARK: For the passes

  /// Whether the running mapping can make objects from a source object.
  ///
  /// - Returns: The entity of the objects.
  /// - Throws: `CustomStageProblem.foreignObject`.
  package func destinationEntity(for object: StoredObject) throws -> String {
    guard let name = mapping.destination, object.entity == mapping.source else {
      throw problem(
        .foreignObject(
          mapping: mapping.name, expected: mapping.source, object: object.reference))
    }
    return name
  }

  /// What some mappings made from source objects, in the order of those; an object that was made
  /// from several of them once.
  package func instances(
    of targets: [ObjectReference], madeBy candidates: [Int]
  ) throws -> [ObjectReference] {
    var seen: Set<ObjectReference> = []
    return try targets.flatMap { target in
      try candidates.filter { plan.mappings[$0].source == target.entity }.flatMap {
        try destinations(of: target, mapping: $0)
      }
    }.filter { seen.insert($0).inserted }
  }

  /// The objects that the running mapping made from an object.
  package func instances(of object: StoredObject) throws -> [ObjectReference] {
    try destinations(of: object.reference, mapping: running)
  }

  /// The targets that an object gets in relationships that are carried from the object that it was
  /// made from; a relationship without targets is left out.
  ///
  /// - Throws: `CustomStageProblem.severalSources`, `.severalTargets`.
  package func carriedTargets(
    of instance: ObjectReference, from object: StoredObject,
    in relationships: [CustomPlan.CarriedRelationship]
  ) throws -> [String: [ObjectReference]] {
    guard !relationships.isEmpty else { return [:] }
    let sources = try sources(of: instance, mapping: running).count
    guard sources == 1 else {
      throw problem(.severalSources(mapping: mapping.name, object: instance, sources: sources))
    }
    var targets: [String: [ObjectReference]] = [:]
    for relationship in relationships {
      let old = try object[relationship: relationship.source]
      guard !old.isEmpty else { continue }
      let new = try instances(of: old, madeBy: relationship.candidates)
      guard relationship.isToMany || new.count <= 1 else {
        throw problem(
          .severalTargets(
            entity: instance.entity, relationship: relationship.destination,
            source: object.reference, targets: new.count))
      }
      targets[relationship.destination] = new
    }
    return targets
  }
}
