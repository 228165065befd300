import GoldenStoreModel

/// One version by itself.
struct LintVersion {
  let model: ValidatedModel
  /// Relationships whose inverse does not name them, which the model here goes without.
  let notMutual: [ModelProblem]
  /// Whether stores are mirrored to CloudKit.
  let isMirrored: Bool

  var findings: [LintFinding] {
    model.entitiesByName.flatMap { entity in
      sharedIdentifiers(of: entity) + reservedNames(of: entity)
        + entity.relationships.flatMap { inverseFindings(of: $0, in: entity) }
        + (isMirrored ? cloudKitFindings(of: entity) : [])
    }
      + sharedEntityIdentifiers() + notMutual.compactMap(finding(of:))
  }

  private func finding(
    _ rule: LintRule, _ entity: Entity, _ property: String? = nil, key: String? = nil,
    _ message: String
  ) -> LintFinding {
    LintFinding(
      rule: rule, severity: rule.severity, source: nil, destination: model.name,
      entity: entity.name, property: property, message: message,
      subject: LintFinding.Subject(
        rule: rule, entity: entity.renamingKey, property: key ?? property))
  }

  // MARK: Names

  private func sharedEntityIdentifiers() -> [LintFinding] {
    let groups = Dictionary(grouping: model.entitiesByName, by: \.renamingKey)
    return model.entitiesByName.compactMap { entity -> LintFinding? in
      guard let group = groups[entity.renamingKey], group.count > 1,
        group.first?.name == entity.name
      else { return nil }
      return finding(
        .sharedIdentifier, entity, nil,
        "entities \(ModelError.quotedList(group.map(\.name))) have the renaming identifier "
          + "'\(entity.renamingKey)'")
    }
  }

  private func sharedIdentifiers(of entity: Entity) -> [LintFinding] {
    let all =
      model.persistedAttributes(of: entity).filter { $0.derivation == nil }
      .map { (name: $0.name, key: $0.renamingKey) }
      + model.persistedRelationships(of: entity).map { (name: $0.name, key: $0.renamingKey) }
    let groups = Dictionary(grouping: all, by: \.key)
    return all.compactMap { property -> LintFinding? in
      guard let group = groups[property.key], group.count > 1,
        group.first?.name == property.name,
        // What the parent has is told of the parent.
        group.contains(where: { entity.declares($0.name) })
      else { return nil }
      return finding(
        .sharedIdentifier, entity, property.name, key: property.key,
        "properties \(ModelError.quotedList(group.map(\.name))) have the renaming identifier "
          + "'\(property.key)'")
    }
  }

  private func reservedNames(of entity: Entity) -> [LintFinding] {
    (entity.attributes.map(\.name) + entity.relationships.map(\.name))
      .filter(ReservedNames.all.contains).map { name in
        finding(
          .reservedName, entity, name, "'\(name)' is the name of a method of NSManagedObject")
      }
  }

  // MARK: Relationships

  private func finding(of problem: ModelProblem) -> LintFinding? {
    guard case .inverseNotMutual(let name, let relationship, _, _, _) = problem,
      let entity = model.entity(named: name)
    else { return nil }
    return finding(.inverseNotMutual, entity, relationship, problem.description)
  }

  private func inverseFindings(of relationship: Relationship, in entity: Entity) -> [LintFinding] {
    guard !relationship.isTransient, relationship.inverse == nil,
      !notMutual.contains(where: { finding(of: $0)?.property == relationship.name })
    else { return [] }
    let name = relationship.name
    var findings = [
      finding(.missingInverse, entity, name, "relationship '\(name)' has no inverse")
    ]
    if relationship.deleteRule == .cascade {
      findings.append(
        finding(
          .cascadeWithoutInverse, entity, name,
          "relationship '\(name)' deletes its targets, and has no inverse"))
    }
    return findings
  }

  // MARK: CloudKit

  private func cloudKitFindings(of entity: Entity) -> [LintFinding] {
    entity.attributes.flatMap(\.leaves).filter {
      !$0.isOptional && ($0.defaultValue?.isNull ?? true) && $0.derivation == nil
    }.map {
      finding(
        .cloudKitRequiredAttribute, entity, $0.name,
        "attribute '\($0.name)' is required, and has no default")
    }
      + entity.relationships.filter { !$0.isTransient }
      .flatMap { cloudKitFindings(of: $0, in: entity) }
      + entity.uniquenessConstraints.map { constraint in
        let names = constraint.properties.joined(separator: ", ")
        return finding(
          .cloudKitUniqueness, entity, constraint.properties.count == 1 ? names : nil, key: names,
          "\(ModelError.quotedList(constraint.properties)) must be unique")
      }
  }

  private func cloudKitFindings(of relationship: Relationship, in entity: Entity) -> [LintFinding] {
    let name = relationship.name
    let rules: [(isBroken: Bool, rule: LintRule, what: String)] = [
      (
        !relationship.isOptional || relationship.minCount > 0, .cloudKitRequiredRelationship,
        "is required"
      ),
      (relationship.inverse == nil, .cloudKitMissingInverse, "has no inverse"),
      (relationship.isOrdered, .cloudKitOrdered, "is ordered"),
      (relationship.deleteRule == .deny, .cloudKitDeny, "has the delete rule deny"),
    ]
    return rules.filter(\.isBroken).map {
      finding($0.rule, entity, name, "relationship '\(name)' \($0.what)")
    }
  }
}
