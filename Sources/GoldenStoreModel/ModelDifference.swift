/// One thing in which two models differ, hashed or not.
public struct ModelDifference: Hashable, Sendable, CustomStringConvertible {
  /// The entity; `nil` where the model itself differs.
  public let entity: String?
  /// The property, index or constraint; `nil` where the entity itself differs.
  public let property: String?
  /// What differs, such as `optionality`, or `entity` where one side lacks it altogether.
  public let aspect: String
  /// The value in the first model; `nil` where it has none.
  public let expected: String?
  /// The value in the second model; `nil` where it has none.
  public let found: String?

  public var description: String {
    let place =
      switch (entity, property) {
      case (nil, _): "the model"
      case (let entity?, nil): "entity '\(entity)'"
      case (let entity?, let property?): "'\(entity).\(property)'"
      }
    switch (expected, found) {
    case (nil, let found?): return "\(place): \(aspect) \(found) was added"
    case (let expected?, nil): return "\(place): \(aspect) \(expected) was removed"
    default: return "\(place): \(aspect) changed from \(expected ?? "") to \(found ?? "")"
    }
  }

  /// Every difference between two models, in the order of the first one's declarations; the
  /// models' own names do not count.
  public static func between(_ expected: Model, _ found: Model) -> [ModelDifference] {
    var comparison = ModelComparison()
    comparison.compare(expected, found)
    return comparison.differences
  }
}

/// One walk over two models side by side.
private struct ModelComparison {
  var differences: [ModelDifference] = []
  private var entity: String?
  private var property: String?

  mutating func compare(_ expected: Model, _ found: Model) {
    aspect("version identifiers", list(expected.versionIdentifiers), list(found.versionIdentifiers))
    aspect("user info", describe(expected.userInfo), describe(found.userInfo))
    match(expected.configurations, found.configurations, \.name, "configuration") {
      $0.aspect("configuration", $0.describe($1), $0.describe($2))
    }
    match(expected.fetchRequests, found.fetchRequests, \.name, "fetch request") {
      $0.aspect(
        "fetch request", $1.name + $0.describe($1.settings), $2.name + $0.describe($2.settings))
    }
    match(expected.entities, found.entities, \.name, "entity") { comparison, first, second in
      comparison.entity = first.name
      comparison.compare(first, second)
      comparison.entity = nil
    }
  }

  private mutating func compare(_ expected: Entity, _ found: Entity) {
    aspect("superentity", expected.superentity, found.superentity)
    aspect("abstract", yes(expected.isAbstract), yes(found.isAbstract))
    aspect("class name", expected.className, found.className)
    aspect("renaming identifier", expected.renamingIdentifier, found.renamingIdentifier)
    aspect("version hash modifier", expected.versionHashModifier, found.versionHashModifier)
    aspect("user info", describe(expected.userInfo), describe(found.userInfo))
    match(expected.attributes, found.attributes, \.name, "attribute") { comparison, first, second in
      comparison.property = first.name
      comparison.compare(first, second)
      comparison.property = nil
    }
    match(expected.relationships, found.relationships, \.name, "relationship") {
      comparison, first, second in
      comparison.property = first.name
      comparison.compare(first, second)
      comparison.property = nil
    }
    match(expected.fetchedProperties, found.fetchedProperties, \.name, "fetched property") {
      $0.aspect("fetched property", "\($1)", "\($2)")
    }
    aspect(
      "fetch indexes", list(expected.fetchIndexes.map(describe)),
      list(found.fetchIndexes.map(describe)))
    aspect(
      "uniqueness constraints",
      list(expected.uniquenessConstraints.map { list($0.properties) }),
      list(found.uniquenessConstraints.map { list($0.properties) }))
  }

