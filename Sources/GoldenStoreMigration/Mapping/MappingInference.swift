import GoldenStoreModel

/// Finds the mapping between two models by their renaming identifiers.
///
/// Format: StoreFormat F100–F109.
struct MappingInference {
  let source: ValidatedModel
  let destination: ValidatedModel
  /// The entities whose version hash is the same on both sides, by name.
  let unchanged: Set<String>

  init(source: ValidatedModel, destination: ValidatedModel) throws(ModelError) {
    self.source = source
    self.destination = destination
    let hashes = Set(try VersionHash.entityHashes(of: source))
    unchanged = Set(
      try VersionHash.entityHashes(of: destination).filter { hashes.contains($0) }.map(\.entity))
  }

  /// The mappings that end in the destination's entities by name, then the removals by name.
  ///
  /// - Parameter named: Entities of the destination that get no mapping, because code leads to
  ///   them.
  func mappings(
    excluding named: Set<String> = []
  ) throws(InferenceProblem) -> [EntityMapping] {
    let sources = try entitiesByKey(of: source, side: .source)
    let destinations = try entitiesByKey(of: destination, side: .destination)
    var mappings: [EntityMapping] = []
    for entity in destination.entitiesByName where !named.contains(entity.name) {
      guard let origin = sources[entity.renamingKey] else {
        mappings.append(addition(of: entity))
        continue
      }
      let isCopy = origin.name == entity.name && unchanged.contains(entity.name)
      mappings.append(
        isCopy ? copy(of: origin, to: entity) : try transformation(of: origin, to: entity))
    }
    for entity in source.entitiesByName where destinations[entity.renamingKey] == nil {
      mappings.append(removal(of: entity))
    }
    return mappings
  }

  private func entitiesByKey(
    of model: ValidatedModel, side: InferenceProblem.Side
  ) throws(InferenceProblem) -> [String: Entity] {
    var entities: [String: Entity] = [:]
    for entity in model.entitiesByName {
      if let other = entities.updateValue(entity, forKey: entity.renamingKey) {
        throw .sharedEntityIdentifier(
          side: side, identifier: entity.renamingKey, entities: [other.name, entity.name])
      }
    }
    return entities
  }

  private func addition(of entity: Entity) -> EntityMapping {
    EntityMapping(
      kind: .add, key: entity.renamingKey, source: nil, destination: entity.name,
      attributes: leaves(of: entity, in: destination).map {
        PropertyMapping(kind: $0.kind, source: nil, destination: $0.name)
      },
      relationships: destination.persistedRelationships(of: entity).map {
        PropertyMapping(kind: .relationship, source: nil, destination: $0.name)
      }, removedAttributes: [], removedRelationships: [], isSchemaEqual: false)
  }

  private func removal(of entity: Entity) -> EntityMapping {
    EntityMapping(
      kind: .remove, key: entity.renamingKey, source: entity.name, destination: nil,
      attributes: [], relationships: [],
      removedAttributes: leaves(of: entity, in: source).map(\.name),
      removedRelationships: source.persistedRelationships(of: entity).map(\.name),
      isSchemaEqual: false)
  }

  /// Equal hashes mean equal names, so identifiers that were set since then do not count.
  private func copy(of origin: Entity, to entity: Entity) -> EntityMapping {
    EntityMapping(
      kind: .copy, key: entity.renamingKey, source: origin.name, destination: entity.name,
      attributes: leaves(of: entity, in: destination).map {
        PropertyMapping(kind: $0.kind, source: $0.name, destination: $0.name)
      },
      relationships: destination.persistedRelationships(of: entity).map {
        PropertyMapping(kind: .relationship, source: $0.name, destination: $0.name)
      }, removedAttributes: [], removedRelationships: [], isSchemaEqual: true)
  }

