import GoldenStoreModel

extension LintPair {
  // MARK: Constraints and defaults

  /// Constraints over values that nothing has kept unique so far.
  func constraintFindings(of change: Change) -> [LintFinding] {
    guard let mapping = change.mapping else { return [] }
    let former = source.lineage(of: change.origin).flatMap(\.uniquenessConstraints)
      .map { Set($0.properties) }
    return change.entity.uniquenessConstraints.compactMap { constraint -> LintFinding? in
      var origins: Set<String> = []
      for property in constraint.properties {
        guard let found = mapping.properties.first(where: { $0.destination == property }) else {
          return nil
        }
        if let origin = found.source {
          origins.insert(origin)
        } else if found.fill == .none {
          // No value is equal to a missing one.
          return nil
        }
      }
      guard !former.contains(where: { $0.isSubset(of: origins) }) else { return nil }
      let names = constraint.properties.joined(separator: ", ")
      return finding(
        .newUniquenessConstraint, severity: isPrepared ? .note : nil, entity: change.entity,
        property: constraint.properties.count == 1 ? names : nil, key: names,
        "\(ModelError.quotedList(constraint.properties)) must be unique now, and existing objects "
          + "may repeat")
    }
  }

  /// Defaults that came or changed, and that objects of old stores never get.
  func defaultFindings(of change: Change) -> [LintFinding] {
    let former = source.persistedAttributes(of: change.origin)
    return destination.persistedAttributes(of: change.entity).compactMap {
      attribute -> LintFinding? in
      let mapping = change.mapping?.attributes.first { $0.destination == attribute.name }
      let name = change.isCopy ? attribute.name : mapping?.source
      guard change.entity.declares(attribute.name), attribute.derivation == nil,
        mapping.map({ $0.fill == .none }) ?? change.isCopy,
        let value = attribute.defaultValue, !value.isNull,
        let before = former.first(where: { $0.name == name }), before.defaultValue != value
      else { return nil }
      let old = before.defaultValue.map { "\($0)" } ?? "none"
      return finding(
        .hashNeutralDefault, of: change, attribute.name,
        "the default of attribute '\(attribute.name)' changes from \(old) to \(value)")
    }
  }

  // MARK: Equal hashes

  /// Columns that differ although the entity's hash does not: a derived attribute is hashed by its
  /// expression alone, and two flags of an attribute are hashed as one byte.
  func columnFindings(of change: Change) -> [LintFinding] {
    guard change.isCopy else { return [] }
    let former = source.persistedAttributes(of: change.origin)
    return destination.persistedAttributes(of: change.entity).compactMap {
      attribute -> LintFinding? in
      guard change.entity.declares(attribute.name),
        !former.contains(where: {
          $0.name == attribute.name && $0.type == attribute.type
            && $0.allowsExternalBinaryDataStorage == attribute.allowsExternalBinaryDataStorage
        })
      else { return nil }
      return finding(
        .hashNeutralProperty, of: change, attribute.name,
        "attribute '\(attribute.name)' is new or another one")
    }
  }

  /// What differs although no hash does.
  func neutralFindings(areAliases: Bool) -> [LintFinding] {
    var findings: [LintFinding] = []
    if !areAliases {
      findings.append(
        finding(.equalHashes, "all hashes are those of '\(source.name)'"))
    }
    for change in changes {
      findings += defaultFindings(of: change) + columnFindings(of: change)
      let former = change.origin.fetchIndexes
      for index in change.entity.fetchIndexes
      where !former.contains(where: { $0.hasBody(of: index) }) {
        findings.append(
          finding(
            .hashNeutralIndex, entity: change.entity, key: index.name,
            "fetch index '\(index.name)' is new or another one"))
      }
    }
    return findings
  }
}

extension FetchIndex {
  fileprivate func hasBody(of other: FetchIndex) -> Bool {
    elements == other.elements && partialIndexPredicate == other.partialIndexPredicate
  }
}
