import GoldenStore
import GoldenStoreModel

/// A random model with hierarchies and relationships, and random changes that Core Data infers.
///
/// Every new name is used once, so that no change is taken for another one.
struct ModelEvolution {
  private var generator: SeededGenerator
  var entities: [Entity] = []
  /// The changes that were made, in order.
  private(set) var changes: [Change] = []
  private var names = 0

  enum Change: String, CaseIterable {
    case addAttribute, removeAttribute, renameAttribute, replaceAttribute, widen, require, relax
    case moveUp, moveDown, addChild, addRoot, removeEntity, addParent, renameEntity, detach
    case reparent, addRelationship, removeRelationship, renameRelationship, widenRelationship
    case toggleOrder, toggleAbstract, addIndex, externalize
    case part, removeInverse, addInverse, join, crossInverses, replaceInverse, closeCircle
    case doubleRelationship, reverse, retarget
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed, "evolution")
    for _ in 0..<generator.integer(in: 1...3) {
      let root = newEntity(under: nil)
      for _ in 0..<generator.below(4) {
        _ = newEntity(under: generator.below(2) == 0 ? root : entities.last?.name)
      }
    }
    for _ in 0..<generator.integer(in: 1...5) {
      addRelationship()
      if generator.below(4) == 0 { addTwin() }
    }
    if generator.below(3) == 0 { addStrangers() }
    if generator.below(4) == 0 { entities[0].isAbstract = entities.count > 1 }
  }

  /// A random number below a limit.
  mutating func choice(of count: Int) -> Int { generator.below(count) }

  func model(_ name: String) -> Model {
    Model(name) { for entity in entities { entity } }
  }

  /// Makes a number of changes; for those that find no place others are tried.
  mutating func evolve(_ count: Int) {
    var tries = 0
    while changes.count < count, tries < count * 5 {
      tries += 1
      guard let change = generator.element(of: Change.allCases) else { return }
      if apply(change) { changes.append(change) }
    }
  }

  // MARK: Parts

  mutating func newName(_ prefix: String) -> String {
    names += 1
    return "\(prefix)\(names)"
  }

  private mutating func newEntity(under parent: String?) -> String {
    // Letters spread the names over the numbering.
    let letter = generator.element(of: ["A", "g", "M", "t", "Z"]) ?? "A"
    var entity = Entity(newName(letter), superentity: parent)
    for _ in 0..<generator.integer(in: 1...3) { entity.attributes.append(newAttribute()) }
    // Siblings with attributes of one name share no column.
    let sibling = entities.first { $0.superentity == parent && parent != nil }
    if let twin = sibling?.attributes.first, generator.below(3) == 0 {
      entity.attributes.append(twin)
    }
    entities.append(entity)
    return entity.name
  }

  private static let defaults: [(AttributeType, AttributeValue)] = [
    (.string, "default"), (.integer16, .integer(7)), (.integer32, .integer(-1)),
    (.integer64, .integer(1 << 40)), (.double, .double(0.5)), (.float, .float(0.25)),
    (.boolean, .boolean(true)), (.date, .date(1)),
    (.decimal, .decimal(DecimalNumber(12))), (.uri, .uri("x:y")),
  ]

  private mutating func newAttribute() -> Attribute {
    let choice = Self.defaults[generator.below(Self.defaults.count)]
    let isOptional = generator.below(3) > 0
    let hasDefault = !isOptional || generator.below(2) == 0
    if generator.below(8) == 0 { return Attribute(newName("b"), .binary) }
    return Attribute(
      newName("a"), choice.0, isOptional: isOptional, default: hasDefault ? choice.1 : nil)
  }

  private mutating func position(where isSuitable: (Entity) -> Bool) -> Int? {
    generator.element(of: entities.indices.filter { isSuitable(entities[$0]) })
  }

  private func children(of name: String) -> [Int] {
    entities.indices.filter { entities[$0].superentity == name }
  }

  private func ancestors(of entity: Entity) -> [Entity] {
    var lineage: [Entity] = []
    var current = entity.superentity
    while let name = current, let parent = entities.first(where: { $0.name == name }) {
      lineage.append(parent)
      current = parent.superentity
    }
    return lineage
  }

  private func descendants(of name: String) -> [Entity] {
    entities.filter { ancestors(of: $0).contains { $0.name == name } }
  }

  /// Whether objects of an entity can be targets: their keys would dangle if the rows moved.
  private func isTarget(_ entity: Entity) -> Bool {
    let kinds = Set(([entity] + ancestors(of: entity)).map(\.name))
    return entities.contains { $0.relationships.contains { kinds.contains($0.destination) } }
  }

  // MARK: Changes

  private mutating func apply(_ change: Change) -> Bool {
    switch change {
    case .addAttribute: return edit { $0.attributes.append($1.newAttribute()) }
    case .removeAttribute:
      return editAttribute { entity, at, _ in entity.attributes.remove(at: at) }
    case .renameAttribute:
      return editAttribute { entity, at, evolution in
        entity.attributes[at].renamingIdentifier = entity.attributes[at].renamingKey
        entity.attributes[at].name = evolution.newName("r")
      }
    case .replaceAttribute:
      return editAttribute { entity, at, evolution in
        entity.attributes[at].renamingIdentifier = nil
        entity.attributes[at].name = evolution.newName("n")
      }
    case .widen: return widen()
    case .require:
      return editAttribute { entity, at, evolution in
        guard let value = Self.defaults.first(where: { $0.0 == entity.attributes[at].type })
        else { return }
        entity.attributes[at].isOptional = false
        entity.attributes[at].defaultValue = value.1
      }
    case .relax: return editAttribute { entity, at, _ in entity.attributes[at].isOptional = true }
    case .moveUp: return moveUp()
    case .moveDown: return moveDown()
    case .addChild:
      guard let parent = position(where: { _ in true }) else { return false }
      _ = newEntity(under: entities[parent].name)
      return true
    case .addRoot:
      _ = newEntity(under: nil)
      return true
    case .removeEntity: return removeEntity()
    case .addParent: return addParent()
    case .renameEntity: return renameEntity()
    case .detach: return detach()
    case .reparent: return reparent()
    case .addRelationship:
      addRelationship()
      return true
    case .removeRelationship: return removeRelationship()
    case .renameRelationship: return renameRelationship()
    case .widenRelationship: return widenRelationship()
    case .toggleOrder: return toggleOrder()
    case .part: return part()
    case .removeInverse: return removeInverse()
    case .addInverse: return addInverse()
    case .join: return join()
    case .crossInverses: return crossInverses()
    case .replaceInverse: return replaceInverse()
    case .closeCircle: return closeCircle()
    case .doubleRelationship: return doubleRelationship()
    case .reverse: return reverse()
    case .retarget: return retarget()
    case .toggleAbstract: return toggleAbstract()
    case .addIndex: return addIndex()
    case .externalize: return externalize()
    }
  }

  private mutating func toggleAbstract() -> Bool {
    guard let at = position(where: { $0.isAbstract }) else { return false }
    entities[at].isAbstract = false
    return true
  }

  private mutating func addIndex() -> Bool {
    let name = newName("i")
    return editAttribute { entity, at, _ in
      entity.fetchIndexes.append(
        FetchIndex(name, FetchIndexElement(.property(entity.attributes[at].name))))
      entity.versionHashModifier = name
    }
  }

  private mutating func externalize() -> Bool {
    guard
      let at = position(where: {
        $0.attributes.contains { $0.type == .binary && !$0.allowsExternalBinaryDataStorage }
      }),
      let attribute = entities[at].attributes.firstIndex(where: { $0.type == .binary })
    else { return false }
    entities[at].attributes[attribute].allowsExternalBinaryDataStorage = true
    return true
  }

  private mutating func edit(_ body: (inout Entity, inout ModelEvolution) -> Void) -> Bool {
    guard let at = position(where: { _ in true }) else { return false }
    var entity = entities[at]
    body(&entity, &self)
    entities[at] = entity
    return true
  }

  /// Edits one attribute, and drops the indexes of its entity, which may name it.
  private mutating func editAttribute(
    _ body: (inout Entity, Int, inout ModelEvolution) -> Void
  ) -> Bool {
    guard let at = position(where: { !$0.attributes.isEmpty }) else { return false }
    var entity = entities[at]
    let attribute = generator.below(entity.attributes.count)
    entity.fetchIndexes = []
    body(&entity, attribute, &self)
    entities[at] = entity
    return true
  }

  private mutating func widen() -> Bool {
    let wider: [AttributeType: AttributeType] = [
      .integer16: .integer32, .integer32: .integer64, .float: .double, .boolean: .integer16,
    ]
    return editAttribute { entity, at, _ in
      guard let type = wider[entity.attributes[at].type] else { return }
      entity.attributes[at].type = type
      entity.attributes[at].defaultValue =
        entity.attributes[at].defaultValue == nil
        ? nil : Self.defaults.first { $0.0 == type }?.1
    }
  }

  private mutating func moveUp() -> Bool {
    guard let at = position(where: { $0.superentity != nil && !$0.attributes.isEmpty }),
      let parent = entities.firstIndex(where: { $0.name == entities[at].superentity }),
      let attribute = generator.element(of: entities[at].attributes)
    else { return false }
    let owners = descendants(of: entities[parent].name).filter {
      $0.attributes.contains { $0.name == attribute.name }
    }
    // All that have it are siblings and mean the same by it.
    let isCommon = owners.allSatisfy { owner in
      owner.superentity == entities[parent].name && owner.attributes.contains(attribute)
    }
    guard isCommon, attribute.isOptional || attribute.defaultValue != nil else { return false }
    for owner in owners {
      guard let position = entities.firstIndex(where: { $0.name == owner.name }) else { continue }
      entities[position].attributes.removeAll { $0.name == attribute.name }
      entities[position].fetchIndexes = []
    }
    entities[parent].attributes.append(attribute)
    return true
  }

  private mutating func moveDown() -> Bool {
    let parents = entities.indices.filter {
      !entities[$0].attributes.isEmpty && !children(of: entities[$0].name).isEmpty
    }
    guard let at = generator.element(of: parents),
      let child = generator.element(of: children(of: entities[at].name))
    else { return false }
    let attribute = entities[at].attributes.remove(
      at: generator.below(entities[at].attributes.count))
    entities[at].fetchIndexes = []
    entities[child].attributes.append(attribute)
    return true
  }

  private mutating func removeEntity() -> Bool {
    let candidates = entities.indices.filter {
      entities[$0].relationships.isEmpty && !isTarget(entities[$0])
        && !ancestors(of: entities[$0]).contains {
          $0.relationships.contains { $0.isToMany && $0.inverse == nil }
        }
    }
    guard entities.count > 2, let at = generator.element(of: candidates) else { return false }
    let removed = entities.remove(at: at)
    for child in children(of: removed.name) {
      entities[child].superentity = removed.superentity
      entities[child].fetchIndexes = []
    }
    return true
  }

  private mutating func addParent() -> Bool {
    guard let at = position(where: { $0.superentity == nil }) else { return false }
    let parent = newEntity(under: nil)
    entities[at].superentity = parent
    return true
  }

  private mutating func renameEntity() -> Bool {
    guard let at = position(where: { _ in true }) else { return false }
    let former = entities[at].name
    let name = newName("R")
    entities[at].renamingIdentifier = entities[at].renamingKey
    entities[at].name = name
    for position in entities.indices {
      if entities[position].superentity == former { entities[position].superentity = name }
      for relationship in entities[position].relationships.indices
      where entities[position].relationships[relationship].destination == former {
        entities[position].relationships[relationship].destination = name
      }
    }
    return true
  }

  private mutating func detach() -> Bool {
    let candidates = entities.indices.filter {
      entities[$0].superentity != nil && !isTarget(entities[$0])
    }
    guard let at = generator.element(of: candidates) else { return false }
    // A relationship that is inherited would be lost with its inverse's targets.
    guard ancestors(of: entities[at]).allSatisfy(\.relationships.isEmpty) else { return false }
    let inherited = ancestors(of: entities[at]).flatMap(\.attributes)
    entities[at].attributes += inherited
    entities[at].superentity = nil
    return true
  }

  private mutating func reparent() -> Bool {
    guard let at = position(where: { $0.superentity != nil }) else { return false }
    let entity = entities[at]
    let family = ancestors(of: entity).last.map { [$0] + descendants(of: $0.name) } ?? []
    let below = Set(descendants(of: entity.name).map(\.name))
    let candidates = family.filter { candidate in
      candidate.name != entity.name && !below.contains(candidate.name)
        && ancestors(of: entity).allSatisfy(\.relationships.isEmpty)
        && ([candidate] + ancestors(of: candidate)).flatMap(\.attributes).allSatisfy { attribute in
          !([entity] + descendants(of: entity.name)).contains {
            $0.attributes.contains { $0.name == attribute.name }
          }
        }
        && ([candidate] + ancestors(of: candidate)).flatMap(\.attributes)
          .allSatisfy { $0.isOptional || $0.defaultValue != nil }
    }
    guard !isTarget(entity), let parent = generator.element(of: candidates) else { return false }
    entities[at].superentity = parent.name
    entities[at].fetchIndexes = []
    return true
  }
}

