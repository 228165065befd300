import GoldenStoreModel

/// The triggers of a store, and the virtual tables that stand among them.
///
/// Format: StoreFormat F71, F74, F76 to F78.
struct TriggerPlan {
  private(set) var spatialIndexes: [SpatialIndexLayout] = []
  private(set) var triggers: [TriggerLayout] = []
  /// The statements in creation order: for each entity the triggers of derived attributes that
  /// end there, then its indexes of RTree elements, each with its triggers.
  private(set) var statements: [String] = []

  private let traversal: RelationshipTraversal
  private var numbering: EntityNumbering { traversal.plan.numbering }

  init(
    _ traversal: RelationshipTraversal,
    spatialIndexes: [Int: [(layout: SpatialIndexLayout, index: String)]]
  ) {
    self.traversal = traversal
    var derived: [Int: [TriggerLayout]] = [:]
    for member in numbering.members {
      for attribute in ownDerived(of: member) {
        guard let made = triggers(of: attribute, member) else { continue }
        derived[made.end, default: []] += made.triggers
      }
    }
    for member in numbering.members {
      add(derived[member.position] ?? [])
      for (layout, index) in spatialIndexes[member.position] ?? [] {
        self.spatialIndexes.append(layout)
        statements.append(layout.createStatement)
        add(layout.triggers(index: index))
      }
    }
  }

  private mutating func add(_ added: [TriggerLayout]) {
    triggers += added
    statements += added.map(\.createStatement)
  }

  /// The derived attributes that an entity declares first, in name order.
  private func ownDerived(of member: EntityNumbering.Member) -> [Attribute] {
    member.entity.attributes.filter { attribute in
      attribute.derivation != nil
        && traversal.plan.attributeKeys.contains(
          PropertyID(entity: member.position, name: attribute.name))
    }.sorted { NameOrder.precedes($0.name, $1.name) }
  }

  /// The triggers of a derived attribute, and the position of the entity where its key path ends;
  /// `nil` for what ``LayoutSupport`` refuses.
  private func triggers(
    of attribute: Attribute, _ member: EntityNumbering.Member
  ) -> (end: Int, triggers: [TriggerLayout])? {
    let position = member.position
    guard let rule = attribute.derivation.flatMap(DerivationRule.init),
      let column = traversal.plan.attribute(named: attribute.name, of: position)
    else { return nil }
    let texts = DerivedTriggers(
      entity: member.entity.name, attribute: attribute.name, table: table(of: position),
      column: column, range: member.parent == nil ? nil : member.numberRange)
    switch rule {
    case .now:
      return (position, texts.function("NSCoreDataNow()", watching: StoreNames.lockVersion))
    case .function(let name, let argument):
      guard let value = traversal.plan.attribute(named: argument, of: position) else { return nil }
      return (position, texts.function("\(name)(NEW.\(value))", watching: value))
    case .keyPath(let name, let argument):
      guard let target = target(name, of: position), case .toOne(let key, _, _) = target.storage,
        let value = traversal.plan.attribute(named: argument, of: target.position)
      else { return nil }
      return (
        target.position,
        texts.keyPath(foreignKey: key, table: table(of: target.position), value: value)
      )
    case .count(let name):
      guard let target = target(name, of: position) else { return nil }
      return (target.position, count(texts, target.storage))
    case .sum(let name, let argument), .extreme(_, let name, let argument):
      guard let target = target(name, of: position),
        case .toManyByForeignKey(let table, let key, _) = target.storage,
        let value = traversal.plan.attribute(named: argument, of: target.position)
      else { return nil }
      let source = DerivedTriggers.Source(table: table, key: key)
      guard case .extreme(let function, _, _) = rule else {
        return (target.position, texts.sum(source, of: value))
      }
      return (target.position, texts.extreme(function, source, of: value))
    }
  }

  private func count(
    _ texts: DerivedTriggers, _ storage: RelationshipStorage
  ) -> [TriggerLayout] {
    switch storage {
    case .toOne: []
    case .toManyByForeignKey(let table, let key, _): texts.count(.init(table: table, key: key))
    case .joinTable(let join, let own, _, _):
      texts.countOfJoin(.init(table: join.name, key: own))
    }
  }

  private func target(
    _ name: String, of position: Int
  ) -> (position: Int, storage: RelationshipStorage)? {
    guard let relationship = traversal.plan.relationships[position][name],
      let storage = traversal.storage(of: relationship.id, relationship.value),
      let target = numbering.position(of: relationship.value.destination)
    else { return nil }
    return (target, storage)
  }

  private func table(of position: Int) -> String {
    StoreNames.table(ofRoot: numbering.members[numbering.members[position].root].entity.name)
  }
}
