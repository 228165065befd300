/// The version of a SwiftData schema: what SwiftData calls `Schema.Version`.
///
/// It names a schema and decides nothing: stores are told by their hashes.
public struct SchemaVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let major: Int
  public let minor: Int
  public let patch: Int

  public init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The three numbers with dots, such as `1.0.0`.
  public var description: String { "\(major).\(minor).\(patch)" }

  public static func < (left: SchemaVersion, right: SchemaVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension Model {
  /// The model that SwiftData makes of a `VersionedSchema`: its version is the one identifier, and
  /// the configuration `default` has every entity.
  ///
  /// An entity is named after the type without the types around it, and is declared with
  /// ``SchemaAttribute``, ``SchemaRelationship``, ``SchemaUnique``, ``SchemaIndex`` and
  /// ``SchemaTransient``; Core Data's own words may stand beside them. A schema without a version
  /// has 1.0.0.
  ///
  /// Format: StoreFormat F220.
  ///
  /// - Parameters:
  ///   - name: The name by which the history calls this version, such as `LibrarySchemaV1`.
  ///   - versionIdentifier: The schema's `versionIdentifier`.
  ///   - userInfo: What the history notes about this version; SwiftData has no such thing.
  ///   - entities: All models of the schema, also those that only a relationship leads to.
  public init(
    _ name: String, versionIdentifier: SchemaVersion, userInfo: [UserInfoEntry] = [],
    @ModelBuilder _ entities: () -> [Entity]
  ) {
    self.init(
      name, versionIdentifiers: [versionIdentifier.description], userInfo: userInfo, entities)
    configurations = [ModelConfiguration("default", entities: self.entities.map(\.name))]
  }
}
