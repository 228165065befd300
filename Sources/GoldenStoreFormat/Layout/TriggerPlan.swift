import GoldenStoreModel

/// The triggers of a store, and the virtual tables that stand among them.
///
/// Format: StoreFormat F71, F74, F76 to F78, F126.
struct TriggerPlan {
  private(set) var spatialIndexes: [SpatialIndexLayout] = []
  private(set) var triggers: [TriggerLayout] = []
  /// The columns of derived attributes, by the numbers of the declaring entities and by name.
  private(set) var derivedColumns: [DerivedColumn] = []
  /// The statements in creation order: for each entity the triggers of derived attributes that
  /// end there, then its indexes of RTree elements, each with its triggers, then the triggers of
  /// its counter attributes.
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
        guard let (end, column) = derivedColumn(of: attribute, member) else { continue }
        derivedColumns.append(column)
        derived[end, default: []] += DerivedTriggers(derived: column).triggers
      }
    }
    for member in numbering.members {
      add(derived[member.position] ?? [])
      for (layout, index) in spatialIndexes[member.position] ?? [] {
        self.spatialIndexes.append(layout)
        statements.append(layout.createStatement)
        add(layout.triggers(index: index))
      }
      addCounters(of: member)
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

  // MARK: Counters

  private mutating func addCounters(of member: EntityNumbering.Member) {
    let own = member.entity.attributes.sorted { NameOrder.precedes($0.name, $1.name) }
    for attribute in own {
      guard let counter = attribute.counter,
        let column = traversal.plan.attribute(named: attribute.name, of: member.position),
        let target = target(counter.relationship, of: member.position)
      else { continue }
      let table = table(of: member.position)
      let connection: (table: String, key: String, isToMany: Bool)
      switch target.storage {
      case .toOne(let key, _, _): connection = (self.table(of: target.position), key, false)
      case .toManyByForeignKey(let targets, let key, _): connection = (targets, key, true)
      case .joinTable: continue  // ``LayoutSupport`` refuses it.
      }
      let triggers = CounterTriggers(
        entity: member.entity.name, attribute: attribute.name, table: table, column: column,
        targets: connection.table, key: connection.key, isToMany: connection.isToMany,
        terms: counter.terms.compactMap { term in
          traversal.plan.attribute(named: term.attribute, of: target.position).map {
            (column: $0, isEqual: term.isEqual, number: term.number)
          }
        })
      add(triggers.triggers)
    }
  }

  // MARK: Derived attributes

  /// The column of a derived attribute, and the position of the entity where its key path ends;
  /// `nil` for what ``LayoutSupport`` refuses.
  private func derivedColumn(
    of attribute: Attribute, _ member: EntityNumbering.Member
  ) -> (end: Int, column: DerivedColumn)? {
    guard let rule = attribute.derivation.flatMap(DerivationRule.init),
      let column = traversal.plan.attribute(named: attribute.name, of: member.position),
      let (end, source) = source(of: rule, member.position)
    else { return nil }
    return (
      end,
      DerivedColumn(
        entity: member.entity.name, attribute: attribute.name, table: table(of: member.position),
        column: column, range: member.parent == nil ? nil : member.numberRange, source: source)
    )
  }

  private func source(
    of rule: DerivationRule, _ position: Int
  ) -> (end: Int, source: DerivedColumn.Source)? {
    switch rule {
    case .now: return (position, .now)
    case .function(let function, let argument):
      guard let value = traversal.plan.attribute(named: argument, of: position) else { return nil }
      return (position, .function(function, value: value))
    case .keyPath(let name, let argument):
      guard let target = target(name, of: position), case .toOne(let key, _, _) = target.storage,
        let value = traversal.plan.attribute(named: argument, of: target.position)
      else { return nil }
      return (
        target.position,
        .keyPath(foreignKey: key, table: table(of: target.position), value: value)
      )
    case .count(let name):
      guard let target = target(name, of: position), let targets = targets(target.storage) else {
        return nil
      }
      return (target.position, .count(targets))
    case .sum(let name, let argument), .extreme(_, let name, let argument):
      guard let target = target(name, of: position), let targets = targets(target.storage),
        !targets.isJoin,
        let value = traversal.plan.attribute(named: argument, of: target.position)
      else { return nil }
      guard case .extreme(let extreme, _, _) = rule else {
        return (target.position, .sum(targets, value: value))
      }
      return (target.position, .extreme(extreme, targets, value: value))
    }
  }

  private func targets(_ storage: RelationshipStorage) -> DerivedColumn.Targets? {
    switch storage {
    case .toOne: nil
    case .toManyByForeignKey(let table, let key, _): .init(table: table, key: key, isJoin: false)
    case .joinTable(let join, let own, _, _): .init(table: join.name, key: own, isJoin: true)
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
