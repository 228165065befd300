/// A model whose every reference resolves, with its entities and properties ready to look up.
///
/// Made by ``Model/validated()`` alone, so whoever holds one need not check again.
public struct ValidatedModel: Hashable, Sendable {
  public let model: Model

  private let positions: [String: Int]
  private let children: [String: [String]]

  fileprivate init(model: Model, positions: [String: Int]) {
    self.model = model
    self.positions = positions
    var children: [String: [String]] = [:]
    for entity in model.entities {
      if let parent = entity.superentity { children[parent, default: []].append(entity.name) }
    }
    self.children = children.mapValues { $0.sorted(by: NameOrder.precedesIgnoringCase) }
  }

  public static func == (left: ValidatedModel, right: ValidatedModel) -> Bool {
    left.model == right.model
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(model) }

  /// The model's name.
  public var name: String { model.name }

  /// The entities sorted by name in plain code-unit order.
  public var entitiesByName: [Entity] {
    model.entities.sorted { NameOrder.precedes($0.name, $1.name) }
  }

  /// The entity with a name.
  public func entity(named name: String) -> Entity? {
    positions[name].map { model.entities[$0] }
  }

  /// The direct subentities, sorted by name without regard to case.
  public func subentities(of entity: Entity) -> [Entity] {
    (children[entity.name] ?? []).compactMap { self.entity(named: $0) }
  }

  /// The entity and its ancestors, the root first.
  public func lineage(of entity: Entity) -> [Entity] {
    var lineage = [entity]
    var current = entity
    while let name = current.superentity, let parent = self.entity(named: name) {
      lineage.append(parent)
      current = parent
    }
    return lineage.reversed()
  }

  /// Whether a name is that of an entity or of one of its descendants; no name is of no kind.
  package func isKind(_ name: String?, of ancestor: String) -> Bool {
    guard let entity = name.flatMap({ entity(named: $0) }) else { return false }
    return lineage(of: entity).contains { $0.name == ancestor }
  }

  /// The topmost ancestor, which may be the entity itself.
  public func root(of entity: Entity) -> Entity {
    lineage(of: entity).first ?? entity
  }

  /// All attributes, inherited ones included, sorted by name in plain code-unit order; where an
  /// entity declares an inherited name again, its own declaration counts.
  public func attributes(of entity: Entity) -> [Attribute] {
    merged(entity, \.attributes, \.name)
  }

  /// All relationships, inherited ones included, sorted and redeclared as attributes are.
  public func relationships(of entity: Entity) -> [Relationship] {
    merged(entity, \.relationships, \.name)
  }

  /// The attributes that a store keeps: those of ``attributes(of:)`` that are not transient; of
  /// a composite its elements, called by their key paths such as `address.city`.
  public func persistedAttributes(of entity: Entity) -> [Attribute] {
    attributes(of: entity).flatMap(\.leaves)
  }

  /// The relationships that a store keeps.
  public func persistedRelationships(of entity: Entity) -> [Relationship] {
    relationships(of: entity).filter { !$0.isTransient }
  }

  /// The destination entity of a relationship.
  public func destination(of relationship: Relationship) -> Entity {
    guard let entity = entity(named: relationship.destination) else {
      preconditionFailure("a validated model has destination '\(relationship.destination)'")
    }
    return entity
  }

  /// The inverse of a relationship, as the destination entity has it; `nil` for none.
  public func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse else { return nil }
    return relationships(of: destination(of: relationship)).first { $0.name == name }
  }

  /// The names that objects of an entity carry.
  public func shape(of entity: Entity) -> ObjectShape {
    ObjectShape(
      entity: entity.name, attributes: persistedAttributes(of: entity).map(\.name),
      relationships: persistedRelationships(of: entity).map(\.name))
  }

  private func merged<Property>(
    _ entity: Entity, _ properties: KeyPath<Entity, [Property]>,
    _ name: KeyPath<Property, String>
  ) -> [Property] {
    guard entity.superentity != nil else {
      return entity[keyPath: properties].sorted {
        NameOrder.precedes($0[keyPath: name], $1[keyPath: name])
      }
    }
    var byName: [String: Property] = [:]
    for ancestor in lineage(of: entity) {
      for property in ancestor[keyPath: properties] { byName[property[keyPath: name]] = property }
    }
    return byName.values.sorted { NameOrder.precedes($0[keyPath: name], $1[keyPath: name]) }
  }
}

extension Model {
  /// Checks the whole model.
  ///
  /// - Throws: `ModelError.invalidModel` with every problem, in model order.
  public func validated() throws(ModelError) -> ValidatedModel {
    let (problems, positions) = findProblems()
    guard problems.isEmpty else {
      throw ModelError.invalidModel(name: name, problems: problems)
    }
    return ValidatedModel(model: self, positions: positions)
  }
}
