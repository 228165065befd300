extension Model {
  /// Everything that is wrong with the model, in model order, and each entity's position.
  func findProblems() -> (problems: [ModelProblem], positions: [String: Int]) {
    var check = ModelCheck(model: self)
    check.checkNames()
    check.checkAncestry()
    for entity in entities { check.check(entity) }
    check.checkConfigurations()
    return (check.problems, check.positions)
  }
}

/// One pass over a model that collects its problems.
private struct ModelCheck {
  let model: Model
  var problems: [ModelProblem] = []
  var positions: [String: Int] = [:]
  /// One array for all problems that list the names.
  private let names: [String]

  init(model: Model) {
    self.model = model
    names = model.entities.map(\.name)
  }

  mutating func checkNames() {
    for (position, entity) in model.entities.enumerated() {
      if entity.name.isEmpty {
        problems.append(.emptyName(kind: "an entity", place: "model '\(model.name)'"))
      } else if positions[entity.name] != nil {
        problems.append(.duplicateEntity(entity.name))
      } else {
        positions[entity.name] = position
      }
    }
  }

  /// How many ancestors an entity may have; real ones have a handful.
  private static let depthLimit = 100

  mutating func checkAncestry() {
    // How many ancestors an entity has whose chain is known to end; each is walked once.
    var settled: [String: Int] = [:]
    for entity in model.entities {
      if let parent = entity.superentity, positions[parent] == nil {
        problems.append(
          .unknownSuperentity(entity: entity.name, superentity: parent, known: names))
      }
      var path: [String] = []
      var places: [String: Int] = [:]
      var next: String? = entity.name
      while let name = next, settled[name] == nil, let position = positions[name] {
        if let start = places[name] {
          problems.append(.superentityCycle(Array(path[start...])))
          break
        }
        places[name] = path.count
        path.append(name)
        next = model.entities[position].superentity
      }
      var depth = next.flatMap { settled[$0] } ?? -1
      for name in path.reversed() {
        depth += 1
        settled[name] = depth
        if depth == Self.depthLimit + 1 {
          problems.append(.tooManyAncestors(entity: name, limit: Self.depthLimit))
        }
      }
    }
  }

  mutating func check(_ entity: Entity) {
    checkPropertyNames(of: entity)
    for attribute in entity.attributes {
      check(attribute, name: attribute.name, of: entity)
    }
    for relationship in entity.relationships { check(relationship, of: entity) }
    checkIndexes(of: entity)
  }

  private mutating func checkPropertyNames(of entity: Entity) {
    var seen: Set<String> = []
    let all =
      entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + entity.fetchedProperties.map(\.name)
    for name in all {
      if name.isEmpty {
        problems.append(.emptyName(kind: "a property", place: "entity '\(entity.name)'"))
      } else if !seen.insert(name).inserted {
        problems.append(.duplicateProperty(entity: entity.name, property: name))
      }
    }
  }

  private mutating func check(_ attribute: Attribute, name: String, of entity: Entity) {
    let type = attribute.type
    if type == .undefined, !attribute.isTransient {
      problems.append(.untypedAttribute(entity: entity.name, attribute: name))
    }
    if let value = attribute.defaultValue, !value.fits(type), type != .undefined {
      problems.append(
        .unfitDefault(entity: entity.name, attribute: name, type: type, value: value))
    }
    if attribute.derivation != nil, attribute.isTransient {
      problems.append(.derivationOfTransient(entity: entity.name, attribute: name))
    }
    if attribute.allowsExternalBinaryDataStorage, type != .binary, type != .transformable {
      problems.append(
        .externalStorageOfType(entity: entity.name, attribute: name, type: type))
    }
    if type == .composite {
      if attribute.elements.isEmpty {
        problems.append(.missingElements(entity: entity.name, attribute: name))
      }
      var seen: Set<String> = []
      for element in attribute.elements {
        let path = "\(name).\(element.name)"
        if !seen.insert(element.name).inserted {
          problems.append(.duplicateProperty(entity: entity.name, property: path))
        }
        check(element, name: path, of: entity)
      }
    } else if !attribute.elements.isEmpty {
      problems.append(.misplacedElements(entity: entity.name, attribute: name, type: type))
    }
  }

