/// What can be wrong with a model or a history, or with the source it is read from.
public enum ModelError: Error, Equatable, Sendable {
  /// A model with every problem that was found in it.
  case invalidModel(name: String, problems: [ModelProblem])
  /// A history with every problem that was found in it.
  case invalidHistory(name: String, problems: [HistoryProblem])
  /// Two models to be merged declare one entity.
  case mergeConflict(entity: String, first: String, second: String)
  /// A version that a history does not have.
  case unknownVersion(String, history: String, versions: [String])
  /// A property that an entity does not have, or does not store.
  case unknownProperty(entity: String, property: String, known: [String])
  /// A derived attribute whose expression has no known rendering, so that it can't be hashed.
  case unsupportedDerivation(entity: String, attribute: String, expression: String)
  /// A model file with the problems that were found in it, in file order.
  case modelFile(file: String, problems: [PlacedModelFileProblem])
  /// A model file or folder that can't be used as a whole.
  case modelSource(path: String, problem: ModelSourceProblem)
}

extension ModelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidModel(let name, let problems):
      ModelError.list(problems, heading: "model '\(name)' has")
    case .invalidHistory(let name, let problems):
      ModelError.list(problems, heading: "history '\(name)' has")
    case .mergeConflict(let entity, let first, let second):
      "cannot merge models '\(first)' and '\(second)': both declare entity '\(entity)'; "
        + "models that share a store need distinct entity names"
    case .unknownVersion(let version, let history, let versions):
      "history '\(history)' has no version '\(version)'"
        + NearestName.suggestion(for: version, in: versions)
        + "; it has \(ModelError.quotedList(versions))"
    case .unknownProperty(let entity, let property, let known):
      "entity '\(entity)' stores no property '\(property)'"
        + NearestName.suggestion(for: property, in: known)
        + "; it stores \(ModelError.quotedList(known))"
    case .unsupportedDerivation(let entity, let attribute, let expression):
      "attribute '\(entity).\(attribute)' is derived by '\(expression)'; expected a key path, "
        + "a function such as 'canonical:(name)', or an aggregate such as 'pages.@count'"
    case .modelFile(let file, let problems):
      ModelError.lines(problems) { "\(file):\($0.place): error: \($0.problem)" }
    case .modelSource(let path, let problem): "'\(path)' \(problem)"
    }
  }

  /// `'a', 'b' and 'c'`.
  package static func quotedList(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "none" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func list(
    _ problems: [some CustomStringConvertible], heading: String
  ) -> String {
    if problems.count == 1, let problem = problems.first {
      return "\(heading) 1 problem: \(problem)"
    }
    return "\(heading) \(problems.count) problems:\n" + lines(problems) { "  \($0)" }
  }

  /// A line for each of the first hundred problems, and how many more there are.
  private static func lines<Problem>(
    _ problems: [Problem], _ line: (Problem) -> String
  ) -> String {
    let limit = 100
    var lines = problems.prefix(limit).map(line)
    if problems.count > limit { lines.append("  and \(problems.count - limit) more") }
    return lines.joined(separator: "\n")
  }
}

/// One thing that is wrong with a model.
public enum ModelProblem: Hashable, Sendable {
  case emptyName(kind: String, place: String)
  case duplicateEntity(String)
  case unknownSuperentity(entity: String, superentity: String, known: [String])
  case superentityCycle([String])
  case tooManyAncestors(entity: String, limit: Int)
  case duplicateProperty(entity: String, property: String)
  case unknownDestination(
    entity: String, relationship: String, destination: String, model: String, known: [String])
  case unknownInverse(
    entity: String, relationship: String, destination: String, inverse: String, known: [String])
  case inverseNotMutual(
    entity: String, relationship: String, destination: String, inverse: String, found: String?)
  case impossibleCount(entity: String, relationship: String, minCount: Int, maxCount: Int)
  case orderedToOne(entity: String, relationship: String)
  case untypedAttribute(entity: String, attribute: String)
  case unfitDefault(
    entity: String, attribute: String, type: AttributeType, value: AttributeValue)
  case derivationOfTransient(entity: String, attribute: String)
  case misplacedElements(entity: String, attribute: String, type: AttributeType)
  case missingElements(entity: String, attribute: String)
  case externalStorageOfType(entity: String, attribute: String, type: AttributeType)
  case unknownConstrainedProperty(entity: String, property: String, known: [String])
  case emptyConstraint(entity: String)
  case unknownIndexedProperty(entity: String, index: String, property: String, known: [String])
  case emptyIndex(entity: String, index: String)
  case duplicateConfiguration(String)
  case unknownConfigurationEntity(configuration: String, entity: String, known: [String])
}