  /// - Parameter setting: Properties of the destination that code sets, whatever the source has
  ///   for them.
  func transformation(
    of origin: Entity, to entity: Entity, setting: Set<String> = []
  ) throws(InferenceProblem) -> EntityMapping {
    let candidates = try propertiesByKey(of: origin)
    try requireSameComposition(origin, entity, setting: setting)
    var used: Set<String> = []
    var attributes: [PropertyMapping] = []
    for leaf in leaves(of: entity, in: destination) {
      let found = candidates[leaf.key]?.leaf.flatMap { $0.canContinue(as: leaf) ? $0 : nil }
      if let found { used.insert(found.name) }
      attributes.append(
        try attributeMapping(
          from: setting.contains(leaf.name) ? nil : found, to: leaf, entity: entity))
    }
    var relationships: [PropertyMapping] = []
    for relationship in destination.persistedRelationships(of: entity) {
      let found = candidates[relationship.renamingKey]?.relationship
      if let found { used.insert(found.name) }
      relationships.append(
        try relationshipMapping(
          from: setting.contains(relationship.name) ? nil : found, to: relationship,
          entity: entity))
    }
    return EntityMapping(
      kind: .transform, key: entity.renamingKey, source: origin.name, destination: entity.name,
      attributes: attributes, relationships: relationships,
      removedAttributes: leaves(of: origin, in: source).map(\.name).filter { !used.contains($0) },
      removedRelationships: source.persistedRelationships(of: origin).map(\.name)
        .filter { !used.contains($0) },
      isSchemaEqual: isSchemaEqual(origin, entity))
  }

  /// Refuses an attribute that becomes a composite of the same key, or ceases to be one: the one
  /// has a column, the other has columns for its elements.
  private func requireSameComposition(
    _ origin: Entity, _ entity: Entity, setting: Set<String>
  ) throws(InferenceProblem) {
    let before = source.attributes(of: origin).filter { !$0.isTransient && $0.derivation == nil }
    for attribute in destination.attributes(of: entity)
    where !attribute.isTransient && attribute.derivation == nil {
      guard let former = before.first(where: { $0.renamingKey == attribute.renamingKey }),
        (former.type == .composite) != (attribute.type == .composite),
        !AttributeLeaf.leaves(of: attribute).allSatisfy({ setting.contains($0.name) })
      else { continue }
      _ = try TypeChange.between(former, attribute, entity: entity.name)
    }
  }

  private func attributeMapping(
    from origin: AttributeLeaf?, to leaf: AttributeLeaf, entity: Entity
  ) throws(InferenceProblem) -> PropertyMapping {
    let value = leaf.attribute.defaultValue.flatMap { $0.isNull ? nil : $0 }
    let isRequired = !leaf.attribute.isOptional && !leaf.isInOptionalComposite
    guard let origin, let before = origin.value, let after = leaf.value else {
      return PropertyMapping(
        kind: leaf.kind, source: origin?.name, destination: leaf.name,
        fill: leaf.kind == .attribute && origin == nil
          ? value.map(PropertyMapping.Fill.everyObject) ?? .none : .none,
        isChecked: leaf.kind == .attribute && origin == nil && isRequired && value == nil)
    }
    let change = try TypeChange.between(before, after, entity: entity.name)
    if before.allowsExternalBinaryDataStorage, !after.allowsExternalBinaryDataStorage {
      throw .externalToInline(entity: entity.name, attribute: leaf.name)
    }
    let becomesRequired =
      isRequired && (origin.attribute.isOptional || origin.isInOptionalComposite)
    return PropertyMapping(
      kind: .attribute, source: origin.name, destination: leaf.name, typeChange: change,
      fill: becomesRequired ? value.map(PropertyMapping.Fill.missingValues) ?? .none : .none,
      isChecked: becomesRequired && value == nil,
      gainsExternalStorage: !before.allowsExternalBinaryDataStorage
        && after.allowsExternalBinaryDataStorage)
  }