  private mutating func check(_ relationship: Relationship, of entity: Entity) {
    if relationship.minCount < 0 || relationship.maxCount < -1
      || relationship.maxCount > 0 && relationship.minCount > relationship.maxCount
    {
      problems.append(
        .impossibleCount(
          entity: entity.name, relationship: relationship.name,
          minCount: relationship.minCount, maxCount: relationship.maxCount))
    }
    if relationship.isOrdered, !relationship.isToMany {
      problems.append(.orderedToOne(entity: entity.name, relationship: relationship.name))
    }
    guard positions[relationship.destination] != nil else {
      problems.append(
        .unknownDestination(
          entity: entity.name, relationship: relationship.name,
          destination: relationship.destination, model: model.name, known: names))
      return
    }
    guard let inverseName = relationship.inverse else { return }
    let candidates = lineage(ofEntityNamed: relationship.destination).flatMap(\.relationships)
    guard let inverse = candidates.first(where: { $0.name == inverseName }) else {
      problems.append(
        .unknownInverse(
          entity: entity.name, relationship: relationship.name,
          destination: relationship.destination, inverse: inverseName,
          known: candidates.map(\.name)))
      return
    }
    if inverse.inverse != relationship.name
      || !areRelated(inverse.destination, entity.name)
    {
      problems.append(
        .inverseNotMutual(
          entity: entity.name, relationship: relationship.name,
          destination: relationship.destination, inverse: inverseName,
          found: inverse.inverse.map { "\(inverse.destination).\($0)" }))
    }
  }

  private mutating func checkIndexes(of entity: Entity) {
    if entity.uniquenessConstraints.isEmpty, entity.fetchIndexes.isEmpty { return }
    let lineage = lineage(ofEntityNamed: entity.name)
    let known =
      lineage.flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    for constraint in entity.uniquenessConstraints {
      if constraint.properties.isEmpty {
        problems.append(.emptyConstraint(entity: entity.name))
      }
      for property in constraint.properties where !isKnown(property, in: known) {
        problems.append(
          .unknownConstrainedProperty(entity: entity.name, property: property, known: known))
      }
    }
    for index in entity.fetchIndexes {
      if index.elements.isEmpty {
        problems.append(.emptyIndex(entity: entity.name, index: index.name))
      }
      for property in index.elements.compactMap(\.property) where !isKnown(property, in: known) {
        problems.append(
          .unknownIndexedProperty(
            entity: entity.name, index: index.name, property: property, known: known))
      }
    }
  }

  /// A property, or the path of a composite's element.
  private func isKnown(_ property: String, in known: [String]) -> Bool {
    known.contains(property.split(separator: ".").first.map(String.init) ?? property)
  }

  mutating func checkConfigurations() {
    var seen: Set<String> = []
    for configuration in model.configurations {
      if !seen.insert(configuration.name).inserted {
        problems.append(.duplicateConfiguration(configuration.name))
      }
      for entity in configuration.entities where positions[entity] == nil {
        problems.append(
          .unknownConfigurationEntity(
            configuration: configuration.name, entity: entity, known: names))
      }
    }
  }

  /// The entity and its ancestors, nearest first; it stops at a cycle.
  private func lineage(ofEntityNamed name: String) -> [Entity] {
    var lineage: [Entity] = []
    var visited: Set<String> = []
    var next: String? = name
    while let name = next, visited.insert(name).inserted, let position = positions[name] {
      lineage.append(model.entities[position])
      next = model.entities[position].superentity
    }
    return lineage
  }

  private func areRelated(_ left: String, _ right: String) -> Bool {
    lineage(ofEntityNamed: left).contains { $0.name == right }
      || lineage(ofEntityNamed: right).contains { $0.name == left }
  }
}
