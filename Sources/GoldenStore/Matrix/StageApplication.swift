import GoldenStoreFormat
import GoldenStoreModel

/// The expectations of a stage while they are applied to what inference gives.
struct StageApplication {
  /// A relationship or an attribute of the destination, by the declaring entity's name.
  typealias Property = ContentsComparison.Property

  let expectations: [StageExpectation]
  let source: ValidatedModel
  let destination: ValidatedModel
  /// What the stage begins with, without the objects that go.
  private(set) var reduced: StoreContents
  /// What the destination must hold.
  private(set) var foreseen = StoreContents(entities: [])
  private(set) var undecidedOrders: Set<ContentsComparison.UndecidedOrder> = []
  private(set) var decidedOrders: Set<ContentsComparison.UndecidedOrder> = []
  private(set) var idle: [String] = []
  private var objects: StageObjects
  /// The object of the source that an object of the destination comes from.
  private var origins: [ObjectReference: StoredObject] = [:]

  init(
    _ expectations: [StageExpectation], _ contents: StoreContents, _ source: ValidatedModel,
    _ destination: ValidatedModel
  ) {
    self.expectations = expectations
    self.source = source
    self.destination = destination
    reduced = contents
    objects = StageObjects(source: contents)
  }

  /// The attributes that a declared value or a closure sets, so that inference need not know them.
  var settable: Set<Property> {
    var properties: Set<Property> = []
    for expectation in expectations {
      switch expectation {
      case .value(let entity, let attribute, _): properties.insert(.init(entity, attribute))
      case .loss(let entity, let property, _): properties.insert(.init(entity, property))
      case .contents:
        for entity in destination.entitiesByName {
          for attribute in destination.persistedAttributes(of: entity) {
            properties.insert(.init(entity.name, attribute.name))
          }
        }
      case .targets, .removed, .merged, .made, .created, .asInferred: continue
      }
    }
    return properties
  }

  // MARK: Before the inference

  /// Takes away the objects that do not live on.
  mutating func reduceSource() throws {
    for expectation in expectations {
      var replacements: [ObjectReference: ObjectReference?] = [:]
      switch expectation {
      case .removed(let entity, _, let filter):
        for object in members(of: entity, in: source, reduced) where try filter(object, objects) {
          replacements[object.reference] = .some(nil)
        }
      case .merged(let entity, let survivor):
        for object in members(of: entity, in: source, reduced) {
          guard let other = try survivor(object, objects), other != object.reference else {
            continue
          }
          guard reduced.object(other) != nil else {
            throw GoldenError.badExpectation(
              "\(expectation)", reason: "\(object.reference) is to become \(other), which is none")
          }
          replacements[object.reference] = other
        }
      default: continue
      }
      if replacements.isEmpty { idle.append("\(expectation)") }
      try reduce(by: replacements, expectation)
    }
  }

  private mutating func reduce(
    by replacements: [ObjectReference: ObjectReference?], _ expectation: StageExpectation
  ) throws {
    /// Where a reference leads then; nothing where it leads nowhere.
    func heir(_ reference: ObjectReference) throws -> ObjectReference? {
      var current = reference
      for _ in 0...replacements.count {
        guard let next = replacements[current] else { return current }
        guard let next else { return nil }
        current = next
      }
      throw GoldenError.badExpectation(
        "\(expectation)", reason: "objects are to become each other, beginning with \(reference)")
    }
    var gained: [ObjectReference: [StoredObject]] = [:]
    for reference in replacements.keys {
      if let object = reduced.object(reference), let heir = try heir(reference) {
        gained[heir, default: []].append(object)
      }
    }
    reduced = try reduced.mapObjects { object in
      if replacements[object.reference] != nil { return nil }
      var object = object
      for (index, name) in object.shape.relationships.enumerated() {
        var targets = object.targets[index]
        if isToMany(name, of: object.entity) {
          let others = (gained[object.reference] ?? []).sorted {
            ObjectReference.precedes($0.reference, $1.reference)
          }
          targets += others.flatMap { $0.targets(of: name) ?? [] }
        }
        var seen: Set<ObjectReference> = []
        object.targets[index] = try targets.compactMap(heir).filter { seen.insert($0).inserted }
      }
      return object
    }
  }

