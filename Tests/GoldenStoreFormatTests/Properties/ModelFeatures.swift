import Foundation
import GoldenStoreFormat
import GoldenStoreModel
import TestSupport

/// What a model and its contents show, found by looking at them and not at what made them.
struct ModelFeatures {
  private(set) var found: Set<String> = []
  private let model: ValidatedModel

  init(_ model: ValidatedModel, _ contents: RandomContents) {
    self.model = model
    for entity in model.model.entities {
      noteHierarchy(entity)
      for attribute in entity.attributes { note(attribute, of: entity) }
      note("fetched property", if: !entity.fetchedProperties.isEmpty)
      note("limits", if: entity.attributes.contains { $0.validation != nil })
      for relationship in entity.relationships { note(relationship, of: entity) }
      noteIndexes(of: entity)
      noteNames(of: entity)
    }
    note("configurations", if: !model.model.configurations.isEmpty)
    note("fetch requests", if: !model.model.fetchRequests.isEmpty)
    noteValues(contents.expected)
    noteLinks(contents.expected)
  }

  private mutating func note(_ feature: String, if condition: Bool = true) {
    if condition { found.insert(feature) }
  }

  // MARK: Entities

  private mutating func noteHierarchy(_ entity: Entity) {
    let depth = model.lineage(of: entity).count
    note("\(depth) levels")
    guard entity.isAbstract else { return }
    let isLeaf = model.subentities(of: entity).isEmpty
    note(depth == 1 ? "abstract root" : isLeaf ? "abstract leaf" : "abstract entity between")
  }

  private mutating func noteNames(of entity: Entity) {
    let family = model.model.entities.filter {
      model.root(of: $0).name == model.root(of: entity).name
    }
    let twins = model.model.entities.filter { other in
      other.name != entity.name && other.name.lowercased() == entity.name.lowercased()
    }
    note("entities that differ in case", if: !twins.isEmpty)
    for (name, isAttribute) in names(of: entity) {
      for other in family {
        for (twin, isOtherAttribute) in names(of: other)
        where twin.uppercased() == name.uppercased() {
          guard twin != name || other.name != entity.name else { continue }
          let place = other.name == entity.name ? "one entity" : "two entities"
          let kind = isAttribute && isOtherAttribute ? "attributes" : "properties"
          note("\(kind) of \(place) with one column name")
        }
      }
      note("name of 24 letters and more", if: (24..<97).contains(name.utf16.count))
      note("name of 97 letters and more", if: name.utf16.count >= 97)
      note("name beyond ASCII", if: !name.utf8.allSatisfy { $0 < 128 })
      note("name that is a word of SQL", if: ["select", "order", "table", "where"].contains(name))
      note("name like one of Core Data's", if: ["self", "entity", "pk", "ent"].contains(name))
      note("name with an underscore first", if: name.hasPrefix("_"))
      note("name like an order key", if: name.hasPrefix("_fok_"))
      note("name like a join column", if: name.prefix(2).last?.isNumber == true)
    }
  }

  private func names(of entity: Entity) -> [(String, Bool)] {
    entity.attributes.filter { !$0.isTransient && $0.type != .composite }.map { ($0.name, true) }
      + entity.relationships.filter { !$0.isTransient }.map { ($0.name, false) }
  }

  // MARK: Properties

  private mutating func note(_ attribute: Attribute, of entity: Entity) {
    let isRedeclared = model.lineage(of: entity).dropLast().contains { ancestor in
      ancestor.attributes.contains { $0.name == attribute.name }
    }
    note("redeclared attribute", if: isRedeclared)
    if attribute.isTransient {
      note("transient attribute")
      note("untyped transient attribute", if: attribute.type == .undefined)
    } else if let derivation = attribute.derivation {
      note(derivation, of: entity)
      note("derived attribute of a subentity", if: entity.superentity != nil)
    } else if attribute.type == .composite {
      note("composite attribute")
      note(
        "composite within a composite", if: attribute.elements.contains { $0.type == .composite })
    } else {
      note(Self.name(attribute.type, attribute.isOptional, attribute.defaultValue != nil))
      note(
        "\(attribute.type.name) stored externally", if: attribute.allowsExternalBinaryDataStorage)
    }
  }

