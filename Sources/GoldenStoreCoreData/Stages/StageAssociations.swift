package import GoldenStoreModel

/// Which object of the destination was made from which of the source, by which mapping.
///
/// Kept in memory, in about a hundred bytes an object.
package struct StageAssociations {
  /// A reference without its text.
  private struct Instance: Hashable {
    let entity: Int32
    let primaryKey: Int64
  }

  /// What is associated with each object in one direction, in the order of the notes.
  private struct Direction {
    /// The first note of each.
    private var first: [Instance: Instance] = [:]
    /// The further ones, where there are several.
    private var others: [Instance: [Instance]] = [:]

    subscript(key: Instance) -> [Instance] {
      first[key].map { [$0] + (others[key] ?? []) } ?? []
    }

    mutating func add(_ value: Instance, to key: Instance) {
      if first[key] == nil {
        first[key] = value
      } else {
        others[key, default: []].append(value)
      }
    }
  }

  private var entities: [String] = []
  private var numbers: [String: Int32] = [:]
  private var destinations: [Int: Direction] = [:]
  private var sources: [Int: Direction] = [:]

  package init() {}

  package mutating func add(
    source: ObjectReference, destination: ObjectReference, mapping: Int
  ) {
    let (source, destination) = (instance(source), instance(destination))
    destinations[mapping, default: Direction()].add(destination, to: source)
    sources[mapping, default: Direction()].add(source, to: destination)
  }

  /// The objects that a mapping made from one of the source, in the order of the notes.
  package func destinations(of source: ObjectReference, mapping: Int) -> [ObjectReference] {
    references(destinations[mapping], source)
  }

  /// The objects from which a mapping made one of the destination, in the order of the notes.
  package func sources(of destination: ObjectReference, mapping: Int) -> [ObjectReference] {
    references(sources[mapping], destination)
  }

  private func references(
    _ direction: Direction?, _ reference: ObjectReference
  ) -> [ObjectReference] {
    guard let direction, let number = numbers[reference.entity] else { return [] }
    return direction[Instance(entity: number, primaryKey: reference.primaryKey)].map {
      ObjectReference(entity: entities[Int($0.entity)], primaryKey: $0.primaryKey)
    }
  }

  private mutating func instance(_ reference: ObjectReference) -> Instance {
    let number: Int32
    if let known = numbers[reference.entity] {
      number = known
    } else {
      number = Int32(entities.count)
      entities.append(reference.entity)
      numbers[reference.entity] = number
    }
    return Instance(entity: number, primaryKey: reference.primaryKey)
  }
}
