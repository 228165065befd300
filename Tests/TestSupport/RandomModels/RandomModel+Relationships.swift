import Foundation
import GoldenStore
import GoldenStoreModel

extension RandomModel {
  /// Where a relationship was added.
  package struct Added {
    let source: Int
    let name: String
    let destination: Int
  }

  /// Adds a relationship and its inverse; an entity with subentities is replaced by one without
  /// where the model has none.
  @discardableResult
  package mutating func addRelationship(
    _ shape: RelationshipShape, from source: Int? = nil, named name: String? = nil
  ) -> Added {
    let positions = Array(model.entities.indices)
    let source = source ?? random.element(of: positions) ?? 0
    let destination: Int
    switch shape.place {
    case .sameEntity: destination = source
    case .leaf, .parent:
      let others = positions.filter { $0 != source }
      let fitting = others.filter { hasSubentities($0) == (shape.place == .parent) }
      destination = random.element(of: fitting.isEmpty ? others : fitting) ?? source
    }
    let name = name ?? newName(inFamilyOf: source)
    append(
      relationship(name, shape.side, to: model.entities[destination].name), to: source)
    switch shape.inverse {
    case .none: break
    case .itself: link(source, name, with: name)
    case .other(let side):
      let inverse = newName(inFamilyOf: destination)
      append(relationship(inverse, side, to: model.entities[source].name), to: destination)
      link(source, name, with: inverse)
      link(destination, inverse, with: name)
    }
    return Added(source: source, name: name, destination: destination)
  }

  private mutating func link(_ position: Int, _ name: String, with inverse: String) {
    edit(position) { entity in
      for place in entity.relationships.indices where entity.relationships[place].name == name {
        entity.relationships[place].inverse = inverse
      }
    }
  }

  private mutating func relationship(
    _ name: String, _ side: RelationshipShape.Side, to destination: String
  ) -> Relationship {
    var relationship = Relationship(
      name, to: destination, side == .toOne ? .toOne : .toMany,
      isOptional: random.below(3) > 0, isOrdered: side == .ordered)
    if side != .toOne, random.below(6) == 0 { relationship.maxCount = random.integer(in: 3...9) }
    if random.below(8) == 0 { relationship.minCount = 1 }
    relationship.deleteRule =
      random.element(of: [.noAction, .nullify, .cascade, .deny]) ?? .nullify
    if random.below(8) == 0 { relationship.versionHashModifier = "m" }
    if random.below(8) == 0 { relationship.renamingIdentifier = "former" + name }
    if side == .ordered, random.below(3) == 0 {
      relationship.userInfo = [
        UserInfoEntry("NSRelationshipDescriptionOrderKeyIndexOption", "YES")
      ]
    }
    return relationship
  }

  // MARK: Redeclarations

  /// Declares inherited properties again: an attribute with the other optionality, a relationship
  /// that leads to a subentity of the ancestor's destination.
  package mutating func addRedeclarations() {
    guard index % 3 != 0 else { return }
    for position in model.entities.indices {
      for ancestor in ancestors(of: position) {
        if random.below(3) == 0 { redeclareAttribute(of: ancestor, in: position) }
        redeclareRelationship(of: ancestor, in: position)
      }
    }
  }

  private mutating func redeclareAttribute(of ancestor: Int, in position: Int) {
    let candidates = model.entities[ancestor].attributes.filter { attribute in
      attribute.derivation == nil && attribute.type != .composite
        && !model.entities[position].attributes.contains { $0.name == attribute.name }
    }
    guard var attribute = random.element(of: candidates) else { return }
    attribute.isOptional.toggle()
    append(attribute, to: position)
  }

  private mutating func redeclareRelationship(of ancestor: Int, in position: Int) {
    // What a nearer ancestor declares again leads the way from there.
    let nearer = ancestors(of: position).prefix { $0 != ancestor }
    let own = ([position] + nearer).flatMap { model.entities[$0].relationships }
    let candidates = model.entities[ancestor].relationships.filter { relationship in
      !relationship.isTransient && !own.contains { $0.name == relationship.name }
        && !isDerivedFrom(relationship.name) && !isRedeclared(relationship.inverse)
    }
    guard var relationship = random.element(of: candidates),
      let destination = model.entities.firstIndex(where: { $0.name == relationship.destination })
    else { return }
    let narrower = model.entities.indices.filter { ancestors(of: $0).contains(destination) }
    if relationship.inverse == relationship.name {
      relationship.destination = model.entities[position].name
    } else if let choice = random.element(of: narrower) {
      relationship.destination = model.entities[choice].name
    } else {
      return
    }
    append(relationship, to: position)
  }

  /// Whether two entities declare a name; if both sides were narrowed, they would lead past each
  /// other.
  private func isRedeclared(_ name: String?) -> Bool {
    model.entities.count { entity in entity.relationships.contains { $0.name == name } } > 1
      && name != nil
  }

  private func isDerivedFrom(_ relationship: String) -> Bool {
    model.entities.contains { entity in
      entity.attributes.contains {
        $0.derivation?.expression.contains(relationship) == true
      }
    }
  }

  // MARK: Names

  /// Gives properties names that collide once they are upper-cased, which get suffixes.
  package mutating func addNameClashes() {
    for _ in 0..<2 {
      guard let position = random.element(of: Array(model.entities.indices)) else { return }
      addClash(in: position)
    }
    for position in model.entities.indices where random.below(4) == 0 {
      addColumnClash(in: position)
    }
  }

  /// A property named as another one of the family but for case; exactly alike only where the
  /// other one is not inherited.
  private mutating func addClash(in position: Int) {
    let line = namesInLine(of: position)
    let known = family(of: position).flatMap { member in
      model.entities[member].attributes.map(\.name)
        + model.entities[member].relationships.map(\.name)
    }
    guard let other = random.element(of: known) else { return }
    for _ in 0..<8 {
      let name = RandomNames.otherCase(of: other, &random)
      guard !line.contains(name) else { continue }
      let isAlone = !names(of: position).contains { $0.uppercased() == name.uppercased() }
      if isAlone, random.below(2) == 0 {
        // Two many-to-many relationships of one entity would share one join table.
        let shape = RelationshipShape.all[random.below(RelationshipShape.all.count)]
        addRelationship(shape, from: position, named: name)
      } else {
        append(nextAttribute(name), to: position)
      }
      return
    }
  }

  /// An attribute whose column has the name that Core Data makes for a relationship.
  private mutating func addColumnClash(in position: Int) {
    let members = family(of: position)
    guard
      let relationship = random.element(of: members.flatMap { model.entities[$0].relationships }),
      let inverse = relationship.inverse
    else { return }
    let numbers = PlainNumbering(model).numbers
    let destination = numbers[relationship.destination] ?? 0
    let own = numbers[model.entities[position].name] ?? 0
    let names = [
      "_fok_\(relationship.name)", "_\(destination)\(relationship.name)", "_\(own)\(inverse)",
      "_fok_\(destination)\(relationship.name)", "_fok_\(own)\(inverse)",
    ]
    let taken = Set(
      members.flatMap { model.entities[$0].attributes.map { $0.name.uppercased() } })
    let free = names.filter { !taken.contains($0.uppercased()) }
    if let name = random.element(of: free) { append(nextAttribute(name), to: position) }
  }
}
