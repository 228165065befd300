import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel

/// Relationships that a migration has to refuse, found from two models and the objects alone.
struct ForeseenRefusal: Hashable {
  enum Kind: Hashable {
    /// A to-one becomes a to-many without inverse.
    case toOneWithoutInverse
    /// A many-to-many becomes a to-many without inverse.
    case manyWithoutInverse
    /// A to-one becomes a one-to-many by a new key, and some targets have several owners.
    case sharedTargets(Int64)
  }

  let entity: String
  let relationship: String
  let kind: Kind

  static func all(
    from source: ValidatedModel, to destination: ValidatedModel, _ contents: StoreContents
  ) -> [Self] {
    let models = Models(source: source, destination: destination)
    return destination.entitiesByName.flatMap { entity in
      destination.relationships(of: entity).compactMap { relationship in
        models.kind(of: relationship, entity, contents).map {
          Self(entity: entity.name, relationship: relationship.name, kind: $0)
        }
      }
    }
  }

  /// The refusal that an error stands for.
  init?(_ error: MigrationError) {
    switch error {
    case .cannotMigrate(_, _, .toOneToManyWithoutInverse(let entity, let relationship)):
      self.init(entity: entity, relationship: relationship, kind: .toOneWithoutInverse)
    case .undecided(_, _, .losesManyInverse(let entity, let relationship)):
      self.init(entity: entity, relationship: relationship, kind: .manyWithoutInverse)
    case .undecided(_, _, .sharedTargets(let entity, let relationship, let shared)):
      self.init(entity: entity, relationship: relationship, kind: .sharedTargets(shared))
    default: return nil
    }
  }

  private init(entity: String, relationship: String, kind: Kind) {
    self.entity = entity
    self.relationship = relationship
    self.kind = kind
  }
}

private struct Models {
  let source: ValidatedModel
  let destination: ValidatedModel

  func kind(
    of relationship: Relationship, _ entity: Entity, _ contents: StoreContents
  ) -> ForeseenRefusal.Kind? {
    guard relationship.isToMany, let origin = origin(of: relationship, entity) else { return nil }
    guard let inverse = destination.inverse(of: relationship) else {
      if !origin.isToMany { return .toOneWithoutInverse }
      return source.inverse(of: origin)?.isToMany == true ? .manyWithoutInverse : nil
    }
    let isKept = entities(below: relationship.destination).contains {
      self.origin(of: inverse, $0) != nil
    }
    guard !origin.isToMany, !inverse.isToMany, !isKept else { return nil }
    var owners: [ObjectReference: Int] = [:]
    for owner in entities(below: inverse.destination) {
      guard let former = former(of: owner), let own = self.origin(of: relationship, owner)
      else { continue }
      for object in contents.objects(of: former.name) {
        for target in object.targets(of: own.name) ?? [] { owners[target, default: 0] += 1 }
      }
    }
    let shared = owners.values.filter { $0 > 1 }.count
    return shared > 0 ? .sharedTargets(Int64(shared)) : nil
  }

  private func entities(below ancestor: String) -> [Entity] {
    destination.entitiesByName.filter { entity in
      destination.lineage(of: entity).contains { $0.name == ancestor }
    }
  }

  private func former(of entity: Entity) -> Entity? {
    source.entitiesByName.first { $0.renamingKey == entity.renamingKey }
  }

  private func origin(of relationship: Relationship, _ entity: Entity) -> Relationship? {
    former(of: entity).flatMap { former in
      source.relationships(of: former).first { $0.renamingKey == relationship.renamingKey }
    }
  }
}
