#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreFormat
  import GoldenStoreModel

  /// The objects of a context of Core Data as code of a stage sees them.
  ///
  /// To be made and used within `performAndWait` of the context. What the code changes is pending
  /// until the context is saved, and visible to it at once; the values of derived attributes are
  /// those of the last save. Whatever Core Data raises an exception on is refused before.
  final class ManagedObjectEditor: MigrationContext {
    let model: ValidatedModel
    let context: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator
    private let identifier: String
    private let entities: ConfiguredEntities
    private var keys: [String: EntityKeys] = [:]
    private var transformables: [String: TransformableValues] = [:]
    /// What was read ahead, so that the context does not let it go.
    private var held: [NSManagedObject] = []
    /// How many changes were made since this was set to 0.
    var changes = 0

    /// How many objects are read at a time.
    static let batch = 256

    /// - Throws: `PersistenceError.managedObject` for a context that has not one store of the model.
    init(_ context: NSManagedObjectContext, of model: ValidatedModel) throws(PersistenceError) {
      guard let coordinator = context.persistentStoreCoordinator else {
        throw .managedObject(.noCoordinator)
      }
      let stores = coordinator.persistentStores
      guard stores.count == 1, let identifier = stores[0].identifier else {
        throw .managedObject(.storeCount(stores.count))
      }
      let differences = try coordinator.managedObjectModel.versionHashDifferences(from: model)
      if let difference = differences.first {
        let entity =
          switch difference.subject {
          case .entity(let name), .property(let name, _): name
          }
        throw .managedObject(.otherModel(version: model.name, entity: entity))
      }
      self.model = model
      self.context = context
      self.coordinator = coordinator
      self.identifier = identifier
      let configuration = stores[0].configurationName
      entities = ConfiguredEntities(
        coordinator.managedObjectModel.entities(forConfigurationName: configuration)?
          .compactMap(\.name), of: configuration, in: model)
    }

    // MARK: Entities

    /// - Throws: `StoreError.unknownEntity`.
    func keys(of entity: String) throws(StoreError) -> EntityKeys {
      if let known = keys[entity] { return known }
      guard let declared = model.entity(named: entity) else {
        throw .unknownEntity(
          name: entity,
          suggestion: NearestName.of(entity, in: model.model.entities.map(\.name)))
      }
      let made = EntityKeys(declared, of: model)
      keys[entity] = made
      return made
    }

    /// - Throws: `StoreError.unknownEntity`.
    private func description(of entity: String) throws(StoreError) -> NSEntityDescription {
      guard let description = coordinator.managedObjectModel.entitiesByName[entity] else {
        throw .unknownEntity(
          name: entity,
          suggestion: NearestName.of(entity, in: model.model.entities.map(\.name)))
      }
      return description
    }

    func transformables(of entity: String) throws(StoreError) -> TransformableValues {
      if let known = transformables[entity] { return known }
      let made = TransformableValues(try description(of: entity))
      transformables[entity] = made
      return made
    }

    /// A new object with the defaults of its entity.
    ///
    /// - Throws: `StoreError.unknownEntity`, `.unsuitableObject` for an abstract entity, or one
    ///   that is not in the store's configuration.
    func insertObject(of entity: String) throws(StoreError) -> NSManagedObject {
      let description = try description(of: entity)
      guard !description.isAbstract else {
        throw .unsuitableObject(entity: entity, primaryKey: 0, problem: "the entity is abstract")
      }
      try entities.require(entity)
      changes += 1
      return NSManagedObject(entity: description, insertInto: context)
    }

    // MARK: Identities

    func reference(
      _ identifier: NSManagedObjectID
    ) throws(PersistenceError) -> ObjectReference {
      do throws(ManagedObjectProblem) {
        return try ObjectURI(identifier.uriRepresentation()).object
      } catch {
        throw .managedObject(error)
      }
    }

    /// The identifier of an object that the store may have; nil for one that it can't have.
    ///
    /// - Throws: `PersistenceError.managedObject` where Core Data has no identifier for it.
    private func identifier(
      _ reference: ObjectReference
    ) throws(PersistenceError) -> NSManagedObjectID? {
      guard entities.contains(reference.entity) else { return nil }
      do throws(ManagedObjectProblem) {
        return try ObjectURI(store: identifier, object: reference).identifier {
          coordinator.managedObjectID(forURIRepresentation: $0)
        }
      } catch {
        throw .managedObject(error)
      }
    }

    /// The object of a reference; nil where the store has none of that entity and key.
    ///
    /// - Throws: `StoreError.unknownEntity`; `PersistenceError.managedObject` where the object can't
    ///   be looked for.
    func managedObject(_ reference: ObjectReference) throws -> NSManagedObject? {
      _ = try description(of: reference.entity)
      guard let identifier = try identifier(reference) else { return nil }
      return try objects([identifier], of: reference.entity, prefetching: [])
        .first { $0.entity.name == reference.entity }
    }

    /// Reads objects in one go, and holds them until the next time.
    func prefetch(_ references: [ObjectReference]) throws {
      var identifiers: [String: [NSManagedObjectID]] = [:]
      for reference in references {
        if let identifier = try identifier(reference) {
          identifiers[reference.entity, default: []].append(identifier)
        }
      }
      var held: [NSManagedObject] = []
      for (entity, identifiers) in identifiers {
        // Their targets would be read again with every batch: all children of a parent, each time.
        held += try objects(identifiers, of: entity, prefetching: [])
      }
      self.held = held
    }

    /// Lets go of everything that was read.
    func forget() { held = [] }

    /// The objects of some identifiers, as far as they are there, in no order.
    ///
    /// An object that has been changed or inserted is never a fault, so that a fetch is only about
    /// what the store has.
    ///
    /// - Parameter relationships: Those whose targets are going to be looked at.
    private func objects(
      _ identifiers: [NSManagedObjectID], of entity: String, prefetching relationships: [String]
    ) throws -> [NSManagedObject] {
      var found: [NSManagedObject] = []
      var faults: [NSManagedObject] = []
      for identifier in identifiers {
        let object = context.object(with: identifier)
        if object.isFault { faults.append(object) } else { found.append(object) }
      }
      for start in stride(from: 0, to: faults.count, by: Self.batch) {
        let some = Array(faults[start..<min(start + Self.batch, faults.count)])
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSComparisonPredicate(
          leftExpression: NSExpression.expressionForEvaluatedObject(),
          rightExpression: NSExpression(forConstantValue: some), modifier: .direct, type: .in,
          options: [])
        request.returnsObjectsAsFaults = false
        if !relationships.isEmpty { request.relationshipKeyPathsForPrefetching = relationships }
        found += try context.fetch(request)
      }
      return found.filter { !$0.isDeleted }
    }

    // MARK: Reading

    func storedObject(_ object: NSManagedObject) throws -> StoredObject {
      let reference = try reference(object.objectID)
      let keys = try keys(of: reference.entity)
      let transformables = try transformables(of: reference.entity)
      let values = try keys.values(primaryKey: reference.primaryKey) { key in
        try transformables.stored(object.value(forKey: key), of: key)
      }
      let targets = try keys.relationships.map { try self.targets(of: object, in: $0) }
      return StoredObject(
        shape: keys.shape, primaryKey: reference.primaryKey, values: values, targets: targets)
    }

    private func targets(
      of object: NSManagedObject, in relationship: Relationship
    ) throws -> [ObjectReference] {
      let value = object.value(forKey: relationship.name)
      let targets: [NSManagedObject]? =
        switch value {
        case nil: []
        case let target as NSManagedObject: relationship.isToMany ? nil : [target]
        case let list as NSOrderedSet: list.array as? [NSManagedObject]
        case let set as NSSet: set.allObjects as? [NSManagedObject]
        default: nil
        }
      guard let targets else {
        throw PersistenceError.managedObject(
          .unexpectedTargets(
            place: "\(object.entity.name ?? "").\(relationship.name)",
            found: value.map { "an object of class \(type(of: $0))" } ?? "nothing"))
      }
      let references = try targets.map { try reference($0.objectID) }
      return relationship.isOrdered ? references : references.sorted(by: ObjectReference.precedes)
    }

    func count(of entity: String, includesSubentities: Bool) throws -> Int {
      _ = try description(of: entity)
      let fetched = entities.fetched(for: entity, includesSubentities: includesSubentities)
      return try fetched.reduce(0) { count, entity in
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.includesSubentities = includesSubentities
        return try count + context.count(for: request)
      }
    }

    func forEachObject(
      of entity: String, includesSubentities: Bool, _ body: (StoredObject) throws -> Void
    ) throws {
      _ = try description(of: entity)
      for entity in entities.fetched(for: entity, includesSubentities: includesSubentities) {
        try forEachFetchedObject(of: entity, includesSubentities: includesSubentities, body)
      }
    }

    private func forEachFetchedObject(
      of entity: String, includesSubentities: Bool, _ body: (StoredObject) throws -> Void
    ) throws {
      let relationships = try keys(of: entity).relationships.map(\.name)
      let identifiers = try identifiers(of: entity, includesSubentities: includesSubentities)
      for start in stride(from: 0, to: identifiers.count, by: Self.batch) {
        try autoreleasepool {
          let some = Array(identifiers[start..<min(start + Self.batch, identifiers.count)])
          let batch = try objects(some, of: entity, prefetching: relationships)
          let byIdentifier = Dictionary(
            batch.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
          for identifier in some {
            guard let object = byIdentifier[identifier], !object.isDeleted else { continue }
            try body(storedObject(object))
          }
          for object in batch where !object.hasChanges && !object.isDeleted {
            context.refresh(object, mergeChanges: false)
          }
        }
      }
    }

    /// The identifiers of an entity's objects by primary key.
    private func identifiers(
      of entity: String, includesSubentities: Bool
    ) throws -> [NSManagedObjectID] {
      let request = NSFetchRequest<NSManagedObjectID>(entityName: entity)
      request.resultType = .managedObjectIDResultType
      // Whole rows would be read, and held, besides.
      request.includesPropertyValues = false
      request.includesSubentities = includesSubentities
      return try context.fetch(request)
        .map { (key: try reference($0).primaryKey, identifier: $0) }
        .sorted { $0.key < $1.key }
        .map(\.identifier)
    }

    func object(_ reference: ObjectReference) throws -> StoredObject? {
      try managedObject(reference).map { try storedObject($0) }
    }

    func objects(
      of entity: String, where attribute: String, equals value: AttributeValue
    ) throws -> [StoredObject] {
      let keys = try keys(of: entity)
      let described = try keys.attribute(named: attribute)
      let object = try keys.object(for: value, of: described, primaryKey: 0)
      var found: [StoredObject] = []
      guard described.isCompared, !attribute.contains(".") else {
        try forEachObject(of: entity, includesSubentities: true) {
          if $0.value(of: attribute) == value { found.append($0) }
        }
        return found
      }
      for entity in entities.fetched(for: entity, includesSubentities: true) {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSComparisonPredicate(
          leftExpression: NSExpression(forKeyPath: attribute),
          rightExpression: NSExpression(forConstantValue: object), modifier: .direct,
          type: .equalTo, options: [])
        for object in try context.fetch(request) where !object.isDeleted {
          // Core Data compares texts of pending changes as texts, not byte by byte.
          let stored = try storedObject(object)
          if stored.value(of: attribute) == value { found.append(stored) }
        }
      }
      return found.sorted { $0.primaryKey < $1.primaryKey }
    }
  }

  extension Attribute {
    /// Whether Core Data finds every object with a value of the type by comparing columns; for the
    /// others it is not known, and all objects are looked at.
    fileprivate var isCompared: Bool {
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .string: derivation == nil
      case .decimal, .double, .float, .date, .binary, .uuid, .uri, .transformable, .undefined,
        .objectID, .composite:
        false
      }
    }
  }
#endif
