package import GoldenStoreFormat
package import GoldenStoreModel

/// What a migration must make of a store's objects, derived on values from two models.
///
/// Objects, attributes and relationships are found by their renaming keys. The rules are written
/// down a second time here, on purpose: nothing is shared with what infers and runs migrations.
package struct Expectation: Hashable, Sendable {
  package let contents: StoreContents
  /// Ordered relationships whose order no rule decides, because the source has none.
  package let undecidedOrders: Set<ContentsComparison.UndecidedOrder>

  /// Derives the destination's objects from the source's.
  ///
  /// Derived attributes are computed anew, but the time that `now()` gave stays.
  ///
  /// - Throws: `GoldenError.underivable` for a change of type without a rule, `.cannotDerive` and
  ///   `.inexactSum` for derived attributes.
  package init(
    of source: StoreContents, from sourceModel: ValidatedModel,
    to destinationModel: ValidatedModel
  ) throws {
    var derivation = Derivation(source, sourceModel, destinationModel)
    var entities: [EntityContents] = []
    for entity in destinationModel.entitiesByName where !entity.isAbstract {
      entities.append(try derivation.contents(of: entity))
    }
    contents = try DerivedValues(destinationModel).applied(
      to: StoreContents(entities: entities), keepingTimes: derivation.keepsTime)
    undecidedOrders = derivation.undecidedOrders
  }

  /// How many attributes and relationships the expected objects have.
  package var valueCount: Int {
    contents.entities.flatMap(\.objects).reduce(0) { $0 + $1.values.count + $1.targets.count }
  }

  package var objectCount: Int { contents.entities.reduce(0) { $0 + $1.objects.count } }
}

/// One walk over the destination's entities.
private struct Derivation {
  private let source: StoreContents
  private let sourceModel: ValidatedModel
  private let destinationModel: ValidatedModel
  /// The destination's name of each source entity that lives on.
  private let names: [String: String]
  var undecidedOrders: Set<ContentsComparison.UndecidedOrder> = []

  init(
    _ source: StoreContents, _ sourceModel: ValidatedModel, _ destinationModel: ValidatedModel
  ) {
    self.source = source
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    var names: [String: String] = [:]
    for entity in sourceModel.entitiesByName {
      names[entity.name] =
        destinationModel.entitiesByName.first { $0.renamingKey == entity.renamingKey }?.name
    }
    self.names = names
  }

  mutating func contents(of entity: Entity) throws -> EntityContents {
    let former = sourceModel.entitiesByName.first { $0.renamingKey == entity.renamingKey }
    guard let former else { return EntityContents(entity: entity.name, objects: []) }
    let shape = destinationModel.shape(of: entity)
    let attributes = destinationModel.persistedAttributes(of: entity)
    let relationships = destinationModel.persistedRelationships(of: entity)
    noteUndecidedOrders(of: relationships, entity, former)
    var objects: [StoredObject] = []
    for object in source.objects(of: former.name) {
      var values: [AttributeValue] = []
      for attribute in attributes {
        values.append(try value(of: attribute, entity, from: object, former))
      }
      let targets = relationships.map { self.targets(of: $0, entity, from: object, former) }
      objects.append(
        StoredObject(
          shape: shape, primaryKey: object.primaryKey, values: values, targets: targets))
    }
    return EntityContents(entity: entity.name, objects: objects)
  }

  // MARK: Attributes

  /// Whether the source has a derived attribute of that name and expression.
  func keepsTime(_ entity: String, _ attribute: String) -> Bool {
    guard let entity = destinationModel.entity(named: entity),
      let former = sourceModel.entitiesByName.first(where: {
        $0.renamingKey == entity.renamingKey
      })
    else { return false }
    func derivation(_ model: ValidatedModel, _ entity: Entity) -> GoldenStoreModel.Derivation? {
      model.persistedAttributes(of: entity).first { $0.name == attribute }?.derivation
    }
    let current = derivation(destinationModel, entity)
    return current != nil
      && derivation(sourceModel, former)?.predicateFormat == current?.predicateFormat
  }

