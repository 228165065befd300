/// Collects the parts of an entity; it checks nothing.
@resultBuilder public enum EntityBuilder {
  public static func buildExpression(_ part: Attribute) -> [EntityPart] { [.attribute(part)] }
  public static func buildExpression(_ part: Relationship) -> [EntityPart] {
    [.relationship(part)]
  }
  public static func buildExpression(_ part: FetchedProperty) -> [EntityPart] {
    [.fetchedProperty(part)]
  }
  public static func buildExpression(_ part: FetchIndex) -> [EntityPart] { [.fetchIndex(part)] }
  public static func buildExpression(_ part: UniquenessConstraint) -> [EntityPart] {
    [.uniquenessConstraint(part)]
  }
  public static func buildExpression(_ parts: [EntityPart]) -> [EntityPart] { parts }
  public static func buildBlock(_ parts: [EntityPart]...) -> [EntityPart] { parts.flatMap(\.self) }
  public static func buildOptional(_ parts: [EntityPart]?) -> [EntityPart] { parts ?? [] }
  public static func buildEither(first parts: [EntityPart]) -> [EntityPart] { parts }
  public static func buildEither(second parts: [EntityPart]) -> [EntityPart] { parts }
  public static func buildArray(_ parts: [[EntityPart]]) -> [EntityPart] { parts.flatMap(\.self) }
}

/// Collects the entities of a model; it checks nothing.
@resultBuilder public enum ModelBuilder {
  public static func buildExpression(_ entity: Entity) -> [Entity] { [entity] }
  public static func buildExpression(_ entities: [Entity]) -> [Entity] { entities }
  public static func buildBlock(_ entities: [Entity]...) -> [Entity] { entities.flatMap(\.self) }
  public static func buildOptional(_ entities: [Entity]?) -> [Entity] { entities ?? [] }
  public static func buildEither(first entities: [Entity]) -> [Entity] { entities }
  public static func buildEither(second entities: [Entity]) -> [Entity] { entities }
  public static func buildArray(_ entities: [[Entity]]) -> [Entity] { entities.flatMap(\.self) }
}

/// Collects the versions of a history; it checks nothing.
@resultBuilder public enum HistoryBuilder {
  public static func buildExpression(_ model: Model) -> [Model] { [model] }
  public static func buildExpression(_ models: [Model]) -> [Model] { models }
  public static func buildBlock(_ models: [Model]...) -> [Model] { models.flatMap(\.self) }
  public static func buildOptional(_ models: [Model]?) -> [Model] { models ?? [] }
  public static func buildEither(first models: [Model]) -> [Model] { models }
  public static func buildEither(second models: [Model]) -> [Model] { models }
  public static func buildArray(_ models: [[Model]]) -> [Model] { models.flatMap(\.self) }
}
