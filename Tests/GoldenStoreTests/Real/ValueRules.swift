import GoldenStoreModel
import TestSupport

/// What inference makes of objects, rule by rule on plain values.
///
/// A third telling of the rules, beside the engine and what the matrix expects, and the simplest:
/// it names what it does not cover, and the histories of the corpus are within that.
struct ValueRules {
  /// A change that has no rule here.
  struct Uncovered: Error {
    let what: String
  }

  typealias Objects = [String: [PlainReading.Object]]

  /// The targets of ordered relationships in the source's order, by name and object.
  private typealias Orders = [String: [ObjectReference: [ObjectReference]]]

  private let source: ValidatedModel
  private let destination: ValidatedModel
  /// The destination's name of each entity of the source that lives on.
  private let names: [String: String]

  init(from source: ValidatedModel, to destination: ValidatedModel) {
    self.source = source
    self.destination = destination
    var names: [String: String] = [:]
    for entity in destination.model.entities {
      if let former = source.model.entities.first(where: {
        $0.renamingKey == entity.renamingKey
      }) {
        names[former.name] = entity.name
      }
    }
    self.names = names
  }

  /// The destination's objects, subentities apart.
  func migrated(_ objects: Objects) throws -> Objects {
    var result: Objects = [:]
    var orders: Orders = [:]
    for entity in destination.model.entities where !entity.isAbstract {
      result[entity.name] = []
      guard let former = former(of: entity) else { continue }
      result[entity.name] = try (objects[former.name] ?? []).map { object in
        var migrated = PlainReading.Object(primaryKey: object.primaryKey)
        try setValues(of: entity, from: object, former, in: &migrated)
        try setTargets(of: entity, from: object, former, in: &migrated)
        addOrders(of: entity, from: object, former, to: &orders)
        return migrated
      }
    }
    try addToManys(&result, orders)
    return result
  }

  private func former(of entity: Entity) -> Entity? {
    names.first { $0.value == entity.name }.flatMap { source.entity(named: $0.key) }
  }

  private func setValues(
    of entity: Entity, from object: PlainReading.Object, _ former: Entity,
    in migrated: inout PlainReading.Object
  ) throws {
    for attribute in destination.persistedAttributes(of: entity) {
      let place = "\(entity.name).\(attribute.name)"
      let missing = attribute.defaultValue ?? .null
      let origin = source.persistedAttributes(of: former).first {
        $0.renamingKey == attribute.renamingKey
      }
      var value = missing
      if let origin {
        guard origin.type == attribute.type else {
          throw Uncovered(what: "\(place) changes its type")
        }
        let carried = object.values[origin.name] ?? .null
        value = carried.isNull && !attribute.isOptional ? missing : carried
      }
      if value.isNull, !attribute.isOptional {
        throw Uncovered(what: "\(place) is required and has no value")
      }
      migrated.values[attribute.name] = value
    }
  }

  /// To-ones, and to-manys without a to-one as inverse.
  private func setTargets(
    of entity: Entity, from object: PlainReading.Object, _ former: Entity,
    in migrated: inout PlainReading.Object
  ) throws {
    for relationship in destination.relationships(of: entity) where !relationship.isTransient {
      let place = "\(entity.name).\(relationship.name)"
      migrated.targets[relationship.name] = []
      let inverse = destination.inverse(of: relationship)
      if relationship.isToMany, inverse?.isToMany == false { continue }
      let origin = source.relationships(of: former).first {
        $0.renamingKey == relationship.renamingKey && !$0.isTransient
      }
      guard let origin else { continue }
      guard origin.isToMany == relationship.isToMany else {
        throw Uncovered(what: "\(place) changes its count")
      }
      migrated.targets[relationship.name] = try (object.targets[origin.name] ?? []).map {
        guard let name = names[$0.entity] else {
          throw Uncovered(what: "\(place) leads to '\($0.entity)', which goes")
        }
        return ObjectReference(entity: name, primaryKey: $0.primaryKey)
      }
    }
  }

  private func addOrders(
    of entity: Entity, from object: PlainReading.Object, _ former: Entity, to orders: inout Orders
  ) {
    let own = ObjectReference(entity: entity.name, primaryKey: object.primaryKey)
    for relationship in destination.relationships(of: entity) where relationship.isOrdered {
      let origin = source.relationships(of: former).first {
        $0.renamingKey == relationship.renamingKey && $0.isOrdered
      }
      guard let origin else { continue }
      orders[relationship.name, default: [:]][own] = (object.targets[origin.name] ?? [])
        .compactMap { target in
          names[target.entity].map {
            ObjectReference(entity: $0, primaryKey: target.primaryKey)
          }
        }
    }
  }

  /// The other sides of to-ones.
  private func addToManys(_ result: inout Objects, _ orders: Orders) throws {
    for entity in destination.model.entities where !entity.isAbstract {
      for toOne in destination.relationships(of: entity) where !toOne.isToMany {
        guard let inverse = destination.inverse(of: toOne), inverse.isToMany else { continue }
        for object in result[entity.name] ?? [] {
          let reference = ObjectReference(entity: entity.name, primaryKey: object.primaryKey)
          for target in object.targets[toOne.name] ?? [] {
            let index = result[target.entity]?.firstIndex { $0.primaryKey == target.primaryKey }
            guard let index else { continue }
            result[target.entity]?[index].targets[inverse.name, default: []].append(reference)
          }
        }
      }
    }
    for entity in destination.model.entities where !entity.isAbstract {
      for relationship in destination.relationships(of: entity) where relationship.isToMany {
        for index in (result[entity.name] ?? []).indices {
          let key = result[entity.name]?[index].primaryKey ?? 0
          let own = ObjectReference(entity: entity.name, primaryKey: key)
          try result[entity.name]?[index].targets[relationship.name]?.sort { left, right in
            guard relationship.isOrdered else { return Self.precedes(left, right) }
            guard let first = orders[relationship.name]?[own]?.firstIndex(of: left),
              let second = orders[relationship.name]?[own]?.firstIndex(of: right)
            else { throw Uncovered(what: "'\(relationship.name)' is ordered for the first time") }
            return first < second
          }
        }
      }
    }
  }

  private static func precedes(_ left: ObjectReference, _ right: ObjectReference) -> Bool {
    left.entity == right.entity
      ? left.primaryKey < right.primaryKey
      : left.entity.utf16.lexicographicallyPrecedes(right.entity.utf16)
  }
}
