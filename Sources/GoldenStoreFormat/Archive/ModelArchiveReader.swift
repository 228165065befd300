import Foundation
import GoldenStoreModel

/// One pass over an archived model.
struct ModelArchiveReader {
  var archive: KeyedArchive
  var notes: [String] = []
  /// The attributes of each entity that are flagged as indexed.
  var flaggedAttributes: [String: Set<String>] = [:]
  private var hasFetchIndexes = false
  /// More ancestors than a valid model gives an entity.
  private static let ancestorLimit = 200

  init(_ bytes: Data) throws(ModelArchiveDamage) {
    archive = try KeyedArchive(bytes)
  }

  mutating func read(versionName: String) throws(ModelArchiveDamage) -> Model {
    let root = try archive.object(archive.root, "the model")
    guard case .instance("NSManagedObjectModel", let fields) = root else {
      throw .notAModelArchive(found: "an archive of \(root.kind)")
    }
    note(unknownKeysOf: fields, known: KnownKeys.model, "the model")
    var model = Model(versionName)
    for reference in try archive.references(
      fields["NSVersionIdentifiers"], "the version identifiers")
    {
      model.versionIdentifiers.append(try archive.name(reference, "a version identifier"))
    }
    for entry in try archive.entries(fields["NSEntities"], "the entities") {
      model.entities.append(try readEntity(entry.value))
    }
    removeInheritedProperties(from: &model)
    // Archives from before fetch indexes know a flag of the attribute only; in later ones the
    // flag follows the indexes.
    if !hasFetchIndexes {
      addIndexesOfFlaggedAttributes(to: &model)
    }
    for entry in try archive.entries(fields["NSConfigurations"], "the configurations") {
      let name = try archive.name(entry.key, "a configuration")
      var configuration = ModelConfiguration(name, entities: [])
      for reference in try archive.references(entry.value, "configuration '\(name)'") {
        let entity = try archive.fields(
          reference, of: "NSEntityDescription", "configuration '\(name)'")
        configuration.entities.append(
          try archive.name(entity["NSEntityName"], "configuration '\(name)'"))
      }
      model.configurations.append(configuration)
    }
    for entry in try archive.entries(fields["NSFetchRequestTemplates"], "the fetch requests") {
      let name = try archive.name(entry.key, "a fetch request")
      model.fetchRequests.append(
        FetchRequestTemplate(
          name, settings: try fetchRequest(entry.value, "fetch request '\(name)'")))
    }
    return model
  }

  private func addIndexesOfFlaggedAttributes(to model: inout Model) {
    for position in model.entities.indices {
      let entity = model.entities[position]
      for attribute in entity.attributes
      where flaggedAttributes[entity.name]?.contains(attribute.name) == true {
        model.entities[position].fetchIndexes.append(
          FetchIndex(attribute.name, elements: [FetchIndexElement(.property(attribute.name))]))
      }
    }
  }

