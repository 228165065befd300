import GoldenStoreModel

extension LintPair {
  /// What one finding is about.
  func finding(
    _ rule: LintRule, severity: LintSeverity? = nil, entity: Entity? = nil,
    property: String? = nil, key: String? = nil, _ message: String
  ) -> LintFinding {
    LintFinding(
      rule: rule, severity: severity ?? rule.severity, source: source.name,
      destination: destination.name, entity: entity?.name, property: property, message: message,
      subject: LintFinding.Subject(
        rule: rule, entity: entity?.renamingKey, property: key ?? property))
  }

  /// A finding about a destination property, known by its renaming key.
  func finding(
    _ rule: LintRule, severity: LintSeverity? = nil, of change: Change, _ property: String,
    _ message: String
  ) -> LintFinding {
    finding(
      rule, severity: severity, entity: change.entity, property: property,
      key: destination.leafKey(of: property, in: change.entity), message)
  }

  /// Everything that is risky about migrating a store of the one to the other.
  func findings(areAliases: Bool, isMirrored: Bool) -> [LintFinding] {
    guard !isNeutral else {
      return neutralFindings(areAliases: areAliases)
    }
    return changes.flatMap { change in
      refusals(of: change) + change.properties.flatMap { findings(of: $0, in: change) }
        + constraintFindings(of: change) + defaultFindings(of: change)
        + columnFindings(of: change)
    }
      + removalFindings() + (isStep ? renameFindings() : []) + planFindings()
      + (isMirrored ? cloudKitFindings() : [])
  }

  // MARK: Refusals

  private func refusals(of change: Change) -> [LintFinding] {
    change.problems.compactMap { problem -> LintFinding? in
      let rule: LintRule
      switch problem {
      // Said of the version that has them.
      case .sharedEntityIdentifier, .sharedPropertyIdentifier: return nil
      case .incompatibleTypes, .impossibleTransformation, .externalTransformation:
        rule = .impossibleTypeChange
      case .externalToInline: rule = .impossibleStorageChange
      case .toManyToToOne: rule = .toManyToToOne
      }
      guard let property = problem.property,
        isFirst(
          property, of: change,
          where: { parent in
            parent.problems.contains { $0.property == property }
          })
      else { return nil }
      return finding(rule, of: change, property, problem.description)
    }
  }

  /// What the statements of the migration would refuse although there is a mapping.
  ///
  /// Format: StoreFormat F119, F149.
  private func planFindings() -> [LintFinding] {
    guard !isCoded, changes.allSatisfy(\.problems.isEmpty) else { return [] }
    do throws(MigrationError) {
      _ = try InPlaceMigration(from: source, to: destination)
      return []
    } catch {
      switch error {
      // Said of the version that has them.
      case .cannotInfer: return []
      case .cannotMigrate(_, _, .mergedRoots(let root, _)):
        let message = error.reason
        return [
          finding(.newCommonParent, entity: destination.entity(named: root), message)
        ]
      default: return [finding(.refusedMigration, error.reason)]
      }
    }
  }

  // MARK: Properties

  /// Whether a property is declared by the entity itself, or its parent has another story.
  ///
  /// What the parent declares and tells is not told once more for every descendant.
  private func isFirst(
    _ property: String, of change: Change, where tells: (Change) -> Bool
  ) -> Bool {
    if change.entity.declares(property) { return true }
    return !(self.change(to: change.entity.superentity).map(tells) ?? false)
  }