// MARK: - Relationships

extension ModelEvolution {
  private mutating func addRelationship() {
    let owner = generator.below(entities.count)
    let target = generator.below(entities.count)
    let name = newName("x")
    if generator.below(6) == 0 {
      entities[owner].relationships.append(
        Relationship(
          name, to: entities[target].name, generator.below(2) == 0 ? .toOne : .toMany))
      return
    }
    let inverse = newName("y")
    let isMany = generator.below(3) > 0
    let isInverseMany = generator.below(2) == 0
    entities[owner].relationships.append(
      Relationship(
        name, to: entities[target].name, inverse: inverse, isMany ? .toMany : .toOne,
        isOrdered: isMany && generator.below(3) == 0))
    entities[target].relationships.append(
      Relationship(
        inverse, to: entities[owner].name, inverse: name, isInverseMany ? .toMany : .toOne,
        isOrdered: isInverseMany && generator.below(3) == 0))
  }

  /// Adds a relationship of the same ends and numbers of targets as the last one.
  private mutating func addTwin() {
    guard
      let owner = entities.firstIndex(where: { $0.relationships.last?.name == "x\(names - 1)" }),
      var own = entities[owner].relationships.last,
      let target = entities.firstIndex(where: { $0.name == own.destination }),
      var end = entities[target].relationships.last, end.name == own.inverse
    else { return }
    own.name = newName("x")
    end.name = newName("y")
    own.inverse = end.name
    end.inverse = own.name
    entities[owner].relationships.append(own)
    entities[target].relationships.append(end)
  }

