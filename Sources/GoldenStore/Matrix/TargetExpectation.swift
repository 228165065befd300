import GoldenStoreFormat
import GoldenStoreModel

/// What a migration must make of relationships, derived on values.
///
/// As with ``Expectation``, the rules are written down a second time here. Only the side after
/// which a store names the table of a many-to-many is asked of the layout.
struct TargetExpectation {
  /// An object of the source that lives on.
  struct Survivor {
    /// Its entity in the destination.
    let entity: Entity
    /// Its entity in the source.
    let former: Entity
    let object: StoredObject

    /// The object by the destination's name of its entity.
    var reference: ObjectReference {
      ObjectReference(entity: entity.name, primaryKey: object.primaryKey)
    }
  }

  private struct Property: Hashable {
    let entity: String
    let relationship: String
  }

  /// Targets and who leads to them.
  private typealias Leads = [ObjectReference: [ObjectReference]]

  private let sourceModel: ValidatedModel
  private let destinationModel: ValidatedModel
  /// The entities that live on, with or without objects.
  private let entities: [(entity: Entity, former: Entity)]
  private let survivors: [Survivor]
  private let names: [String: String]
  /// The entity of each key, by the root of its family in the destination.
  private let residents: [String: [Int64: String]]
  private let joins: [JoinTableLayout]
  private var leads: [Property: Leads] = [:]
  private var adopted: [Property: Leads] = [:]

  init(
    _ source: StoreContents, _ sourceModel: ValidatedModel, _ destinationModel: ValidatedModel
  ) throws {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    joins = try StoreLayout(destinationModel).joinTables
    entities = destinationModel.entitiesByName.compactMap { entity in
      sourceModel.entitiesByName.first { $0.renamingKey == entity.renamingKey }
        .map { (entity, $0) }
    }
    // Two entities of one key are refused before anything is compared.
    names = Dictionary(
      entities.map { ($0.former.name, $0.entity.name) }, uniquingKeysWith: { first, _ in first })
    survivors = entities.flatMap { entity, former in
      source.objects(of: former.name).map {
        Survivor(entity: entity, former: former, object: $0)
      }
    }
    var residents: [String: [Int64: String]] = [:]
    for survivor in survivors {
      residents[destinationModel.root(of: survivor.entity).name, default: [:]][
        survivor.object.primaryKey] = survivor.entity.name
    }
    self.residents = residents
  }

  /// The targets of one relationship of an object.
  mutating func targets(
    of relationship: Relationship, _ survivor: Survivor
  ) -> [ObjectReference] {
    guard relationship.isToMany else { return keys(of: relationship, survivor) }
    guard let inverse = destinationModel.inverse(of: relationship) else {
      return carried(relationship, survivor) ?? []
    }
    let found: [ObjectReference]
    if !inverse.isToMany {
      found =
        leads(to: inverse, of: relationship.destination) { $0.keys(of: $1, $2) }[
          survivor.reference] ?? []
    } else {
      found = pairs(of: relationship, inverse, survivor)
    }
    return sorted(found, of: relationship, survivor)
  }

  // MARK: Origins

  private func origin(of relationship: Relationship, in former: Entity) -> Relationship? {
    sourceModel.persistedRelationships(of: former).first {
      $0.renamingKey == relationship.renamingKey
    }
  }

  /// The targets that the source's relationship of the same key has; `nil` without one.
  private func carried(
    _ relationship: Relationship, _ survivor: Survivor
  ) -> [ObjectReference]? {
    guard let origin = origin(of: relationship, in: survivor.former),
      let targets = survivor.object.targets(of: origin.name)
    else { return nil }
    return renamed(targets, as: relationship.destination)
  }

  /// Keys stay as they are: under another destination they name whatever has them there.
  private func renamed(
    _ targets: [ObjectReference], as destination: String
  ) -> [ObjectReference] {
    targets.map { target in
      let name = names[target.entity]
      if let name, destinationModel.isKind(name, of: destination) {
        return ObjectReference(entity: name, primaryKey: target.primaryKey)
      }
      let root = destinationModel.entity(named: destination).map(destinationModel.root)?.name
      let resident = root.flatMap { residents[$0]?[target.primaryKey] }
      return ObjectReference(entity: resident ?? destination, primaryKey: target.primaryKey)
    }
  }

  private func relationship(_ name: String, of entity: Entity) -> Relationship? {
    destinationModel.persistedRelationships(of: entity).first { $0.name == name }
  }

