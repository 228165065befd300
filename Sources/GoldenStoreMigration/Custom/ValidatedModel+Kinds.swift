import GoldenStoreModel

extension ValidatedModel {
  /// Whether a name is that of an entity or of one of its descendants; no name is of no kind.
  func isKind(_ name: String?, of ancestor: String) -> Bool {
    guard let entity = name.flatMap({ entity(named: $0) }) else { return false }
    return lineage(of: entity).contains { $0.name == ancestor }
  }

  /// The renaming identifier of a property, inherited ones included; its name if it has none.
  func renamingKey(of property: String, in entity: Entity) -> String {
    attributes(of: entity).first { $0.name == property }?.renamingKey
      ?? relationships(of: entity).first { $0.name == property }?.renamingKey ?? property
  }
}
