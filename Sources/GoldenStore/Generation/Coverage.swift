package import GoldenStoreFormat
package import GoldenStoreModel

/// Which parts of a schema a store's data has examples of.
///
/// Computed from the objects alone, whoever made them.
package struct Coverage: Hashable, Sendable {
  /// How many examples the schema asks for.
  package let total: Int
  /// The examples that are missing, by entity and property, without those that are waived.
  package let missing: [CoverageGap]
  /// The waivers that something needed.
  package let usedWaivers: Set<GoldenWaiver>

  /// The examples that are missing, as sentences.
  package var gaps: [String] { missing.map(\.description) }

  /// The share of examples that are there, in per cent, rounded down.
  package var percent: Int { total == 0 ? 100 : (total - gaps.count) * 100 / total }

  /// Reads every object once.
  ///
  /// - Parameters:
  ///   - emptyEntities: The entities that need no examples.
  ///   - waivers: What need not be there.
  ///   - isSummed: Decides whether an attribute's values are kept small.
  /// - Throws: What the source throws.
  package init(
    of source: some ObjectSource, model: ValidatedModel, emptyEntities: [String] = [],
    waivers: [GoldenWaiver] = [], isSummed: (Attribute, Entity) -> Bool = { _, _ in false }
  ) throws {
    var total = 0
    var gaps: [CoverageGap] = []
    var used: Set<GoldenWaiver> = []
    for entity in model.entitiesByName
    where !entity.isAbstract && !emptyEntities.contains(entity.name) {
      var checklist = CoverageChecklist(entity, in: model, isSummed: isSummed)
      try source.forEachObject(of: entity.name) { checklist.observe($0) }
      total += checklist.total
      let keys = model.lineage(of: entity).map(\.renamingKey)
      for gap in checklist.gaps {
        if let waiver = waivers.first(where: { $0.waives(gap, entityKeys: keys) }) {
          used.insert(waiver)
        } else {
          gaps.append(gap)
        }
      }
    }
    self.total = total
    missing = gaps
    usedWaivers = used
  }
}

/// One example that is missing.
package struct CoverageGap: Hashable, Sendable, CustomStringConvertible {
  package let entity: String
  /// The property; `nil` where the entity has no objects at all.
  package let property: String?
  /// The property's renaming key.
  let propertyKey: String?
  /// What is missing, such as `NULL`.
  package let example: String

  package var description: String {
    property.map { "'\(entity).\($0)' has no example of \(example)" }
      ?? "entity '\(entity)' has no objects"
  }
}

extension GoldenWaiver {
  /// Whether a gap of an entity with these renaming keys, its ancestors' included, is waived.
  fileprivate func waives(_ gap: CoverageGap, entityKeys: [String]) -> Bool {
    guard case .example(let entity, let property, let example, _) = self else { return false }
    return entityKeys.contains(entity) && gap.propertyKey == property && gap.example == example
  }
}

/// The examples that one entity needs.
private struct CoverageChecklist {
  private let entity: String
  private var hasObjects = false
  private var attributes: [(attribute: Attribute, missing: [CoverageExample])]
  private var relationships: [(relationship: Relationship, missing: [CoverageExample])]
  let total: Int

  init(_ entity: Entity, in model: ValidatedModel, isSummed: (Attribute, Entity) -> Bool) {
    self.entity = entity.name
    attributes = model.persistedAttributes(of: entity).map {
      ($0, CoverageExample.needed(by: $0, isSummed: isSummed($0, entity)))
    }
    relationships = model.persistedRelationships(of: entity).map {
      ($0, CoverageExample.needed(by: $0))
    }
    total =
      attributes.reduce(1) { $0 + $1.missing.count }
      + relationships.reduce(0) { $0 + $1.missing.count }
  }

  mutating func observe(_ object: StoredObject) {
    hasObjects = true
    for (index, value) in object.values.enumerated() {
      let type = attributes[index].attribute.type
      attributes[index].missing.removeAll { $0.isShown(by: value, of: type) }
    }
    for (index, targets) in object.targets.enumerated() {
      relationships[index].missing.removeAll { $0.isShown(by: targets) }
    }
  }

  var gaps: [CoverageGap] {
    // Without objects one gap for each example all the same, so that the share is right.
    (hasObjects
      ? [] : [CoverageGap(entity: entity, property: nil, propertyKey: nil, example: "an object")])
      + attributes.flatMap { entry in
        entry.missing.map { gap(entry.attribute.name, entry.attribute.renamingKey, $0) }
      }
      + relationships.flatMap { entry in
        entry.missing.map { gap(entry.relationship.name, entry.relationship.renamingKey, $0) }
      }
  }

  private func gap(_ property: String, _ key: String, _ example: CoverageExample) -> CoverageGap {
    CoverageGap(
      entity: entity, property: property, propertyKey: key, example: example.rawValue)
  }
}

