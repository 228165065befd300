public import GoldenStoreModel
import GoldenStoreFormat

/// The statements that turn a store of one version into a store of another, in the file itself.
///
/// A pure function of the two models and of the schema that the file really has.
///
/// Format: StoreFormat F110–F119.
public struct InPlaceMigration: Hashable, Sendable {
  public let mapping: MappingModel
  /// The most expensive thing that is done to a table.
  public let path: MigrationPath
  /// The statements in the order in which they run.
  public let statements: [MigrationStatement]

  /// Plans a migration of a store that is as its model describes it.
  ///
  /// - Throws: `MigrationError`.
  public init(
    from source: ValidatedModel, to destination: ValidatedModel
  ) throws(MigrationError) {
    try self.init(from: source, to: destination, schema: nil)
  }

  /// Plans a migration of a store with a schema of its own; `nil` means a fresh one.
  package init(
    from source: ValidatedModel, to destination: ValidatedModel, schema: StoreSchema?
  ) throws(MigrationError) {
    throw .notSupportedYet(
      source: source.name, destination: destination.name, what: "a migration in place")
  }
}

extension InPlaceMigration: CustomStringConvertible {
  public var description: String {
    statements.map { "\($0.text);" }.joined(separator: "\n")
  }
}
