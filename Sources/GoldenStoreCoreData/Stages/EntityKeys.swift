package import GoldenStoreFormat
package import GoldenStoreModel

/// How the stored attributes of an entity are read and set by key-value coding.
///
/// The elements of a composite attribute, which a ``StoredObject`` calls by their key paths, are
/// entries of a dictionary by their own names there, nested ones dictionaries again. A composite
/// without any value is none.
package struct EntityKeys {
  /// Reads the object of an attribute of the entity itself.
  package typealias Reading = (_ key: String) throws -> Any?

  package let entity: Entity
  package let shape: ObjectShape
  package let relationships: [Relationship]
  private let attributes: [Attribute]
  private let positions: [String: Int]

  package init(_ entity: Entity, of model: ValidatedModel) {
    self.entity = entity
    shape = model.shape(of: entity)
    attributes = model.persistedAttributes(of: entity)
    relationships = model.persistedRelationships(of: entity)
    positions = Dictionary(
      attributes.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Reading

  /// The values of an object, in the order of the shape.
  ///
  /// - Throws: `StoreError.unsuitableValue` for an object of another class than the attribute's.
  package func values(primaryKey: Int64, _ read: Reading) throws -> [AttributeValue] {
    var composites: [String: Any?] = [:]
    return try attributes.map { attribute in
      let path = attribute.name.split(separator: ".").map(String.init)
      let object: Any?
      if path.count == 1 {
        object = try read(attribute.name)
      } else {
        let composite = try composites[path[0]] ?? read(path[0])
        composites[path[0]] = .some(composite)
        object = Self.element(path.dropFirst(), of: composite)
      }
      do throws(ValueProblem) {
        return try FoundationValue.value(of: object, of: attribute.type)
      } catch {
        throw unsuitable(attribute.name, primaryKey, error)
      }
    }
  }

  private static func element(_ path: ArraySlice<String>, of composite: Any?) -> Any? {
    path.reduce(composite) { composite, name in (composite as? [String: Any])?[name] }
  }

  // MARK: Setting

  /// The attribute of a name.
  ///
  /// - Throws: `ModelError.unknownProperty`.
  package func attribute(named name: String) throws(ModelError) -> Attribute {
    guard let position = positions[name] else {
      throw .unknownProperty(entity: entity.name, property: name, known: shape.attributes)
    }
    return attributes[position]
  }

  /// The relationship of a name.
  ///
  /// - Throws: `ModelError.unknownProperty`.
  package func relationship(named name: String) throws(ModelError) -> Relationship {
    guard let relationship = relationships.first(where: { $0.name == name }) else {
      throw .unknownProperty(entity: entity.name, property: name, known: shape.relationships)
    }
    return relationship
  }

  /// The objects to set for values by attribute, each with its key, in the order of the keys.
  ///
  /// - Parameters:
  ///   - primaryKey: That of the object, for errors.
  ///   - read: Reads what a composite has, whose other elements stay.
  /// - Throws: `ModelError.unknownProperty`; `StoreError.notSupported` for an attribute that is
  ///   computed; `.unsuitableValue`.
  package func objects(
    for values: [String: AttributeValue], primaryKey: Int64, _ read: Reading
  ) throws -> [(key: String, object: Any?)] {
    var objects: [String: Any?] = [:]
    for (name, value) in values.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
      let attribute = try attribute(named: name)
      guard !attribute.isKeptByTriggers else {
        let kind = attribute.derivation == nil ? "counter" : "derived"
        throw StoreError.notSupported(
          feature: "setting a \(kind) attribute", place: "attribute '\(entity.name).\(name)'")
      }
      let object = try object(for: value, of: attribute, primaryKey: primaryKey)
      let path = name.split(separator: ".").map(String.init)
      if path.count == 1 {
        objects[name] = .some(object)
      } else {
        let composite = try objects[path[0]] ?? read(path[0])
        objects[path[0]] = .some(Self.setting(object, at: path.dropFirst(), in: composite))
      }
    }
    return objects.sorted { NameOrder.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The object for a value of an attribute.
  ///
  /// - Throws: `StoreError.unsuitableValue`.
  package func object(
    for value: AttributeValue, of attribute: Attribute, primaryKey: Int64
  ) throws(StoreError) -> Any? {
    do throws(ValueProblem) {
      return try FoundationValue.object(for: value, of: attribute.type)
    } catch {
      throw unsuitable(attribute.name, primaryKey, error)
    }
  }

  private static func setting(
    _ object: Any?, at path: ArraySlice<String>, in composite: Any?
  ) -> [String: Any]? {
    guard let name = path.first else { return nil }
    var elements = composite as? [String: Any] ?? [:]
    elements[name] =
      path.count == 1 ? object : setting(object, at: path.dropFirst(), in: elements[name])
    return elements.isEmpty ? nil : elements
  }

  // MARK: Targets

  /// Refuses targets that a relationship can't have, whether they exist or not.
  ///
  /// - Throws: `StoreError.unsuitableValue`.
  package func check(
    _ targets: [ObjectReference], of relationship: Relationship, primaryKey: Int64,
    in model: ValidatedModel
  ) throws(StoreError) {
    func refuse(_ problem: String) -> StoreError {
      unsuitable(relationship.name, primaryKey, ValueProblem(problem))
    }
    guard relationship.isToMany || targets.count <= 1 else {
      throw refuse("has \(targets.count) targets, expected at most 1")
    }
    var seen: Set<ObjectReference> = []
    for target in targets {
      guard seen.insert(target).inserted else { throw refuse("lists \(target) twice") }
      guard model.isKind(target.entity, of: relationship.destination) else {
        throw refuse("refers to \(target), which is no '\(relationship.destination)'")
      }
    }
  }

  /// The error for a target that is not there.
  package func missing(
    _ target: ObjectReference, of relationship: Relationship, primaryKey: Int64
  ) -> StoreError {
    unsuitable(
      relationship.name, primaryKey, ValueProblem("refers to \(target), which does not exist"))
  }

  private func unsuitable(
    _ property: String, _ primaryKey: Int64, _ problem: ValueProblem
  ) -> StoreError {
    .unsuitableValue(
      entity: entity.name, primaryKey: primaryKey, property: property,
      problem: problem.description)
  }
}
