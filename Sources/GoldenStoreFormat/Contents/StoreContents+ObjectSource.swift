public import GoldenStoreModel

extension StoreContents {
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
}

extension StoreContents: ObjectSource {
  public func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws {
    for object in objects(of: entity) { try body(object) }
  }
}