  private func relationshipMapping(
    from origin: Relationship?, to relationship: Relationship, entity: Entity
  ) throws(InferenceProblem) -> PropertyMapping {
    if let origin, origin.isToMany, !relationship.isToMany {
      throw .toManyToToOne(entity: entity.name, relationship: relationship.name)
    }
    return PropertyMapping(
      kind: .relationship, source: origin?.name, destination: relationship.name,
      isChecked: relationship.isMandatory
        && origin.map { $0.isOptional && !relationship.isOptional } ?? true)
  }

  // MARK: Properties

  /// The persisted properties of a source entity by renaming identifier.
  private func propertiesByKey(
    of entity: Entity
  ) throws(InferenceProblem) -> [String: SourceProperty] {
    var properties: [String: SourceProperty] = [:]
    let all =
      leaves(of: entity, in: source).map(SourceProperty.attribute)
      + source.persistedRelationships(of: entity).map(SourceProperty.relationship)
    for property in all {
      if let other = properties.updateValue(property, forKey: property.key) {
        throw .sharedPropertyIdentifier(
          entity: entity.name, identifier: property.key, properties: [other.name, property.name])
      }
    }
    return properties
  }

  /// The persisted attributes of an entity, composites replaced by their elements.
  private func leaves(of entity: Entity, in model: ValidatedModel) -> [AttributeLeaf] {
    model.attributes(of: entity).filter { !$0.isTransient }
      .flatMap { AttributeLeaf.leaves(of: $0) }
  }

  // MARK: Schema equality

  /// Whether two entities of one key differ in nothing that the file shows.
  ///
  /// Format: StoreFormat F107.
  private func isSchemaEqual(_ origin: Entity, _ entity: Entity) -> Bool {
    guard origin.name == entity.name, haveEqualParents(origin, entity) else { return false }
    let before = leaves(of: origin, in: source)
    let after = leaves(of: entity, in: destination)
    guard before.count == after.count,
      zip(before, after).allSatisfy({ $0.isSchemaEqual(to: $1) })
    else { return false }
    let relationshipsBefore = source.persistedRelationships(of: origin)
    let relationshipsAfter = destination.persistedRelationships(of: entity)
    return relationshipsBefore.count == relationshipsAfter.count
      && zip(relationshipsBefore, relationshipsAfter).allSatisfy { $0.isSchemaEqual(to: $1) }
  }

  private func haveEqualParents(_ origin: Entity, _ entity: Entity) -> Bool {
    guard origin.superentity == entity.superentity else { return false }
    guard let name = origin.superentity, let before = source.entity(named: name),
      let after = destination.entity(named: name)
    else { return origin.superentity == nil }
    return isSchemaEqual(before, after)
  }
}

/// A source property that a destination property may come from.
private enum SourceProperty {
  case attribute(AttributeLeaf)
  case relationship(Relationship)

  var key: String {
    switch self {
    case .attribute(let leaf): leaf.key
    case .relationship(let relationship): relationship.renamingKey
    }
  }

  var name: String {
    switch self {
    case .attribute(let leaf): leaf.name
    case .relationship(let relationship): relationship.name
    }
  }

  var relationship: Relationship? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  var leaf: AttributeLeaf? {
    if case .attribute(let leaf) = self { leaf } else { nil }
  }
}

extension Relationship {
  /// Whether an object without target makes a migration fail where the relationship is new: a
  /// to-one that is not optional, and any relationship with a minimum. A relationship that was
  /// there is checked where it ceases to be optional; another minimum alone is not enforced.
  ///
  /// Format: StoreFormat F106.
  fileprivate var isMandatory: Bool {
    minCount > 0 || (!isToMany && !isOptional)
  }

  fileprivate func isSchemaEqual(to other: Relationship) -> Bool {
    name == other.name && maxCount == other.maxCount && minCount == other.minCount
      && deleteRule == other.deleteRule && isOrdered == other.isOrdered
      && destination == other.destination
  }
}
