package import GoldenStoreModel

/// How two stores of one version are compared by the rules of a history.
package struct ComparisonRules: Hashable, Sendable {
  private var tolerances: [ContentsComparison.Property: Double] = [:]
  private var ignored: Set<ContentsComparison.Property> = []
  private(set) var identities: [String: HistoryExpectation.Identity] = [:]

  /// No rule: everything is compared, and objects are told by their keys.
  package init() {}

  /// Finds what the rules of a history mean in one version.
  package init(_ rules: [HistoryExpectation], model: ValidatedModel) {
    guard !rules.isEmpty else { return }
    for entity in model.entitiesByName {
      let keys = model.lineage(of: entity).map(\.renamingKey)
      let names =
        model.persistedAttributes(of: entity).map { ($0.renamingKey, $0.name) }
        + model.persistedRelationships(of: entity).map { ($0.renamingKey, $0.name) }
      func forEachName(of key: String, _ body: (ContentsComparison.Property) -> Void) {
        for (renamingKey, name) in names where renamingKey == key { body(.init(entity.name, name)) }
      }
      for rule in rules {
        switch rule {
        case .identity(let key, .attribute(let attribute)) where keys.contains(key):
          forEachName(of: attribute) { identities[entity.name] = .attribute($0.name) }
        case .identity(let key, let identity) where keys.contains(key):
          identities[entity.name] = identity
        case .tolerance(let key, let attribute, let amount) where keys.contains(key):
          forEachName(of: attribute) { tolerances[$0] = amount }
        case .ignored(let key, let property, _) where keys.contains(key):
          forEachName(of: property) { ignored.insert($0) }
        case .identity, .tolerance, .ignored, .routesDiffer, .change: continue
        }
      }
    }
  }

  /// Whether a property is left out.
  package func ignores(_ entity: String, _ name: String) -> Bool {
    !ignored.isEmpty && ignored.contains(.init(entity, name))
  }

  /// How many properties of an entity are left out.
  func ignoredCount(of entity: String) -> Int { ignored.filter { $0.entity == entity }.count }

  /// The same, with more properties left out.
  func ignoring(_ properties: some Sequence<ContentsComparison.Property>) -> ComparisonRules {
    var copy = self
    copy.ignored.formUnion(properties)
    return copy
  }

  /// Whether a value counts by itself, neither left out nor near enough to another.
  func isExact(_ entity: String, _ name: String) -> Bool {
    let property = ContentsComparison.Property(entity, name)
    return !ignored.contains(property) && tolerances[property] == nil
  }

  /// Whether a value is near enough to the expected one.
  package func accepts(
    _ found: AttributeValue, for expected: AttributeValue, of entity: String, _ name: String
  ) -> Bool {
    guard let tolerance = tolerances[.init(entity, name)],
      let first = ComparisonRules.number(found), let second = ComparisonRules.number(expected),
      Mirror(reflecting: found).children.first?.label
        == Mirror(reflecting: expected).children.first?.label
    else { return false }
    return abs(first - second) <= tolerance
  }

  private static func number(_ value: AttributeValue) -> Double? {
    switch value {
    case .double(let number), .float(let number), .date(let number): number
    case .decimal(let number): Double(number.text)
    case .null, .integer, .boolean, .string, .uri, .uuid, .binary, .transformable: nil
    }
  }
}
