import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// The two stores of a custom migration that runs, and what came from what.
final class CustomMigrationManager: MigrationManager {
  let plan: CustomPlan
  let source: StoreEditor
  let destination: StoreEditor
  private let associations: AssociationTable
  private let numbers: [String: Int]
  /// The place of the mapping whose code runs.
  var running = 0

  init(
    plan: CustomPlan, source: StoreEditor, destination: StoreEditor,
    associations: AssociationTable
  ) {
    self.plan = plan
    self.source = source
    self.destination = destination
    self.associations = associations
    numbers = Dictionary(
      plan.mappings.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { _, last in last })
  }

  var mapping: CustomPlan.Mapping { plan.mappings[running] }

  var sourceContext: any ObjectContext { EditorContext(editor: source) }

  var destinationContext: any MigrationContext { EditorContext(editor: destination) }

  // MARK: Objects

  @discardableResult
  func createDestinationInstance(
    for object: StoredObject, values: [String: AttributeValue]
  ) throws -> ObjectReference {
    guard let name = mapping.destination, object.entity == mapping.source else {
      throw problem(
        .foreignObject(
          mapping: mapping.name, expected: mapping.source, object: object.reference))
    }
    return try destination.translatingErrors {
      var all = try destination.defaultValues(of: name)
      for attribute in mapping.attributes {
        all[attribute.destinationPosition] = try attribute.value(of: object)
      }
      for (attribute, value) in values {
        all[try destination.position(ofAttribute: attribute, in: name)] = value
      }
      let instance = try destination.insert(
        name, primaryKey: try keptKey(of: object, as: name), values: all)
      try associations.add(
        source: object.reference, destination: instance, mapping: running)
      return instance
    }
  }

  /// The key that a new object takes over; nil where it needs one of its own.
  ///
  /// Format: StoreFormat F155.
  private func keptKey(of object: StoredObject, as destination: String) throws -> Int64? {
    guard plan.keepsKeys(from: object.entity, to: destination),
      try self.destination.isFree(object.primaryKey, inFamilyOf: destination)
    else { return nil }
    return object.primaryKey
  }

  // MARK: Associations

  func associate(source: ObjectReference, with destination: ObjectReference) throws {
    try self.destination.translatingErrors {
      try associations.add(source: source, destination: destination, mapping: running)
    }
  }

  func destinationInstances(
    forEntityMappingNamed mapping: String, sourceInstances: [ObjectReference]
  ) throws -> [ObjectReference] {
    let number = try number(of: mapping)
    return try destination.translatingErrors {
      try sourceInstances.flatMap { try associations.destinations(of: $0, mapping: number) }
    }
  }

  func sourceInstances(
    forEntityMappingNamed mapping: String, destinationInstances: [ObjectReference]
  ) throws -> [ObjectReference] {
    let number = try number(of: mapping)
    return try destination.translatingErrors {
      try destinationInstances.flatMap { try associations.sources(of: $0, mapping: number) }
    }
  }

  func destinationInstances(
    forSourceRelationshipNamed relationship: String, of object: StoredObject
  ) throws -> [ObjectReference] {
    let targets = try object[relationship: relationship]
    return try instances(
      of: targets, madeBy: candidates(forRelationship: relationship, of: object.entity))
  }

  /// The mappings that lead to where the running mapping's relationship of the same renaming
  /// identifier leads; all of them where it has none.
  private func candidates(forRelationship name: String, of entity: String) -> [Int] {
    let (old, new) = (plan.source.model, plan.destination.model)
    let key = old.entity(named: entity).flatMap { entity in
      old.relationships(of: entity).first { $0.name == name }?.renamingKey
    }
    let heir = mapping.destination.flatMap { new.entity(named: $0) }.flatMap { entity in
      new.relationships(of: entity).first { $0.renamingKey == key }
    }
    return plan.mappings.indices.filter { number in
      let destination = plan.mappings[number].destination
      return heir.map { new.isKind(destination, of: $0.destination) } ?? (destination != nil)
    }
  }

  /// What some mappings made from source objects, in the order of those; an object that was made
  /// from several of them once.
  func instances(
    of targets: [ObjectReference], madeBy candidates: [Int]
  ) throws -> [ObjectReference] {
    try destination.translatingErrors {
      var seen: Set<ObjectReference> = []
      return try targets.flatMap { target in
        try candidates.filter { plan.mappings[$0].source == target.entity }.flatMap {
          try associations.destinations(of: target, mapping: $0)
        }
      }.filter { seen.insert($0).inserted }
    }
  }

  /// The objects that the running mapping made from an object.
  func instances(of object: StoredObject) throws -> [ObjectReference] {
    try associations.destinations(of: object.reference, mapping: running)
  }

  /// The objects from which the running mapping made an object.
  func sources(of instance: ObjectReference) throws -> [ObjectReference] {
    try associations.sources(of: instance, mapping: running)
  }

  private func number(of mapping: String) throws -> Int {
    guard let number = numbers[mapping] else {
      throw problem(
        .unknownMapping(mapping, known: plan.mappings.map(\.name)))
    }
    return number
  }

  func problem(_ problem: CustomStageProblem) -> MigrationError {
    .customStage(
      source: plan.source.model.name, destination: plan.destination.model.name, problem)
  }
}
