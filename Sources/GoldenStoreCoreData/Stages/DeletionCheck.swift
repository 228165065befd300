import GoldenStoreFormat
package import GoldenStoreModel

/// Finds out before anything is deleted whether a delete rule denies it.
///
/// Core Data itself says so when the deletion is saved, which is later than the code that deletes
/// can hear of it.
package enum DeletionCheck {
  /// Looks at an object and all that cascading rules would delete with it.
  ///
  /// - Parameter read: Reads an object; `nil` for one that is not there.
  /// - Throws: `StoreError.deletionDenied` where a target of a denying rule would be left.
  package static func require(
    _ object: StoredObject, in model: ValidatedModel,
    _ read: (ObjectReference) throws -> StoredObject?
  ) throws {
    var waiting = [object]
    var doomed: [StoredObject] = []
    var known: Set<ObjectReference> = [object.reference]
    while let object = waiting.popLast() {
      doomed.append(object)
      for (relationship, targets) in relationships(of: object, in: model)
      where relationship.deleteRule == .cascade {
        for target in targets where known.insert(target).inserted {
          if let target = try read(target) { waiting.append(target) }
        }
      }
    }
    for object in doomed {
      for (relationship, targets) in relationships(of: object, in: model)
      where relationship.deleteRule == .deny {
        let others = targets.filter { !known.contains($0) }
        guard others.isEmpty else {
          throw StoreError.deletionDenied(
            entity: object.entity, primaryKey: object.primaryKey, relationship: relationship.name,
            targets: others.count)
        }
      }
    }
  }

  private static func relationships(
    of object: StoredObject, in model: ValidatedModel
  ) -> [(relationship: Relationship, targets: [ObjectReference])] {
    guard let entity = model.entity(named: object.entity) else { return [] }
    return zip(model.persistedRelationships(of: entity), object.targets).map { ($0, $1) }
  }
}
