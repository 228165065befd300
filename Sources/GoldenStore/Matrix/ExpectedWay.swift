import GoldenStoreFormat
package import GoldenStoreModel

/// Where migrations of a history stop, and what code makes of the objects there.
///
/// Written down apart from what plans migrations: a custom stage is a stop at both of its ends, and
/// between stops inference alone leads on.
package struct ExpectedWay {
  /// Two versions between which objects change by more than inference.
  struct Change {
    /// What the messages call it.
    let name: String
    let source: Int
    let destination: Int
    /// The stage of the history; `nil` for code that is none.
    var stage: MigrationStage?
    var expects: [StageExpectation]
  }

  struct Hop {
    let source: Int
    let destination: Int
    var change: Change?
  }

  /// What a way makes of the objects of its first version.
  package struct Foresight {
    package var expectation: Expectation
    /// The declared expectations that changed nothing although they begin where the way does.
    var idle: [String] = []
    /// The stages whose code must be called, by description.
    var calledStages: [(source: Int, destination: Int, name: String)] = []
  }

  private let history: ModelHistory
  private let changes: [Change]

  package init(_ history: ModelHistory) {
    self.history = history
    func position(_ name: String) -> Int? {
      history.versions.firstIndex { $0.name == name }
    }
    var changes: [Change] = []
    for stage in history.stages {
      guard case .custom(let source, let destination) = stage.kind, let first = position(source),
        let last = position(destination)
      else { continue }
      changes.append(
        Change(
          name: "\(stage)", source: first, destination: last, stage: stage,
          expects: stage.expects))
    }
    for expectation in history.expectations {
      guard case .change(let source, let destination, let expects) = expectation,
        let first = position(source), let last = position(destination)
      else { continue }
      let same = changes.firstIndex { $0.source == first && $0.destination == last }
      if let same {
        changes[same].expects += expects
      } else {
        changes.append(
          Change(
            name: "\(expectation)", source: first, destination: last, stage: nil,
            expects: expects))
      }
    }
    self.changes = changes.sorted { $0.source < $1.source }
  }

  /// Whether objects change between two versions by more than inference.
  func isInferred(from source: Int, to destination: Int) -> Bool {
    !changes.contains { $0.source < destination && $0.destination > source }
  }

  /// The hops between two versions.
  ///
  /// - Throws: `GoldenError.underivableStage` for a way that begins or ends within a stage, or
  ///   crosses one with code of which nothing is declared.
  func hops(from source: Int, to destination: Int) throws -> [Hop] {
    var hops: [Hop] = []
    var place = source
    for change in changes where change.source < destination && change.destination > source {
      let isDeclared = !change.expects.isEmpty || change.stage?.hasCode != true
      guard change.source >= place, change.destination <= destination, isDeclared else {
        throw GoldenError.underivableStage(
          stage: change.name, source: history.versions[source].name,
          destination: history.versions[destination].name)
      }
      if change.source > place { hops.append(Hop(source: place, destination: change.source)) }
      hops.append(Hop(source: change.source, destination: change.destination, change: change))
      place = change.destination
    }
    if place < destination { hops.append(Hop(source: place, destination: destination)) }
    return hops
  }

  /// How many migrations the portable engine makes of a way: changes that are no stages of the
  /// history are no stops.
  func stops(from source: Int, to destination: Int) -> [(source: Int, destination: Int)] {
    var stops: [(source: Int, destination: Int)] = []
    var place = source
    for change in changes where change.stage != nil {
      guard change.source >= place, change.destination <= destination else { continue }
      if change.source > place { stops.append((place, change.source)) }
      stops.append((change.source, change.destination))
      place = change.destination
    }
    if place < destination { stops.append((place, destination)) }
    return stops
  }

  /// Foresees what a way makes of objects.
  ///
  /// - Parameters:
  ///   - undecided: The orders that nothing decided on the way so far.
  ///   - models: The models of the versions, by position.
  package func foresee(
    _ contents: StoreContents, undecided: Set<ContentsComparison.UndecidedOrder> = [],
    from source: Int, to destination: Int, models: [ValidatedModel]
  ) throws -> Foresight {
    var foresight = Foresight(
      expectation: Expectation(contents: contents, undecidedOrders: undecided))
    for hop in try hops(from: source, to: destination) {
      let before = foresight.expectation
      let after = try Expectation(
        of: before.contents, from: models[hop.source], to: models[hop.destination],
        stage: hop.change?.expects ?? [])
      foresight.expectation = after.inheriting(
        before.undecidedOrders, from: models[hop.source], to: models[hop.destination])
      guard let change = hop.change else { continue }
      if change.source == source {
        foresight.idle += after.idle.map { "\(change.name): \($0)" }
      }
      if let stage = change.stage, stage.isCalled(on: before.contents) {
        foresight.calledStages.append((change.source, change.destination, change.name))
      }
    }
    return foresight
  }
}

extension Expectation {
  /// Adds the orders that were undecided before and still are.
  fileprivate func inheriting(
    _ orders: Set<ContentsComparison.UndecidedOrder>, from source: ValidatedModel,
    to destination: ValidatedModel
  ) -> Expectation {
    var undecided = undecidedOrders
    for order in orders {
      guard let former = source.entity(named: order.entity),
        let relationship = source.persistedRelationships(of: former)
          .first(where: { $0.name == order.relationship })
      else { continue }
      for entity in destination.entitiesByName where entity.renamingKey == former.renamingKey {
        for heir in destination.persistedRelationships(of: entity)
        where heir.renamingKey == relationship.renamingKey && heir.isOrdered {
          undecided.insert(.init(entity: entity.name, relationship: heir.name))
        }
      }
    }
    return Expectation(contents: contents, undecidedOrders: undecided, idle: idle)
  }
}

extension MigrationStage {
  /// Whether code must be called where the stage runs on some objects.
  fileprivate func isCalled(on contents: StoreContents) -> Bool {
    if willMigrate != nil || didMigrate != nil { return true }
    return (entityMappings ?? []).contains { mapping in
      if mapping.beginEntityMapping != nil || mapping.performCustomValidation != nil {
        return true
      }
      let isPerObject =
        mapping.filter != nil || mapping.values != nil
        || mapping.createDestinationInstances != nil || mapping.createRelationships != nil
      return isPerObject && mapping.source.map { !contents.objects(of: $0).isEmpty } ?? false
    }
  }
}
