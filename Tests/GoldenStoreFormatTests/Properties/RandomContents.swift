import GoldenStore
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport

/// Random objects of a model that break none of its rules: inverses agree, unique values are
/// unique, to-manies have no more targets than allowed.
struct RandomContents {
  /// What is given to the writer; derived attributes are NULL.
  let source: StoreContents
  /// What the store must hold; derived attributes have their values.
  let expected: StoreContents

  init(_ model: ValidatedModel, seed: UInt64, index: Int) {
    var random = SeededGenerator(seed: seed, "contents", "\(index)")
    let references = Self.references(of: model, &random)
    let links = RandomLinks(model, references, &random)
    let tame = DerivedValues.arguments(of: model)
    var objects: [String: [StoredObject]] = [:]
    for reference in references {
      guard let entity = model.entity(named: reference.entity) else { continue }
      let shape = model.shape(of: entity)
      let values = model.persistedAttributes(of: entity).map { attribute -> AttributeValue in
        if attribute.derivation != nil || attribute.isOptional && random.below(5) == 0 {
          return .null
        }
        return tame.contains(attribute.name)
          ? RandomValues.tameValue(of: attribute.type, &random)
          : RandomValues.value(of: attribute.type, &random)
      }
      objects[entity.name, default: []].append(
        StoredObject(
          shape: shape, primaryKey: reference.primaryKey, values: values,
          targets: shape.relationships.map { links.targets(of: reference, $0) }))
    }
    let contents = StoreContents(
      entities: model.model.entities.filter { !$0.isAbstract }.map {
        EntityContents(entity: $0.name, objects: objects[$0.name] ?? [])
      })
    source = Self.withUniqueValues(contents, of: model)
    expected = DerivedValues(source, of: model).contents
  }

  /// Objects of every concrete entity, with the keys of a family rising across its entities.
  private static func references(
    of model: ValidatedModel, _ random: inout SeededGenerator
  ) -> [ObjectReference] {
    var members: [String: [String]] = [:]
    for entity in model.entitiesByName where !entity.isAbstract {
      let count = random.below(8) == 0 ? 0 : random.integer(in: 1...5)
      members[model.root(of: entity).name, default: []] += Array(
        repeating: entity.name, count: count)
    }
    var references: [ObjectReference] = []
    for (_, names) in members.sorted(by: { $0.key < $1.key }) {
      var names = names
      random.shuffle(&names)
      var key: Int64 = random.below(10) == 0 ? 4_294_967_296 : 0
      for name in names {
        key += Int64(random.below(4) == 0 ? random.integer(in: 2...500) : 1)
        references.append(ObjectReference(entity: name, primaryKey: key))
      }
    }
    return references
  }

  // MARK: Uniqueness

  /// Replaces a value by NULL wherever a constraint would be broken: SQLite lets NULLs repeat.
  ///
  /// A constraint holds for the whole table, whatever entity declares it.
  private static func withUniqueValues(
    _ contents: StoreContents, of model: ValidatedModel
  ) -> StoreContents {
    var entities: [String: [StoredObject]] = [:]
    for entity in contents.entities { entities[entity.entity] = entity.objects }
    for owner in model.model.entities {
      for constraint in owner.uniquenessConstraints {
        var seen: Set<[String]> = []
        let attributes = constraint.properties.filter { name in
          model.attributes(of: owner).contains { $0.name == name }
        }
        for entity in model.entitiesByName
        where shares(constraint.properties, of: owner, with: entity, model) {
          for place in (entities[entity.name] ?? []).indices {
            guard let object = entities[entity.name]?[place],
              let key = key(of: object, constraint.properties), !seen.insert(key).inserted,
              let name = attributes.first,
              let position = object.shape.attributes.firstIndex(of: name)
            else { continue }
            entities[entity.name]?[place].values[position] = .null
          }
        }
      }
    }
    return StoreContents(
      entities: contents.entities.map {
        EntityContents(entity: $0.entity, objects: entities[$0.entity] ?? [])
      })
  }

  /// Whether rows of an entity have the columns of all constrained properties.
  private static func shares(
    _ properties: [String], of owner: Entity, with entity: Entity, _ model: ValidatedModel
  ) -> Bool {
    properties.allSatisfy { name in
      let origin = RandomLinks.origin(of: name, in: owner, model)
      return origin != nil && origin == RandomLinks.origin(of: name, in: entity, model)
    }
  }

  /// The values as SQLite compares them; `nil` where one is NULL.
  private static func key(of object: StoredObject, _ properties: [String]) -> [String]? {
    var key: [String] = []
    for name in properties {
      if let value = object.value(of: name) {
        guard !value.isNull else { return nil }
        key.append(comparable(value))
      } else {
        guard let target = object.targets(of: name)?.first else { return nil }
        key.append("\(target.primaryKey)")
      }
    }
    return key
  }

  private static func comparable(_ value: AttributeValue) -> String {
    switch value {
    case .boolean(let flag): flag ? "1" : "0"
    case .double(let number), .float(let number), .date(let number): "\(number + 0)"
    case .string(let text), .uri(let text): "\(Array(text.utf8))"
    case .binary(let data), .transformable(let data): "\(Array(data))"
    case .null, .integer, .decimal, .uuid: "\(value)"
    }
  }
}
