public import GoldenStoreModel

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
/// For small stores, tests and custom stages; everything else streams through ``ObjectSource``.
public struct StoreContents: Hashable, Sendable {
  /// The entities in code-unit order of their names.
  public let entities: [EntityContents]

  /// Sorts the entities by name.
  public init(entities: [EntityContents]) {
    self.entities = entities.sorted { NameOrder.precedes($0.entity, $1.entity) }
  }

  /// Collects the objects of the named entities from a source.
  ///
  /// - Throws: What the source throws.
  public init(collecting source: some ObjectSource, entities names: [String]) throws {
    var entities: [EntityContents] = []
    for name in names {
      var objects: [StoredObject] = []
      try source.forEachObject(of: name) { objects.append($0) }
      entities.append(EntityContents(entity: name, objects: objects))
    }
    self.init(entities: entities)
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

extension StoreContents: ObjectSource {
  public func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    for object in objects(of: entity) { try body(object) }
  }
}
