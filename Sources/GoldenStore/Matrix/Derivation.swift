import GoldenStoreFormat
import GoldenStoreModel

/// What inference makes of objects, one walk over the destination's entities.
struct Derivation {
  private let source: StoreContents
  private let sourceModel: ValidatedModel
  private let destinationModel: ValidatedModel
  private var targets: TargetExpectation
  /// The attributes, by entity and name, that code sets whatever their type was.
  private let settable: Set<ContentsComparison.Property>
  private(set) var undecidedOrders: Set<ContentsComparison.UndecidedOrder> = []

  init(
    _ source: StoreContents, _ sourceModel: ValidatedModel, _ destinationModel: ValidatedModel,
    settable: Set<ContentsComparison.Property>
  ) throws {
    self.settable = settable
    self.source = source
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    targets = try TargetExpectation(source, sourceModel, destinationModel)
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
      let survivor = TargetExpectation.Survivor(entity: entity, former: former, object: object)
      let targets = relationships.map { self.targets.targets(of: $0, survivor) }
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

  /// The value that an attribute of an object made from another carries.
  func value(
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
      let ancestors = destinationModel.lineage(of: entity).map(\.name)
      if ancestors.contains(where: { settable.contains(.init($0, attribute.name)) }) {
        return missing
      }
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

  /// Notes them for the entity and for those that it inherits them from.
  private mutating func noteUndecidedOrders(
    of relationships: [Relationship], _ entity: Entity, _ former: Entity
  ) {
    for relationship in relationships where relationship.isOrdered {
      if targets.order(of: relationship, entity, former) != nil { continue }
      for ancestor in destinationModel.lineage(of: entity) {
        undecidedOrders.insert(.init(entity: ancestor.name, relationship: relationship.name))
      }
    }
  }
}
