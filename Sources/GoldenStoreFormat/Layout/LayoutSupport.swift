import GoldenStoreModel

/// Refuses, by name, what a model may say but whose place in a store is not known for certain.
///
/// Format: StoreFormat F79.
struct LayoutSupport {
  private let model: ValidatedModel
  /// The relationships and attributes of each entity by name, inherited and transient ones
  /// included.
  let properties: [String: Properties]

  struct Properties {
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
        for leaf in attribute.leaves { own.attributes[leaf.name] = leaf }
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
        try checkName(attribute.name, place: "attribute '\(entity.name).\(attribute.name)'")
        for leaf in attribute.leaves {
          try check(leaf, of: entity, place: "attribute '\(entity.name).\(leaf.name)'")
        }
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
    tables: [TableLayout], joinTables: [JoinTableLayout], others: [String]
  ) throws(StoreError) {
    var objects = Set(
      StoreNames.bookkeepingTables)
    let names = tables.map(\.name) + joinTables.map(\.name) + others
    for name in names where !objects.insert(name.uppercased()).inserted {
      throw .notSupported(
        feature: "a second table, index or trigger of that name", place: "'\(name)'")
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

  /// A property that an ancestor declares too must fit the ancestor's column.
  ///
  /// Format: StoreFormat F120.
  private func checkRedeclarations(of entity: Entity) throws(StoreError) {
    guard let inherited = entity.superentity.flatMap({ properties[$0] }) else { return }
    for attribute in entity.attributes {
      guard let ancestor = inherited.origins[attribute.name] else { continue }
      let known = inherited.attributes[attribute.name]
      let fits =
        known.map { known in
          known.type.columnType == attribute.type.columnType && known.type != .composite
            && attribute.type != .composite && known.isTransient == attribute.isTransient
            && known.allowsExternalBinaryDataStorage == attribute.allowsExternalBinaryDataStorage
            && known.derivation == attribute.derivation
        } ?? false
      try requireFit(fits, attribute.name, of: entity, ancestor: ancestor)
    }
    for relationship in entity.relationships {
      guard let ancestor = inherited.origins[relationship.name] else { continue }
      let known = inherited.relationships[relationship.name]
      let fits =
        known.map { known in
          known.isToMany == relationship.isToMany && known.isOrdered == relationship.isOrdered
            && known.isTransient == relationship.isTransient
            && known.inverse == relationship.inverse
            && model.isKind(relationship.destination, of: known.destination)
        } ?? false
      try requireFit(fits, relationship.name, of: entity, ancestor: ancestor)
    }
  }

  private func requireFit(
    _ fits: Bool, _ name: String, of entity: Entity, ancestor: String
  ) throws(StoreError) {
    guard !fits else { return }
    throw .notSupported(
      feature: "a property that superentity '\(ancestor)' declares otherwise",
      place: "'\(entity.name).\(name)'")
  }

  // MARK: Properties

  /// - Parameter attribute: an attribute, or an element of a composite.
  private func check(
    _ attribute: Attribute, of entity: Entity, place: String
  ) throws(StoreError) {
    for name in attribute.name.split(separator: ".") { try checkName(String(name), place: place) }
    if let derivation = attribute.derivation {
      guard !attribute.allowsExternalBinaryDataStorage else {
        throw .notSupported(feature: "a derived attribute in external storage", place: place)
      }
      try check(derivation, of: entity, place: place)
    }
    guard attribute.type.columnType != nil else {
      throw .notSupported(feature: "an attribute of type \(attribute.type.name)", place: place)
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
  }

  // MARK: Derivations

  /// The properties of a derivation must have columns.
  ///
  /// Format: StoreFormat F76 to F78.
  private func check(
    _ derivation: Derivation, of entity: Entity, place: String
  ) throws(StoreError) {
    guard derivation.filteringPredicate == nil else {
      throw .notSupported(feature: "a derivation with a filtering predicate", place: place)
    }
    let refused = StoreError.notSupported(
      feature: "the derivation '\(derivation.expression)'", place: place)
    guard let rule = DerivationRule(derivation), readsPropertiesAlone(derivation) else {
      throw refused
    }
    let known =
      switch rule {
      case .keyPath(let name, let attribute):
        hasColumn(attribute, ofTargetsOf: name, isToMany: false, of: entity)
      case .count(let name):
        relationship(name, of: entity).map { $0.isToMany && !isReflexive($0, of: entity) } ?? false
      case .sum(let name, let attribute), .extreme(_, let name, let attribute):
        hasColumn(attribute, ofTargetsOf: name, isToMany: true, of: entity)
      case .function(_, let attribute): hasColumn(attribute, of: entity.name)
      case .now: true
      }
    guard known else { throw refused }
  }

  /// A property whose name is a word of expressions, such as `self`, would be read as that word.
  private func readsPropertiesAlone(_ derivation: Derivation) -> Bool {
    guard let text = derivation.predicateFormat else { return false }
    switch try? PredicateExpression(text) {
    case .keyPath?: return true
    case .function(_, let arguments)?:
      return arguments.allSatisfy { if case .keyPath = $0 { true } else { false } }
    case .object?, .variable?, .constant?, .list?, nil: return false
    }
  }

  func relationship(_ name: String, of entity: Entity) -> Relationship? {
    properties[entity.name]?.relationships[name].flatMap { $0.isTransient ? nil : $0 }
  }

  private func isReflexive(_ relationship: Relationship, of entity: Entity) -> Bool {
    relationship.inverse == relationship.name
      && properties[relationship.destination]?.origins[relationship.name]
        == properties[entity.name]?.origins[relationship.name]
  }

  private func hasColumn(_ attribute: String, of entity: String) -> Bool {
    properties[entity]?.attributes[attribute].map {
      !$0.isTransient && $0.derivation == nil && $0.type.columnType != nil
        && !$0.allowsExternalBinaryDataStorage
    } ?? false
  }

  /// Whether targets have the attribute, and hold the owner's key themselves if they are many.
  private func hasColumn(
    _ attribute: String, ofTargetsOf name: String, isToMany: Bool, of entity: Entity
  ) -> Bool {
    guard let relationship = relationship(name, of: entity), relationship.isToMany == isToMany,
      hasColumn(attribute, of: relationship.destination)
    else { return false }
    let inverse = relationship.inverse.flatMap {
      properties[relationship.destination]?.relationships[$0]
    }
    return !isToMany || inverse?.isToMany != true
  }

  // MARK: Indexes

  private func check(_ index: FetchIndex, of entity: Entity) throws(StoreError) {
    let place = "fetch index '\(entity.name).\(index.name)'"
    try checkName(index.name, place: place)
    if let text = index.partialIndexPredicate { try check(predicate: text, of: entity, place) }
    if index.elements.contains(where: { $0.kind == .rTree }) {
      try checkSpatial(index, of: entity, place: place)
    }
    for element in index.elements {
      switch element.subject {
      case .expression(let text, _):
        guard IndexedExpression(text) != nil else {
          throw .notSupported(feature: "expression '\(text)'", place: place)
        }
      case .property(let name):
        if let relationship = properties[entity.name]?.relationships[name],
          relationship.isToMany || index.elements.count == 1
        {
          continue
        }
        try checkIndexed(name, of: entity, place: place)
      }
    }
  }

  /// Format: StoreFormat F73.
  private func check(
    predicate text: String, of entity: Entity, _ place: String
  ) throws(StoreError) {
    do throws(PredicateProblem) {
      let predicate = try PredicateText(text)
      _ = try predicate.sql { (name) throws(PredicateProblem) in
        let attribute = properties[entity.name]?.attributes[name]
        let relationship = relationship(name, of: entity)
        let hasColumn =
          attribute.map { !$0.isTransient && $0.type.columnType != nil }
          ?? relationship.map { !$0.isToMany } ?? false
        guard hasColumn else {
          throw PredicateProblem(feature: "'\(name)', which has no column, in a predicate")
        }
        return name
      }
    } catch {
      throw .notSupported(feature: error.feature, place: place)
    }
  }

  /// Format: StoreFormat F74.
  private func checkSpatial(
    _ index: FetchIndex, of entity: Entity, place: String
  ) throws(StoreError) {
    guard index.elements.allSatisfy({ $0.kind == .rTree }) else {
      throw .notSupported(feature: "an index of RTree and other elements", place: place)
    }
    guard (1...5).contains(index.elements.count) else {
      throw .notSupported(feature: "more than 5 RTree elements", place: place)
    }
    guard index.partialIndexPredicate == nil else {
      throw .notSupported(feature: "a partial index of RTree elements", place: place)
    }
    for element in index.elements {
      let attribute = element.property.flatMap { properties[entity.name]?.attributes[$0] }
      let isNumber =
        switch attribute?.type.columnType {
        case .integer, .float, .timestamp, .decimal: true
        default: false
        }
      guard let attribute, isNumber, !attribute.isOptional, !attribute.isTransient else {
        throw .notSupported(
          feature: "an RTree element that is no required number", place: place)
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
