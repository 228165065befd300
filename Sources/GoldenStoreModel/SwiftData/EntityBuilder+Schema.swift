/// The constraints of SwiftData's `#Unique`: each list of properties may have its values once only.
///
/// ```swift
/// #Unique<Track>([\.album, \.number])    // Swift
/// SchemaUnique(["album", "number"])
/// ```
///
/// Format: StoreFormat F222.
public struct SchemaUnique: Hashable, Sendable {
  public var properties: [[String]]

  public init(_ properties: [String]...) { self.properties = properties }
}

/// The indexes of SwiftData's `#Index`, one for each list of properties.
///
/// ```swift
/// #Index<Track>([\.title], [\.album, \.number])    // Swift
/// SchemaIndex(["title"], ["album", "number"])
/// ```
///
/// Format: StoreFormat F225.
public struct SchemaIndex: Hashable, Sendable {
  public var properties: [[String]]

  public init(_ properties: [String]...) { self.properties = properties }
}

/// SwiftData's words beside Core Data's.
extension EntityBuilder {
  public static func buildExpression(_ part: SchemaAttribute) -> [EntityPart] {
    let isUnique = part.options.contains(.unique)
    return [.attribute(part.attribute)]
      + (isUnique ? [.uniquenessConstraint(UniquenessConstraint(part.name))] : [])
  }

  public static func buildExpression(_ part: SchemaTransient) -> [EntityPart] { [] }

  public static func buildExpression(_ part: SchemaRelationship) -> [EntityPart] {
    [.relationship(part.relationship)]
  }

  public static func buildExpression(_ part: SchemaUnique) -> [EntityPart] {
    part.properties.map { .uniquenessConstraint(UniquenessConstraint(properties: $0)) }
  }

  public static func buildExpression(_ part: SchemaIndex) -> [EntityPart] {
    part.properties.map { properties in
      .fetchIndex(
        FetchIndex(
          properties.joined(separator: "_"),
          elements: properties.map { FetchIndexElement(.property($0)) }))
    }
  }
}