  /// Adds two relationships between two entities that do not know of each other.
  private mutating func addStrangers() {
    let owner = generator.below(entities.count)
    let target = generator.below(entities.count)
    let toMany = Relationship(newName("x"), to: entities[target].name, .toMany)
    let toOne = Relationship(newName("y"), to: entities[owner].name)
    entities[owner].relationships.append(toMany)
    entities[target].relationships.append(toOne)
  }

  /// How many kinds of objects share a table.
  func familySize(of entity: String) -> Int {
    guard let entity = entities.first(where: { $0.name == entity }) else { return 0 }
    let root = ancestors(of: entity).last ?? entity
    return ([root] + descendants(of: root.name)).filter { !$0.isAbstract }.count
  }

  /// The places of a random relationship and of its inverse, if that exists.
  mutating func choose(
    where isSuitable: (Relationship) -> Bool = { _ in true }
  ) -> (own: (Int, Int), inverse: (Int, Int)?)? {
    var places: [(Int, Int)] = []
    for entity in entities.indices {
      for at in entities[entity].relationships.indices
      where isSuitable(entities[entity].relationships[at]) {
        places.append((entity, at))
      }
    }
    guard let own = generator.element(of: places) else { return nil }
    let relationship = entities[own.0].relationships[own.1]
    let entity = entities.firstIndex { $0.name == relationship.destination }
    let inverse = entity.flatMap { entity in
      entities[entity].relationships.firstIndex { $0.name == relationship.inverse }
        .map { (entity, $0) }
    }
    return (own, inverse)
  }

