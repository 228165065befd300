/// One pass over the elements of a model file that makes a model of them.
///
/// It goes on after a problem, so that a file is reported as a whole.
struct ModelDecoding {
  /// How many problems of one file are reported.
  static let problemLimit = 20

  let file: String
  private(set) var problems: [PlacedModelFileProblem] = []
  private(set) var notes: [ModelFileNote] = []
  /// Where an entity or property begins, for problems that only the whole model shows; of equal
  /// names the last.
  private var places: [[String]: FilePlace] = [:]
  var composites: [String: ModelElement] = [:]
  /// How many elements of composites the current attribute has brought in.
  var elementCount = 0

  init(file: String) { self.file = file }

  /// Makes a model of the root element; what is wrong stands in `problems` afterwards.
  mutating func model(named name: String, from root: ModelElement) -> Model {
    var model = Model(name)
    guard root.name == "model" else {
      report(.unexpectedElement(root.name, parent: nil, expected: ["model"]), at: root)
      return model
    }
    checkVocabulary(of: root)
    model.versionIdentifiers = [root.attributes["userDefinedModelVersionIdentifier"] ?? ""]
    for child in root.children where child.name == "composite" {
      composites[required("name", of: child)] = child
    }
    for child in root.children {
      switch child.name {
      case "entity": model.entities.append(entity(from: child))
      case "configuration": model.configurations.append(configuration(from: child))
      case "fetchRequest":
        model.fetchRequests.append(
          FetchRequestTemplate(required("name", of: child), settings: settings(of: child)))
      case "userInfo": model.userInfo += userInfo(from: child)
      default: break
      }
    }
    if problems.isEmpty { checkMeaning(of: model, root: root) }
    return model
  }

  private mutating func entity(from element: ModelElement) -> Entity {
    let name = required("name", of: element)
    places[[name]] = element.place
    var entity = Entity(name)
    entity.superentity = text("parentEntity", of: element)
    entity.isAbstract = boolean("isAbstract", of: element)
    entity.className = text("representedClassName", of: element)
    entity.renamingIdentifier = text("elementID", of: element)
    entity.versionHashModifier = text("versionHashModifier", of: element)
    var legacyIndexes: [FetchIndex] = []
    for child in element.children {
      if let property = child.attributes["name"] { places[[name, property]] = child.place }
      switch child.name {
      case "attribute":
        let attribute = attribute(from: child)
        entity.attributes.append(attribute)
        if boolean("indexed", of: child) {
          legacyIndexes.append(
            FetchIndex(attribute.name, elements: [.init(.property(attribute.name))]))
        }
      case "relationship": entity.relationships.append(relationship(from: child))
      case "fetchedProperty": entity.fetchedProperties.append(fetchedProperty(from: child))
      case "fetchIndex": entity.fetchIndexes.append(fetchIndex(from: child))
      case "compoundIndexes": legacyIndexes += compoundIndexes(from: child)
      case "uniquenessConstraints":
        entity.uniquenessConstraints += uniquenessConstraints(from: child)
      case "userInfo": entity.userInfo += userInfo(from: child)
      default: break
      }
    }
    entity.fetchIndexes += legacyIndexes
    return entity
  }

  private mutating func configuration(from element: ModelElement) -> ModelConfiguration {
    let name = required("name", of: element)
    places[["configuration", name, ""]] = element.place
    var entities: [String] = []
    for child in element.children where child.name == "memberEntity" {
      entities.append(required("name", of: child))
    }
    return ModelConfiguration(name, entities: entities)
  }
}

// MARK: Attributes of elements

extension ModelDecoding {
  /// The value of an attribute that must be there; empty where it is not.
  mutating func required(_ attribute: String, of element: ModelElement) -> String {
    guard let value = element.attributes[attribute] else {
      report(.missingAttribute(attribute, element: element.name), at: element)
      return ""
    }
    return value
  }

  /// The value of an attribute; `nil` where it is absent or empty.
  func text(_ attribute: String, of element: ModelElement) -> String? {
    element.attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a YES-or-NO attribute; absent means NO.
  mutating func boolean(_ attribute: String, of element: ModelElement) -> Bool {
    guard let value = element.attributes[attribute] else { return false }
    if value != "YES", value != "NO" {
      reportValue(attribute, of: element, expected: "'YES' or 'NO'")
    }
    return value == "YES"
  }

  /// The value of a whole-number attribute that fits in 32 bits, as the hash needs it.
  mutating func count(_ attribute: String, of element: ModelElement) -> Int? {
    guard let value = element.attributes[attribute] else { return nil }
    guard let number = Int32(value) else {
      reportValue(attribute, of: element, expected: "a whole number")
      return nil
    }
    return Int(number)
  }

  /// The entries of a user-info element, in file order.
  mutating func userInfo(from element: ModelElement) -> [UserInfoEntry] {
    var entries: [UserInfoEntry] = []
    for child in element.children where child.name == "entry" {
      entries.append(UserInfoEntry(required("key", of: child), child.attributes["value"] ?? ""))
    }
    return entries
  }

  /// All attributes but the name, sorted by theirs.
  func settings(of element: ModelElement) -> [UserInfoEntry] {
    element.attributes.filter { $0.key != "name" }
      .map { UserInfoEntry($0.key, $0.value) }
      .sorted { NameOrder.precedes($0.key, $1.key) }
  }
}

// MARK: Problems and notes

extension ModelDecoding {
  mutating func report(_ problem: ModelFileProblem, at element: ModelElement) {
    if problems.count < ModelDecoding.problemLimit {
      problems.append(PlacedModelFileProblem(problem, at: element.place))
    }
  }

  mutating func reportValue(
    _ attribute: String, of element: ModelElement, expected: String, known: [String] = []
  ) {
    report(
      .unexpectedValue(
        attribute: attribute, value: element.attributes[attribute] ?? "", expected: expected,
        known: known),
      at: element)
  }

  mutating func note(_ subject: ModelFileNote.Subject, at element: ModelElement) {
    notes.append(ModelFileNote(file: file, place: element.place, subject: subject))
  }

  /// Reports unknown elements and notes unknown attributes, all the way down.
  private mutating func checkVocabulary(of element: ModelElement) {
    guard let vocabulary = ModelVocabulary.of(element.name) else { return }
    let unknown = element.attributes.keys.filter { !vocabulary.attributes.contains($0) }
    for name in unknown.sorted(by: NameOrder.precedes) {
      note(
        .unknownAttribute(name, element: element.name, known: vocabulary.attributes), at: element)
    }
    for child in element.children {
      if vocabulary.children.contains(child.name) {
        checkVocabulary(of: child)
      } else {
        report(
          .unexpectedElement(child.name, parent: element.name, expected: vocabulary.children),
          at: child)
      }
    }
  }

  /// Checks the model as a whole, and finds the place of each problem.
  private mutating func checkMeaning(of model: Model, root: ModelElement) {
    for problem in model.findProblems().problems.prefix(ModelDecoding.problemLimit) {
      let path = problem.path
      let place = places[path] ?? places[Array(path.prefix(1))] ?? root.place
      problems.append(PlacedModelFileProblem(.model(problem), at: place))
    }
  }
}
