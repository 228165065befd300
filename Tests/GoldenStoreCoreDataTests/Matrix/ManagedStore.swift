#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreCoreData
  import GoldenStoreFormat
  import GoldenStoreModel

  /// A store as Apple's Core Data opens it: never migrated, with plain objects.
  struct ManagedStore {
    let files: StoreFiles
    let model: ValidatedModel

    /// What a test can't do with Core Data.
    struct Problem: Error, CustomStringConvertible {
      let description: String
    }

    var url: URL { URL(fileURLWithPath: files.main) }

    /// The metadata, read without opening the store.
    func metadata() throws -> [String: Any] {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: url, options: nil)
    }

    /// Opens the store, or makes it, with both migration options off, and closes it afterwards.
    private func withContext<Result>(
      _ body: @Sendable (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: try NSManagedObjectModel(model, for: .migration))
      let store = try coordinator.addPersistentStore(
        type: .sqlite, configuration: nil, at: url,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: false,
          NSInferMappingModelAutomaticallyOption: false,
        ])
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.undoManager = nil
      let result = try context.performAndWait {
        defer { context.reset() }
        return try body(context)
      }
      try coordinator.remove(store)
      return result
    }

    // MARK: Reading

    /// Every object, as Core Data gives its properties.
    func contents() throws -> StoreContents {
      let model = model
      return try withContext { context in
        var entities: [EntityContents] = []
        for entity in model.entitiesByName where !entity.isAbstract {
          let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
          request.includesSubentities = false
          let objects = try context.fetch(request).map { try Self.object($0, entity, model) }
          entities.append(EntityContents(entity: entity.name, objects: objects))
        }
        return StoreContents(entities: entities)
      }
    }

    private static func object(
      _ managed: NSManagedObject, _ entity: Entity, _ model: ValidatedModel
    ) throws -> StoredObject {
      let shape = model.shape(of: entity)
      let values = try model.persistedAttributes(of: entity).map { attribute in
        do throws(ValueProblem) {
          return try FoundationValue.value(
            of: managed.value(forKey: attribute.name), of: attribute.type)
        } catch {
          throw Problem(description: "'\(entity.name).\(attribute.name)' \(error.description)")
        }
      }
      let targets = try model.persistedRelationships(of: entity).map { relationship in
        let value = managed.value(forKey: relationship.name)
        let objects: [NSManagedObject] =
          switch value {
          case let object as NSManagedObject: [object]
          case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
          case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
          default: []
          }
        let references = try objects.map { try reference(to: $0) }
        return relationship.isOrdered ? references : references.sorted(by: ObjectReference.precedes)
      }
      return StoredObject(
        shape: shape, primaryKey: try reference(to: managed).primaryKey, values: values,
        targets: targets)
    }

    /// The entity and the key of an object, which is the number after the `p` that ends its URI.
    private static func reference(to object: NSManagedObject) throws -> ObjectReference {
      let uri = object.objectID.uriRepresentation()
      guard uri.lastPathComponent.hasPrefix("p"), let entity = object.entity.name,
        let key = Int64(uri.lastPathComponent.dropFirst())
      else { throw Problem(description: "'\(uri.absoluteString)' is no URI of a saved object") }
      return ObjectReference(entity: entity, primaryKey: key)
    }

    // MARK: Writing

    /// Makes the store with some objects under their own keys, saved at once.
    ///
    /// - Throws: `Problem` where Core Data gives another key than the next one, and for an attribute
    ///   that it keeps in elements of its own.
    func write(_ contents: StoreContents) throws {
      let model = model
      try withContext { context in
        let objects = try Self.insert(contents, model, context)
        for entity in contents.entities {
          for object in entity.objects { try Self.setValues(of: object, objects, model) }
        }
        // An order is set last: until then a new target stands where it came.
        for kind in Kind.allCases {
          for object in contents.entities.flatMap(\.objects) {
            try Self.setTargets(of: object, kind, objects, model)
          }
        }
        try context.save()
      }
    }

    private enum Kind: CaseIterable {
      case toOne, toMany, ordered

      init(_ relationship: Relationship) {
        self = !relationship.isToMany ? .toOne : relationship.isOrdered ? .ordered : .toMany
      }
    }

    /// Inserts the objects of each family in the order of their keys; keys that none of them has go
    /// to objects that are deleted again.
    private static func insert(
      _ contents: StoreContents, _ model: ValidatedModel, _ context: NSManagedObjectContext
    ) throws -> [ObjectReference: NSManagedObject] {
      var families: [String: [StoredObject]] = [:]
      for object in contents.entities.flatMap(\.objects) {
        guard let entity = model.entity(named: object.entity) else { continue }
        families[model.root(of: entity).name, default: []].append(object)
      }
      var objects: [ObjectReference: NSManagedObject] = [:]
      for (_, family) in families.sorted(by: { $0.key < $1.key }) {
        var next: Int64 = 1
        for object in family.sorted(by: { $0.primaryKey < $1.primaryKey }) {
          while next < object.primaryKey {
            context.delete(try insert(object.entity, key: next, context))
            next += 1
          }
          objects[object.reference] = try insert(object.entity, key: next, context)
          next += 1
        }
      }
      return objects
    }

    private static func insert(
      _ entity: String, key: Int64, _ context: NSManagedObjectContext
    ) throws -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      try context.obtainPermanentIDs(for: [object])
      let found = try reference(to: object)
      guard found == ObjectReference(entity: entity, primaryKey: key) else {
        throw Problem(description: "Core Data gave \(found) the key that was to be \(key)")
      }
      return object
    }

    private static func setValues(
      of object: StoredObject, _ objects: [ObjectReference: NSManagedObject],
      _ model: ValidatedModel
    ) throws {
      guard let entity = model.entity(named: object.entity) else { return }
      for attribute in model.persistedAttributes(of: entity) where attribute.derivation == nil {
        guard !attribute.name.contains(".") else {
          throw Problem(description: "'\(entity.name).\(attribute.name)' is an element")
        }
        do throws(ValueProblem) {
          objects[object.reference]?.setValue(
            try FoundationValue.object(
              for: object.value(of: attribute.name) ?? .null, of: attribute.type),
            forKey: attribute.name)
        } catch {
          throw Problem(description: "'\(entity.name).\(attribute.name)' \(error.description)")
        }
      }
    }

    private static func setTargets(
      of object: StoredObject, _ kind: Kind, _ objects: [ObjectReference: NSManagedObject],
      _ model: ValidatedModel
    ) throws {
      guard let entity = model.entity(named: object.entity) else { return }
      for relationship in model.persistedRelationships(of: entity)
      where Kind(relationship) == kind {
        let targets = (object.targets(of: relationship.name) ?? []).compactMap { objects[$0] }
        let value: Any? =
          switch kind {
          case .toOne: targets.first
          case .toMany: NSSet(array: targets)
          case .ordered: NSOrderedSet(array: targets)
          }
        objects[object.reference]?.setValue(value, forKey: relationship.name)
      }
    }
  }
#endif
