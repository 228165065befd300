public import GoldenStoreModel

/// How the objects of one version become objects of another.
public struct MappingModel: Hashable, Sendable {
  /// The name of the source version.
  public let source: String
  /// The name of the destination version.
  public let destination: String
  /// The destination's entities by name, then the removed entities by name.
  public let entityMappings: [EntityMapping]

  /// Infers the mapping from the two models alone, as Core Data does.
  ///
  /// Entities and properties are matched by their renaming identifiers and nothing else.
  ///
  /// Format: StoreFormat F100–F109.
  ///
  /// - Throws: `MigrationError.cannotInfer` with the first problem, by entity and property name;
  ///   `.model` where a version hash cannot be computed.
  public static func inferred(
    from source: ValidatedModel, to destination: ValidatedModel
  ) throws(MigrationError) -> MappingModel {
    let inference: MappingInference
    do throws(ModelError) {
      inference = try MappingInference(source: source, destination: destination)
    } catch {
      throw .model(error)
    }
    do throws(InferenceProblem) {
      return MappingModel(
        source: source.name, destination: destination.name,
        entityMappings: try inference.mappings())
    } catch {
      throw .cannotInfer(source: source.name, destination: destination.name, error)
    }
  }

  /// The mapping that ends in an entity of the destination.
  public func mapping(to destination: String) -> EntityMapping? {
    entityMappings.first { $0.destination == destination }
  }

  /// The mapping that begins at an entity of the source.
  public func mapping(from source: String) -> EntityMapping? {
    entityMappings.first { $0.source == source }
  }

  /// Whether nothing changes.
  public var isIdentity: Bool { entityMappings.allSatisfy { $0.kind == .copy } }
}

extension MappingModel: CustomStringConvertible {
  public var description: String {
    (["'\(source)' → '\(destination)'"] + entityMappings.map(\.description))
      .joined(separator: "\n")
  }
}
