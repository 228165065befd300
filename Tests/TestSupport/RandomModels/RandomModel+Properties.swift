import GoldenStore
package import GoldenStoreModel

/// The derivations whose triggers are known.
package enum DerivationKind: String, CaseIterable, Sendable {
  case count = "count of targets with a key"
  case countOfVirtual = "count without inverse"
  case countOfJoin = "count of a many-to-many"
  case keyPath = "key path"
  case sum, min, max
  case uppercase, lowercase, canonical
  case now
}

extension RandomModel {
  // MARK: Derived attributes

  package mutating func addDerivedAttribute() {
    guard index % 2 == 0 else { return }
    let kinds = DerivationKind.allCases
    let owner = random.below(model.entities.count)
    switch kinds[(index / 2) % kinds.count] {
    case .count: addAggregate("count", .other(.toOne), from: owner)
    case .countOfVirtual: addAggregate("count", .none, from: owner)
    case .countOfJoin: addAggregate("count", .other(.toMany), from: owner)
    case .sum: addAggregate("sum", .other(.toOne), of: .integer32, from: owner)
    case .min: addAggregate("min", .none, of: .date, from: owner)
    case .max: addAggregate("max", .other(.toOne), of: .double, from: owner)
    case .keyPath: addKeyPath(from: owner)
    case .uppercase: addFunction("uppercase", of: owner)
    case .lowercase: addFunction("lowercase", of: owner)
    case .canonical: addFunction("canonical", of: owner)
    case .now: addDerived(.date, "now()", to: owner)
    }
  }

  private mutating func addDerived(_ type: AttributeType, _ expression: String, to owner: Int) {
    append(Attribute(derivedName(), type, derivation: Derivation(expression)), to: owner)
  }

  /// An aggregate over a new to-many; the attribute is one of the targets'.
  private mutating func addAggregate(
    _ function: String, _ inverse: RelationshipShape.Inverse, of type: AttributeType? = nil,
    from owner: Int
  ) {
    // The triggers of an extreme over targets in the own table would have one name twice.
    let isExtreme = function == "min" || function == "max"
    let place: RelationshipShape.Place =
      isExtreme ? .leaf : RelationshipShape.Place.allCases[random.below(3)]
    let owner = isExtreme ? model.entities.count - 1 : owner
    let side: RelationshipShape.Side = random.below(2) == 0 ? .toMany : .ordered
    let added = addRelationship(
      RelationshipShape(side: side, inverse: inverse, place: place), from: owner,
      named: plainName(inFamilyOf: owner))
    guard let type else {
      let spelling = random.below(2) == 0 ? "\(added.name).@count" : "count:(\(added.name))"
      return addDerived(.integer64, spelling, to: owner)
    }
    let argument = plainName(inFamilyOf: added.destination)
    append(Attribute(argument, type), to: added.destination)
    addDerived(
      type == .integer32 ? .integer64 : type, "\(function):(\(added.name).\(argument))", to: owner)
  }

  private mutating func addKeyPath(from owner: Int) {
    let place = RelationshipShape.Place.allCases[random.below(3)]
    let added = addRelationship(
      RelationshipShape(side: .toOne, inverse: .other(.toMany), place: place), from: owner,
      named: plainName(inFamilyOf: owner))
    let types: [AttributeType] = [.string, .date, .uuid, .boolean, .decimal, .double, .binary]
    let type = types[random.below(types.count)]
    let argument = plainName(inFamilyOf: added.destination)
    append(Attribute(argument, type), to: added.destination)
    addDerived(type, "\(added.name).\(argument)", to: owner)
  }

  private mutating func addFunction(_ function: String, of owner: Int) {
    let argument = plainName(inFamilyOf: owner)
    append(Attribute(argument, .string), to: owner)
    addDerived(.string, "\(function):(\(argument))", to: owner)
  }

  // MARK: Transient properties

  package mutating func addTransientProperties() {
    guard index % 2 == 1, let position = random.element(of: Array(model.entities.indices)) else {
      return
    }
    let type: AttributeType = index % 4 == 1 ? .undefined : .transformable
    append(Attribute(newName(inFamilyOf: position), type, isTransient: true), to: position)
    guard index % 4 == 3 else { return }
    let name = newName(inFamilyOf: position)
    let entity = model.entities[position].name
    append(
      Relationship(name, to: entity, inverse: name + "Back", .toMany, isTransient: true),
      to: position)
    append(
      Relationship(name + "Back", to: entity, inverse: name, isTransient: true), to: position)
  }

  // MARK: Indexes

  /// What a fetch index can have.
  package enum IndexKind: String, CaseIterable, Sendable {
    case single, compound, descending, withToOne, toOneAlone, toManyAlone, withToMany
    case object, entityNumber, inherited, leaf, partial, spatial
  }

  package mutating func addIndexes() {
    for place in 0..<3 {
      let kind = IndexKind.allCases[(index * 3 + place) % IndexKind.allCases.count]
      // Not every entity has what the index needs; one of them mostly does.
      var positions = Array(model.entities.indices)
      random.shuffle(&positions)
      let name = "by" + ["Alpha", "select", "Größe"][place]
      for position in positions {
        guard let elements = indexElements(kind, of: position) else { continue }
        var index = FetchIndex(name, elements: elements)
        if kind == .partial { index.partialIndexPredicate = predicate(for: position) }
        edit(position) { $0.fetchIndexes.append(index) }
        break
      }
    }
  }

