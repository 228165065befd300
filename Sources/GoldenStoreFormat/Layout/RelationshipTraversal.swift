import GoldenStoreModel

/// The walk over all relationships that decides which side owns a join table, and in which order
/// order keys, virtual to-ones and join columns get their names.
///
/// Entities are visited by name without regard to case, whatever their family; a visit walks the
/// entity's keys in the order of a hash table that was filled before.
///
/// Format: StoreFormat F69, F70.
struct RelationshipTraversal {
  /// The names and columns so far, which the walk completes.
  private(set) var plan: ColumnPlan
  /// The join table of each many-to-many, under the relationships of both sides.
  private(set) var joins: [PropertyID: JoinTableLayout] = [:]
  /// The columns in the destination that stand in for the inverse of a to-many without one.
  private(set) var virtualToOnes: [PropertyID: ToOneColumns] = [:]

  private var keys: [KeyTable] = []
  private var finishedOrderKeys: Set<PropertyID> = []

  private typealias Met = (id: PropertyID, value: Relationship)

  /// - Parameter properties: the properties of each entity in name order, inherited and transient
  ///   ones included.
  init(_ plan: ColumnPlan, _ properties: [EntityProperties]) throws(StoreError) {
    self.plan = plan
    fillKeys(properties)
    for entity in plan.numbering.positionsByName {
      guard let order = VisitTable.ordered(keys[entity].keys) else {
        throw .notSupported(
          feature: "an entity with more than \(VisitTable.largestCount) columns and relationships",
          place: "entity '\(plan.numbering.members[entity].entity.name)'")
      }
      for key in order {
        if let met = self.plan.relationships[entity][key] { meet(met, visiting: entity) }
      }
    }
  }

  // MARK: Keys

  private mutating func fillKeys(_ properties: [EntityProperties]) {
    for member in plan.numbering.members {
      var table = KeyTable(member.parent.map { keys[$0].keys } ?? ["_ent", "_pk", "_opt"])
      let attributes = KeyTable(properties[member.position].attributes.map(\.name))
      for name in attributes.keys
      where plan.attributeKeys.contains(PropertyID(entity: member.position, name: name)) {
        table.insert(name)
      }
      let relationships = KeyTable(properties[member.position].relationships.map(\.name))
      for name in relationships.keys {
        guard let found = plan.relationships[member.position][name],
          found.id.entity == member.position
        else { continue }
        if let columns = plan.toOnes[found.id] {
          table.insert("_\(columns.foreignKey)")
          if let column = columns.entityColumn { table.insert("_\(column)") }
        }
        table.insert(name)
      }
      keys.append(table)
    }
  }

  /// Adds keys to an entity and its descendants.
  private mutating func addKeys(_ names: [String], to entity: Int) {
    for position in entity...plan.numbering.members[entity].last {
      for name in names { keys[position].insert(name) }
    }
  }

  // MARK: Relationships

  private mutating func meet(_ met: Met, visiting entity: Int) {
    guard let inverse = plan.inverse(of: met.value) else {
      if met.value.isToMany, virtualToOnes[met.id] == nil { addVirtualToOne(for: met) }
      return
    }
    switch (met.value.isToMany, inverse.value.isToMany) {
    case (true, true):
      if joins[met.id] == nil { addJoin(owner: met, inverse: inverse) }
    case (true, false):
      link(inverse, toMany: met)
    case (false, true):
      link(met, toMany: inverse)
      finishOrderKey(of: met, visiting: entity)
    case (false, false):
      break
    }
  }

  /// Reserves the name of the order key when either side is met for the first time.
  private mutating func link(_ toOne: Met, toMany: Met) {
    guard toMany.value.isOrdered, plan.toOnes[toOne.id]?.orderKey == nil else { return }
    let name = plan.uniqueName(
      StoreNames.orderKey(of: toOne.value.name), inFamilyOf: toOne.id.entity)
    plan.toOnes[toOne.id]?.orderKey = name
  }

  /// Adds the key to what was visited, and the column when that declares the to-one.
  private mutating func finishOrderKey(of toOne: Met, visiting entity: Int) {
    guard let column = plan.toOnes[toOne.id]?.orderKey else { return }
    addKeys(["_\(column)"], to: entity)
    guard entity == toOne.id.entity, finishedOrderKeys.insert(toOne.id).inserted else { return }
    plan.add(
      column, .integer,
      .orderKey(entity: name(of: entity), relationship: toOne.value.name), entity: entity)
  }

  private mutating func addVirtualToOne(for met: Met) {
    guard let destination = plan.numbering.position(of: met.value.destination) else { return }
    let source = name(of: met.id.entity)
    let virtual = StoreNames.virtualToOne(of: met.value.name, source: met.id.entity + 1)
    let foreignKey = plan.uniqueName(
      StoreNames.column(of: virtual), inFamilyOf: destination)
    plan.add(
      foreignKey, .integer,
      .virtualForeignKey(entity: source, relationship: met.value.name), entity: destination)
    addKeys(["_\(foreignKey)", virtual], to: destination)
    var orderKey: String?
    if met.value.isOrdered {
      let name = plan.uniqueName(StoreNames.orderKey(of: virtual), inFamilyOf: destination)
      plan.add(
        name, .integer,
        .virtualOrderKey(entity: source, relationship: met.value.name), entity: destination)
      addKeys(["_\(name)"], to: destination)
      orderKey = name
    }
    virtualToOnes[met.id] = ToOneColumns(
      foreignKey: foreignKey, entityColumn: nil, orderKey: orderKey)
  }

  /// Makes the side that is met first the owner; the second column takes its name first.
  private mutating func addJoin(owner: Met, inverse: Met) {
    let ownerNumber = owner.id.entity + 1
    let inverseNumber = inverse.id.entity + 1
    var inverseColumn = StoreNames.reflexiveColumn
    var inverseOrderKey: String?
    if owner.id != inverse.id {
      inverseColumn = plan.uniqueName(
        StoreNames.join(owner.value.name, entity: inverseNumber), inFamilyOf: inverse.id.entity)
      if owner.value.isOrdered {
        inverseOrderKey = plan.uniqueName(
          StoreNames.joinOrderKey(owner.value.name, entity: inverseNumber),
          inFamilyOf: inverse.id.entity)
      }
    }
    let ownerColumn = plan.uniqueName(
      StoreNames.join(inverse.value.name, entity: ownerNumber), inFamilyOf: owner.id.entity)
    var ownerOrderKey: String?
    if owner.id != inverse.id, inverse.value.isOrdered {
      ownerOrderKey = plan.uniqueName(
        StoreNames.joinOrderKey(inverse.value.name, entity: ownerNumber),
        inFamilyOf: owner.id.entity)
    }
    let join = JoinTableLayout(
      name: StoreNames.join(owner.value.name, entity: ownerNumber),
      ownerEntity: name(of: owner.id.entity), ownerRelationship: owner.value.name,
      inverseEntity: name(of: inverse.id.entity), inverseRelationship: inverse.value.name,
      ownerColumn: ownerColumn, inverseColumn: inverseColumn, ownerOrderKey: ownerOrderKey,
      inverseOrderKey: inverseOrderKey)
    joins[owner.id] = join
    joins[inverse.id] = join
  }

  private func name(of entity: Int) -> String { plan.numbering.members[entity].entity.name }
}
