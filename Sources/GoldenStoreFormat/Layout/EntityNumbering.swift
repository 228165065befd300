package import GoldenStoreModel

/// The entities of a model in the order of their numbers: each root by name without regard to
/// case, followed at once by its subentities, each level sorted the same way.
///
/// Format: StoreFormat F50.
package struct EntityNumbering {
  /// An entity and its place among the others; positions count from 0, numbers from 1.
  package struct Member {
    package let entity: Entity
    package let position: Int
    /// The position of the direct superentity.
    package let parent: Int?
    /// The position of the topmost ancestor.
    package let root: Int
    /// The position of the last descendant, the own one without any.
    package fileprivate(set) var last: Int

    package var number: Int { position + 1 }
    package var numberRange: ClosedRange<Int> { number...(last + 1) }
    package var hasSubentities: Bool { last > position }
  }

  package private(set) var members: [Member] = []
  private var positions: [String: Int] = [:]

  package init(_ model: ValidatedModel) {
    let roots = model.model.entities.filter { $0.superentity == nil }
      .sorted { NameOrder.precedesIgnoringCase($0.name, $1.name) }
    for root in roots { add(root, parent: nil, of: model) }
  }

  /// The position of an entity.
  package func position(of entity: String) -> Int? { positions[entity] }

  /// The positions of all entities by name without regard to case, whatever their family.
  package var positionsByName: [Int] {
    members.sorted { NameOrder.precedesIgnoringCase($0.entity.name, $1.entity.name) }
      .map(\.position)
  }

  private mutating func add(_ entity: Entity, parent: Int?, of model: ValidatedModel) {
    let position = members.count
    positions[entity.name] = position
    members.append(
      Member(
        entity: entity, position: position, parent: parent,
        root: parent.map { members[$0].root } ?? position, last: position))
    for child in model.subentities(of: entity) { add(child, parent: position, of: model) }
    members[position].last = members.count - 1
  }
}
