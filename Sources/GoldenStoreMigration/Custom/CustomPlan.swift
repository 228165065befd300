package import GoldenStoreFormat
package import GoldenStoreModel

/// How every entity of a custom stage gets its objects, decided before anything runs.
///
/// Format: StoreFormat F154.
package struct CustomPlan: Sendable {
  /// A mapping of the stage, or one that inference adds.
  package struct Mapping: Sendable {
    package let name: String
    package let source: String?
    package let destination: String?
    /// The code of the stage; nil for an inferred mapping.
    package let custom: CustomEntityMapping?
    package let attributes: [CarriedAttribute]
    package let relationships: [CarriedRelationship]
  }

  /// A relationship whose targets become the targets of one of the destination.
  package struct CarriedRelationship: Sendable {
    package let source: String
    package let destination: String
    package let isToMany: Bool
    /// The places in the plan of the mappings that can make the targets.
    package let candidates: [Int]
  }

  package let source: StoreLayout
  package let destination: StoreLayout
  package let primaryKeys: PrimaryKeyRule
  /// The inferred mappings, by destination, then those of the stage as they are declared.
  package let mappings: [Mapping]
  /// The place of each mapping by its name.
  let numbers: [String: Int]
  /// The root entity of the source whose objects keep their keys, by the destination's root.
  let heirs: [String: String]

  /// - Parameter keepsHistory: Whether the store has the tables of persistent history, which a
  ///   new one gets without rows.
  /// - Throws: `MigrationError.customStage`, `.cannotInfer`, `.store` for a model that has no layout,
  ///   `.model`.
  package init(
    _ stage: MigrationStage, from source: ValidatedModel, to destination: ValidatedModel,
    keepsHistory: Bool = false
  ) throws(MigrationError) {
    do throws(StoreError) {
      self.source = try StoreLayout(source)
      self.destination = try StoreLayout(destination, includesHistory: keepsHistory)
    } catch {
      throw .store(error)
    }
    primaryKeys = stage.primaryKeys
    let inference: MappingInference
    do throws(ModelError) {
      inference = try MappingInference(source: source, destination: destination)
    } catch {
      throw .model(error)
    }
    let custom = stage.entityMappings ?? []
    let drafts: [Draft]
    do throws(InferenceProblem) {
      drafts = try Self.drafts(inference, custom)
    } catch {
      throw .cannotInfer(source: source.name, destination: destination.name, error)
    }
    try Self.requireUse(of: source, to: destination, custom: custom)
    for draft in drafts { try Self.requireMatches(in: draft, source, destination) }
    let relationships = CarriedRelationships(drafts, source: source, destination: destination)
    mappings = drafts.enumerated().map { position, draft in
      Mapping(
        name: draft.name, source: draft.source, destination: draft.destination,
        custom: draft.custom, attributes: CarriedAttribute.all(draft.mapping, source, destination),
        relationships: relationships.carried(by: position))
    }
    numbers = Dictionary(
      drafts.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { _, last in last })
    heirs = Self.heirs(drafts, source, destination)
  }

  /// Whether objects of one entity may keep the keys of those of another.
  func keepsKeys(from source: String, to destination: String) -> Bool {
    guard primaryKeys == .kept, let origin = self.source.entity(named: source)?.rootName,
      let root = self.destination.entity(named: destination)?.rootName
    else { return false }
    return heirs[root] == origin
  }

  /// Whether a mapping makes one object from each, and no other mapping makes such objects from
  /// the same ones, so that an object with a kept key can come from nowhere else.
  func keepsEveryKey(_ number: Int) -> Bool {
    let mapping = mappings[number]
    guard let source = mapping.source, let destination = mapping.destination,
      mapping.custom?.createDestinationInstances == nil,
      keepsKeys(from: source, to: destination)
    else { return false }
    return mappings.filter { $0.source == source && $0.destination == destination }.count == 1
  }

  /// A mapping before its relationships are known.
  struct Draft {
    let name: String
    let source: String?
    let destination: String?
    let custom: CustomEntityMapping?
    /// What inference says about the two entities; nil where there are not two.
    let mapping: EntityMapping?
  }

  private static func drafts(
    _ inference: MappingInference, _ custom: [CustomEntityMapping]
  ) throws(InferenceProblem) -> [Draft] {
    var drafts: [Draft] = []
    let named = Set(custom.compactMap(\.destination))
    let removed = Set(custom.filter { $0.destination == nil }.compactMap(\.source))
    for mapping in try inference.mappings(excluding: named) {
      if mapping.destination != nil, let source = mapping.source, removed.contains(source) {
        continue
      }
      drafts.append(
        Draft(
          name: mapping.name, source: mapping.source, destination: mapping.destination,
          custom: nil, mapping: mapping))
    }
    for mapping in custom {
      let origin = mapping.source.flatMap { inference.source.entity(named: $0) }
      let entity = mapping.destination.flatMap { inference.destination.entity(named: $0) }
      var inferred: EntityMapping?
      if let origin, let entity {
        inferred = try inference.transformation(of: origin, to: entity, setting: mapping.setting)
      }
      drafts.append(
        Draft(
          name: mapping.name, source: mapping.source, destination: mapping.destination,
          custom: mapping, mapping: inferred))
    }
    return drafts
  }

  /// Objects whose entity lives on must not be left out because code has taken over its name.
  private static func requireUse(
    of source: ValidatedModel, to destination: ValidatedModel, custom: [CustomEntityMapping]
  ) throws(MigrationError) {
    let used = Set(custom.compactMap(\.source))
    let named = Set(custom.compactMap(\.destination))
    for entity in source.entitiesByName where !entity.isAbstract && !used.contains(entity.name) {
      guard
        let heir = destination.entitiesByName.first(where: {
          $0.renamingKey == entity.renamingKey && named.contains($0.name)
        })
      else { continue }
      throw .customStage(
        source: source.name, destination: destination.name,
        .unmappedEntity(source: entity.name, destination: heir.name))
    }
  }

  /// A property that keeps its name but not its renaming identifier loses its values, as in Core
  /// Data's inference; code that is there to move values must have said that it does.
  private static func requireMatches(
    in draft: Draft, _ source: ValidatedModel, _ destination: ValidatedModel
  ) throws(MigrationError) {
    guard let custom = draft.custom, let mapping = draft.mapping,
      let from = draft.source.flatMap({ source.entity(named: $0) }),
      let to = draft.destination.flatMap({ destination.entity(named: $0) })
    else { return }
    let lost = Set(mapping.removedAttributes + mapping.removedRelationships)
    for property in mapping.properties
    where property.isAdded && lost.contains(property.destination)
      && !custom.setting.contains(property.destination)
    {
      throw .customStage(
        source: source.name, destination: destination.name,
        .unmatchedProperty(
          mapping: draft.name, property: property.destination,
          sourceKey: source.renamingKey(of: property.destination, in: from),
          destinationKey: destination.renamingKey(of: property.destination, in: to)))
    }
  }

  /// The family that a destination's family continues keeps its keys; without one, the family
  /// that the first mapping leads from. Where no object is carried, the keys of the former family
  /// are still not given out again.
  private static func heirs(
    _ drafts: [Draft], _ source: ValidatedModel, _ destination: ValidatedModel
  ) -> [String: String] {
    var heirs: [String: String] = [:]
    func root(_ name: String, _ model: ValidatedModel) -> Entity? {
      model.entity(named: name).map { model.root(of: $0) }
    }
    let pairs = drafts.compactMap { draft -> (source: Entity, destination: Entity)? in
      guard let from = draft.source.flatMap({ root($0, source) }),
        let to = draft.destination.flatMap({ root($0, destination) })
      else { return nil }
      return (from, to)
    }
    let continued = pairs.filter { $0.source.renamingKey == $0.destination.renamingKey }
    for pair in continued + pairs where heirs[pair.destination.name] == nil {
      heirs[pair.destination.name] = pair.source.name
    }
    for entity in destination.entitiesByName where heirs[destination.root(of: entity).name] == nil {
      let former = source.entitiesByName.first { $0.renamingKey == entity.renamingKey }
      heirs[destination.root(of: entity).name] = former.map { source.root(of: $0).name }
    }
    return heirs
  }
}

