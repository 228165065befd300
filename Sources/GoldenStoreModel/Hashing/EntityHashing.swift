/// One pass over a model that hashes its entities, each of them once.
///
/// Format: StoreFormat F2 to F9.
struct EntityHashing {
  private let model: ValidatedModel
  private var known: [String: HashValue] = [:]

  init(model: ValidatedModel) { self.model = model }

  /// The hash of an entity; that of its superentity is a part of it.
  mutating func hash(of entity: Entity) throws(ModelError) -> HashValue {
    var superentityHash: HashValue?
    var lineage: [Entity] = []
    for member in model.lineage(of: entity) {
      lineage.append(member)
      let hash: HashValue
      if let kept = known[member.name] {
        hash = kept
      } else {
        hash = try self.hash(of: lineage, superentityHash: superentityHash)
        known[member.name] = hash
      }
      superentityHash = hash
    }
    guard let hash = superentityHash else {
      preconditionFailure("an entity is a member of its own lineage")
    }
    return hash
  }

  /// The hash of the last entity of a lineage, which starts at the root.
  private func hash(
    of lineage: [Entity], superentityHash: HashValue?
  ) throws(ModelError) -> HashValue {
    guard let entity = lineage.last else {
      preconditionFailure("a lineage has at least the entity itself")
    }
    var input = HashInput()
    input.append(entity.name)
    input.append(UInt8(entity.isAbstract ? 1 : 0))
    if let superentityHash { input.append(superentityHash) }
    for property in try propertyHashes(of: entity, lineage: lineage) { input.append(property.hash) }
    input.append(entity.versionHashModifier)
    let constraints = entity.uniquenessConstraints.map { $0.properties.joined(separator: ".") }
    for constraint in constraints.sorted(by: NameOrder.precedes) { input.append(constraint) }
    return input.finished()
  }

  /// The hashes of the properties that are part of an entity's hash, sorted by name.
  ///
  /// - Parameter lineage: The entity and its ancestors, the root first.
  func propertyHashes(
    of entity: Entity, lineage: [Entity]
  ) throws(ModelError) -> [(name: String, hash: HashValue)] {
    var properties: [(name: String, hash: HashValue)] = []
    for attribute in model.attributes(of: entity) where !attribute.isTransient {
      properties.append((attribute.name, try hash(of: attribute, in: entity)))
    }
    for relationship in model.persistedRelationships(of: entity) {
      properties.append((relationship.name, hash(of: relationship, in: lineage)))
    }
    return properties.sorted { NameOrder.precedes($0.name, $1.name) }
  }

  private func propertyHash(
    name: String, isOptional: Bool, isTransient: Bool, modifier: String?
  ) -> HashValue {
    var input = HashInput()
    input.append(name)
    input.append(UInt16((isOptional ? 1 : 0) | (isTransient ? 2 : 0)))
    input.append(modifier)
    return input.finished()
  }

  private func hash(of attribute: Attribute, in entity: Entity) throws(ModelError) -> HashValue {
    if let derivation = attribute.derivation {
      var input = HashInput()
      input.append(try derivation.rendered(entity: entity.name, attribute: attribute.name))
      input.append(derivation.filteringPredicate)
      return input.finished()
    }
    if attribute.type == .composite {
      var input = HashInput()
      for element in leaves(of: attribute) { input.append(plainHash(of: element)) }
      return input.finished()
    }
    return plainHash(of: attribute)
  }

  private func plainHash(of attribute: Attribute) -> HashValue {
    var input = HashInput()
    input.append(
      propertyHash(
        name: attribute.name, isOptional: attribute.isOptional,
        isTransient: attribute.isTransient, modifier: attribute.versionHashModifier))
    input.append(attribute.type.rawValue)
    if attribute.allowsExternalBinaryDataStorage { input.append(UInt8(1)) }
    if attribute.preservesValueInHistoryOnDeletion { input.append(UInt8(1)) }
    return input.finished()
  }

  /// The elements of a composite that are not composites themselves, sorted by name.
  private func leaves(of composite: Attribute) -> [Attribute] {
    var leaves: [Attribute] = []
    var open = composite.elements
    while let element = open.popLast() {
      if element.type == .composite {
        open += element.elements
      } else if !element.isTransient {
        leaves.append(element)
      }
    }
    return leaves.sorted { NameOrder.precedes($0.name, $1.name) }
  }

  private func hash(of relationship: Relationship, in lineage: [Entity]) -> HashValue {
    var input = HashInput()
    input.append(
      propertyHash(
        name: relationship.name, isOptional: relationship.isOptional,
        isTransient: relationship.isTransient, modifier: relationship.versionHashModifier))
    input.append(relationship.destination)
    if let inverse = relationship.inverse, !isSelfInverse(relationship.name, in: lineage) {
      input.append(inverse)
    }
    input.append(Int32(truncatingIfNeeded: relationship.maxCount))
    input.append(Int32(truncatingIfNeeded: relationship.minCount))
    if relationship.isOrdered { input.append(UInt16(1)) }
    return input.finished()
  }

  /// Whether a relationship, or one that it redeclares, is its own inverse.
  private func isSelfInverse(_ name: String, in lineage: [Entity]) -> Bool {
    lineage.contains { entity in
      guard let declared = entity.relationships.first(where: { $0.name == name }),
        declared.inverse == name
      else { return false }
      let destination = model.destination(of: declared)
      let inverseOwner = model.lineage(of: destination).last { ancestor in
        ancestor.relationships.contains { $0.name == name }
      }
      return inverseOwner?.name == entity.name
    }
  }
}
