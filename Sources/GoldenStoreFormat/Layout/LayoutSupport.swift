import GoldenStoreModel

/// Refuses, by name, what a model may say but whose place in a store is not known for certain.
///
/// Format: StoreFormat F79.
struct LayoutSupport {
  private let model: ValidatedModel
  /// The relationships and attributes of each entity by name, inherited and transient ones
  /// included.
  private let properties: [String: Properties]

  private struct Properties {
    var attributes: [String: Attribute] = [:]
    var relationships: [String: Relationship] = [:]
    /// The entity that declares each property.
    var origins: [String: String] = [:]
  }

  init(_ model: ValidatedModel, _ numbering: EntityNumbering) {
    self.model = model
    var properties: [String: Properties] = [:]
    for member in numbering.members {
      let entity = member.entity
      var own = entity.superentity.flatMap { properties[$0] } ?? Properties()
      for attribute in entity.attributes {
        own.attributes[attribute.name] = attribute
        own.origins[attribute.name] = entity.name
      }
      for relationship in entity.relationships {
        own.relationships[relationship.name] = relationship
        own.origins[relationship.name] = entity.name
      }
      properties[entity.name] = own
    }
    self.properties = properties
  }

  /// - Throws: `StoreError.notSupported` for the first such feature.
  func check() throws(StoreError) {
    for entity in model.model.entities {
      try checkName(entity.name, place: "entity '\(entity.name)'")
      try checkRedeclarations(of: entity)
      for attribute in entity.attributes where !attribute.isTransient {
        try check(attribute, place: "attribute '\(entity.name).\(attribute.name)'")
      }
      for attribute in entity.attributes { try checkUserInfo(of: attribute, of: entity) }
      for relationship in entity.relationships {
        try check(relationship, of: entity)
      }
      for index in entity.fetchIndexes { try check(index, of: entity) }
      for constraint in entity.uniquenessConstraints { try check(constraint, of: entity) }
    }
  }

  /// - Throws: `StoreError.notSupported` where two tables, indexes or columns got one name.
  static func checkCollisions(
    tables: [TableLayout], joinTables: [JoinTableLayout], indexes: [IndexLayout]
  ) throws(StoreError) {
    var objects = Set(
      [StoreNames.primaryKeyTable, StoreNames.metadataTable, StoreNames.modelCacheTable])
    let names = tables.map(\.name) + joinTables.map(\.name) + indexes.map(\.name)
    for name in names where !objects.insert(name.uppercased()).inserted {
      throw .notSupported(feature: "a second table or index of that name", place: "'\(name)'")
    }
    let columns =
      tables.map { ($0.name, $0.columns.map(\.name)) } + joinTables.map { ($0.name, $0.columns) }
    for (table, names) in columns {
      var seen: Set<String> = []
      for name in names where !seen.insert(name).inserted {
        throw .notSupported(
          feature: "a second column of that name", place: "'\(table)', column '\(name)'")
      }
    }
  }

  // MARK: Names

  /// Names stand in statements without quotes, so they must be identifiers.
  private func checkName(_ name: String, place: String) throws(StoreError) {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0 == "_" || (0x30...0x39).contains($0.value) || $0.properties.isAlphabetic
    }
    guard isPlain else {
      throw .notSupported(
        feature: "a name with other characters than letters, digits and '_'", place: place)
    }
  }

  private func checkRedeclarations(of entity: Entity) throws(StoreError) {
    guard let inherited = entity.superentity.flatMap({ properties[$0]?.origins }) else { return }
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) {
      if let ancestor = inherited[name] {
        throw .notSupported(
          feature: "a property that superentity '\(ancestor)' declares too",
          place: "'\(entity.name).\(name)'")
      }
    }
  }

  // MARK: Properties

  private func check(_ attribute: Attribute, place: String) throws(StoreError) {
    try checkName(attribute.name, place: place)
    if attribute.derivation != nil {
      throw .notSupported(feature: "a derived attribute", place: place)
    }
    guard attribute.type.columnType != nil else {
      throw .notSupported(feature: "an attribute of type \(attribute.type.name)", place: place)
    }
  }

  private func checkUserInfo(of attribute: Attribute, of entity: Entity) throws(StoreError) {
    let keys = ["NSTriggerKey", "_NSLocationAttributeDerivedComponents"]
    if let entry = attribute.userInfo.first(where: { keys.contains($0.key) }) {
      throw .notSupported(
        feature: "user info '\(entry.key)'", place: "attribute '\(entity.name).\(attribute.name)'")
    }
  }

  private func check(_ relationship: Relationship, of entity: Entity) throws(StoreError) {
    let place = "relationship '\(entity.name).\(relationship.name)'"
    let inverse = relationship.inverse.flatMap {
      properties[relationship.destination]?.relationships[$0]
    }
    if let inverse, inverse.isTransient != relationship.isTransient {
      throw .notSupported(
        feature: "a relationship of which only one side is transient", place: place)
    }
    guard !relationship.isTransient else { return }
    try checkName(relationship.name, place: place)
    guard relationship.inverse == relationship.name,
      properties[relationship.destination]?.origins[relationship.name] == entity.name
    else { return }
    if relationship.isOrdered {
      throw .notSupported(
        feature: "an ordered relationship that is its own inverse", place: place)
    }
    if !relationship.isToMany {
      throw .notSupported(feature: "a to-one that is its own inverse", place: place)
    }
  }

  // MARK: Indexes

  private func check(_ index: FetchIndex, of entity: Entity) throws(StoreError) {
    let place = "fetch index '\(entity.name).\(index.name)'"
    try checkName(index.name, place: place)
    if index.partialIndexPredicate != nil {
      throw .notSupported(feature: "a partial index", place: place)
    }
    for element in index.elements {
      if element.kind == .rTree {
        throw .notSupported(feature: "an element of type RTree", place: place)
      }
      switch element.subject {
      case .expression(let text, _):
        guard IndexedExpression(text) != nil else {
          throw .notSupported(feature: "expression '\(text)'", place: place)
        }
      case .property(let name):
        let isAlone = index.elements.count == 1
        if isAlone, properties[entity.name]?.relationships[name] != nil { continue }
        try checkIndexed(name, of: entity, place: place)
      }
    }
  }

  private func check(
    _ constraint: UniquenessConstraint, of entity: Entity
  ) throws(StoreError) {
    let list = constraint.properties.joined(separator: ", ")
    for name in constraint.properties {
      try checkIndexed(
        name, of: entity, place: "uniqueness constraint '\(entity.name).(\(list))'")
    }
  }

  /// An indexed property has a column: it is an attribute or a to-one, and not transient.
  private func checkIndexed(
    _ name: String, of entity: Entity, place: String
  ) throws(StoreError) {
    let attribute = properties[entity.name]?.attributes[name]
    let relationship = properties[entity.name]?.relationships[name]
    if attribute?.isTransient == true || relationship?.isTransient == true {
      throw .notSupported(feature: "transient property '\(name)' in an index", place: place)
    }
    if relationship?.isToMany == true {
      throw .notSupported(feature: "to-many '\(name)' in an index", place: place)
    }
    if attribute == nil, relationship == nil {
      throw .notSupported(feature: "key path '\(name)' in an index", place: place)
    }
  }
}
