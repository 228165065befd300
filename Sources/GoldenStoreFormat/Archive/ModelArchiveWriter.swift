import Foundation
import GoldenStoreModel

/// Makes the keyed archive of a model, as Core Data keeps it in a store.
///
/// Format: StoreFormat F201. The order of the objects is free; this one follows the model, so
/// that equal models give equal bytes.
struct ModelArchiveWriter {
  let model: ValidatedModel
  var archive = KeyedArchiveWriter()
  private var entityReferences: [String: PropertyListValue] = [:]
  /// One description for each entity and property, inherited ones included.
  private var propertyReferences: [String: [String: PropertyListValue]] = [:]
  private var root = KeyedArchiveWriter.null

  init(_ model: ValidatedModel) { self.model = model }

  /// The archive as a binary property list.
  mutating func write() throws -> Data {
    root = archive.reserve()
    for entity in model.entitiesByName {
      entityReferences[entity.name] = archive.reserve()
      var references: [String: PropertyListValue] = [:]
      for name in propertyNames(of: entity) { references[name] = archive.reserve() }
      propertyReferences[entity.name] = references
    }
    for entity in model.entitiesByName { try define(entity) }
    archive.define(root, "NSManagedObjectModel", rootFields())
    return try BinaryPropertyList.encode(archive.list(root: root))
  }

  private mutating func rootFields() -> [String: PropertyListValue] {
    let names = model.entitiesByName.map(\.name)
    var fields: [String: PropertyListValue] = [
      "NSEntities": knownKeys(names.map { ($0, reference(toEntity: $0)) }),
      "NSFetchRequestTemplates": describe(model.model.fetchRequests),
    ]
    let identifiers = model.model.versionIdentifiers.map { archive.add($0) }
    fields["NSVersionIdentifiers"] = archive.add("NSSet", of: identifiers)
    if !model.model.configurations.isEmpty {
      var entries: [(key: PropertyListValue, value: PropertyListValue)] = []
      for configuration in model.model.configurations {
        let members = configuration.entities.map { reference(toEntity: $0) }
        entries.append(
          (archive.add(configuration.name), archive.add("NSMutableSet", of: members)))
      }
      fields["NSConfigurations"] = archive.add("NSMutableDictionary", entries)
    }
    return fields
  }

  private mutating func knownKeys(
    _ entries: [(String, PropertyListValue)]
  ) -> PropertyListValue {
    let keys = archive.add("NSArray", of: entries.map { archive.add($0.0) })
    let mapping = archive.add(
      "NSKnownKeysMappingStrategy1",
      ["keys": keys, "length": .integer(Int64(entries.count)), "version": .integer(1)])
    // The text that marks a key without a value; every key here has one.
    let token = archive.add("__empty_slot_token_4c24_98dc_ac1e_b773__")
    return archive.add(
      "NSKnownKeysDictionary1",
      [
        "values": archive.add("NSArray", of: entries.map(\.1)), "searchMapping": mapping,
        "emptyToken": token, "version": .integer(1),
      ])
  }

