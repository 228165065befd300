import GoldenStoreModel

extension StoreContents {
  /// Objects whose key nobody foresees count up from here; a store has none below 1.
  private static let firstProvisionalKey: Int64 = -1 << 40

  /// The key for one more object that has none yet.
  ///
  /// - Parameter others: How many such objects were made that are not in the contents yet.
  func nextProvisionalKey(beside others: Int) -> Int64 {
    let used = entities.reduce(0) { $0 + $1.objects.filter { $0.primaryKey < 0 }.count }
    return Self.firstProvisionalKey + Int64(used + others)
  }

  /// Changes or removes every object.
  func mapObjects(_ change: (StoredObject) throws -> StoredObject?) rethrows -> StoreContents {
    StoreContents(
      entities: try entities.map {
        EntityContents(entity: $0.entity, objects: try $0.objects.compactMap(change))
      })
  }

  /// Adds objects, of entities that are listed or not.
  func adding(_ objects: [StoredObject]) -> StoreContents {
    let new = Dictionary(grouping: objects, by: \.entity)
    let known = entities.map {
      EntityContents(entity: $0.entity, objects: $0.objects + (new[$0.entity] ?? []))
    }
    let others = new.filter { name, _ in !entities.contains { $0.entity == name } }
    return StoreContents(
      entities: known + others.map { EntityContents(entity: $0.key, objects: $0.value) })
  }
}
