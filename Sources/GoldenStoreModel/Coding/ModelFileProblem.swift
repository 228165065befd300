/// A problem at one place of a model file.
public struct PlacedModelFileProblem: Error, Hashable, Sendable {
  /// The `<` of the element, or the place where reading stopped.
  public let place: FilePlace
  public let problem: ModelFileProblem

  public init(_ problem: ModelFileProblem, at place: FilePlace) {
    self.place = place
    self.problem = problem
  }
}

/// What can be wrong at one place of a model file.
public enum ModelFileProblem: Hashable, Sendable {
  // MARK: XML

  case notUTF8
  case documentType
  case nestedTooDeep(limit: Int)
  case strayText
  case unclosed(String)
  case mismatchedEnd(expected: String?, found: String)
  /// The XML parser refused the text with its own code.
  case malformed(code: Int)
  case noElement

  // MARK: Vocabulary

  case unexpectedElement(String, parent: String?, expected: [String])
  case missingAttribute(String, element: String)
  case unexpectedValue(attribute: String, value: String, expected: String, known: [String])
  case unknownAttributeType(String, known: [String])
  case unknownComposite(String, attribute: String, known: [String])
  case recursiveComposite(String)
  case oversizedComposite(String, limit: Int)

  // MARK: Meaning

  case model(ModelProblem)
}

extension ModelFileProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notUTF8: "expected UTF-8 text, found other bytes"
    case .documentType: "expected no document type, found '<!DOCTYPE'"
    case .nestedTooDeep(let limit): "expected at most \(limit) nested elements, found more"
    case .strayText: "expected an element, found text"
    case .unclosed(let what): "\(what) is not closed; the file seems to be cut short"
    case .mismatchedEnd(let expected, let found):
      "expected \(expected.map { "'</\($0)>'" } ?? "the end of the file"), found '</\(found)>'"
    case .malformed(let code): "expected well-formed XML (parser error \(code))"
    case .noElement: "expected element 'model', found no element"
    case .unexpectedElement(let name, let parent, let expected):
      "unexpected element '\(name)'" + (parent.map { " in element '\($0)'" } ?? "")
        + (NearestName.of(name, in: expected).map { "; did you mean '\($0)'?" }
          ?? "; expected \(ModelFileProblem.alternatives(expected))")
    case .missingAttribute(let attribute, let element):
      "element '\(element)' has no attribute '\(attribute)'"
    case .unexpectedValue(let attribute, let value, let expected, let known):
      "attribute '\(attribute)': expected \(expected), found '\(value)'"
        + NearestName.suggestion(for: value, in: known)
    case .unknownAttributeType(let name, let known):
      "unknown attribute type '\(name)'"
        + (NearestName.of(name, in: known).map { "; did you mean '\($0)'?" }
          ?? "; expected \(ModelFileProblem.alternatives(known))")
    case .unknownComposite(let name, let attribute, let known):
      "attribute '\(attribute)' has composite '\(name)', which the model does not declare"
        + NearestName.suggestion(for: name, in: known)
    case .recursiveComposite(let name): "composite '\(name)' contains itself"
    case .oversizedComposite(let name, let limit):
      "composite '\(name)' has more than \(limit) elements with those of its own composites, "
        + "or more than 16 composites inside one another"
    case .model(let problem): "\(problem)"
    }
  }

  /// `'a', 'b' or 'c'`.
  static func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// Why a file or folder is no model that can be read.
public enum ModelSourceProblem: Hashable, Sendable {
  case missing
  case unreadable(reason: String)
  case oversized(bytes: Int, limit: Int)
  case noVersion
  case noContents
  case unknownFolder
  /// The format of Xcode before 4.2: a keyed archive of the editor named `elements`.
  case elementsFormat
  /// A compiled model or another binary property list.
  case binaryPropertyList
  case damagedCurrentVersion(reason: String)
  case unknownCurrentVersion(String, known: [String])
  case unknownVersionInOrder(String, known: [String])
  case repeatedVersionInOrder(String)
  case incompleteOrder(missing: [String])
}

extension ModelSourceProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "does not exist"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .oversized(let bytes, let limit):
      "has \(bytes) bytes; expected a model file of at most \(limit)"
    case .noVersion: "holds no version: expected folders named '*.xcdatamodel'"
    case .noContents: "holds no model: file 'contents' is missing"
    case .unknownFolder:
      "is a folder; expected an '.xcdatamodeld', an '.xcdatamodel' or its 'contents' file"
    case .elementsFormat:
      "is in the format before Xcode 4.2, a file 'elements', which is not supported; "
        + "open and save it with a newer Xcode"
    case .binaryPropertyList:
      "is a binary property list, such as a compiled model; expected the XML of an '.xcdatamodel'"
    case .damagedCurrentVersion(let reason):
      "names no current version: expected a property list with '_XCCurrentVersionName', \(reason)"
    case .unknownCurrentVersion(let name, let known):
      "has '\(name)' as its current version, which it does not hold"
        + NearestName.suggestion(for: name, in: known)
        + "; it holds \(ModelError.quotedList(known))"
    case .unknownVersionInOrder(let name, let known):
      "has no version '\(name)' to put in order" + NearestName.suggestion(for: name, in: known)
        + "; it holds \(ModelError.quotedList(known))"
    case .repeatedVersionInOrder(let name): "cannot have version '\(name)' twice in its order"
    case .incompleteOrder(let missing):
      "needs an order of all its versions; \(ModelError.quotedList(missing)) "
        + (missing.count == 1 ? "is missing" : "are missing")
    }
  }
}
