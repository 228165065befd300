import GoldenStoreModel

extension Model {
  /// The model in the form that an archive keeps: properties and entities have no order there, an
  /// expression is spelt as a predicate prints it, and what is declared again without a difference
  /// is inherited.
  var archivedForm: Model {
    var model = self
    model.entities = entities.map { entity in
      var entity = entity
      entity.attributes = entity.attributes
        .filter { $0 != inherited($0.name, by: entity, \.attributes, \.name) }
        .map(Self.archived)
        .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
      entity.relationships = entity.relationships
        .filter { $0 != inherited($0.name, by: entity, \.relationships, \.name) }
        .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
      return entity
    }.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
    return model
  }

  private static func archived(_ attribute: Attribute) -> Attribute {
    var attribute = attribute
    if let expression = attribute.derivation?.expression, expression.hasSuffix(".@count") {
      attribute.derivation = Derivation("count:(\(expression.dropLast(7)))")
    }
    return attribute
  }

  /// The property of a name that an entity would have without declaring it.
  private func inherited<Property>(
    _ name: String, by entity: Entity, _ properties: KeyPath<Entity, [Property]>,
    _ names: KeyPath<Property, String>
  ) -> Property? {
    guard let parent = entity.superentity.flatMap({ self.entity(named: $0) }) else { return nil }
    return parent[keyPath: properties].first { $0[keyPath: names] == name }
      ?? inherited(name, by: parent, properties, names)
  }
}
