import Foundation
import GoldenStoreModel

/// Something that is in one of the two versions only.
private struct Candidate {
  let name: String
  /// What must be equal for the one to be the other under a new name.
  let type: String
}

extension LintPair {
  // MARK: Removals

  /// What a migration deletes.
  func removalFindings() -> [LintFinding] {
    removed.filter { !$0.isAbstract }.map { entity in
      finding(
        .removedEntity, entity: entity, "all objects of entity '\(entity.name)' are deleted")
    }
      + changes.flatMap { change in
        removals(of: change).map { removal in
          finding(
            .removedProperty, entity: change.origin, property: removal,
            key: source.leafKey(of: removal, in: change.origin),
            becomesTransient(removal, in: change)
              ? "'\(removal)' becomes transient, and all its values are deleted"
              : "all values of '\(removal)' are deleted")
        }
      }
  }

  /// The properties of the source that go, those left out that its parent tells of.
  private func removals(of change: Change) -> [String] {
    guard let mapping = change.mapping else { return [] }
    let parent = self.change(from: change.origin.superentity)?.mapping
    // What is computed is computed again where it is needed, so that nothing is lost.
    let computed = Set(
      source.persistedAttributes(of: change.origin).filter { $0.derivation != nil }.map(\.name))
    return (mapping.removedAttributes + mapping.removedRelationships).filter { name in
      !computed.contains(name)
        && (change.origin.declares(name)
          || !(parent.map { ($0.removedAttributes + $0.removedRelationships).contains(name) }
            ?? false))
    }
  }

  private func becomesTransient(_ property: String, in change: Change) -> Bool {
    destination.attributes(of: change.entity).contains { $0.name == property && $0.isTransient }
      || destination.relationships(of: change.entity)
        .contains { $0.name == property && $0.isTransient }
  }

  // MARK: Renames

  /// What went, and came again under another name, as far as the types tell.
  func renameFindings() -> [LintFinding] {
    changes.flatMap(renames(of:)) + entityRenames()
  }

  private func renames(of change: Change) -> [LintFinding] {
    let gone = removals(of: change).filter { !becomesTransient($0, in: change) }
      .compactMap { candidate($0, of: change.origin, in: source) }
    let come = change.properties.filter(\.isAdded).map(\.destination)
      .filter { change.entity.declares($0) }
      .compactMap { candidate($0, of: change.entity, in: destination) }
    return Self.matches(gone, come).map { former, now in
      let isNear = Self.areNear(former.name, now.name)
      return finding(
        .renameWithoutIdentifier, severity: isNear ? .error : nil, of: change, now.name,
        "'\(former.name)' went and '\(now.name)' came, both \(now.type), and its renaming "
          + "identifier is not '\(source.leafKey(of: former.name, in: change.origin) ?? "")'")
    }
  }

  private func candidate(
    _ name: String, of entity: Entity, in model: ValidatedModel
  ) -> Candidate? {
    if let attribute = model.persistedAttributes(of: entity).first(where: { $0.name == name }) {
      // A derived one is computed anew under any name.
      return attribute.derivation == nil
        ? Candidate(name: name, type: "of type \(attribute.type.name)") : nil
    }
    guard
      let relationship = model.persistedRelationships(of: entity).first(where: { $0.name == name })
    else { return nil }
    let target = model.destination(of: relationship).renamingKey
    return Candidate(
      name: name, type: "a \(relationship.isToMany ? "to-many" : "to-one") to '\(target)'")
  }

  private func entityRenames() -> [LintFinding] {
    var free = added
    var findings: [LintFinding] = []
    for former in removed {
      let isAlike = { (entity: Entity) in sharesProperties(former, entity) }
      guard
        let now = free.first(where: { Self.areNear(former.name, $0.name) && isAlike($0) })
          ?? free.first(where: isAlike)
      else { continue }
      free.removeAll { $0.name == now.name }
      findings.append(
        finding(
          .renameWithoutIdentifier, severity: Self.areNear(former.name, now.name) ? .error : nil,
          entity: now,
          "entity '\(former.name)' went and '\(now.name)' came, with the like properties, and its "
            + "renaming identifier is not '\(former.renamingKey)'"))
    }
    return findings
  }

  /// Whether half of the properties of the larger entity are in the other one too.
  private func sharesProperties(_ former: Entity, _ now: Entity) -> Bool {
    let before = source.signatures(of: former)
    let after = destination.signatures(of: now)
    let shared = before.intersection(after).count
    return shared > 0 && shared * 2 >= max(before.count, after.count)
  }

  /// Pairs of one type, those with near names first.
  private static func matches(
    _ gone: [Candidate], _ come: [Candidate]
  ) -> [(former: Candidate, now: Candidate)] {
    var free = come
    var pairs: [(former: Candidate, now: Candidate)] = []
    func take(_ former: Candidate, where fits: (Candidate) -> Bool) -> Bool {
      guard let place = free.firstIndex(where: { $0.type == former.type && fits($0) }) else {
        return false
      }
      pairs.append((former, free.remove(at: place)))
      return true
    }
    let rest = gone.filter { former in
      !take(former) { Self.areNear(former.name, $0.name) }
    }
    for former in rest where !take(former, where: { _ in true }) { continue }
    return pairs
  }

  /// Whether a few letters differ, or one name is a part of the other.
  static func areNear(_ former: String, _ now: String) -> Bool {
    let names = [former.lowercased(), now.lowercased()].sorted { $0.count < $1.count }
    // Every two names of one or two letters differ in a few.
    return names[0].count >= 3
      && (names[1].contains(names[0]) || NearestName.of(now, in: [former]) != nil)
  }
}

extension ValidatedModel {
  /// The names and types of what a store keeps of an entity.
  fileprivate func signatures(of entity: Entity) -> Set<String> {
    Set(
      persistedAttributes(of: entity).map { "\($0.name) \($0.type.name)" }
        + persistedRelationships(of: entity).map { "\($0.name) \($0.isToMany)" })
  }
}