  private func isToMany(_ relationship: String, of entity: String) -> Bool {
    source.entity(named: entity).flatMap { entity in
      source.persistedRelationships(of: entity).first { $0.name == relationship }
    }?.isToMany ?? false
  }

  /// The objects of an entity and its subentities.
  private func members(
    of entity: String, in model: ValidatedModel, _ contents: StoreContents
  ) -> [StoredObject] {
    contents.entities.filter { model.isKind($0.entity, of: entity) }.flatMap(\.objects)
  }

  // MARK: After it

  /// Makes, sets and loses what is declared.
  mutating func apply(to inferred: StoreContents, _ derivation: Derivation) throws {
    foreseen = inferred
    noteOrigins()
    for expectation in expectations { try make(expectation, derivation) }
    for expectation in expectations { try set(expectation) }
    for expectation in expectations {
      switch expectation {
      case .loss(let entity, let property, _): lose(property, of: entity, "\(expectation)")
      default: continue
      }
    }
    for case .contents(let closure) in expectations {
      let before = foreseen
      foreseen = try closure(before, objects)
      try requireShapes()
      if foreseen == before { idle.append("\(StageExpectation.contents(closure))") }
    }
  }

  private mutating func noteOrigins() {
    for entity in foreseen.entities {
      let key = destination.entity(named: entity.entity)?.renamingKey
      guard let former = source.entitiesByName.first(where: { $0.renamingKey == key }) else {
        continue
      }
      let formers = Dictionary(
        objects.source.objects(of: former.name).map { ($0.primaryKey, $0) },
        uniquingKeysWith: { first, _ in first })
      for object in entity.objects {
        guard let origin = formers[object.primaryKey] else { continue }
        origins[object.reference] = origin
        objects.note(object.reference, from: origin.reference)
      }
    }
  }

  private mutating func make(_ expectation: StageExpectation, _ derivation: Derivation) throws {
    var new: [StoredObject] = []
    switch expectation {
    case .made(let name, let origin, let values):
      for object in members(of: origin, in: source, objects.source) {
        guard let given = try values(object, objects) else { continue }
        let made = try newObject(
          of: name, given, expectation, number: new.count, from: object, derivation)
        origins[made.reference] = object
        objects.note(made.reference, from: object.reference)
        new.append(made)
      }
    case .created(let name, let list):
      for given in try list(objects) {
        let made = try newObject(
          of: name, given, expectation, number: new.count, from: nil, derivation)
        objects.noteCreated(made.reference)
        new.append(made)
      }
    default: return
    }
    if new.isEmpty { idle.append("\(expectation)") }
    foreseen = foreseen.adding(new)
  }

  private func newObject(
    of name: String, _ given: [String: AttributeValue], _ expectation: StageExpectation,
    number: Int, from origin: StoredObject?, _ derivation: Derivation
  ) throws -> StoredObject {
    guard let entity = destination.entity(named: name), !entity.isAbstract else {
      throw GoldenError.badExpectation("\(expectation)", reason: "'\(name)' has no objects")
    }
    let shape = destination.shape(of: entity)
    for attribute in given.keys where !shape.attributes.contains(attribute) {
      throw GoldenError.badExpectation(
        "\(expectation)", reason: "'\(name)' has no attribute '\(attribute)'")
    }
    var values: [AttributeValue] = []
    for attribute in destination.persistedAttributes(of: entity) {
      if let value = given[attribute.name] {
        values.append(value)
      } else if let origin, let former = source.entity(named: origin.entity) {
        values.append(try derivation.value(of: attribute, entity, from: origin, former))
      } else {
        values.append(attribute.isKeptByTriggers ? .null : attribute.defaultValue ?? .null)
      }
    }
    return StoredObject(
      shape: shape, primaryKey: foreseen.nextProvisionalKey(beside: number), values: values,
      targets: shape.relationships.map { _ in [] })
  }

