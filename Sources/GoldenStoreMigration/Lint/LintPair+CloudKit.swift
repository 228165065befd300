import GoldenStoreModel

extension LintPair {
  /// Changes that a schema in production does not allow: it only grows.
  ///
  /// Format: StoreFormat F187.
  func cloudKitFindings() -> [LintFinding] {
    removalFindings().map { removal in
      LintFinding(
        rule: .cloudKitRemoval, severity: LintRule.cloudKitRemoval.severity,
        source: removal.source, destination: removal.destination, entity: removal.entity,
        property: removal.property,
        message: "\(removal.property == nil ? "an entity" : "a property") is removed",
        subject: LintFinding.Subject(
          rule: .cloudKitRemoval, entity: removal.subject.entity,
          property: removal.subject.property))
    }
      + changes.flatMap { change in
        entityRename(of: change) + typeChanges(of: change)
          + change.properties.filter { $0.isRenamed && change.entity.declares($0.destination) }
          .map {
            finding(
              .cloudKitRename, of: change, $0.destination,
              "'\($0.source ?? "")' is renamed to '\($0.destination)'")
          }
      }
  }

  private func entityRename(of change: Change) -> [LintFinding] {
    guard change.origin.name != change.entity.name else { return [] }
    return [
      finding(
        .cloudKitRename, entity: change.entity,
        "entity '\(change.origin.name)' is renamed to '\(change.entity.name)'")
    ]
  }

  /// Types that inference changes, and those that it does not.
  private func typeChanges(of change: Change) -> [LintFinding] {
    let allowed = change.properties.filter {
      $0.typeChange != .none && change.entity.declares($0.destination)
    }.map { property in
      let types = types(of: property, in: change)
      return finding(
        .cloudKitTypeChange, of: change, property.destination,
        "attribute '\(property.destination)' changes from \(types?.former.name ?? "") to "
          + "\(types?.now.name ?? "")")
    }
    return allowed
      + change.problems.compactMap { problem -> LintFinding? in
        guard let property = problem.property, change.entity.declares(property) else { return nil }
        return finding(.cloudKitTypeChange, of: change, property, problem.description)
      }
  }
}
