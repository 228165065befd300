#if canImport(CoreData)
  import CoreData
  import Foundation
  import GoldenStoreFormat
  import GoldenStoreModel

  extension ManagedObjectEditor {
    func insert(
      _ entity: String, values: [String: AttributeValue], targets: [String: [ObjectReference]]
    ) throws -> ObjectReference {
      // Everything is looked at before there is an object.
      let objects = try keys(of: entity).objects(for: values, primaryKey: 0) { _ in nil }
      let related = try resolve(targets, of: entity, primaryKey: 0)
      let object = try insertObject(of: entity)
      try set(objects, in: object)
      try context.obtainPermanentIDs(for: [object])
      relate(related, object)
      return try reference(object.objectID)
    }

    /// Inserts objects of one entity without targets, which costs much less than one by one.
    func insert(
      _ entity: String, all values: [[String: AttributeValue]]
    ) throws -> [ObjectReference] {
      let keys = try keys(of: entity)
      let inserted = try values.map { values in
        let objects = try keys.objects(for: values, primaryKey: 0) { _ in nil }
        let object = try insertObject(of: entity)
        try set(objects, in: object)
        return object
      }
      try context.obtainPermanentIDs(for: inserted)
      return try inserted.map { try reference($0.objectID) }
    }

    func update(
      _ reference: ObjectReference, values: [String: AttributeValue],
      targets: [String: [ObjectReference]]
    ) throws {
      guard let object = try managedObject(reference) else {
        throw StoreError.objectMissing(
          entity: reference.entity, primaryKey: reference.primaryKey)
      }
      let objects = try keys(of: reference.entity)
        .objects(for: values, primaryKey: reference.primaryKey) { object.value(forKey: $0) }
      let related = try resolve(
        targets, of: reference.entity, primaryKey: reference.primaryKey)
      changes += 1
      try set(objects, in: object)
      relate(related, object)
    }

    private func set(
      _ objects: [(key: String, object: Any?)], in object: NSManagedObject
    ) throws {
      guard let entity = object.entity.name else { return }
      let transformables = try transformables(of: entity)
      for (key, value) in objects {
        object.setValue(try transformables.loaded(value, of: key), forKey: key)
      }
    }

    // MARK: Relationships

    /// Finds targets, by relationship in the order of their names.
    private func resolve(
      _ targets: [String: [ObjectReference]], of entity: String, primaryKey: Int64
    ) throws -> [(relationship: Relationship, targets: [NSManagedObject])] {
      let keys = try keys(of: entity)
      return try targets.sorted { NameOrder.precedes($0.key, $1.key) }.map { name, targets in
        let relationship = try keys.relationship(named: name)
        try keys.check(targets, of: relationship, primaryKey: primaryKey, in: model)
        let objects = try targets.map { target in
          guard let object = try managedObject(target) else {
            throw keys.missing(target, of: relationship, primaryKey: primaryKey)
          }
          return object
        }
        return (relationship, objects)
      }
    }

    private func relate(
      _ related: [(relationship: Relationship, targets: [NSManagedObject])],
      _ object: NSManagedObject
    ) {
      for (relationship, targets) in related {
        let value: Any? =
          if !relationship.isToMany {
            targets.first
          } else if relationship.isOrdered {
            NSOrderedSet(array: targets)
          } else {
            NSSet(array: targets)
          }
        object.setValue(value, forKey: relationship.name)
      }
    }

    // MARK: Deletion

    func delete(_ reference: ObjectReference) throws {
      guard let object = try managedObject(reference) else { return }
      try DeletionCheck.require(storedObject(object), in: model) { try self.object($0) }
      changes += 1
      context.delete(object)
      // Now, so that what a rule deletes or releases is visible to the code.
      context.processPendingChanges()
    }
  }
#endif
