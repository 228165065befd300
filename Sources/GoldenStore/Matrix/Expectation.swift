import GoldenStoreFormat
package import GoldenStoreModel

/// What a migration must make of a store's objects, derived on values from two models.
///
/// Objects, attributes and relationships are found by their renaming keys. The rules are written
/// down a second time here, on purpose: nothing is shared with what infers and runs migrations.
package struct Expectation: Hashable, Sendable {
  package let contents: StoreContents
  /// Ordered relationships whose order no rule decides, because the source has none.
  package let undecidedOrders: Set<ContentsComparison.UndecidedOrder>
  /// The declared expectations, by their descriptions, that changed nothing.
  package let idle: [String]

  init(
    contents: StoreContents, undecidedOrders: Set<ContentsComparison.UndecidedOrder>,
    idle: [String] = []
  ) {
    self.contents = contents
    self.undecidedOrders = undecidedOrders
    self.idle = idle
  }

  /// Derives the destination's objects from the source's.
  ///
  /// Derived attributes are computed anew, but the time that `now()` gave stays.
  ///
  /// - Parameter stage: What code between the two versions makes of the objects.
  /// - Throws: `GoldenError.underivable` for a change of type without a rule, `.cannotDerive` and
  ///   `.inexactSum` for derived attributes, `.badExpectation`, and what closures of the stage's
  ///   expectations throw.
  package init(
    of source: StoreContents, from sourceModel: ValidatedModel,
    to destinationModel: ValidatedModel, stage: [StageExpectation] = []
  ) throws {
    var application = StageApplication(stage, source, sourceModel, destinationModel)
    try application.reduceSource()
    var derivation = try Derivation(
      application.reduced, sourceModel, destinationModel, settable: application.settable)
    var entities: [EntityContents] = []
    for entity in destinationModel.entitiesByName where !entity.isAbstract {
      entities.append(try derivation.contents(of: entity))
    }
    try application.apply(to: StoreContents(entities: entities), derivation)
    contents = try DerivedValues(destinationModel).applied(
      to: application.foreseen, keepingTimes: derivation.keepsTime)
    undecidedOrders = derivation.undecidedOrders.union(application.undecidedOrders)
      .subtracting(application.decidedOrders)
    idle = application.idle
  }

  /// How many attributes and relationships the expected objects have.
  package var valueCount: Int { valueCount(by: ComparisonRules()) }

  /// How many of them are compared.
  func valueCount(by rules: ComparisonRules) -> Int {
    contents.entities.reduce(0) { sum, entity in
      let ignored = rules.ignoredCount(of: entity.entity)
      return entity.objects.reduce(sum) { $0 + $1.values.count + $1.targets.count - ignored }
    }
  }

  package var objectCount: Int { contents.entities.reduce(0) { $0 + $1.objects.count } }
}