  private func value(
    of attribute: Attribute, _ entity: Entity, from object: StoredObject, _ former: Entity
  ) throws -> AttributeValue {
    if attribute.isKeptByTriggers { return object.value(of: attribute.name) ?? .null }
    let missing = attribute.defaultValue ?? .null
    let origin = sourceModel.persistedAttributes(of: former).first {
      $0.renamingKey == attribute.renamingKey && $0.derivation == nil
    }
    guard let origin, let value = object.value(of: origin.name) else { return missing }
    if value.isNull { return attribute.isOptional ? .null : missing }
    if origin.type == attribute.type { return value }
    guard let converted = Derivation.convert(value, to: attribute.type) else {
      throw GoldenError.underivable(
        entity: entity.name, property: attribute.name, source: origin.type.name,
        destination: attribute.type.name)
    }
    return converted
  }

  /// The same number in another numeric type; `nil` where there is no such number.
  private static func convert(_ value: AttributeValue, to type: AttributeType) -> AttributeValue? {
    switch (value, type) {
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64): value
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.integer(let number), .double): Double(exactly: number).map { .double($0) }
    case (.integer(let number), .float): Double(exactly: number).map { .float($0) }
    case (.integer(let number), .decimal): .decimal(DecimalNumber(number))
    case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32),
      (.boolean(let flag), .integer64):
      .integer(flag ? 1 : 0)
    case (.float(let number), .double): .double(number)
    case (.double(let number), .float): .float(number)
    default: nil
    }
  }

  // MARK: Relationships

  private func targets(
    of relationship: Relationship, _ entity: Entity, from object: StoredObject, _ former: Entity
  ) -> [ObjectReference] {
    let inverse = destinationModel.inverse(of: relationship)
    // A to-many whose inverse is a to-one has no place of its own: the other side decides.
    if relationship.isToMany, let inverse, !inverse.isToMany {
      return targetsBySearch(of: relationship, inverse, from: object)
    }
    if let own = carried(relationship, from: object, former) { return own }
    guard relationship.isToMany, let inverse, inverse.isToMany else { return [] }
    return targetsBySearch(of: relationship, inverse, from: object)
  }

  /// The targets that the source's relationship of the same key has; `nil` without one.
  private func carried(
    _ relationship: Relationship, from object: StoredObject, _ former: Entity
  ) -> [ObjectReference]? {
    guard let origin = origin(of: relationship, in: former),
      let targets = object.targets(of: origin.name)
    else { return nil }
    let renamed = targets.compactMap { target in
      names[target.entity].map {
        ObjectReference(entity: $0, primaryKey: target.primaryKey)
      }
    }
    return relationship.isOrdered ? renamed : renamed.sorted(by: ObjectReference.precedes)
  }

  /// The objects whose inverse leads to this one; in the source's order where it has one.
  private func targetsBySearch(
    of relationship: Relationship, _ inverse: Relationship, from object: StoredObject
  ) -> [ObjectReference] {
    var found: [ObjectReference] = []
    for candidate in sourceModel.entitiesByName {
      guard let name = names[candidate.name], isKind(name, of: relationship.destination),
        let origin = origin(of: inverse, in: candidate)
      else { continue }
      for other in source.objects(of: candidate.name)
      where other.targets(of: origin.name)?.contains(object.reference) == true {
        found.append(ObjectReference(entity: name, primaryKey: other.primaryKey))
      }
    }
    found.sort(by: ObjectReference.precedes)
    guard relationship.isOrdered,
      let former = sourceModel.entity(named: object.entity),
      let order = carried(relationship, from: object, former)
    else { return found }
    return order.filter(found.contains) + found.filter { !order.contains($0) }
  }

  private func origin(of relationship: Relationship, in former: Entity) -> Relationship? {
    sourceModel.persistedRelationships(of: former).first {
      $0.renamingKey == relationship.renamingKey
    }
  }

  private func isKind(_ entity: String, of ancestor: String) -> Bool {
    guard let entity = destinationModel.entity(named: entity) else { return false }
    return destinationModel.lineage(of: entity).contains { $0.name == ancestor }
  }

  private mutating func noteUndecidedOrders(
    of relationships: [Relationship], _ entity: Entity, _ former: Entity
  ) {
    for relationship in relationships where relationship.isOrdered {
      if origin(of: relationship, in: former)?.isOrdered == true { continue }
      undecidedOrders.insert(
        .init(entity: entity.name, relationship: relationship.name))
    }
  }
}
