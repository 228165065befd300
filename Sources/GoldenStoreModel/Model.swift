/// One version of a schema: what Core Data calls a managed object model.
///
/// A model is a plain value that may be wrong; ``validated()`` checks all of it.
public struct Model: Hashable, Sendable, Codable {
  /// The name of this version, such as `BookmarksModel 4`.
  public var name: String
  public var entities: [Entity]
  /// The identifiers written into a store's metadata; a model file without one has `[""]`, a
  /// model made in code has none.
  public var versionIdentifiers: [String]
  public var configurations: [ModelConfiguration]
  public var fetchRequests: [FetchRequestTemplate]
  public var userInfo: [UserInfoEntry]

  public init(
    _ name: String, versionIdentifiers: [String] = [],
    configurations: [ModelConfiguration] = [], fetchRequests: [FetchRequestTemplate] = [],
    userInfo: [UserInfoEntry] = [], @ModelBuilder _ entities: () -> [Entity] = { [] }
  ) {
    self.name = name
    self.versionIdentifiers = versionIdentifiers
    self.configurations = configurations
    self.fetchRequests = fetchRequests
    self.userInfo = userInfo
    self.entities = entities()
  }

  /// The entity with a name, if the model declares it.
  public func entity(named name: String) -> Entity? {
    entities.first { $0.name == name }
  }

  /// Joins models that share one store: the union of their entities and version identifiers.
  ///
  /// - Throws: `ModelError.mergeConflict` for an entity that two models declare, as Core Data
  ///   refuses to merge those.
  public static func merging(_ models: [Model], name: String) throws -> Model {
    var origins: [String: String] = [:]
    for model in models {
      for entity in model.entities {
        if let origin = origins[entity.name] {
          throw ModelError.mergeConflict(
            entity: entity.name, first: origin, second: model.name)
        }
        origins[entity.name] = model.name
      }
    }
    return union(of: models, name: name)
  }

  /// Joins models; an entity that two of them declare is there twice, which no valid model has.
  static func union(of models: [Model], name: String) -> Model {
    var result = Model(name)
    for model in models {
      result.entities += model.entities
      for identifier in model.versionIdentifiers
      where !result.versionIdentifiers.contains(identifier) {
        result.versionIdentifiers.append(identifier)
      }
      for configuration in model.configurations {
        result.add(configuration)
      }
      result.fetchRequests += model.fetchRequests
      result.userInfo += model.userInfo
    }
    return result
  }

  private mutating func add(_ configuration: ModelConfiguration) {
    if let index = configurations.firstIndex(where: { $0.name == configuration.name }) {
      configurations[index].entities += configuration.entities
    } else {
      configurations.append(configuration)
    }
  }
}

/// A named subset of a model's entities.
public struct ModelConfiguration: Hashable, Sendable, Codable {
  public var name: String
  /// The names of its entities, in model order.
  public var entities: [String]

  public init(_ name: String, entities: [String]) {
    self.name = name
    self.entities = entities
  }
}

/// A fetch request that a model carries; kept as text, neither hashed nor stored.
public struct FetchRequestTemplate: Hashable, Sendable, Codable {
  public var name: String
  /// The settings as the model file writes them.
  public var settings: [UserInfoEntry]

  public init(_ name: String, settings: [UserInfoEntry]) {
    self.name = name
    self.settings = settings
  }
}
