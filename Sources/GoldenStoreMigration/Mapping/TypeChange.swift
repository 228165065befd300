import GoldenStoreModel

/// What a change of an attribute's type means for its values.
///
/// Format: StoreFormat F104.
public enum TypeChange: Hashable, Sendable {
  /// The type stays.
  case none
  /// A wider number: every value fits, and nothing is written.
  case widening
  /// Another kind of number: the cells are copied as they are, unconverted and unchecked.
  case numeric
  /// Between binary and transformable, which the destination allows: the bytes are copied.
  case bytes

  /// The key in an attribute's user info that allows a change between binary and transformable.
  static let allowanceKey = "NSMigrationAllowTypeTransformation"

  /// Returns what a change means, or why there is none.
  ///
  /// - Throws: The problem, in terms of `entity` and the destination's name of the attribute.
  static func between(
    _ source: Attribute, _ destination: Attribute, entity: String
  ) throws(InferenceProblem) -> TypeChange {
    if source.type == destination.type { return .none }
    if source.type.isWidened(by: destination.type) { return .widening }
    if source.type.isNumeric || source.type == .boolean,
      destination.type.isNumeric || destination.type == .boolean
    {
      return .numeric
    }
    guard destination.userInfo.contains(where: { $0.key == allowanceKey }) else {
      throw .incompatibleTypes(
        entity: entity, attribute: destination.name, source: source.type,
        destination: destination.type)
    }
    guard source.type.isBytes, destination.type.isBytes else {
      throw .impossibleTransformation(
        entity: entity, attribute: destination.name, source: source.type,
        destination: destination.type)
    }
    for attribute in [source, destination]
    where attribute.type == .binary && attribute.allowsExternalBinaryDataStorage {
      throw .externalTransformation(entity: entity, attribute: destination.name)
    }
    return .bytes
  }
}

extension InferenceProblem: Error {}

extension AttributeType {
  /// Whether the type is one of the numbers, the booleans apart.
  fileprivate var isNumeric: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: true
    case .undefined, .string, .boolean, .date, .binary, .uuid, .uri, .transformable, .objectID,
      .composite:
      false
    }
  }

  fileprivate var isBytes: Bool { self == .binary || self == .transformable }

  /// Whether every value of this type is one of the other, in the same storage class.
  func isWidened(by other: AttributeType) -> Bool {
    switch self {
    case .integer16: other == .integer32 || other == .integer64
    case .integer32: other == .integer64
    case .float: other == .double
    case .boolean: other == .integer16 || other == .integer32 || other == .integer64
    case .undefined, .integer64, .decimal, .double, .string, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      false
    }
  }
}
