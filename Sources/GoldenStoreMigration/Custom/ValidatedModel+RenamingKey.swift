import GoldenStoreModel

extension ValidatedModel {
  /// The renaming identifier of a property, inherited ones included; its name if it has none.
  func renamingKey(of property: String, in entity: Entity) -> String {
    attributes(of: entity).first { $0.name == property }?.renamingKey
      ?? relationships(of: entity).first { $0.name == property }?.renamingKey ?? property
  }
}