  private func findings(of property: PropertyMapping, in change: Change) -> [LintFinding] {
    let name = property.destination
    guard
      isFirst(name, of: change, where: { $0.properties.contains(property) })
    else { return [] }
    var findings: [LintFinding] = []
    if property.isChecked {
      findings.append(
        property.isAdded
          ? finding(
            .newRequiredProperty, of: change, name,
            "\(property.kind.rawValue) '\(name)' is new, required, and has no default")
          : finding(
            .optionalToRequired, severity: isPrepared ? .note : nil, of: change, name,
            "\(property.kind.rawValue) '\(name)' becomes required, and has no default"))
    }
    if case .missingValues(let value) = property.fill {
      findings.append(
        finding(
          .optionalToRequired, severity: .warning, of: change, name,
          "attribute '\(name)' becomes required; objects without a value get \(value)"))
    }
    if property.typeChange == .numeric || property.typeChange == .bytes,
      let types = types(of: property, in: change)
    {
      findings.append(
        finding(
          .narrowingTypeChange, of: change, name,
          "attribute '\(name)' changes from \(types.former.name) to \(types.now.name)"))
    }
    if property.kind == .relationship {
      findings += relationshipFindings(of: property, in: change)
    }
    if property.isAdded, let former = formerKind(of: property, in: change) {
      findings.append(
        finding(
          .reusedName, of: change, name,
          "\(property.kind.rawValue) '\(name)' takes the name of \(former), whose values are "
            + "deleted"))
    }
    return findings
  }

  /// The types of an attribute that keeps its values.
  func types(
    of property: PropertyMapping, in change: Change
  ) -> (former: AttributeType, now: AttributeType)? {
    guard
      let former = source.persistedAttributes(of: change.origin)
        .first(where: { $0.name == property.source }),
      let now = destination.persistedAttributes(of: change.entity)
        .first(where: { $0.name == property.destination })
    else { return nil }
    return (former.type, now.type)
  }

  /// What a new property's identifier names in the source, if that is something of another kind.
  private func formerKind(of property: PropertyMapping, in change: Change) -> String? {
    let key = destination.leafKey(of: property.destination, in: change.entity)
    if property.kind == .relationship {
      return source.persistedAttributes(of: change.origin).first { $0.renamingKey == key }
        .map { "attribute '\($0.name)'" }
    }
    return source.persistedRelationships(of: change.origin).first { $0.renamingKey == key }
      .map { "relationship '\($0.name)'" }
  }

  private func relationshipFindings(
    of property: PropertyMapping, in change: Change
  ) -> [LintFinding] {
    guard
      let former = source.persistedRelationships(of: change.origin)
        .first(where: { $0.name == property.source }),
      let now = destination.persistedRelationships(of: change.entity)
        .first(where: { $0.name == property.destination })
    else { return [] }
    var findings: [LintFinding] = []
    if now.isOrdered, !former.isOrdered {
      findings.append(
        finding(
          .unorderedToOrdered, of: change, now.name,
          "relationship '\(now.name)' becomes ordered"))
    }
    // Rows that still are of the destination, under a new name or a new parent, are the same rows.
    let targets = self.change(from: former.destination)?.entity.name
    if !destination.isKind(targets, of: now.destination) {
      findings.append(
        finding(
          .destinationChanged, of: change, now.name,
          "relationship '\(now.name)' changes its destination from '\(former.destination)' to "
            + "'\(now.destination)'"))
    }
    return findings
  }
}

extension LintPair.Change {
  /// The destination's properties that have a mapping.
  var properties: [PropertyMapping] { mapping?.properties ?? [] }
}

extension MigrationError {
  /// The description without the versions, which a finding names itself.
  fileprivate var reason: String {
    switch self {
    case .cannotMigrate(_, _, let problem): problem.description
    case .undecided(_, _, let change): change.description
    case .notSupportedYet(_, _, let what): "\(what) is not supported yet"
    default: description
    }
  }
}

extension Entity {
  /// Whether a property, or the composite that an element is of, is the entity's own.
  func declares(_ property: String) -> Bool {
    let name = property.split(separator: ".").first.map(String.init) ?? property
    return attributes.contains { $0.name == name } || relationships.contains { $0.name == name }
  }
}

extension ValidatedModel {
  /// The renaming key of a persisted property, elements of composites included.
  func leafKey(of property: String, in entity: Entity) -> String? {
    persistedAttributes(of: entity).first { $0.name == property }?.renamingKey
      ?? persistedRelationships(of: entity).first { $0.name == property }?.renamingKey
  }
}
