package import GoldenStoreModel
import GoldenStoreSQLite

/// Format: StoreFormat F151.
extension StoreEditor {
  /// Deletes an object and what the delete rules of its relationships ask for.
  ///
  /// Everything that a cascade reaches is found first, and a relationship that denies is obeyed
  /// before anything is deleted. An object that is not there is no error.
  ///
  /// - Throws: `StoreError.deletionDenied`.
  package func delete(_ reference: ObjectReference) throws {
    guard let first = try object(reference) else { return }
    var waiting = [first]
    var doomed: [StoredObject] = []
    var known: Set<ObjectReference> = [reference]
    while let object = waiting.popLast() {
      doomed.append(object)
      for (relationship, targets) in try relationships(of: object)
      where relationship.relationship.deleteRule == .cascade {
        for target in targets where known.insert(target).inserted {
          if let target = try self.object(target) { waiting.append(target) }
        }
      }
    }
    for object in doomed { try requireConsent(to: object, among: known) }
    for object in doomed {
      for (relationship, targets) in try relationships(of: object)
      where relationship.relationship.deleteRule != .noAction && !targets.isEmpty {
        try release(targets.filter { !known.contains($0) }, by: relationship, of: object)
      }
    }
    for object in doomed {
      try run(
        """
        DELETE FROM \(identifier: try entityLayout(object.entity).tableName) WHERE Z_PK = ?
        """, [object.primaryKey])
    }
  }

  private func relationships(
    of object: StoredObject
  ) throws -> [(relationship: EditedRelationship, targets: [ObjectReference])] {
    let plan = try plan(for: object.entity)
    return zip(plan.relationships, object.targets).map { ($0, $1) }
  }

  private func requireConsent(
    to object: StoredObject, among known: Set<ObjectReference>
  ) throws {
    for (relationship, targets) in try relationships(of: object)
    where relationship.relationship.deleteRule == .deny {
      let others = targets.filter { !known.contains($0) }
      guard others.isEmpty else {
        throw StoreError.deletionDenied(
          entity: object.entity, primaryKey: object.primaryKey, relationship: relationship.name,
          targets: others.count)
      }
    }
  }

  /// Takes an object out of the other side of a relationship.
  private func release(
    _ targets: [ObjectReference], by relationship: EditedRelationship, of object: StoredObject
  ) throws {
    if case .joinTable = relationship.storage {
      // The rows go whoever the targets are: a pair needs both of its objects.
      try setTargets([], of: relationship, in: object.reference)
      return
    }
    guard let columns = relationship.targetColumns else { return }
    for target in targets { try clear(columns, of: target.primaryKey) }
  }
}
