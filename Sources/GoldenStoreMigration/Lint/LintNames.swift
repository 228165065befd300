import GoldenStoreModel

/// What the names and renaming identifiers of a version mean after all versions before it.
struct LintNames {
  let models: [ValidatedModel]
  /// The position of the version, counted from 0.
  let position: Int

  private var model: ValidatedModel { models[position] }
  private var former: ArraySlice<ValidatedModel> { models[..<position] }

  var findings: [LintFinding] {
    guard position > 0 else { return [] }
    let broken = BrokenRenaming.all(in: models, at: position)
    let middle = broken.map { renaming in
      finding(
        .identifierOfMiddleVersion, owner: renaming.owner, renaming.now,
        "'\(renaming.now.name)' looks for '\(renaming.now.key)', a name of a version in between; "
          + "'\(renaming.former.name)' has the renaming identifier '\(renaming.former.key)'")
    }
    let rest = identifiersOfNothing() + reusedEntities() + reusedProperties()
    return middle
      + rest.filter { other in
        !middle.contains { $0.entity == other.entity && $0.property == other.property }
      }
  }

  private func finding(
    _ rule: LintRule, severity: LintSeverity? = nil, owner: String?, _ thing: RenamedThing,
    from source: Int? = nil, _ message: String
  ) -> LintFinding {
    let entity = model.entity(named: owner ?? thing.name)
    return LintFinding(
      rule: rule, severity: severity ?? rule.severity,
      source: models[source ?? position - 1].name, destination: model.name, entity: entity?.name,
      property: owner == nil ? nil : thing.name, message: message,
      subject: LintFinding.Subject(
        rule: rule, entity: entity?.renamingKey, property: owner == nil ? nil : thing.key))
  }

  // MARK: Identifiers

  private func identifiersOfNothing() -> [LintFinding] {
    identifiersOfNothing(
      RenamedThing.entities(of: model), former: former.map(RenamedThing.entities(of:)), owner: nil)
      + model.entitiesByName.flatMap { entity in
        let owners = former.map { counterpart(of: entity, in: $0) }
        // In an entity that is new there is nothing to be found.
        return owners.last??.name == nil
          ? []
          : identifiersOfNothing(
            RenamedThing.properties(of: entity),
            former: zip(former, owners).map { model, owner in
              owner.map { properties(of: $0, in: model) } ?? []
            }, owner: entity.name)
      }
  }

  private func identifiersOfNothing(
    _ now: [RenamedThing], former: [[RenamedThing]], owner: String?
  ) -> [LintFinding] {
    let all = former.joined()
    let gone = former.last?.filter { one in !now.contains { $0.key == one.key } } ?? []
    return now.filter { thing in
      thing.hasIdentifier
        && !all.contains {
          $0.key == thing.key || $0.name == thing.key
            // A text that was never a name makes something new of a name that was there.
            || $0.name == thing.name || $0.key == thing.name
        }
    }.map { thing in
      let meant = NearestName.of(thing.key, in: gone.map(\.key))
      return finding(
        .identifierOfNothing, severity: meant == nil ? nil : .error, owner: owner, thing,
        "no earlier version has '\(thing.key)', the renaming identifier of '\(thing.name)'"
          + (meant.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  // MARK: Names that come back

  private func reusedEntities() -> [LintFinding] {
    RenamedThing.entities(of: model).compactMap { thing in
      let holders = former.map { model in
        model.entitiesByName.contains { $0.renamingKey == thing.key }
      }
      return reused(thing, holders: holders, owner: nil)
    }
  }

  private func reusedProperties() -> [LintFinding] {
    model.entitiesByName.flatMap { entity -> [LintFinding] in
      let owners = former.map { counterpart(of: entity, in: $0) }
      guard case .some(.some) = owners.last else { return [] }
      return properties(of: entity, in: model).compactMap { thing in
        guard entity.declares(thing.name) else { return nil }
        let holders = zip(former, owners).map { model, owner in
          owner.map { properties(of: $0, in: model).contains { $0.key == thing.key } } ?? false
        }
        return reused(thing, holders: holders, owner: entity.name)
      }
    }
  }

  /// A finding where the version before lacks what an earlier one has.
  private func reused(
    _ thing: RenamedThing, holders: [Bool], owner: String?
  ) -> LintFinding? {
    guard holders.last == false, let source = holders.lastIndex(of: true) else { return nil }
    return finding(
      .reusedName, owner: owner, thing, from: source,
      "'\(thing.name)' is new, but has the renaming identifier of something in "
        + "'\(models[source].name)'")
  }

  private func counterpart(of entity: Entity, in model: ValidatedModel) -> Entity? {
    model.entitiesByName.first { $0.renamingKey == entity.renamingKey }
  }

  /// What a store keeps of an entity, inherited properties included.
  private func properties(of entity: Entity, in model: ValidatedModel) -> [RenamedThing] {
    model.persistedAttributes(of: entity).map { RenamedThing(name: $0.name, key: $0.renamingKey) }
      + model.persistedRelationships(of: entity)
      .map { RenamedThing(name: $0.name, key: $0.renamingKey) }
  }
}