/// One example that a property needs.
private enum CoverageExample: String {
  case value = "a value"
  case null = "NULL"
  case minimum = "the smallest value"
  case maximum = "the largest value"
  case zero = "zero"
  case negative = "a negative value"
  case fraction = "a fraction"
  case yes = "true"
  case no = "false"
  case early = "a date before 2001"
  case late = "a date after 2100"
  case empty = "an empty value"
  case unicode = "Unicode beyond ASCII"
  case long = "a long value"
  case large = "a large blob"
  case inlineLimit = "a value that just stays in the store"
  case external = "a value in a file of its own"
  case set = "a target"
  case unset = "no target"
  case none = "0 targets"
  case one = "1 target"
  case many = "several targets"
  case outOfOrder = "targets out of insertion order"

  /// What a derived attribute shows depends on others; of sums only parts are known to be there.
  static func needed(by attribute: Attribute, isSummed: Bool) -> [CoverageExample] {
    guard !attribute.isKeptByTriggers else { return [.value] }
    let examples: [CoverageExample] =
      switch attribute.type {
      case .integer16, .integer32, .integer64: [.minimum, .maximum, .zero, .negative]
      case .double, .float: [.minimum, .maximum, .zero, .negative]
      case .decimal: [.zero, .negative, .fraction]
      case .boolean: [.yes, .no]
      case .date: [.zero, .early, .late, .fraction]
      case .string: [.empty, .unicode, .long]
      case .uri: [.long]
      case .uuid: []
      case .binary, .transformable:
        attribute.allowsExternalBinaryDataStorage
          ? [.empty, .large, .inlineLimit, .external] : [.empty, .large]
      case .undefined, .objectID, .composite: []
      }
    return [.value] + (attribute.isOptional ? [.null] : [])
      + examples.filter { !isSummed || $0 != .minimum && $0 != .maximum }
  }

  static func needed(by relationship: Relationship) -> [CoverageExample] {
    guard relationship.isToMany else {
      return relationship.isOptional && relationship.minCount == 0 ? [.set, .unset] : [.set]
    }
    var examples: [CoverageExample] = []
    if relationship.minCount == 0 { examples.append(.none) }
    if relationship.minCount <= 1 { examples.append(.one) }
    if relationship.maxCount == 0 || relationship.maxCount > 1 {
      examples.append(.many)
      if relationship.isOrdered { examples.append(.outOfOrder) }
    }
    return examples
  }

  func isShown(by targets: [ObjectReference]) -> Bool {
    switch self {
    case .set: !targets.isEmpty
    case .unset, .none: targets.isEmpty
    case .one: targets.count == 1
    case .many: targets.count > 1
    case .outOfOrder: targets != targets.sorted(by: ObjectReference.precedes)
    default: false
    }
  }

  func isShown(by value: AttributeValue, of type: AttributeType) -> Bool {
    switch value {
    case .null: return self == .null
    case _ where self == .value: return true
    case .integer(let number): return isShown(by: number, of: type)
    case .boolean(let flag): return self == (flag ? .yes : .no)
    case .double(let number): return isShown(by: number, limit: .greatestFiniteMagnitude)
    case .float(let number):
      return isShown(by: number, limit: Double(Float.greatestFiniteMagnitude))
    case .date(let seconds): return isShown(byDate: seconds)
    case .decimal(let number): return isShown(by: number.text)
    case .string(let text), .uri(let text):
      return self == .empty && text.isEmpty || self == .long && text.utf8.count >= 256
        || self == .unicode && text.utf8.contains { $0 >= 0x80 }
    case .uuid: return false
    case .binary(let data), .transformable(let data):
      let limit = ExternalValues.inlineLimit
      return self == .empty && data.isEmpty || self == .large && data.count > 4_096
        || self == .inlineLimit && data.count == limit || self == .external && data.count > limit
    }
  }

  private func isShown(by number: Int64, of type: AttributeType) -> Bool {
    let maximum: Int64 =
      switch type {
      case .integer16: Int64(Int16.max)
      case .integer32: Int64(Int32.max)
      default: .max
      }
    switch self {
    case .maximum: return number == maximum
    case .minimum: return number == -maximum - 1
    case .zero: return number == 0
    case .negative: return number < 0
    default: return false
    }
  }

  private func isShown(by number: Double, limit: Double) -> Bool {
    switch self {
    case .maximum: number == limit
    case .minimum: number == -limit
    case .zero: number == 0
    case .negative: number < 0
    default: false
    }
  }

  private func isShown(byDate seconds: Double) -> Bool {
    switch self {
    case .zero: seconds == 0
    case .early: seconds < 0
    case .late: seconds > 3_124_224_000
    case .fraction: seconds != seconds.rounded()
    default: false
    }
  }

  private func isShown(by decimal: String) -> Bool {
    switch self {
    case .zero: decimal == "0"
    case .negative: decimal.hasPrefix("-")
    case .fraction: decimal.contains(".")
    default: false
    }
  }
}
