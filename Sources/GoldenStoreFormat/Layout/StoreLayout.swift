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
  /// The indexes of RTree elements, in creation order.
  public let spatialIndexes: [SpatialIndexLayout]
  /// The triggers that keep derived attributes and indexes of RTree elements, in creation order.
  public let triggers: [TriggerLayout]
  /// The columns of derived attributes, entity by entity.
  package let derivedColumns: [DerivedColumn]
  /// The tables of persistent history; `nil` for a store without.
  public let history: HistoryLayout?
  /// Every statement that makes an empty store, in the order in which Core Data runs them.
  public let statements: [String]

  private let positions: [String: Int]

  /// The tables that hold rows of the model, those of joins last, each with its columns.
  package var rowTables: [(name: String, columns: [String])] {
    tables.map { ($0.name, $0.columns.map(\.name)) } + joinTables.map { ($0.name, $0.columns) }
  }

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
  /// - Parameter includesHistory: Whether the store has the tables of persistent history.
  /// - Throws: `StoreError.notSupported` for a feature of the model whose layout is not known.
  public init(_ model: ValidatedModel, includesHistory: Bool = false) throws(StoreError) {
    let numbering = EntityNumbering(model)
    try LayoutSupport(model, numbering).check()
    let properties = numbering.members.map {
      EntityProperties(
        attributes: model.attributes(of: $0.entity),
        relationships: model.relationships(of: $0.entity))
    }
    let traversal = try RelationshipTraversal(ColumnPlan(numbering), properties)
    let plan = traversal.plan

    let roots = numbering.members.filter { $0.parent == nil }
    let joins = numbering.members.map { member in
      member.entity.relationships.sorted { NameOrder.precedes($0.name, $1.name) }
        .compactMap { relationship -> JoinTableLayout? in
          let join = traversal.joins[
            PropertyID(entity: member.position, name: relationship.name)]
          guard let join, join.ownerEntity == member.entity.name,
            join.ownerRelationship == relationship.name
          else { return nil }
          return join
        }
    }
    tables = roots.map { root in
      TableLayout(
        name: StoreNames.table(ofRoot: root.entity.name), rootEntity: root.entity.name,
        columns: ColumnLayout.fixed + plan.sortedColumns(ofRoot: root.position))
    }
    joinTables = joins.flatMap { $0 }
    let indexPlan = IndexPlan(plan, tables: tables, joins: joins)
    indexes = indexPlan.indexes
    let triggerPlan = TriggerPlan(traversal, spatialIndexes: indexPlan.spatialIndexes)
    spatialIndexes = triggerPlan.spatialIndexes
    triggers = triggerPlan.triggers
    derivedColumns = triggerPlan.derivedColumns
    try LayoutSupport.checkCollisions(
      tables: tables, joinTables: joinTables,
      others: indexes.map(\.name) + spatialIndexes.flatMap { [$0.name] + $0.shadowTables }
        + triggers.map(\.name))
    history = includesHistory ? HistoryLayout(model) : nil

    let creation = zip(roots, tables).flatMap { root, table in
      [table.createStatement]
        + joins[root.position...root.last].flatMap { $0.map(\.createStatement) }
    }
    statements =
      creation + indexes.map(\.createStatement) + triggerPlan.statements
      + StoreNames.fixedStatements + (history?.statements ?? [])
    entities = numbering.members.map { EntityLayout($0, properties[$0.position], traversal) }
    positions = Dictionary(
      uniqueKeysWithValues: numbering.members.map { ($0.entity.name, $0.position) })
    self.model = model
  }
}

extension ColumnLayout {
  /// The columns with which every table of a root begins.
  fileprivate static let fixed = [
    ColumnLayout(name: StoreNames.primaryKey, declaredType: "INTEGER", role: .primaryKey),
    ColumnLayout(name: StoreNames.entityNumber, declaredType: "INTEGER", role: .entityNumber),
    ColumnLayout(name: StoreNames.lockVersion, declaredType: "INTEGER", role: .lockVersion),
  ]
}

extension EntityLayout {
  fileprivate init(
    _ member: EntityNumbering.Member, _ properties: EntityProperties,
    _ traversal: RelationshipTraversal
  ) {
    let plan = traversal.plan
    let root = plan.numbering.members[member.root].entity
    name = member.entity.name
    number = member.number
    superNumber = member.parent.map { $0 + 1 } ?? 0
    rootName = root.name
    tableName = StoreNames.table(ofRoot: root.name)
    numberRange = member.numberRange
    isAbstract = member.entity.isAbstract
    attributes = properties.attributes.flatMap(\.leaves).compactMap { attribute in
      plan.attribute(named: attribute.name, of: member.position).map {
        AttributeColumn(attribute: attribute, column: $0)
      }
    }
    relationships = properties.relationships.compactMap { relationship in
      plan.relationships[member.position][relationship.name].flatMap {
        traversal.storage(of: $0.id, $0.value)
      }.map { RelationshipLayout(relationship: relationship, storage: $0) }
    }
  }
}

extension RelationshipTraversal {
  /// Where the targets of a relationship are kept.
  func storage(
    of id: PropertyID, _ relationship: Relationship
  ) -> RelationshipStorage? {
    if let columns = plan.toOnes[id] {
      return .toOne(
        foreignKey: columns.foreignKey, entityColumn: columns.entityColumn,
        orderKey: columns.orderKey)
    }
    if let join = joins[id] {
      let isOwner =
        plan.numbering.members[id.entity].entity.name == join.ownerEntity
        && id.name == join.ownerRelationship
      return isOwner
        ? .joinTable(
          join, ownColumn: join.ownerColumn, targetColumn: join.inverseColumn,
          orderKey: join.inverseOrderKey)
        : .joinTable(
          join, ownColumn: join.inverseColumn, targetColumn: join.ownerColumn,
          orderKey: join.ownerOrderKey)
    }
    guard let destination = plan.numbering.position(of: relationship.destination),
      let columns = virtualToOnes[id]
        ?? plan.inverse(of: relationship).flatMap({ plan.toOnes[$0.id] })
    else { return nil }
    let root = plan.numbering.members[plan.numbering.members[destination].root]
    return .toManyByForeignKey(
      table: StoreNames.table(ofRoot: root.entity.name), foreignKey: columns.foreignKey,
      orderKey: columns.orderKey)
  }
}
