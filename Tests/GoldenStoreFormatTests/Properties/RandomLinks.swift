import GoldenStore
import GoldenStoreModel

/// The targets of every object of every relationship, the same from both sides.
struct RandomLinks {
  /// A relationship by the entity that declares it first.
  struct Declaration: Hashable {
    let entity: String
    let name: String
  }

  private struct Owner: Hashable {
    let object: ObjectReference
    let relationship: String
  }

  private var targets: [Owner: [ObjectReference]] = [:]
  private let model: ValidatedModel
  private let references: [ObjectReference]
  /// Relationships of which no object may be its own target: SQLite runs both triggers of a
  /// derived attribute for such a row, and counts it twice.
  private let derived: Set<String>

  init(
    _ model: ValidatedModel, _ references: [ObjectReference], _ random: inout SeededGenerator
  ) {
    self.model = model
    self.references = references
    derived = DerivedValues.relationships(of: model)
    var linked: Set<Declaration> = []
    for entity in model.entitiesByName {
      for relationship in model.persistedRelationships(of: entity) {
        guard Self.origin(of: relationship.name, in: entity, model) == entity.name,
          linked.insert(Declaration(entity: entity.name, name: relationship.name)).inserted
        else { continue }
        if let inverse = model.inverse(of: relationship),
          let origin = Self.origin(of: inverse.name, in: model.destination(of: relationship), model)
        {
          linked.insert(Declaration(entity: origin, name: inverse.name))
        }
        link(relationship, of: entity, &random)
      }
    }
    settleOrder(&random)
  }

  /// The targets of an object.
  func targets(of object: ObjectReference, _ relationship: String) -> [ObjectReference] {
    targets[Owner(object: object, relationship: relationship)] ?? []
  }

  /// The topmost entity that declares a property for an entity.
  static func origin(
    of property: String, in entity: Entity, _ model: ValidatedModel
  ) -> String? {
    model.lineage(of: entity).first { ancestor in
      ancestor.attributes.contains { $0.name == property }
        || ancestor.relationships.contains { $0.name == property }
    }?.name
  }

  /// A relationship as the object's own entity declares it.
  private func relationship(_ name: String, of object: ObjectReference) -> Relationship? {
    model.entity(named: object.entity).flatMap { entity in
      model.persistedRelationships(of: entity).first { $0.name == name }
    }
  }

  private func isOne(_ object: ObjectReference, of ancestor: String) -> Bool {
    model.entity(named: object.entity).map { entity in
      model.lineage(of: entity).contains { $0.name == ancestor }
    } ?? false
  }

  // MARK: Linking

  private mutating func link(
    _ relationship: Relationship, of entity: Entity, _ random: inout SeededGenerator
  ) {
    let owners = references.filter { isOne($0, of: entity.name) }
    let members = references.filter { isOne($0, of: relationship.destination) }
    for _ in 0..<random.integer(in: 2...10) {
      guard let owner = random.element(of: owners), let member = random.element(of: members)
      else { return }
      linkPair(owner, relationship.name, member, inverse: relationship.inverse)
    }
  }

  /// Links two objects if both sides allow it.
  private mutating func linkPair(
    _ owner: ObjectReference, _ name: String, _ member: ObjectReference, inverse: String?
  ) {
    guard let relationship = relationship(name, of: owner),
      isOne(member, of: relationship.destination), hasRoom(owner, relationship),
      !targets(of: owner, name).contains(member),
      owner != member || !derived.contains(name) && !derived.contains(inverse ?? "")
    else { return }
    guard let inverseName = inverse else {
      // The member's row has one place for its owner.
      let isTaken = references.contains {
        targets(of: $0, name).contains(member) && sharesKey($0, owner, name)
      }
      guard !relationship.isToMany || !isTaken else { return }
      targets[Owner(object: owner, relationship: name), default: []].append(member)
      return
    }
    guard let inverse = self.relationship(inverseName, of: member),
      isOne(owner, of: inverse.destination)
    else { return }
    if inverseName == name, owner == member {
      targets[Owner(object: owner, relationship: name), default: []].append(member)
      return
    }
    guard hasRoom(member, inverse), !targets(of: member, inverseName).contains(owner) else {
      return
    }
    targets[Owner(object: owner, relationship: name), default: []].append(member)
    targets[Owner(object: member, relationship: inverseName), default: []].append(owner)
  }

  /// Whether two objects have a relationship from the same declaration.
  private func sharesKey(_ left: ObjectReference, _ right: ObjectReference, _ name: String) -> Bool
  {
    let origins = [left, right].map { object in
      model.entity(named: object.entity).flatMap { Self.origin(of: name, in: $0, model) }
    }
    return origins[0] == origins[1]
  }

  private func hasRoom(_ object: ObjectReference, _ relationship: Relationship) -> Bool {
    let count = targets(of: object, relationship.name).count
    return relationship.maxCount == 0 || count < relationship.maxCount
  }

  /// Shuffles ordered targets, sorts others as objects list them.
  private mutating func settleOrder(_ random: inout SeededGenerator) {
    let names = model.entitiesByName.map(\.name)
    for object in references {
      guard let entity = model.entity(named: object.entity) else { continue }
      for relationship in model.persistedRelationships(of: entity) {
        let owner = Owner(object: object, relationship: relationship.name)
        guard var list = targets[owner] else { continue }
        if relationship.isOrdered {
          random.shuffle(&list)
        } else {
          list.sort {
            ((names.firstIndex(of: $0.entity) ?? 0), $0.primaryKey)
              < ((names.firstIndex(of: $1.entity) ?? 0), $1.primaryKey)
          }
        }
        targets[owner] = list
      }
    }
  }
}
