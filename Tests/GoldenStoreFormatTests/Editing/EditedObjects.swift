import GoldenStoreModel

/// Objects in memory that change as a store's should: the simple second implementation that the
/// editor is compared with.
struct EditedObjects {
  private let model: ValidatedModel
  private(set) var values: [ObjectReference: [String: AttributeValue]] = [:]
  private var targets: [ObjectReference: [String: [ObjectReference]]] = [:]

  init(_ model: ValidatedModel) { self.model = model }

  var references: [ObjectReference] { values.keys.sorted(by: ObjectReference.precedes) }

  func targets(of relationship: String, in object: ObjectReference) -> [ObjectReference] {
    targets[object]?[relationship] ?? []
  }

  mutating func insert(_ object: ObjectReference, _ values: [String: AttributeValue]) {
    self.values[object] = values
    targets[object] = [:]
  }

  mutating func set(_ value: AttributeValue, _ attribute: String, of object: ObjectReference) {
    values[object]?[attribute] = value
  }

  mutating func set(
    _ new: [ObjectReference], _ relationship: Relationship, of object: ObjectReference
  ) {
    let old = targets(of: relationship.name, in: object)
    for target in old where !new.contains(target) {
      take(object, from: model.inverse(of: relationship)?.name, of: target)
    }
    for target in new where !old.contains(target) {
      guard let inverse = model.inverse(of: relationship) else {
        // Only one object can have a target of a to-many without inverse.
        if relationship.isToMany {
          for other in references { take(target, from: relationship.name, of: other) }
        }
        continue
      }
      if !inverse.isToMany {
        for former in targets(of: inverse.name, in: target) {
          take(target, from: relationship.name, of: former)
        }
        targets[target]?[inverse.name] = []
      }
      if !targets(of: inverse.name, in: target).contains(object) {
        targets[target]?[inverse.name, default: []].append(object)
      }
    }
    targets[object]?[relationship.name] = new
  }

  /// Deletes an object all of whose rules are nullify.
  mutating func delete(_ object: ObjectReference) {
    guard let entity = model.entity(named: object.entity) else { return }
    for relationship in model.relationships(of: entity) { set([], relationship, of: object) }
    values[object] = nil
    targets[object] = nil
    // What belongs to a to-many without inverse goes with its row.
    for other in references {
      guard let entity = model.entity(named: other.entity) else { continue }
      for relationship in model.relationships(of: entity)
      where relationship.isToMany && relationship.inverse == nil {
        take(object, from: relationship.name, of: other)
      }
    }
  }

  private mutating func take(
    _ target: ObjectReference, from relationship: String?, of object: ObjectReference
  ) {
    guard let relationship else { return }
    targets[object]?[relationship]?.removeAll { $0 == target }
  }

  /// An object as the reader returns it.
  func object(_ reference: ObjectReference) -> StoredObject? {
    guard let entity = model.entity(named: reference.entity), let values = values[reference] else {
      return nil
    }
    let shape = model.shape(of: entity)
    return StoredObject(
      shape: shape, primaryKey: reference.primaryKey,
      values: shape.attributes.map { values[$0] ?? .null },
      targets: model.persistedRelationships(of: entity).map {
        let found = targets(of: $0.name, in: reference)
        return $0.isOrdered ? found : found.sorted(by: ObjectReference.precedes)
      })
  }
}

/// Numbers that are the same on every run: a linear congruential generator.
struct TestNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(limit, 1)))
  }
}
