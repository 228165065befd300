/// Another schema under the name of a version that was edited in place after it had shipped.
///
/// Some devices hold stores of this schema, others of the one that the history keeps under the
/// version's name. The shape has a golden of its own, whose hashes are pinned, and every later
/// version, the version itself included, must be able to take its stores.
public struct VersionShape: Hashable, Sendable {
  /// What tells it from other shapes of the version.
  public var name: String
  /// The name of the version.
  public var version: String
  /// The schema; its name is ``key``.
  public var model: Model

  /// - Parameters:
  ///   - version: The name of the version that was edited.
  ///   - model: The schema as it was; its own name does not count.
  public init(_ name: String, of version: String, model: Model) {
    self.name = name
    self.version = version
    self.model = model
    self.model.name = key
  }

  public init(
    _ name: String, of version: String, versionIdentifiers: [String] = [],
    @ModelBuilder _ entities: () -> [Entity]
  ) {
    self.init(
      name, of: version,
      model: Model(version, versionIdentifiers: versionIdentifiers, entities))
  }

  /// The name of the shape within the history, such as `V3~beta`.
  public var key: String { "\(version)~\(name)" }
}