  /// Who leads to an object through a relationship of an entity.
  private mutating func leads(
    to relationship: Relationship, of entity: String,
    by keys: (inout TargetExpectation, Relationship, Survivor) -> [ObjectReference]
  ) -> Leads {
    let property = Property(entity: entity, relationship: relationship.name)
    if let known = leads[property] { return known }
    var found: Leads = [:]
    for survivor in survivors where destinationModel.isKind(survivor.entity.name, of: entity) {
      guard let own = self.relationship(relationship.name, of: survivor.entity) else { continue }
      for target in keys(&self, own, survivor) {
        found[target, default: []].append(survivor.reference)
      }
    }
    leads[property] = found
    return found
  }

  // MARK: To-ones

  /// A to-one keeps its key; a new one takes over what its to-many had without an inverse, or a
  /// to-one's key that points the other way now.
  private mutating func keys(
    of toOne: Relationship, _ survivor: Survivor
  ) -> [ObjectReference] {
    if let own = carried(toOne, survivor) { return own }
    guard let toMany = destinationModel.inverse(of: toOne), toMany.isToMany else { return [] }
    let property = Property(entity: toOne.destination, relationship: toMany.name)
    if adopted[property] == nil {
      let isKept = entities.contains { entity, former in
        destinationModel.isKind(entity.name, of: toMany.destination)
          && origin(of: toOne, in: former) != nil
      }
      var found: Leads = [:]
      for owner in survivors where destinationModel.isKind(owner.entity.name, of: toOne.destination)
      {
        guard let origin = origin(of: toMany, in: owner.former),
          origin.isToMany ? sourceModel.inverse(of: origin) == nil : !isKept,
          let targets = carried(toMany, owner)
        else { continue }
        for target in targets { found[target, default: []].append(owner.reference) }
      }
      adopted[property] = found
    }
    return adopted[property]?[survivor.reference] ?? []
  }

  // MARK: Many-to-many relationships

  private mutating func pairs(
    of relationship: Relationship, _ inverse: Relationship, _ survivor: Survivor
  ) -> [ObjectReference] {
    let own =
      leadsItsTable(relationship, inverse, of: survivor.entity)
      ? carried(relationship, survivor) ?? [] : []
    let isItsOwn =
      relationship.name == inverse.name && relationship.destination == inverse.destination
    if leadsItsTable(relationship, inverse, of: survivor.entity), !isItsOwn { return own }
    let found =
      leads(to: inverse, of: relationship.destination) { $0.carried($1, $2) ?? [] }[
        survivor.reference] ?? []
    return own + found.filter { !own.contains($0) }
  }

  /// Whether the pairs come from this side: the one that the table is named after, or else the
  /// only one of which anything lives on.
  private func leadsItsTable(
    _ relationship: Relationship, _ inverse: Relationship, of entity: Entity
  ) -> Bool {
    let lineage = destinationModel.lineage(of: entity).map(\.name)
    let isOwner = joins.contains {
      $0.ownerRelationship == relationship.name && $0.inverseRelationship == inverse.name
        && lineage.contains($0.ownerEntity)
    }
    let owner = isOwner ? relationship : inverse
    let ownerEntity = isOwner ? inverse.destination : relationship.destination
    let ownerLivesOn = entities.contains {
      destinationModel.isKind($0.entity.name, of: ownerEntity)
        && origin(of: owner, in: $0.former) != nil
    }
    return isOwner == ownerLivesOn
  }

  // MARK: Orders

  /// The source's relationship whose order a relationship continues; `nil` where nothing decides.
  func order(
    of relationship: Relationship, _ entity: Entity, _ former: Entity
  ) -> Relationship? {
    let found: Relationship?
    if let inverse = destinationModel.inverse(of: relationship),
      !inverse.isToMany || !leadsItsTable(relationship, inverse, of: entity)
    {
      var orders: Set<Relationship?> = []
      for (holder, formerHolder) in entities
      where destinationModel.isKind(holder.name, of: relationship.destination) {
        if let origin = origin(of: inverse, in: formerHolder) {
          orders.insert(sourceModel.inverse(of: origin))
        } else if !inverse.isToMany {
          orders.insert(origin(of: relationship, in: former))
        }
      }
      found = orders.count == 1 ? orders.first ?? nil : nil
    } else {
      found = origin(of: relationship, in: former)
    }
    // An order of the targets of something else says nothing here.
    return found.flatMap { order in
      order.isOrdered && sourceModel.persistedRelationships(of: former).contains(order)
        ? order : nil
    }
  }

  private func sorted(
    _ targets: [ObjectReference], of relationship: Relationship, _ survivor: Survivor
  ) -> [ObjectReference] {
    let sorted = targets.sorted(by: ObjectReference.precedes)
    guard relationship.isOrdered,
      let order = order(of: relationship, survivor.entity, survivor.former),
      let former = survivor.object.targets(of: order.name)
    else { return sorted }
    let ranks = renamed(former, as: relationship.destination)
    return ranks.filter(targets.contains) + sorted.filter { !ranks.contains($0) }
  }
}