  private static func name(_ type: AttributeType, _ isOptional: Bool, _ hasDefault: Bool) -> String
  {
    "\(isOptional ? "optional" : "required") \(type.name) \(hasDefault ? "with" : "without") default"
  }

  private mutating func note(_ derivation: Derivation, of entity: Entity) {
    let rule = DerivedValues.Rule(derivation.expression)
    guard rule.function == "count" else {
      note("derived: \(rule.function ?? "key path")")
      return
    }
    let relationship = model.relationships(of: entity).first { $0.name == rule.path.first }
    let inverse = relationship.flatMap { model.inverse(of: $0) }
    note(
      "derived: count "
        + (inverse.map { $0.isToMany ? "of a many-to-many" : "of targets with a key" }
          ?? "without inverse"))
  }

  private mutating func note(_ relationship: Relationship, of entity: Entity) {
    guard !relationship.isTransient else { return note("transient relationship") }
    let isRedeclared = model.lineage(of: entity).dropLast().contains { ancestor in
      ancestor.relationships.contains { $0.name == relationship.name }
    }
    note("redeclared relationship", if: isRedeclared)
    note(
      "redeclared relationship that is its own inverse",
      if: isRedeclared && relationship.inverse == relationship.name)
    note("relationship of a subentity", if: entity.superentity != nil)
    note("relationship to a subentity", if: model.destination(of: relationship).superentity != nil)
    note("relationship with a minimum", if: relationship.minCount > 0)
    note("to-many with a maximum", if: relationship.maxCount > 1)
    note("order key indexes", if: !relationship.userInfo.isEmpty)
  }

  // MARK: Indexes

  private mutating func noteIndexes(of entity: Entity) {
    for constraint in entity.uniquenessConstraints {
      note("uniqueness of \(constraint.properties.count > 1 ? "several" : "one")")
      for name in constraint.properties {
        note("uniqueness over a relationship", if: isRelationship(name, of: entity))
        note("uniqueness over an inherited attribute", if: isInherited(name, of: entity))
      }
    }
    note("several constraints", if: entity.uniquenessConstraints.count > 1)
    for index in entity.fetchIndexes {
      note("index over \(index.elements.count > 1 ? "several" : "one")")
      note("partial index", if: index.partialIndexPredicate != nil)
      for element in index.elements {
        note("descending index", if: !element.isAscending)
        note("RTree index", if: element.kind == .rTree)
        guard let name = element.property else {
          note("index over an expression")
          continue
        }
        note("index over an element", if: name.contains("."))
        note("index over an inherited attribute", if: isInherited(name, of: entity))
        let size = index.elements.count > 1 ? "among others" : "alone"
        note("index over a relationship \(size)", if: isRelationship(name, of: entity))
      }
    }
  }

  private func isRelationship(_ name: String, of entity: Entity) -> Bool {
    model.relationships(of: entity).contains { $0.name == name }
  }

  private func isInherited(_ name: String, of entity: Entity) -> Bool {
    !entity.attributes.contains { $0.name == name }
      && model.attributes(of: entity).contains { $0.name == name }
  }
}

// MARK: Contents

extension ModelFeatures {
  private mutating func noteValues(_ contents: StoreContents) {
    for object in contents.entities.flatMap(\.objects) {
      note("key beyond 32 bits", if: object.primaryKey > Int64(UInt32.max))
      for value in object.values {
        for (feature, holds) in Self.edges(of: value) { note(feature, if: holds) }
      }
    }
  }

  private static func edges(of value: AttributeValue) -> [(String, Bool)] {
    switch value {
    case .null: [("NULL", true)]
    case .integer(let number):
      [
        ("smallest integer16", number == -32_768), ("largest integer32", number == 2_147_483_647),
        ("smallest integer64", number == .min), ("largest integer64", number == .max),
      ]
    case .boolean(let flag): [("true", flag), ("false", !flag)]
    case .double(let number):
      [
        ("minus zero", number.isZero && number.sign == .minus),
        ("subnormal double", number.isSubnormal),
        ("huge double", number.isFinite && abs(number) > 1e308), ("infinity", number.isInfinite),
      ]
    case .float(let number): [("smallest float", number == Double(Float.leastNonzeroMagnitude))]
    case .decimal(let number):
      [
        ("whole decimal", Int64(number.text) != nil), ("broken decimal", number.text.contains(".")),
        ("decimal beyond 64 bits", number.text.count > 100),
      ]
    case .date(let seconds):
      [
        ("date of year 1", seconds == -63_114_076_800), ("date far beyond", seconds > 1e18),
        ("whole-second date", seconds == 60), ("date with fraction", seconds != seconds.rounded()),
      ]
    case .string(let text):
      [
        ("empty string", text.isEmpty), ("zero byte", text.utf8.contains(0)),
        ("combining letter", Array(text.unicodeScalars).contains("\u{301}")),
        ("emoji", text.unicodeScalars.contains("👩")), ("long string", text.utf8.count > 5_000),
      ]
    case .uri(let text): [("URI", text.contains(":")), ("empty URI", text.isEmpty)]
    case .uuid: [("UUID", true)]
    case .binary(let data): [("empty data", data.isEmpty), ("large data", data.count > 4_096)]
    case .transformable(let data): [("empty transformable", data.isEmpty)]
    }
  }

