extension ModelProblem {
  /// The names of the entity and property that the problem is about, as far as it is about one.
  var path: [String] {
    switch self {
    case .emptyName, .superentityCycle: []
    case .duplicateEntity(let entity), .unknownSuperentity(let entity, _, _),
      .tooManyAncestors(let entity, _), .emptyConstraint(let entity),
      .unknownConstrainedProperty(let entity, _, _):
      [entity]
    case .duplicateProperty(let entity, let property):
      [entity, property]
    case .unknownDestination(let entity, let relationship, _, _, _),
      .unknownInverse(let entity, let relationship, _, _, _),
      .inverseNotMutual(let entity, let relationship, _, _, _),
      .impossibleCount(let entity, let relationship, _, _),
      .orderedToOne(let entity, let relationship):
      [entity, relationship]
    case .untypedAttribute(let entity, let attribute),
      .unfitDefault(let entity, let attribute, _, _),
      .derivationOfTransient(let entity, let attribute),
      .misplacedElements(let entity, let attribute, _),
      .missingElements(let entity, let attribute),
      .externalStorageOfType(let entity, let attribute, _):
      [entity, attribute.split(separator: ".").first.map(String.init) ?? attribute]
    case .unknownIndexedProperty(let entity, let index, _, _), .emptyIndex(let entity, let index):
      [entity, index]
    case .duplicateConfiguration(let name), .unknownConfigurationEntity(let name, _, _):
      ["configuration", name, ""]
    }
  }
}
