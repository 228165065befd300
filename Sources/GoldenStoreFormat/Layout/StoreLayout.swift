public import GoldenStoreModel

/// The tables, columns and indexes that a store of a model has.
///
/// A pure function of the model: it touches no file, and two equal models have equal layouts.
/// The layout is the one that framework 1345 writes.
///
/// Format: facts F50 to F79 of StoreFormat.
public struct StoreLayout: Hashable, Sendable {
  public let model: ValidatedModel
  /// Every entity, in the order of ``EntityLayout/number``.
  public let entities: [EntityLayout]
  /// The tables of the root entities, in creation order.
  public let tables: [TableLayout]
  /// The tables of the many-to-many relationships, in creation order.
  public let joinTables: [JoinTableLayout]
  /// The indexes, in creation order.
  public let indexes: [IndexLayout]
  /// Every statement that makes an empty store, in the order in which Core Data runs them.
  public let statements: [String]

  private let positions: [String: Int]

  /// The entity with a name.
  public func entity(named name: String) -> EntityLayout? {
    positions[name].map { entities[$0] }
  }

  /// The table with a name, if it belongs to a root entity.
  public func table(named name: String) -> TableLayout? {
    tables.first { $0.name == name }
  }
}

extension StoreLayout {
  /// Lays out the store of a model.
  ///
  /// - Throws: `StoreError.notSupported` for a feature of the model whose layout is not known.
  public init(_ model: ValidatedModel) throws(StoreError) {
    throw .notSupported(feature: "a layout", place: "model '\(model.name)'")
  }
}