  private mutating func define(_ entity: Entity) throws {
    var properties: [(key: PropertyListValue, value: PropertyListValue)] = []
    for attribute in model.attributes(of: entity) {
      let place = reference(to: attribute.name, of: entity.name)
      define(try describe(attribute, of: entity), at: place)
      properties.append((archive.add(attribute.name), place))
    }
    for relationship in model.relationships(of: entity) {
      let place = reference(to: relationship.name, of: entity.name)
      archive.define(
        place, "NSRelationshipDescription", describe(relationship, of: entity))
      properties.append((archive.add(relationship.name), place))
    }
    for property in fetchedProperties(of: entity) {
      guard let fields = describe(property, of: entity) else { continue }
      let place = archive.add("NSFetchedPropertyDescription", fields)
      properties.append((archive.add(property.name), place))
    }
    let subentities = model.subentities(of: entity).map {
      (key: archive.add($0.name), value: reference(toEntity: $0.name))
    }
    var fields: [String: PropertyListValue] = [
      "NSEntityName": archive.add(entity.name),
      "NSClassNameForEntity": archive.add(entity.className),
      "NSManagedObjectModel": root,
      "NSSuperentity": entity.superentity.map { reference(toEntity: $0) }
        ?? KeyedArchiveWriter.null,
      "NSSubentities": archive.add("NSMutableDictionary", subentities),
      "NSProperties": archive.add("NSMutableDictionary", properties),
      "NSRenamingIdentifier": archive.add(entity.renamingKey),
      "NSVersionHashModifier": archive.add(entity.versionHashModifier),
      "NSUserInfo": describe(entity.userInfo),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
    if !entity.uniquenessConstraints.isEmpty {
      fields["NSUniqueTuples"] = describeTuples(entity.uniquenessConstraints.map(\.properties))
    }
    if !entity.fetchIndexes.isEmpty {
      var indexes: [PropertyListValue] = []
      for index in entity.fetchIndexes { indexes.append(try describe(index, of: entity)) }
      fields["NSFetchIndexDescriptions"] = archive.add("NSMutableArray", of: indexes)
      let compounds = entity.fetchIndexes.map { $0.elements.compactMap(\.property) }
      fields["NSCompoundIndexes"] = describeTuples(compounds.filter { $0.count > 1 })
    }
    archive.define(reference(toEntity: entity.name), "NSEntityDescription", fields)
  }

  private mutating func define(
    _ description: (className: String, fields: [String: PropertyListValue]),
    at place: PropertyListValue
  ) {
    archive.define(place, description.className, description.fields)
  }

  private mutating func describeTuples(_ tuples: [[String]]) -> PropertyListValue {
    let arrays = tuples.map { names in
      archive.add("NSMutableArray", of: names.map { archive.add($0) })
    }
    return archive.add("NSMutableArray", of: arrays)
  }

  private mutating func describe(
    _ index: FetchIndex, of entity: Entity
  ) throws -> PropertyListValue {
    let name = "fetch index '\(entity.name).\(index.name)'"
    let place = archive.reserve()
    var elements: [PropertyListValue] = []
    for element in index.elements {
      var fields: [String: PropertyListValue] = [
        "NSFetchIndexElementType": .integer(element.kind == .binary ? 0 : 1),
        "NSFetchIndexDescription": place, "NSAscending": .boolean(element.isAscending),
      ]
      switch element.subject {
      case .property(let name): fields["NSPropertyName"] = archive.add(name)
      case .expression(let text, let type):
        fields["NSPropertyName"] = archive.add(text)
        fields["NSIndexedProperty"] = try describe(text, of: type, entity: entity, place: name)
      }
      elements.append(archive.add("NSFetchIndexElementDescription", fields))
    }
    archive.define(
      place, "NSFetchIndexDescription",
      [
        "NSIndexName": archive.add(index.name),
        "NSIndexElements": archive.add("NSArray", of: elements),
        "NSPartialIndexPredicate": try describe(predicate: index.partialIndexPredicate, name),
        "NSEntity": reference(toEntity: entity.name),
      ])
    return place
  }

  /// An index element over an expression: the object itself, or a key path.
  private mutating func describe(
    _ expression: String, of type: AttributeType?, entity: Entity, place: String
  ) throws -> PropertyListValue {
    archive.add(
      "NSExpressionDescription",
      [
        "NSPropertyName": archive.add(expression),
        "NSExpression": try describe(expression: expression, place),
        "NSExpressionResultType": .integer(Int64((type ?? .undefined).rawValue)),
        "NSEntity": reference(toEntity: entity.name),
      ])
  }

  func reference(toEntity name: String) -> PropertyListValue {
    entityReferences[name] ?? KeyedArchiveWriter.null
  }

  func reference(to property: String, of entity: String) -> PropertyListValue {
    propertyReferences[entity]?[property] ?? KeyedArchiveWriter.null
  }

  mutating func describe(_ userInfo: [UserInfoEntry]) -> PropertyListValue {
    archive.add(
      "NSDictionary", userInfo.map { (key: archive.add($0.key), value: archive.add($0.value)) })
  }

  /// The fetched properties of an entity, inherited ones included; the nearest declaration counts.
  private func fetchedProperties(of entity: Entity) -> [FetchedProperty] {
    var properties: [FetchedProperty] = []
    for ancestor in model.lineage(of: entity) {
      for property in ancestor.fetchedProperties {
        properties.removeAll { $0.name == property.name }
        properties.append(property)
      }
    }
    return properties
  }

  private func propertyNames(of entity: Entity) -> [String] {
    model.attributes(of: entity).map(\.name) + model.relationships(of: entity).map(\.name)
  }
}
