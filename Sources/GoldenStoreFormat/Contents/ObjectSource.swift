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
}
