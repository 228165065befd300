public import GoldenStoreModel

/// Something that gives the objects of a store one at a time.
///
/// The generator, the reader and ``StoreContents`` are sources; the writer and the comparison
/// take them, so that nothing has to hold a whole store in memory.
public protocol ObjectSource {
  /// Calls a closure with every object of an entity, in ascending order of primary keys.
  ///
  /// Objects of subentities are not among them. The source may be asked for entities in any
  /// order, and for one entity several times, with the same objects every time.
  ///
  /// - Throws: Whatever reading the source throws, or the closure.
  func forEachObject(of entity: String, _ body: (StoredObject) throws -> Void) throws

  /// Calls a closure with the targets that the objects of an entity have in some relationships.
  ///
  /// The writer asks so for what it can only write when all rows are there. A source that has no
  /// need to make whole objects for it says so here; for others every object is made again.
  ///
  /// - Parameters:
  ///   - relationships: Places in the shape of the entity's objects.
  ///   - body: Gets a primary key, in ascending order, and a list of targets for each place;
  ///     objects without any may be left out.
  /// - Throws: As ``forEachObject(of:_:)``.
  func forEachObject(
    of entity: String, relationships: [Int],
    _ body: (_ primaryKey: Int64, _ targets: [[ObjectReference]]) throws -> Void
  ) throws
}

extension ObjectSource {
  public func forEachObject(
    of entity: String, relationships: [Int],
    _ body: (_ primaryKey: Int64, _ targets: [[ObjectReference]]) throws -> Void
  ) throws {
    try forEachObject(of: entity) { object in
      try body(object.primaryKey, relationships.map { object.targets[$0] })
    }
  }
}