  private mutating func set(_ expectation: StageExpectation) throws {
    switch expectation {
    case .value(let entity, let attribute, let closure):
      var changes = 0
      foreseen = try foreseen.mapObjects { object in
        guard destination.isKind(object.entity, of: entity),
          let origin = origins[object.reference],
          let index = object.shape.attributes.firstIndex(of: attribute)
        else { return object }
        var object = object
        let value = try closure(origin, objects)
        if value != object.values[index] { changes += 1 }
        object.values[index] = value
        return object
      }
      if changes == 0 { idle.append("\(expectation)") }
    case .targets(let entity, let relationship, let closure):
      let (origins, objects) = (origins, objects)
      try setTargets(relationship, of: entity, "\(expectation)") { object, targets in
        guard let origin = origins[object.reference] else { return targets }
        return try closure(origin, objects)
      }
    default: return
    }
  }

  private mutating func lose(_ property: String, of entity: String, _ description: String) {
    guard let described = destination.entity(named: entity) else { return }
    guard
      let attribute = destination.persistedAttributes(of: described)
        .first(where: { $0.name == property })
    else {
      setTargets(property, of: entity, description) { _, _ in [] }
      return
    }
    let missing = attribute.defaultValue ?? .null
    var changes = 0
    foreseen = foreseen.mapObjects { object in
      guard destination.isKind(object.entity, of: entity),
        let index = object.shape.attributes.firstIndex(of: property)
      else { return object }
      var object = object
      if object.values[index] != missing { changes += 1 }
      object.values[index] = missing
      return object
    }
    if changes == 0 { idle.append(description) }
  }

  /// Sets one side of a relationship, and the other side by it.
  private mutating func setTargets(
    _ name: String, of entity: String, _ description: String,
    _ targets: (StoredObject, [ObjectReference]) throws -> [ObjectReference]
  ) rethrows {
    guard let described = destination.entity(named: entity),
      let relationship = destination.persistedRelationships(of: described)
        .first(where: { $0.name == name })
    else { return }
    var changes = 0
    var leads: [ObjectReference: [ObjectReference]] = [:]
    foreseen = try foreseen.mapObjects { object in
      guard destination.isKind(object.entity, of: entity),
        let index = object.shape.relationships.firstIndex(of: name)
      else { return object }
      var object = object
      var new = try targets(object, object.targets[index])
      if !relationship.isOrdered { new.sort(by: ObjectReference.precedes) }
      if new != object.targets[index] { changes += 1 }
      object.targets[index] = new
      for target in new { leads[target, default: []].append(object.reference) }
      return object
    }
    if changes == 0 { idle.append(description) }
    decidedOrders.insert(.init(entity: entity, relationship: name))
    guard let inverse = destination.inverse(of: relationship) else { return }
    foreseen = foreseen.mapObjects { object in
      guard destination.isKind(object.entity, of: relationship.destination),
        let index = object.shape.relationships.firstIndex(of: inverse.name)
      else { return object }
      var object = object
      object.targets[index] = (leads[object.reference] ?? []).sorted(by: ObjectReference.precedes)
      return object
    }
    if inverse.isOrdered {
      undecidedOrders.insert(.init(entity: relationship.destination, relationship: inverse.name))
    }
  }

  /// What a closure gives must be objects of the destination.
  private func requireShapes() throws {
    for object in foreseen.entities.flatMap(\.objects) {
      guard let entity = destination.entity(named: object.entity),
        destination.shape(of: entity) == object.shape
      else {
        throw GoldenError.badExpectation(
          "\(StageExpectation.contents { contents, _ in contents })",
          reason: "\(object.reference) is no object of version '\(destination.name)'")
      }
    }
  }
}