  /// An archive lists inherited properties with each entity, some as its own: what the nearest
  /// ancestor that has the property declares alike is inherited.
  private func removeInheritedProperties(from model: inout Model) {
    let declared = Dictionary(
      model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for position in model.entities.indices {
      var ancestors: [Entity] = []
      var visited: Set<String> = [model.entities[position].name]
      var next = model.entities[position].superentity
      // Cycles, and chains without end, are for the model's own rules to refuse.
      while let name = next, visited.count <= Self.ancestorLimit, visited.insert(name).inserted,
        let ancestor = declared[name]
      {
        ancestors.append(ancestor)
        next = ancestor.superentity
      }
      func isInherited<Property: Equatable>(
        _ property: Property, _ list: KeyPath<Entity, [Property]>, name: KeyPath<Property, String>
      ) -> Bool {
        for ancestor in ancestors {
          let known = ancestor[keyPath: list].first {
            $0[keyPath: name] == property[keyPath: name]
          }
          if let known { return known == property }
        }
        return false
      }
      model.entities[position].attributes.removeAll {
        isInherited($0, \.attributes, name: \.name)
      }
      model.entities[position].relationships.removeAll {
        isInherited($0, \.relationships, name: \.name)
      }
      model.entities[position].fetchedProperties.removeAll {
        isInherited($0, \.fetchedProperties, name: \.name)
      }
    }
  }

  private mutating func readEntity(
    _ reference: PropertyListValue
  ) throws(ModelArchiveDamage) -> Entity {
    let fields = try archive.fields(reference, of: "NSEntityDescription", "an entity")
    let name = try archive.name(fields["NSEntityName"], "an entity's name")
    let place = "entity '\(name)'"
    note(unknownKeysOf: fields, known: KnownKeys.entity, place)
    var entity = Entity(name)
    if let position = archive.position(fields["NSSuperentity"]) {
      let parent = try archive.fields(
        .uniqueIdentifier(UInt64(position)), of: "NSEntityDescription", place)
      entity.superentity = try archive.name(parent["NSEntityName"], place)
    }
    entity.isAbstract = try archive.flag(fields["NSIsAbstract"], place)
    entity.className = try archive.text(fields["NSClassNameForEntity"], place)
    entity.renamingIdentifier = try renamingIdentifier(fields, name: name, place)
    entity.versionHashModifier = try modifier(fields, place)
    entity.userInfo = try userInfo(fields, place)
    for entry in try archive.entries(fields["NSProperties"], place) {
      try readProperty(entry.value, of: &entity, at: archive.position(reference))
    }
    for tuple in try archive.references(fields["NSUniqueTuples"], place) {
      var names: [String] = []
      for name in try archive.references(tuple, place) {
        names.append(try constrainedName(name, place))
      }
      entity.uniquenessConstraints.append(UniquenessConstraint(properties: names))
    }
    for index in try archive.references(fields["NSFetchIndexDescriptions"], place) {
      entity.fetchIndexes.append(try readFetchIndex(index, place))
    }
    if fields["NSFetchIndexDescriptions"] != nil {
      hasFetchIndexes = true
    } else {
      try readCompoundIndexes(fields["NSCompoundIndexes"], of: &entity)
    }
    return entity
  }

  /// Archives from before fetch indexes list the properties of each compound index alone.
  private mutating func readCompoundIndexes(
    _ reference: PropertyListValue?, of entity: inout Entity
  ) throws(ModelArchiveDamage) {
    let place = "entity '\(entity.name)'"
    for tuple in try archive.references(reference, place) {
      var names: [String] = []
      for name in try archive.references(tuple, place) {
        names.append(try constrainedName(name, place))
      }
      entity.fetchIndexes.append(
        FetchIndex(
          names.joined(separator: "_"),
          elements: names.map { FetchIndexElement(.property($0)) }))
    }
  }

  /// A constraint names a property, or holds the description of one.
  private mutating func constrainedName(
    _ reference: PropertyListValue, _ place: String
  ) throws(ModelArchiveDamage) -> String {
    let object = try archive.object(reference, place)
    if case .instance(_, let fields) = object, fields["NSPropertyName"] != nil {
      return try archive.name(fields["NSPropertyName"], place)
    }
    return try archive.name(reference, place)
  }

  private mutating func readFetchIndex(
    _ reference: PropertyListValue, _ place: String
  ) throws(ModelArchiveDamage) -> FetchIndex {
    let fields = try archive.fields(reference, of: "NSFetchIndexDescription", place)
    let name = try archive.name(fields["NSIndexName"], place)
    let place = "\(place), fetch index '\(name)'"
    note(unknownKeysOf: fields, known: KnownKeys.fetchIndex, place)
    var index = FetchIndex(name, elements: [])
    index.partialIndexPredicate = try predicateText(fields["NSPartialIndexPredicate"], place)
    for reference in try archive.references(fields["NSIndexElements"], place) {
      let element = try archive.fields(reference, of: "NSFetchIndexElementDescription", place)
      note(unknownKeysOf: element, known: KnownKeys.indexElement, place)
      let isAscending = try archive.flag(element["NSAscending"], place)
      let number = try archive.integer(element["NSFetchIndexElementType"], place)
      guard number == 0 || number == 1 else {
        throw .unknownNumber(place: place, what: "type of an index element", found: number)
      }
      index.elements.append(
        FetchIndexElement(
          try subject(of: element, place), kind: number == 0 ? .binary : .rTree,
          isAscending: isAscending))
    }
    return index
  }

  private mutating func subject(
    of element: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) -> FetchIndexElement.Subject {
    let property = try archive.object(element["NSIndexedProperty"], place)
    guard case .instance("NSExpressionDescription", let fields) = property else {
      return .property(try archive.name(element["NSPropertyName"], place))
    }
    let text = try expressionText(fields["NSExpression"], place)
    let number = try archive.integer(fields["NSExpressionResultType"], place)
    let type = Int32(exactly: number).flatMap { AttributeType(rawValue: $0) }
    return .expression(text, type: type == .undefined ? nil : type)
  }

  mutating func renamingIdentifier(
    _ fields: [String: PropertyListValue], name: String, _ place: String
  ) throws(ModelArchiveDamage) -> String? {
    let identifier = try archive.text(fields["NSRenamingIdentifier"], place)
    return identifier == name ? nil : identifier
  }

  mutating func modifier(
    _ fields: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) -> String? {
    let modifier = try archive.text(fields["NSVersionHashModifier"], place)
    return modifier == "" ? nil : modifier
  }

  /// The entries whose value is text, sorted by key; others are noted.
  mutating func userInfo(
    _ fields: [String: PropertyListValue], _ place: String
  ) throws(ModelArchiveDamage) -> [UserInfoEntry] {
    var result: [UserInfoEntry] = []
    for entry in try archive.entries(fields["NSUserInfo"], place) {
      let key = try archive.object(entry.key, place)
      let value = try archive.object(entry.value, place)
      if case .value(.string(let key)) = key, case .value(.string(let value)) = value {
        result.append(UserInfoEntry(key, value))
      } else if case .value(.string(let key)) = key, key == Attribute.locationKey {
        var names: [String] = []
        for name in try archive.references(entry.value, place) {
          names.append(try archive.name(name, place))
        }
        notes.append("\(place): the list of user info '\(key)' is kept as text")
        result.append(UserInfoEntry(key, names.joined(separator: ", ")))
      } else {
        notes.append("\(place): a user-info entry of \(key.kind) and \(value.kind) is left out")
      }
    }
    return result.sorted { NameOrder.precedes($0.key, $1.key) }
  }
}