/// Decides which relationships are carried, when all mappings are known.
private struct CarriedRelationships {
  let drafts: [CustomPlan.Draft]
  let source: ValidatedModel
  let destination: ValidatedModel

  init(_ drafts: [CustomPlan.Draft], source: ValidatedModel, destination: ValidatedModel) {
    self.drafts = drafts
    self.source = source
    self.destination = destination
  }

  func carried(by position: Int) -> [CustomPlan.CarriedRelationship] {
    let draft = drafts[position]
    guard let from = draft.source.flatMap({ source.entity(named: $0) }),
      let to = draft.destination.flatMap({ destination.entity(named: $0) })
    else { return [] }
    return (draft.mapping?.relationships ?? []).compactMap { mapping in
      guard let name = mapping.source,
        let old = source.relationships(of: from).first(where: { $0.name == name }),
        let new = destination.relationships(of: to).first(where: { $0.name == mapping.destination }
        ),
        !isSetFromTheOtherSide(new), !followsFromInverse(old, new, of: to)
      else { return nil }
      return CustomPlan.CarriedRelationship(
        source: name, destination: new.name, isToMany: new.isToMany,
        candidates: drafts.indices.filter {
          source.isKind(drafts[$0].source, of: old.destination)
            && destination.isKind(drafts[$0].destination, of: new.destination)
        })
    }
  }

  /// Code that sets one side of a relationship sets both.
  private func isSetFromTheOtherSide(_ relationship: Relationship) -> Bool {
    guard let inverse = relationship.inverse else { return false }
    return drafts.contains {
      $0.custom?.setting.contains(inverse) == true
        && destination.isKind($0.destination, of: relationship.destination)
    }
  }

  /// Whether carrying the inverse gives all targets, so that one side is enough.
  private func followsFromInverse(
    _ old: Relationship, _ new: Relationship, of entity: Entity
  ) -> Bool {
    guard new.isToMany, !new.isOrdered, let inverse = destination.inverse(of: new),
      let origin = source.inverse(of: old),
      // A relationship that is its own inverse has no other side.
      inverse.name != new.name || !destination.isKind(entity.name, of: new.destination),
      !isSetFromTheOtherSide(inverse)
    else { return false }
    // Of two unordered sides one has to be carried.
    if inverse.isToMany, !inverse.isOrdered,
      (new.destination, inverse.name) < (inverse.destination, new.name)
    {
      return false
    }
    return drafts.allSatisfy { draft in
      guard destination.isKind(draft.destination, of: new.destination) else { return true }
      return draft.mapping?.relationships.contains {
        $0.destination == inverse.name && $0.source == origin.name
      } ?? false
    }
  }
}