  private mutating func indexElements(
    _ kind: IndexKind, of position: Int
  ) -> [FetchIndexElement]? {
    let own = storedAttributes(of: position)
    let inherited = ancestors(of: position).flatMap { storedAttributes(of: $0) }
    let relationships = model.entities[position].relationships.filter { !$0.isTransient }
    let toOne = random.element(of: relationships.filter { !$0.isToMany })?.name
    let toMany = random.element(of: relationships.filter(\.isToMany))?.name
    guard let first = random.element(of: own.map(\.name)) else { return nil }
    func elements(_ names: String?...) -> [FetchIndexElement]? {
      let known = names.compactMap { $0 }
      return known.count == names.count ? known.map { FetchIndexElement(.property($0)) } : nil
    }
    switch kind {
    case .single, .partial: return elements(first)
    case .compound: return elements(first, own.first { $0.name != first }?.name)
    case .descending: return [.descending(first)] + (elements(own.last?.name) ?? [])
    case .withToOne: return elements(toOne, first)
    case .toOneAlone: return elements(toOne)
    case .toManyAlone: return elements(toMany)
    case .withToMany: return elements(first, toMany)
    case .object: return [.expression("SELF", type: .objectID)] + (elements(first) ?? [])
    case .entityNumber: return [.expression("entity")] + (elements(first) ?? [])
    case .inherited: return elements(random.element(of: inherited)?.name)
    case .leaf:
      let leaves = model.entities[position].attributes.filter { $0.type == .composite }
        .flatMap(\.leaves)
      return elements(random.element(of: leaves)?.name)
    case .spatial:
      let numbers = own.filter { attribute in
        let types: [AttributeType] = [.double, .float, .integer32, .date]
        return !attribute.isOptional && types.contains(attribute.type)
          && attribute.derivation == nil
      }
      return numbers.isEmpty ? nil : numbers.prefix(2).map { .rTree($0.name) }
    }
  }

  /// The entity's own attributes that have one column each.
  package func storedAttributes(of position: Int) -> [Attribute] {
    model.entities[position].attributes.filter { !$0.isTransient && $0.type != .composite }
  }

  private mutating func predicate(for position: Int) -> String? {
    let plain = storedAttributes(of: position).filter { attribute in
      attribute.name.allSatisfy { $0.isASCII && $0.isLetter } && attribute.name.count > 7
    }
    guard let attribute = random.element(of: plain) else { return nil }
    let tests = ["\(attribute.name) != nil", "\(attribute.name) == nil"]
    let numeric: [AttributeType] = [.integer16, .integer32, .integer64, .boolean, .double]
    guard numeric.contains(attribute.type) else { return tests[random.below(2)] }
    return [
      "\(attribute.name) > -3", "\(attribute.name) != 0",
      "\(attribute.name) == 1 AND \(attribute.name) != nil",
      "\(attribute.name) == nil OR (\(attribute.name) > 0 AND \(attribute.name) < 9)",
    ][random.below(4)]
  }

  // MARK: Fetch requests

  /// Settings that an archive keeps, in the order in which it gives them back.
  package mutating func addFetchRequests() {
    guard index % 6 == 4 else { return }
    let position = random.below(model.entities.count)
    var settings = [UserInfoEntry("entity", model.entities[position].name)]
    if random.below(2) == 0 { settings.append(UserInfoEntry("fetchLimit", "3")) }
    if let text = predicate(for: position) {
      settings.append(UserInfoEntry("predicateString", text))
    }
    let name = newName(inFamilyOf: position)
    edit(position) { entity in
      entity.fetchedProperties = [FetchedProperty(name, fetchRequest: settings)]
    }
    model.fetchRequests = [FetchRequestTemplate("all", settings: settings)]
  }

  // MARK: Uniqueness

  package enum ConstraintKind: String, CaseIterable, Sendable {
    case single, compound, withToOne, inherited, two
  }

  package mutating func addUniquenessConstraints() {
    let kind = ConstraintKind.allCases[index % ConstraintKind.allCases.count]
    var positions = Array(model.entities.indices)
    random.shuffle(&positions)
    for position in positions {
      let plain = storedAttributes(of: position).filter { $0.derivation == nil }
      let inherited = ancestors(of: position).flatMap { storedAttributes(of: $0) }
        .filter { $0.derivation == nil }
      let toOne = model.entities[position].relationships.first {
        !$0.isToMany && !$0.isTransient
      }
      var constraints: [[String?]]
      switch kind {
      case .single: constraints = [[plain.first?.name]]
      case .compound: constraints = [plain.suffix(2).map(\.name)]
      case .withToOne: constraints = [[plain.first?.name, toOne?.name]]
      case .inherited: constraints = [[inherited.last?.name]]
      case .two: constraints = [[plain.last?.name], [plain.first?.name, plain.last?.name]]
      }
      let known = constraints.map { $0.compactMap { $0 } }
      let isComplete = zip(known, constraints).allSatisfy { $0.count == $1.count }
      // Names of one constraint that differ by case alone are no trouble; those of two would be.
      guard isComplete, kind == .single || kind == .inherited || plain.count > 1 else { continue }
      edit(position) { entity in
        entity.uniquenessConstraints = known.map { UniquenessConstraint(properties: $0) }
      }
      return
    }
  }
}
