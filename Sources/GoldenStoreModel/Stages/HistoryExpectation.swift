/// A rule of a history for what is expected of every migration, declared once.
///
/// Entities, attributes and relationships are named by their renaming keys, that is, by the names
/// that they had in the first version, so that one rule serves every version.
public enum HistoryExpectation: Sendable {
  /// How an object is known again after a migration.
  public enum Identity: Hashable, Sendable {
    /// By its primary key, which migrations keep.
    case primaryKey
    /// As the seeded object that it was, by all its values: survives renumbering. Of objects
    /// that are equal in everything the one with the lower key comes first.
    case seed
    /// By the value of an attribute, which must be there and differ in every object.
    case attribute(String)
  }

  /// The objects of an entity and its subentities are known by something else than their keys.
  case identity(entity: String, Identity)
  /// Numbers and dates that differ by at most this much are equal; dates in seconds.
  case tolerance(entity: String, attribute: String, Double)
  /// An attribute or a relationship that is not compared, and why.
  case ignored(entity: String, property: String, reason: String)
  /// A property that a direct migration gives other values than a stepwise one, and why.
  ///
  /// Holds for pairs that begin at `from` or before and end at `to` or after; in each of them
  /// where the property lives on the values must really differ.
  case routesDiffer(entity: String, property: String, from: String, to: String, reason: String)
  /// What becomes of the objects between two versions by code that is no stage of the history,
  /// such as that of a migrator of one's own.
  case change(from: String, to: String, [StageExpectation])
}

extension HistoryExpectation: Hashable {
  /// Compares what is declared; closures can't be compared.
  public static func == (left: HistoryExpectation, right: HistoryExpectation) -> Bool {
    left.description == right.description
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension HistoryExpectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .identity(let entity, .primaryKey): "objects of '\(entity)' known by primary key"
    case .identity(let entity, .seed): "objects of '\(entity)' known as seeded"
    case .identity(let entity, .attribute(let name)):
      "objects of '\(entity)' known by '\(name)'"
    case .tolerance(let entity, let attribute, let amount):
      "tolerance of \(amount) for '\(entity).\(attribute)'"
    case .ignored(let entity, let property, _): "'\(entity).\(property)' is not compared"
    case .routesDiffer(let entity, let property, let source, let destination, _):
      "routes from '\(source)' to '\(destination)' differ in '\(entity).\(property)'"
    case .change(let source, let destination, _):
      "expectation from '\(source)' to '\(destination)'"
    }
  }
}

extension HistoryExpectation {
  /// Why the rule is of no use in a history; `nil` where it has one.
  func problem(in history: ModelHistory) -> HistoryProblem? {
    let known = history.versions.map(\.name)
    func versions(_ names: String...) -> HistoryProblem? {
      for name in names where !known.contains(name) {
        return .inExpectation("\(self)", .unknownVersion(name, known: known))
      }
      guard names.compactMap({ known.firstIndex(of: $0) }).isAscending else {
        return .inExpectation("\(self)", .notForward(source: names[0], destination: names[1]))
      }
      return nil
    }
    func entities(_ key: String) -> [Entity] {
      history.versions.flatMap(\.entities).filter { $0.renamingKey == key }
    }
    func uses(_ key: String, _ property: String, _ isUsed: (Attribute?) -> Bool) -> Bool {
      entities(key).contains { entity in
        let attributes = entity.attributes.flatMap(\.leaves)
        return attributes.contains { $0.renamingKey == property && isUsed($0) }
          || entity.relationships.contains { $0.renamingKey == property && isUsed(nil) }
      }
    }
    let useless = HistoryProblem.uselessExpectation("\(self)")
    switch self {
    case .identity(let entity, .attribute(let name)):
      return uses(entity, name) { $0 != nil } ? nil : useless
    case .identity(let entity, _): return entities(entity).isEmpty ? useless : nil
    case .tolerance(let entity, let attribute, let amount):
      let isUsed = uses(entity, attribute) { $0?.type.isContinuous ?? false }
      return amount > 0 && amount.isFinite && isUsed ? nil : useless
    case .ignored(let entity, let property, _):
      return uses(entity, property) { _ in true } ? nil : useless
    case .routesDiffer(let entity, let property, let source, let destination, _):
      return versions(source, destination) ?? (uses(entity, property) { _ in true } ? nil : useless)
    case .change(let source, let destination, _): return versions(source, destination)
    }
  }
}

extension [Int] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension AttributeType {
  /// Whether values can be near each other.
  fileprivate var isContinuous: Bool {
    switch self {
    case .double, .float, .decimal, .date: true
    case .integer16, .integer32, .integer64, .boolean, .string, .uri, .uuid, .binary,
      .transformable, .undefined, .objectID, .composite:
      false
    }
  }
}