  /// A shape counts once objects are linked by it.
  private mutating func noteLinks(_ contents: StoreContents) {
    for entity in model.model.entities {
      for relationship in model.persistedRelationships(of: entity) {
        let owners = contents.objects(of: entity.name)
        let lists = owners.compactMap { $0.targets(of: relationship.name) }.filter { !$0.isEmpty }
        guard !lists.isEmpty else { continue }
        note(RelationshipShape(relationship, of: entity, in: model).description)
        note(
          "target of a subentity",
          if: lists.joined().contains { $0.entity != relationship.destination })
        note("object without targets", if: lists.count < owners.count)
        note(
          "order that is not that of keys",
          if: relationship.isOrdered
            && lists.contains { $0 != $0.sorted { $0.primaryKey < $1.primaryKey } })
        note(
          "object that is its own target",
          if: owners.contains { $0.targets(of: relationship.name)?.contains($0.reference) == true })
      }
    }
  }

  /// Everything that must occur among the models of a run.
  static let required: [String] =
    RandomModel.storedTypes.flatMap { type in
      [true, false].flatMap { isOptional in
        [true, false].map { name(type, isOptional, $0) }
      }
    }
    + RelationshipShape.all.map(\.description)
    + [
      "1 levels", "2 levels", "3 levels", "4 levels", "abstract root", "abstract leaf",
      "abstract entity between", "entities that differ in case",
      "attributes of one entity with one column name",
      "attributes of two entities with one column name",
      "properties of one entity with one column name",
      "properties of two entities with one column name", "name of 24 letters and more",
      "name of 97 letters and more", "name beyond ASCII", "name that is a word of SQL",
      "name like one of Core Data's", "name with an underscore first", "name like an order key",
      "name like a join column", "redeclared attribute", "redeclared relationship",
      "redeclared relationship that is its own inverse", "transient attribute",
      "untyped transient attribute", "transient relationship", "composite attribute",
      "composite within a composite", "binary stored externally",
      "transformable stored externally", "derived attribute of a subentity", "derived: key path",
      "derived: count of targets with a key", "derived: count without inverse",
      "derived: count of a many-to-many", "derived: sum", "derived: min", "derived: max",
      "derived: uppercase", "derived: lowercase", "derived: canonical", "derived: now",
      "relationship of a subentity", "relationship to a subentity", "relationship with a minimum",
      "to-many with a maximum", "order key indexes", "uniqueness of one",
      "uniqueness of several", "uniqueness over a relationship",
      "uniqueness over an inherited attribute", "several constraints", "index over one",
      "index over several", "descending index", "RTree index", "partial index",
      "index over an expression",
      "index over an element", "index over an inherited attribute",
      "index over a relationship alone", "index over a relationship among others",
      "configurations", "fetch requests", "fetched property", "limits", "target of a subentity",
      "object without targets",
      "order that is not that of keys", "object that is its own target", "key beyond 32 bits",
      "NULL", "smallest integer16", "largest integer32", "smallest integer64",
      "largest integer64", "true", "false", "minus zero", "subnormal double", "huge double",
      "infinity", "smallest float", "whole decimal", "broken decimal", "decimal beyond 64 bits",
      "date of year 1", "date far beyond", "whole-second date", "date with fraction",
      "empty string", "zero byte", "combining letter", "emoji", "long string", "URI", "empty URI",
      "UUID", "empty data", "large data", "empty transformable",
    ]
}
