import GoldenStoreModel

/// All edges of a generated store, in both directions.
struct RelationshipEdges: Sendable {
  private struct Property: Hashable {
    let entity: String
    let name: String
  }

  private struct Direction {
    let table: EdgeTable
    /// Set where the order of the targets matters.
    let shuffler: SeededGenerator?
  }

  private var directions: [Property: Direction] = [:]

  /// Decides every relationship of a model once, together with its inverse.
  init(_ model: ValidatedModel, families: ObjectFamilies, path: [String], seed: UInt64) {
    for entity in model.entitiesByName {
      for relationship in declared(by: entity, in: model) where !relationship.isTransient {
        guard directions[Property(entity: entity.name, name: relationship.name)] == nil else {
          continue
        }
        add(relationship, of: entity, model, families, path: path, seed: seed)
      }
    }
  }

  /// The targets of an object, numbered among those of the destination and its subentities.
  ///
  /// - Parameter number: The object's number among those of the declaring entity and its
  ///   subentities.
  func targets(of number: Int, entity: String, relationship: String) -> [Int] {
    guard let direction = directions[Property(entity: entity, name: relationship)] else {
      return []
    }
    var targets = direction.table[number]
    if let shuffler = direction.shuffler, targets.count > 1 {
      var generator = shuffler.branch(number)
      generator.shuffle(&targets)
      if zip(targets, targets.dropFirst()).allSatisfy({ $0 < $1 }) { targets.swapAt(0, 1) }
    }
    return targets
  }

  private func declared(by entity: Entity, in model: ValidatedModel) -> [Relationship] {
    let inherited = Set(
      model.lineage(of: entity).dropLast().flatMap { $0.relationships.map(\.name) })
    return entity.relationships.filter { !inherited.contains($0.name) }
      .sorted { NameOrder.precedes($0.name, $1.name) }
  }

  private mutating func add(
    _ relationship: Relationship, of entity: Entity, _ model: ValidatedModel,
    _ families: ObjectFamilies, path: [String], seed: UInt64
  ) {
    let destination = model.destination(of: relationship)
    let inverse = model.inverse(of: relationship)
    if let inverse, leads(inverse, before: relationship) {
      return add(inverse, of: destination, model, families, path: path, seed: seed)
    }
    let generator = SeededGenerator(
      seed: seed, path: path + [entity.renamingKey, relationship.renamingKey, "targets"])
    var backward = RelationshipGenerator.Side(inverse)
    if inverse == nil && relationship.isToMany {
      // A to-many without inverse lives in a column of its targets: one owner each.
      backward = RelationshipGenerator.Side(Relationship("owner", to: entity.name))
    }
    let table = RelationshipGenerator(
      forward: RelationshipGenerator.Side(relationship), backward: backward,
      sourceCount: families.familyCount(of: entity.name),
      targetCount: families.familyCount(of: destination.name),
      isReflexive: model.root(of: entity).name == model.root(of: destination).name,
      generator: generator
    ).edges()
    if let inverse, destination.name == entity.name, inverse.name == relationship.name {
      directions[Property(entity: entity.name, name: relationship.name)] = Direction(
        table: EdgeTable(
          inBothDirections: table, maximum: RelationshipGenerator.Side(relationship).maximum),
        shuffler: relationship.isOrdered ? generator.branch(-1) : nil)
      return
    }
    directions[Property(entity: entity.name, name: relationship.name)] = Direction(
      table: table, shuffler: relationship.isOrdered ? generator.branch(-1) : nil)
    guard let inverse else { return }
    directions[Property(entity: destination.name, name: inverse.name)] = Direction(
      table: EdgeTable(
        reversing: table, count: families.familyCount(of: destination.name)),
      shuffler: inverse.isOrdered ? generator.branch(-2) : nil)
  }

  /// Whether a pair is decided from the side of `first`: a to-one side, else an unordered one,
  /// else the one whose name comes first.
  private func leads(_ first: Relationship, before second: Relationship) -> Bool {
    if first.isToMany != second.isToMany { return !first.isToMany }
    if first.isOrdered != second.isOrdered { return !first.isOrdered }
    return NameOrder.precedes(first.renamingKey, second.renamingKey)
  }
}
