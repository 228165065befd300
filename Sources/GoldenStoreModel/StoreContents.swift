/// All objects of one entity, subentities not included.
public struct EntityContents: Hashable, Sendable {
  public let entity: String
  /// The objects in ascending order of primary keys.
  public let objects: [StoredObject]

  /// Sorts the objects by primary key.
  public init(entity: String, objects: [StoredObject]) {
    self.entity = entity
    self.objects = objects.sorted { $0.primaryKey < $1.primaryKey }
  }
}

/// Every object of a store, collected in memory.
///
/// For small stores, tests and expectations; everything else streams, object by object.
public struct StoreContents: Hashable, Sendable {
  /// The entities in code-unit order of their names.
  public let entities: [EntityContents]

  /// Sorts the entities by name.
  public init(entities: [EntityContents]) {
    self.entities = entities.sorted { NameOrder.precedes($0.entity, $1.entity) }
  }

  /// Returns the objects of an entity; none for an entity that is not listed.
  public func objects(of entity: String) -> [StoredObject] {
    entities.first { $0.entity == entity }?.objects ?? []
  }

  /// Returns an object by its identity.
  public func object(_ reference: ObjectReference) -> StoredObject? {
    objects(of: reference.entity).first { $0.primaryKey == reference.primaryKey }
  }
}
