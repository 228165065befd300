/// An index over properties of an entity.
public struct FetchIndex: Hashable, Sendable, Codable {
  public var name: String
  public var elements: [FetchIndexElement]
  /// The text of the predicate of a partial index; `nil` for a full one.
  public var partialIndexPredicate: String?
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, _ elements: FetchIndexElement..., where partialIndexPredicate: String? = nil
  ) {
    self.init(name, elements: elements, partialIndexPredicate: partialIndexPredicate)
  }

  public init(
    _ name: String, elements: [FetchIndexElement], partialIndexPredicate: String? = nil,
    userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicate = partialIndexPredicate
    self.userInfo = userInfo
  }
}

/// A property or expression within a fetch index.
public struct FetchIndexElement: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
  /// What an element indexes.
  public enum Subject: Hashable, Sendable, Codable {
    case property(String)
    /// An expression such as `self` or `entity`, with the type that a model file gives it.
    case expression(String, type: AttributeType?)
  }

  /// How an element is indexed.
  public enum Kind: String, Hashable, Sendable, Codable {
    case binary
    case rTree
  }

  public var subject: Subject
  public var kind: Kind
  public var isAscending: Bool

  public init(_ subject: Subject, kind: Kind = .binary, isAscending: Bool = true) {
    self.subject = subject
    self.kind = kind
    self.isAscending = isAscending
  }

  /// An ascending binary element over a property.
  public init(stringLiteral property: String) {
    self.init(.property(property))
  }

  /// A descending binary element over a property.
  public static func descending(_ property: String) -> FetchIndexElement {
    FetchIndexElement(.property(property), isAscending: false)
  }

  /// A spatial element over a property.
  public static func rTree(_ property: String) -> FetchIndexElement {
    FetchIndexElement(.property(property), kind: .rTree)
  }

  /// An element over an expression.
  public static func expression(
    _ text: String, type: AttributeType? = nil
  ) -> FetchIndexElement {
    FetchIndexElement(.expression(text, type: type))
  }

  /// The property's name, if the element indexes one.
  public var property: String? {
    if case .property(let name) = subject { name } else { nil }
  }
}

/// Properties whose values together may occur once only.
public struct UniquenessConstraint: Hashable, Sendable, Codable {
  /// The names in model order.
  public var properties: [String]

  public init(_ properties: String...) { self.properties = properties }

  public init(properties: [String]) { self.properties = properties }
}

/// A fetch request stored as a property; neither hashed nor stored.
public struct FetchedProperty: Hashable, Sendable, Codable {
  public var name: String
  public var isOptional: Bool
  /// The request's settings as the model file writes them.
  public var fetchRequest: [UserInfoEntry]
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, isOptional: Bool = true, fetchRequest: [UserInfoEntry],
    userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.isOptional = isOptional
    self.fetchRequest = fetchRequest
    self.userInfo = userInfo
  }
}
