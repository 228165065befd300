import Foundation
package import GoldenStore
package import GoldenStoreModel

/// A valid model that a seed and an index decide.
///
/// What must occur in a run is dealt by the index, so that it occurs with every seed; where and
/// how it occurs is drawn.
package struct RandomModel {
  package var model: Model
  package let index: Int
  package var random: SeededGenerator
  /// Counts what was added, so that types and kinds of names are dealt in turn.
  private var attributeCount = 0
  private var nameCount = 0
  private var derivedCount = 0
  /// Whether Core Data is to take the model when it is put together in code.
  private let isForCoreData: Bool

  /// - Parameter isForCoreData: Whether to leave out what a store may have and code can't give to
  ///   Core Data: names of methods, names that an ancestor has too, defaults that Foundation takes
  ///   for no URL, and indexes over elements of composites.
  package init(seed: UInt64, index: Int, isForCoreData: Bool = false) {
    self.index = index
    self.isForCoreData = isForCoreData
    random = SeededGenerator(seed: seed, "model", "\(index)")
    model = Model("V\(index)")
    addEntities()
    for position in model.entities.indices {
      for _ in 0..<random.integer(in: 1...3) { addAttribute(to: position) }
    }
    addComposite()
    for place in 0..<3 {
      addRelationship(RelationshipShape.all[(index * 3 + place) % RelationshipShape.all.count])
    }
    addNameClashes()
    addDerivedAttribute()
    addTransientProperties()
    if !isForCoreData { addRedeclarations() }
    addIndexes()
    addUniquenessConstraints()
    addFetchRequests()
    addVersionFacts()
    if isForCoreData { leaveOutWhatCoreDataRefuses() }
  }

  private mutating func leaveOutWhatCoreDataRefuses() {
    func withoutURL(_ attribute: Attribute) -> Attribute {
      var attribute = attribute
      if attribute.type == .uri { attribute.defaultValue = nil }
      attribute.elements = attribute.elements.map(withoutURL)
      return attribute
    }
    for position in model.entities.indices {
      model.entities[position].attributes = model.entities[position].attributes.map(withoutURL)
      model.entities[position].fetchIndexes.removeAll { index in
        index.elements.contains { $0.property?.split(separator: ".").count ?? 1 > 1 }
      }
    }
  }

  // MARK: Entities

  /// The families by name, superentity and abstractness, dealt in turn.
  private static let families: [[(parent: Int?, isAbstract: Bool)]] = [
    [(nil, false)],
    [(nil, false), (0, false), (0, false)],
    [(nil, true), (0, false), (1, false), (1, false)],
    [(nil, false), (0, true), (1, false), (0, false)],
    [(nil, true), (0, true), (1, false), (2, false), (1, true)],
    [(nil, false), (0, false), (1, false), (2, false)],
  ]

  private mutating func addEntities() {
    var names = RandomNames.entities
    random.shuffle(&names)
    let kinds = [index % Self.families.count, (index / 6) % Self.families.count, 0]
    for kind in kinds {
      let first = model.entities.count
      for member in Self.families[kind] {
        var entity = Entity(names.removeLast())
        // A subentity may have the name of another entity in other letters: it has no table.
        if member.parent != nil, let other = random.element(of: model.entities),
          random.below(6) == 0
        {
          let twin = RandomNames.otherCase(of: other.name, &random)
          if model.entity(named: twin) == nil { entity.name = twin }
        }
        entity.superentity = member.parent.map { model.entities[first + $0].name }
        entity.isAbstract = member.isAbstract
        model.entities.append(entity)
      }
    }
  }

  /// The positions of an entity's ancestors, nearest first.
  package func ancestors(of position: Int) -> [Int] {
    var ancestors: [Int] = []
    var next = model.entities[position].superentity
    while let name = next, let found = model.entities.firstIndex(where: { $0.name == name }) {
      ancestors.append(found)
      next = model.entities[found].superentity
    }
    return ancestors
  }

  package func root(of position: Int) -> Int { ancestors(of: position).last ?? position }

  package func hasSubentities(_ position: Int) -> Bool {
    model.entities.contains { $0.superentity == model.entities[position].name }
  }

  /// The positions of an entity and of all entities in its table.
  package func family(of position: Int) -> [Int] {
    model.entities.indices.filter { root(of: $0) == root(of: position) }
  }

  /// The names of an entity's own and inherited properties, and of those of its descendants.
  package func namesInLine(of position: Int) -> Set<String> {
    let line = model.entities.indices.filter {
      $0 == position || ancestors(of: position).contains($0) || ancestors(of: $0).contains(position)
    }
    return Set(line.flatMap { names(of: $0) })
  }

  package func names(of position: Int) -> [String] {
    let entity = model.entities[position]
    return entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + entity.attributes.flatMap(\.leaves).compactMap {
        $0.name.split(separator: ".").last.map(String.init)
      }
  }

  /// A name that differs from every other one in the family by more than case.
  package mutating func newName(inFamilyOf position: Int) -> String {
    let kind = NameKind.allCases[(index + nameCount) % NameKind.allCases.count]
    nameCount += 1
    let taken = Set(family(of: position).flatMap { names(of: $0) }.map { $0.uppercased() })
    let isKind = random.below(3) == 0 && !(isForCoreData && kind == .reserved)
    return RandomNames.property(isKind ? kind : .plain, taken: taken, &random)
  }

  /// A name that an expression can hold: some other ones are words of its own there.
  package mutating func plainName(inFamilyOf position: Int) -> String {
    let taken = Set(family(of: position).flatMap { names(of: $0) }.map { $0.uppercased() })
    return RandomNames.property(.plain, taken: taken, &random)
  }

  // MARK: Attributes

  package static let storedTypes = AttributeType.allCases.filter {
    ![.undefined, .objectID, .composite].contains($0)
  }

  /// An attribute of the next type, optional or not, with or without default.
  package mutating func nextAttribute(_ name: String) -> Attribute {
    let turn = index * 5 + attributeCount
    attributeCount += 1
    let type = Self.storedTypes[turn % Self.storedTypes.count]
    let round = turn / Self.storedTypes.count
    var attribute = Attribute(name, type, isOptional: round % 2 == 0)
    if round / 2 % 2 == 0 {
      attribute.defaultValue =
        type == .decimal
        ? DecimalNumber("-12.5").map { .decimal($0) } : RandomValues.value(of: type, &random)
    }
    if type == .binary || type == .transformable {
      attribute.allowsExternalBinaryDataStorage = random.below(2) == 0
    }
    if type == .transformable {
      attribute.valueTransformerName = random.below(2) == 0 ? "NSSecureUnarchiveFromData" : nil
      attribute.valueClassName = random.below(3) == 0 ? "NSArray" : nil
    }
    if [.integer32, .double, .string].contains(type), random.below(3) == 0 {
      attribute.validation = AttributeValidation(
        minimum: random.below(2) == 0 ? "2" : nil, maximum: "99")
    }
    attribute.preservesValueInHistoryOnDeletion = random.below(8) == 0
    attribute.allowsCloudEncryption = random.below(8) == 0
    attribute.isIndexedBySpotlight = random.below(8) == 0
    if random.below(8) == 0 { attribute.renamingIdentifier = "old\(attributeCount)" }
    if random.below(8) == 0 { attribute.versionHashModifier = "modified" }
    if random.below(8) == 0 {
      attribute.userInfo = [UserInfoEntry("a", "b"), UserInfoEntry("k", "é")]
    }
    return attribute
  }

  package mutating func addAttribute(to position: Int) {
    let name = newName(inFamilyOf: position)
    append(nextAttribute(name), to: position)
  }

  private mutating func addComposite() {
    guard index % 4 == 1, let position = random.element(of: Array(model.entities.indices)) else {
      return
    }
    var composite = Attribute(newName(inFamilyOf: position), .composite)
    composite.isOptional = random.below(2) == 0
    append(composite, to: position)
    var elements: [Attribute] = []
    for place in 0..<random.integer(in: 1...3) {
      var element = nextAttribute("part" + ["A", "B", "C"][place])
      if place == 0, index % 8 == 1 {
        element = Attribute(
          "inner", .composite, elements: [nextAttribute("x"), nextAttribute("y")])
      }
      elements.append(element)
    }
    let place = model.entities[position].attributes.count - 1
    model.entities[position].attributes[place].elements = elements
  }

  package mutating func append(_ attribute: Attribute, to position: Int) {
    model.entities[position].attributes.append(attribute)
  }

  package mutating func append(_ relationship: Relationship, to position: Int) {
    model.entities[position].relationships.append(relationship)
  }

  package mutating func edit(_ position: Int, _ body: (inout Entity) -> Void) {
    body(&model.entities[position])
  }

  /// A name for a derived attribute, the only one of the whole model: it stands in triggers.
  package mutating func derivedName() -> String {
    derivedCount += 1
    return "derived" + String(repeating: "Q", count: derivedCount)
  }

  // MARK: Facts of the version

  private mutating func addVersionFacts() {
    model.versionIdentifiers = [[], [""], ["1.0", "ß"]][index % 3]
    if index % 5 == 2 {
      model.configurations = [
        ModelConfiguration("Part", entities: [model.entities[0].name]),
        ModelConfiguration("All", entities: model.entities.map(\.name)),
      ]
    }
    for position in model.entities.indices {
      model.entities[position].className = random.below(2) == 0 ? "App.Thing\(position)" : nil
      if random.below(6) == 0 { model.entities[position].versionHashModifier = "v2" }
      if random.below(6) == 0 { model.entities[position].renamingIdentifier = "Old\(position)" }
      guard random.below(6) == 0 else { continue }
      model.entities[position].userInfo = [
        UserInfoEntry("_NSEntityOmitSubentityColumnIndex", random.below(2) == 0 ? "YES" : "NO"),
        UserInfoEntry("note", "x"),
      ]
    }
  }
}
