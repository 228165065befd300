import GoldenStoreModel

extension Catalog {
  /// Renaming identifiers that a version in between makes useless, so that every migration loses
  /// the values without a word.
  ///
  /// What is called `a`, then `b` with the identifier `a`, then `c`, must keep `a`: the identifier
  /// is compared with that of the source, and `b` is none. A text that was never a name is how a
  /// history says that something is new in spite of its name.
  ///
  /// Format: StoreFormat F100, F101.
  func renamingProblems() -> [CatalogProblem] {
    models.indices.dropFirst().flatMap { position -> [CatalogProblem] in
      let former = Array(models[..<position])
      let version = models[position]
      let entities = former.map { Named.entities(of: $0) }
      return Named.lost(Named.entities(of: version), after: entities).map {
        problem($0, owner: nil, version: position)
      }
        + version.entitiesByName.flatMap { entity -> [CatalogProblem] in
          let properties = former.map { model in
            model.entitiesByName.first { $0.renamingKey == entity.renamingKey }
              .map { Named.properties(of: $0) } ?? []
          }
          return Named.lost(Named.properties(of: entity), after: properties).map {
            problem($0, owner: entity.name, version: position)
          }
        }
    }
  }

  private func problem(
    _ lost: (now: Named, former: Named), owner: String?, version: Int
  ) -> CatalogProblem {
    .middleName(
      name: (owner.map { $0 + "." } ?? "") + lost.now.name, version: models[version].name,
      identifier: lost.now.key, former: models[version - 1].name, formerName: lost.former.name,
      formerIdentifier: lost.former.key)
  }
}

/// An entity or a property as a renaming knows it.
private struct Named {
  let name: String
  /// The renaming identifier, or else the name.
  let key: String

  static func entities(of model: ValidatedModel) -> [Named] {
    model.entitiesByName.map { Named(name: $0.name, key: $0.renamingKey) }
  }

  static func properties(of entity: Entity) -> [Named] {
    entity.attributes.map { Named(name: $0.name, key: $0.renamingKey) }
      + entity.relationships.map { Named(name: $0.name, key: $0.renamingKey) }
  }

  /// What takes the place of something in the version before, but is not found there because its
  /// identifier is a name that an earlier version used for something of another identifier.
  static func lost(_ now: [Named], after former: [[Named]]) -> [(now: Named, former: Named)] {
    guard let last = former.last else { return [] }
    return now.compactMap { one in
      guard !last.contains(where: { $0.key == one.key }),
        former.joined().contains(where: { $0.name == one.key && $0.key != one.key })
      else { return nil }
      return last.first { other in
        (other.name == one.key || other.name == one.name)
          && !now.contains { $0.key == other.key }
      }.map { (one, $0) }
    }
  }
}