  private mutating func removeRelationship() -> Bool {
    guard let place = choose() else { return false }
    let name = entities[place.own.0].relationships[place.own.1].name
    let inverse = place.inverse.map { entities[$0.0].relationships[$0.1].name }
    entities[place.own.0].relationships.removeAll { $0.name == name }
    if let other = place.inverse {
      entities[other.0].relationships.removeAll { $0.name == inverse }
    }
    return true
  }

  private mutating func renameRelationship() -> Bool {
    guard let place = choose() else { return false }
    let name = newName("z")
    let former = entities[place.own.0].relationships[place.own.1]
    entities[place.own.0].relationships[place.own.1].renamingIdentifier = former.renamingKey
    entities[place.own.0].relationships[place.own.1].name = name
    if let inverse = place.inverse { entities[inverse.0].relationships[inverse.1].inverse = name }
    return true
  }

  /// A to-one with an inverse becomes a to-many.
  private mutating func widenRelationship() -> Bool {
    guard let place = choose(where: { !$0.isToMany && $0.inverse != nil }) else { return false }
    entities[place.own.0].relationships[place.own.1].maxCount = 0
    return true
  }

  private mutating func toggleOrder() -> Bool {
    // No store shows the order of a relationship that is its own inverse.
    let place = choose { $0.isToMany && $0.inverse != nil && $0.inverse != $0.name }
    guard let place else { return false }
    entities[place.own.0].relationships[place.own.1].isOrdered.toggle()
    return true
  }
}
