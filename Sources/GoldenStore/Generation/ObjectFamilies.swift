import GoldenStoreModel

/// Which objects a generated store has: their entities, numbers and primary keys.
///
/// The objects of an entity and its subentities are numbered together, so that a relationship
/// can choose among all of them.
struct ObjectFamilies: Sendable {
  /// The objects of one entity within those of an ancestor.
  struct Block: Sendable {
    let entity: String
    let count: Int
    /// The number of the first object, from 0.
    let start: Int
  }

  private let blocks: [String: [Block]]
  private let keyOffsets: [String: Int]
  private let counts: [String: Int]

  /// - Parameter count: How many objects an entity gets; abstract ones get none.
  init(_ model: ValidatedModel, count: (Entity) -> Int) {
    var counts: [String: Int] = [:]
    for entity in model.entitiesByName {
      counts[entity.name] = entity.isAbstract ? 0 : count(entity)
    }
    var blocks: [String: [Block]] = [:]
    var offsets: [String: Int] = [:]
    for entity in model.entitiesByName {
      var start = 0
      for member in ObjectFamilies.members(of: entity, in: model) {
        let block = Block(entity: member.name, count: counts[member.name] ?? 0, start: start)
        blocks[entity.name, default: []].append(block)
        if entity.superentity == nil { offsets[member.name] = start }
        start += block.count
      }
    }
    self.blocks = blocks
    self.counts = counts
    keyOffsets = offsets
  }

  private static func members(of entity: Entity, in model: ValidatedModel) -> [Entity] {
    [entity] + model.subentities(of: entity).flatMap { members(of: $0, in: model) }
  }

  /// How many objects an entity itself has.
  func count(of entity: String) -> Int { counts[entity] ?? 0 }

  /// How many objects an entity and its subentities have.
  func familyCount(of entity: String) -> Int {
    (blocks[entity] ?? []).reduce(0) { $0 + $1.count }
  }

  /// The object with a number among those of an entity and its subentities.
  func reference(_ number: Int, in entity: String) -> ObjectReference? {
    for block in blocks[entity] ?? [] where number < block.start + block.count {
      return ObjectReference(
        entity: block.entity,
        primaryKey: primaryKey(of: block.entity, index: number - block.start))
    }
    return nil
  }

  /// The number that an object has among those of an ancestor and its subentities.
  func number(of entity: String, index: Int, in ancestor: String) -> Int {
    ((blocks[ancestor] ?? []).first { $0.entity == entity }?.start ?? 0) + index
  }

  /// The primary key of an object.
  ///
  /// Keys count from 1 in each root entity, without 3: as if the third object had been deleted,
  /// so that a migration that numbers rows anew is seen.
  func primaryKey(of entity: String, index: Int) -> Int64 {
    let number = (keyOffsets[entity] ?? 0) + index
    return Int64(number < 2 ? number + 1 : number + 2)
  }

  /// The index of an object within its entity; `nil` for one that does not exist.
  func index(of object: ObjectReference) -> Int? {
    let number = object.primaryKey < 3 ? object.primaryKey - 1 : object.primaryKey - 2
    let index = Int(number) - (keyOffsets[object.entity] ?? 0)
    return (0..<count(of: object.entity)).contains(index) ? index : nil
  }
}
