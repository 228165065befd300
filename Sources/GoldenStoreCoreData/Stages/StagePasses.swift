import GoldenStoreFormat
package import GoldenStoreMigration
package import GoldenStoreModel

/// The new store of a custom stage, as far as making its objects in three passes needs it.
package struct StageDestination {
  /// The store for code of the stage.
  package var context: any MigrationContext
  /// Inserts objects of one entity with values by attribute, and returns them in their order.
  package var insert:
    (_ entity: String, _ values: [[String: AttributeValue]]) throws -> [ObjectReference]
  /// Reads objects in one go that are going to be changed or related next.
  package var prefetch: (_ objects: [ObjectReference]) throws -> Void
  /// Hears that a few hundred objects are made or related, and nothing is held of them.
  package var didFinishBatch: () throws -> Void
  /// Refuses objects that lack a mandatory value, or have too few or too many targets.
  package var validate: () throws -> Void

  package init(
    context: any MigrationContext,
    insert: @escaping (String, [[String: AttributeValue]]) throws -> [ObjectReference],
    prefetch: @escaping ([ObjectReference]) throws -> Void = { _ in },
    didFinishBatch: @escaping () throws -> Void = {},
    validate: @escaping () throws -> Void
  ) {
    self.context = context
    self.insert = insert
    self.prefetch = prefetch
    self.didFinishBatch = didFinishBatch
    self.validate = validate
  }
}

/// Makes the objects of a custom stage's new store: all are made, then related, then checked.
///
/// The rules are those of the portable engine, whatever the stores are; only keys are another
/// matter, which the destination gives out as it does.
package final class StagePasses: InstanceTracing {
  package let plan: CustomPlan
  package private(set) var running = 0
  package let sourceContext: any ObjectContext
  private let destination: StageDestination
  private let progress: (Double) throws -> Void
  private var associations = StageAssociations()
  /// How many objects are to be made or related, and how many are.
  private var total = 1
  private var completed = 0

  /// How many objects are held at a time.
  private static let batch = 256

  /// - Parameter progress: Hears before each object, from 0 to 1, how much is done; what it throws
  ///   ends the passes unchanged.
  package init(
    _ plan: CustomPlan, from source: any ObjectContext, to destination: StageDestination,
    progress: @escaping (Double) throws -> Void
  ) {
    self.plan = plan
    sourceContext = source
    self.destination = destination
    self.progress = progress
  }

  package var destinationContext: any MigrationContext { destination.context }

  /// Runs the passes; the destination still has to be saved.
  package func run() throws {
    let made = plan.mappings.indices.filter { plan.mappings[$0].destination != nil }
    let related = made.filter {
      !plan.mappings[$0].relationships.isEmpty
        || plan.mappings[$0].custom?.createRelationships != nil
    }
    total = try (made + related).reduce(1) { try $0 + count(of: $1) }
    for number in made { try makeInstances(of: number) }
    for number in related { try relateInstances(of: number) }
    try tell()
    try destination.validate()
    for (number, mapping) in plan.mappings.enumerated() {
      running = number
      try mapping.custom?.performCustomValidation?(self)
    }
    completed = total
    try tell()
  }

  private func count(of number: Int) throws -> Int {
    try plan.mappings[number].source.map {
      try sourceContext.count(of: $0, includesSubentities: false)
    } ?? 0
  }

  private func tell() throws { try progress(min(1, Double(completed) / Double(total))) }

  /// Calls a closure with the source objects of the running mapping, a few hundred at a time.
  private func forEachBatch(_ body: ([StoredObject]) throws -> Void) throws {
    guard let source = mapping.source else { return }
    var batch: [StoredObject] = []
    func flush() throws {
      guard !batch.isEmpty else { return }
      try body(batch)
      batch.removeAll(keepingCapacity: true)
      try destination.didFinishBatch()
    }
    try sourceContext.forEachObject(of: source, includesSubentities: false) { object in
      batch.append(object)
      if batch.count == Self.batch { try flush() }
    }
    try flush()
  }

  // MARK: First pass

  private func makeInstances(of number: Int) throws {
    running = number
    try tell()
    let custom = mapping.custom
    try custom?.beginEntityMapping?(self)
    try forEachBatch { objects in
      var sources: [ObjectReference] = []
      var values: [[String: AttributeValue]] = []
      for object in objects {
        try tell()
        completed += 1
        if let filter = custom?.filter, try !filter(object) { continue }
        if let create = custom?.createDestinationInstances {
          try create(object, self)
        } else {
          sources.append(object.reference)
          values.append(try carriedValues(of: object, try custom?.values?(object) ?? [:]))
        }
      }
      guard let entity = mapping.destination, !sources.isEmpty else { return }
      let instances = try destination.insert(entity, values)
      for (source, instance) in zip(sources, instances) {
        associations.add(source: source, destination: instance, mapping: running)
      }
    }
  }

  /// The values that inference carries for the running mapping, and those that code gives instead.
  private func carriedValues(
    of object: StoredObject, _ values: [String: AttributeValue]
  ) throws -> [String: AttributeValue] {
    var all: [String: AttributeValue] = [:]
    for attribute in mapping.attributes {
      all[attribute.destination.name] = try attribute.value(of: object)
    }
    return all.merging(values) { $1 }
  }

  @discardableResult
  package func createDestinationInstance(
    for source: StoredObject, values: [String: AttributeValue]
  ) throws -> ObjectReference {
    let instance = try destinationContext.insert(
      try destinationEntity(for: source), values: try carriedValues(of: source, values),
      targets: [:])
    associations.add(source: source.reference, destination: instance, mapping: running)
    return instance
  }

  // MARK: Second pass

  private func relateInstances(of number: Int) throws {
    running = number
    let relationships = mapping.relationships
    let relate = mapping.custom?.createRelationships
    try forEachBatch { objects in
      try destination.prefetch(objects.flatMap(related))
      for object in objects {
        try tell()
        completed += 1
        for instance in try instances(of: object) {
          let targets = try carriedTargets(of: instance, from: object, in: relationships)
          if !targets.isEmpty {
            try destinationContext.update(instance, values: [:], targets: targets)
          }
          try relate?(object, instance, self)
        }
      }
    }
  }

  /// The objects that are changed when the instances of a source object are related.
  private func related(_ object: StoredObject) throws -> [ObjectReference] {
    let own = try instances(of: object)
    guard !own.isEmpty else { return [] }
    return try mapping.relationships.reduce(own) { found, relationship in
      try found
        + instances(
          of: object[relationship: relationship.source], madeBy: relationship.candidates)
    }
  }

  // MARK: Associations

  package func associate(source: ObjectReference, with destination: ObjectReference) throws {
    associations.add(source: source, destination: destination, mapping: running)
  }

  package func destinations(of source: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    associations.destinations(of: source, mapping: mapping)
  }

  package func sources(of destination: ObjectReference, mapping: Int) throws -> [ObjectReference] {
    associations.sources(of: destination, mapping: mapping)
  }
}