  private mutating func compare(_ expected: Attribute, _ found: Attribute) {
    aspect("type", expected.type.name, found.type.name)
    aspect("optionality", optionality(expected.isOptional), optionality(found.isOptional))
    aspect("transient", yes(expected.isTransient), yes(found.isTransient))
    aspect("default", expected.defaultValue?.description, found.defaultValue?.description)
    aspect(
      "external storage", yes(expected.allowsExternalBinaryDataStorage),
      yes(found.allowsExternalBinaryDataStorage))
    aspect(
      "preserved in history", yes(expected.preservesValueInHistoryOnDeletion),
      yes(found.preservesValueInHistoryOnDeletion))
    aspect(
      "cloud encryption", yes(expected.allowsCloudEncryption), yes(found.allowsCloudEncryption))
    aspect(
      "indexed by Spotlight", yes(expected.isIndexedBySpotlight), yes(found.isIndexedBySpotlight))
    aspect("renaming identifier", expected.renamingIdentifier, found.renamingIdentifier)
    aspect("version hash modifier", expected.versionHashModifier, found.versionHashModifier)
    aspect("value transformer", expected.valueTransformerName, found.valueTransformerName)
    aspect("value class", expected.valueClassName, found.valueClassName)
    aspect("derivation", expected.derivation?.expression, found.derivation?.expression)
    aspect(
      "filtering predicate", expected.derivation?.filteringPredicate,
      found.derivation?.filteringPredicate)
    aspect("composite type", expected.compositeName, found.compositeName)
    aspect("validation", expected.validation.map { "\($0)" }, found.validation.map { "\($0)" })
    aspect("user info", describe(expected.userInfo), describe(found.userInfo))
    match(expected.elements, found.elements, \.name, "element") { comparison, first, second in
      let owner = comparison.property
      comparison.property = "\(owner ?? "").\(first.name)"
      comparison.compare(first, second)
      comparison.property = owner
    }
  }

  private mutating func compare(_ expected: Relationship, _ found: Relationship) {
    aspect("destination", expected.destination, found.destination)
    aspect("inverse", expected.inverse, found.inverse)
    aspect("optionality", optionality(expected.isOptional), optionality(found.isOptional))
    aspect("transient", yes(expected.isTransient), yes(found.isTransient))
    aspect("minimum count", "\(expected.minCount)", "\(found.minCount)")
    aspect("maximum count", "\(expected.maxCount)", "\(found.maxCount)")
    aspect("ordered", yes(expected.isOrdered), yes(found.isOrdered))
    aspect("delete rule", "\(expected.deleteRule)", "\(found.deleteRule)")
    aspect("renaming identifier", expected.renamingIdentifier, found.renamingIdentifier)
    aspect("version hash modifier", expected.versionHashModifier, found.versionHashModifier)
    aspect("user info", describe(expected.userInfo), describe(found.userInfo))
  }

  /// Pairs the parts of two lists by name; a part without a partner is a difference.
  private mutating func match<Part>(
    _ expected: [Part], _ found: [Part], _ name: KeyPath<Part, String>, _ kind: String,
    _ compare: (inout ModelComparison, Part, Part) -> Void
  ) {
    for part in expected {
      if let partner = found.first(where: { $0[keyPath: name] == part[keyPath: name] }) {
        compare(&self, part, partner)
      } else {
        add(kind, "'\(part[keyPath: name])'", nil)
      }
    }
    for part in found
    where !expected.contains(where: { $0[keyPath: name] == part[keyPath: name] }) {
      add(kind, nil, "'\(part[keyPath: name])'")
    }
  }

  private mutating func aspect(_ aspect: String, _ expected: String?, _ found: String?) {
    if expected != found { add(aspect, expected ?? "none", found ?? "none") }
  }

  private mutating func add(_ aspect: String, _ expected: String?, _ found: String?) {
    differences.append(
      ModelDifference(
        entity: entity, property: property, aspect: aspect, expected: expected, found: found))
  }

  private func optionality(_ isOptional: Bool) -> String { isOptional ? "optional" : "required" }

  private func yes(_ flag: Bool) -> String { flag ? "yes" : "no" }

  private func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  private func describe(_ entries: [UserInfoEntry]) -> String {
    list(entries.map { "\($0.key)=\($0.value)" })
  }

  private func describe(_ configuration: ModelConfiguration) -> String {
    configuration.name + list(configuration.entities)
  }

  private func describe(_ index: FetchIndex) -> String {
    let elements = index.elements.map { element in
      let subject =
        switch element.subject {
        case .property(let name): name
        case .expression(let text, let type): "(\(text)\(type.map { ":\($0.name)" } ?? ""))"
        }
      return subject + (element.isAscending ? "" : " descending")
        + (element.kind == .rTree ? " rTree" : "")
    }
    let filter = index.partialIndexPredicate.map { " where \($0)" } ?? ""
    return index.name + list(elements) + filter
      + (index.userInfo.isEmpty ? "" : " " + describe(index.userInfo))
  }
}
