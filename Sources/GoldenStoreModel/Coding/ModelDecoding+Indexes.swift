extension ModelDecoding {
  mutating func fetchIndex(from element: ModelElement) -> FetchIndex {
    var index = FetchIndex(
      required("name", of: element), elements: [],
      partialIndexPredicate: text("partialIndexPredicate", of: element))
    for child in element.children {
      switch child.name {
      case "fetchIndexElement": index.elements.append(fetchIndexElement(from: child))
      case "userInfo": index.userInfo += userInfo(from: child)
      default: break
      }
    }
    return index
  }

  private mutating func fetchIndexElement(from element: ModelElement) -> FetchIndexElement {
    let subject: FetchIndexElement.Subject
    if let expression = element.attributes["expression"] {
      subject = .expression(expression, type: expressionType(of: element))
    } else {
      subject = .property(required("property", of: element))
    }
    var result = FetchIndexElement(subject)
    switch element.attributes["type"] {
    case nil, "Binary": break
    case "RTree": result.kind = .rTree
    default:
      reportValue(
        "type", of: element, expected: "'Binary' or 'RTree'", known: ["Binary", "RTree"])
    }
    switch element.attributes["order"] {
    case nil, "ascending": break
    case "descending": result.isAscending = false
    default:
      reportValue(
        "order", of: element, expected: "'ascending' or 'descending'",
        known: ["ascending", "descending"])
    }
    return result
  }

  private mutating func expressionType(of element: ModelElement) -> AttributeType? {
    guard let name = element.attributes["expressionType"] else { return nil }
    let types = ModelVocabulary.attributeTypes
    let type = types.first { $0.name == name }?.type
    if type == nil { report(.unknownAttributeType(name, known: types.map(\.name)), at: element) }
    return type
  }

  /// The indexes of the time before fetch indexes, named after their properties.
  mutating func compoundIndexes(from element: ModelElement) -> [FetchIndex] {
    var indexes: [FetchIndex] = []
    for child in element.children where child.name == "compoundIndex" {
      let properties = values(of: child, named: "index")
      indexes.append(
        FetchIndex(
          properties.joined(separator: "_"),
          elements: properties.map { FetchIndexElement(.property($0)) }))
    }
    return indexes
  }

  mutating func uniquenessConstraints(from element: ModelElement) -> [UniquenessConstraint] {
    var constraints: [UniquenessConstraint] = []
    for child in element.children where child.name == "uniquenessConstraint" {
      constraints.append(UniquenessConstraint(properties: values(of: child, named: "constraint")))
    }
    return constraints
  }

  private mutating func values(of element: ModelElement, named name: String) -> [String] {
    var values: [String] = []
    for child in element.children where child.name == name {
      values.append(required("value", of: child))
    }
    return values
  }
}
