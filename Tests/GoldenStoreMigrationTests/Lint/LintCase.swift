import GoldenStoreMigration
import GoldenStoreModel
import Testing

/// A rule, with a small history that breaks it and one that nearly does.
struct LintCase: CustomTestStringConvertible {
  let rule: LintRule
  /// The place of the one finding, such as `Person.name`; empty for the whole model.
  let place: String
  let broken: ModelHistory
  let near: ModelHistory
  /// What has shipped, where the rule compares with it.
  let shipped: [Model]

  init(
    _ rule: LintRule, at place: String, _ broken: ModelHistory, near: ModelHistory,
    shipped: [Model] = []
  ) {
    self.rule = rule
    self.place = place
    self.broken = broken
    self.near = near
    self.shipped = shipped
  }

  var testDescription: String { rule.rawValue }

  /// What is found in one of the two, by this rule alone.
  func findings(in history: ModelHistory) throws -> [LintFinding] {
    let references =
      shipped.isEmpty
      ? [] : [LintReference(origin: "shipped", kind: .source, versions: shipped)]
    return try ModelLint(history, isMirrored: rule.isOfCloudKit).findings(against: references)
      .filter { $0.rule == rule }
  }
}

/// A history of versions `V1`, `V2`, … with the entities that are given for each.
func history(_ versions: [Entity]...) -> ModelHistory {
  ModelHistory(
    name: "H",
    versions: versions.enumerated().map { position, entities in
      Model("V\(position + 1)") { for entity in entities { entity } }
    })
}

/// An entity `Person` with attributes and relationships.
func person(
  _ attributes: Attribute..., relationships: [Relationship] = [], indexes: [FetchIndex] = [],
  unique: [UniquenessConstraint] = [], modifier: String? = nil
) -> Entity {
  entity(
    "Person", attributes, relationships: relationships, indexes: indexes, unique: unique,
    modifier: modifier)
}

func entity(
  _ name: String, _ attributes: [Attribute] = [Attribute("title", .string)],
  relationships: [Relationship] = [], indexes: [FetchIndex] = [],
  unique: [UniquenessConstraint] = [], modifier: String? = nil, parent: String? = nil,
  isAbstract: Bool = false, renamingIdentifier: String? = nil
) -> Entity {
  var entity = Entity(
    name, superentity: parent, isAbstract: isAbstract, renamingIdentifier: renamingIdentifier,
    versionHashModifier: modifier)
  entity.attributes = attributes
  entity.relationships = relationships
  entity.fetchIndexes = indexes
  entity.uniquenessConstraints = unique
  return entity
}