extension ModelProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyName(let kind, let place): "\(place) declares \(kind) without a name"
    case .duplicateEntity(let name): "entity '\(name)' is declared twice"
    case .unknownSuperentity(let entity, let superentity, let known):
      "entity '\(entity)' has superentity '\(superentity)', which the model does not declare"
        + NearestName.suggestion(for: superentity, in: known)
    case .superentityCycle(let names):
      "entity '\(names.first ?? "")' is its own ancestor: "
        + (names + names.prefix(1)).map { "'\($0)'" }.joined(separator: " inherits from ")
    case .tooManyAncestors(let entity, let limit):
      "entity '\(entity)' has more than \(limit) ancestors"
    case .duplicateProperty(let entity, let property):
      "entity '\(entity)' declares property '\(property)' twice"
    case .unknownDestination(let entity, let relationship, let destination, let model, let known):
      "relationship '\(entity).\(relationship)' has destination '\(destination)', "
        + "which model '\(model)' does not declare"
        + NearestName.suggestion(for: destination, in: known)
    case .unknownInverse(let entity, let relationship, let destination, let inverse, let known):
      "relationship '\(entity).\(relationship)' has inverse '\(destination).\(inverse)', "
        + "which '\(destination)' does not declare"
        + NearestName.suggestion(for: inverse, in: known)
    case .inverseNotMutual(let entity, let relationship, let destination, let inverse, let found):
      "relationship '\(entity).\(relationship)' has inverse '\(destination).\(inverse)', "
        + "whose own inverse is \(found.map { "'\($0)'" } ?? "not set"); "
        + "expected '\(entity).\(relationship)'"
    case .impossibleCount(let entity, let relationship, let minCount, let maxCount):
      "relationship '\(entity).\(relationship)' has minimum count \(minCount) "
        + "and maximum count \(maxCount)"
    case .orderedToOne(let entity, let relationship):
      "relationship '\(entity).\(relationship)' is ordered, but has at most one target"
    default: attributeAndIndexDescription
    }
  }

  private var attributeAndIndexDescription: String {
    switch self {
    case .untypedAttribute(let entity, let attribute):
      "attribute '\(entity).\(attribute)' has no type; only a transient attribute may lack one"
    case .unfitDefault(let entity, let attribute, let type, let value):
      "attribute '\(entity).\(attribute)' of type \(type.name) cannot have default \(value)"
    case .derivationOfTransient(let entity, let attribute):
      "attribute '\(entity).\(attribute)' is derived and transient; a derived attribute is stored"
    case .misplacedElements(let entity, let attribute, let type):
      "attribute '\(entity).\(attribute)' of type \(type.name) has elements; "
        + "only a composite attribute may"
    case .missingElements(let entity, let attribute):
      "composite attribute '\(entity).\(attribute)' has no elements"
    case .externalStorageOfType(let entity, let attribute, let type):
      "attribute '\(entity).\(attribute)' of type \(type.name) allows external storage; "
        + "only binary and transformable attributes may"
    case .unknownConstrainedProperty(let entity, let property, let known):
      "a uniqueness constraint of entity '\(entity)' names property '\(property)', "
        + "which '\(entity)' does not have" + NearestName.suggestion(for: property, in: known)
    case .emptyConstraint(let entity):
      "a uniqueness constraint of entity '\(entity)' names no property"
    case .unknownIndexedProperty(let entity, let index, let property, let known):
      "fetch index '\(entity).\(index)' names property '\(property)', "
        + "which '\(entity)' does not have" + NearestName.suggestion(for: property, in: known)
    case .emptyIndex(let entity, let index): "fetch index '\(entity).\(index)' has no elements"
    case .duplicateConfiguration(let name): "configuration '\(name)' is declared twice"
    case .unknownConfigurationEntity(let configuration, let entity, let known):
      "configuration '\(configuration)' names entity '\(entity)', which the model does not declare"
        + NearestName.suggestion(for: entity, in: known)
    default: ""
    }
  }
}
