package import GoldenStoreModel

/// A renaming identifier that a version in between makes useless, so that every migration loses the
/// values without a word.
///
/// What is called `a`, then `b` with the identifier `a`, then `c`, must keep `a`: the identifier is
/// compared with that of the source, and `b` is none. A text that was never a name is how a history
/// says that something is new in spite of its name.
///
/// Format: StoreFormat F100, F101.
package struct BrokenRenaming: Hashable, Sendable {
  /// The entity that owns the property, as the later version calls it; `nil` for an entity itself.
  package let owner: String?
  /// What takes the place of something without being found by it.
  package let now: RenamedThing
  /// What it takes the place of, in the version right before.
  package let former: RenamedThing

  /// Those of one version of a history; none of the first.
  package static func all(in models: [ValidatedModel], at position: Int) -> [BrokenRenaming] {
    let former = models[..<position]
    let version = models[position]
    let entities = broken(
      RenamedThing.entities(of: version), after: former.map(RenamedThing.entities(of:)),
      owner: nil)
    return entities
      + version.entitiesByName.flatMap { entity in
        let properties = former.map { model in
          model.entitiesByName.first { $0.renamingKey == entity.renamingKey }
            .map(RenamedThing.properties(of:)) ?? []
        }
        return broken(RenamedThing.properties(of: entity), after: properties, owner: entity.name)
      }
  }

  private static func broken(
    _ now: [RenamedThing], after former: [[RenamedThing]], owner: String?
  ) -> [BrokenRenaming] {
    guard let last = former.last else { return [] }
    return now.compactMap { one in
      guard !last.contains(where: { $0.key == one.key }),
        former.joined().contains(where: { $0.name == one.key && $0.key != one.key })
      else { return nil }
      return last.first { other in
        (other.name == one.key || other.name == one.name)
          && !now.contains { $0.key == other.key }
      }.map { BrokenRenaming(owner: owner, now: one, former: $0) }
    }
  }
}

/// An entity or a property as a renaming knows it.
package struct RenamedThing: Hashable, Sendable {
  package let name: String
  /// The renaming identifier, or else the name.
  package let key: String
  /// Whether the identifier is set, and is another text than the name.
  var hasIdentifier: Bool { key != name }

  static func entities(of model: ValidatedModel) -> [RenamedThing] {
    model.entitiesByName.map { RenamedThing(name: $0.name, key: $0.renamingKey) }
  }

  /// The entity's own properties.
  static func properties(of entity: Entity) -> [RenamedThing] {
    entity.attributes.map { RenamedThing(name: $0.name, key: $0.renamingKey) }
      + entity.relationships.map { RenamedThing(name: $0.name, key: $0.renamingKey) }
  }
}
