package import GoldenStoreFormat
package import GoldenStoreModel

/// Compares the objects of two sources by entity and primary key.
package struct ContentsComparison {
  /// A relationship whose order nothing decides.
  package struct UndecidedOrder: Hashable, Sendable {
    package let entity: String
    package let relationship: String

    package init(entity: String, relationship: String) {
      self.entity = entity
      self.relationship = relationship
    }
  }

  /// An attribute or a relationship of an entity.
  package struct Property: Hashable, Sendable {
    package let entity: String
    package let name: String

    package init(_ entity: String, _ name: String) {
      self.entity = entity
      self.name = name
    }
  }

  private let rules: ComparisonRules
  private let undecidedOrders: Set<UndecidedOrder>
  private let orderedRelationships: Set<UndecidedOrder>
  private var report = DifferenceReport()

  /// Compares every object, holding the expected ones of one entity at a time.
  ///
  /// - Parameters:
  ///   - model: The model of both sources.
  ///   - undecidedOrders: Ordered relationships that are compared as sets.
  ///   - rules: What may differ. Objects are told by their keys here, whatever the rules say: see
  ///     ``ObjectMatching``.
  /// - Throws: What the sources throw.
  package static func report(
    expected: some ObjectSource, found: some ObjectSource, model: ValidatedModel,
    undecidedOrders: Set<UndecidedOrder> = [], rules: ComparisonRules = ComparisonRules()
  ) throws -> DifferenceReport {
    var comparison = ContentsComparison(model, undecidedOrders, rules)
    for entity in model.entitiesByName where !entity.isAbstract {
      var objects: [StoredObject] = []
      try expected.forEachObject(of: entity.name) { objects.append($0) }
      var next = 0
      try found.forEachObject(of: entity.name) { object in
        while next < objects.count, objects[next].primaryKey < object.primaryKey {
          comparison.addMissing(objects[next])
          next += 1
        }
        if next < objects.count, objects[next].primaryKey == object.primaryKey {
          comparison.compare(objects[next], object)
          next += 1
        } else {
          comparison.addUnexpected(object)
        }
      }
      for object in objects[next...] { comparison.addMissing(object) }
    }
    return comparison.report
  }

  private init(
    _ model: ValidatedModel, _ undecidedOrders: Set<UndecidedOrder>, _ rules: ComparisonRules
  ) {
    self.rules = rules
    self.undecidedOrders = undecidedOrders
    orderedRelationships = Set(
      model.entitiesByName.flatMap { entity in
        model.relationships(of: entity).filter(\.isOrdered).map {
          UndecidedOrder(entity: entity.name, relationship: $0.name)
        }
      })
  }

  private mutating func addMissing(_ object: StoredObject) {
    report.add(
      StoreDifference(
        .missingObject, entity: object.entity, object: object.primaryKey,
        expected: .text("an object"), found: .nothing))
  }

  private mutating func addUnexpected(_ object: StoredObject) {
    report.add(
      StoreDifference(
        .unexpectedObject, entity: object.entity, object: object.primaryKey,
        expected: .nothing, found: .text("an object")))
  }

  private mutating func compare(_ expected: StoredObject, _ found: StoredObject) {
    report.objectsCompared += 1
    for (index, name) in expected.shape.attributes.enumerated() {
      if rules.ignores(expected.entity, name) { continue }
      report.valuesCompared += 1
      let value = found.value(of: name)
      guard value != expected.values[index] else { continue }
      if let value, rules.accepts(value, for: expected.values[index], of: expected.entity, name) {
        continue
      }
      report.add(
        StoreDifference(
          .value, entity: expected.entity, object: expected.primaryKey, property: name,
          expected: .value(expected.values[index]), found: value.map { .value($0) } ?? .nothing))
    }
    for (index, name) in expected.shape.relationships.enumerated() {
      if rules.ignores(expected.entity, name) { continue }
      report.valuesCompared += 1
      compareTargets(
        of: name, expected.targets[index], found.targets(of: name) ?? [], in: expected)
    }
  }

  private mutating func compareTargets(
    of name: String, _ expected: [ObjectReference], _ found: [ObjectReference],
    in object: StoredObject
  ) {
    guard expected != found else { return }
    let hasSameTargets =
      expected.sorted(by: ObjectReference.precedes) == found.sorted(by: ObjectReference.precedes)
    let relationship = UndecidedOrder(entity: object.entity, relationship: name)
    if hasSameTargets, !orderedRelationships.contains(relationship) { return }
    if hasSameTargets, undecidedOrders.contains(relationship) { return }
    report.add(
      StoreDifference(
        hasSameTargets ? .order : .relationship, entity: object.entity,
        object: object.primaryKey, property: name,
        expected: .text(StoreDump.text(of: expected)), found: .text(StoreDump.text(of: found))))
  }
}
