import GoldenStoreModel

/// The expressions that an index can hold beside properties.
///
/// Format: StoreFormat F66.
enum IndexedExpression {
  case object
  case entity

  init?(_ text: String) {
    switch text {
    case "self", "SELF": self = .object
    case "entity": self = .entity
    default: return nil
    }
  }

  var column: String {
    switch self {
    case .object: StoreNames.primaryKey
    case .entity: StoreNames.entityNumber
    }
  }
}

/// The indexes of a store: family by family, those of to-ones first, then entity by entity.
///
/// Format: StoreFormat F63 to F68.
struct IndexPlan {
  private(set) var indexes: [IndexLayout] = []
  /// The indexes of RTree elements of each entity, by its position.
  private(set) var spatialIndexes: [Int: [(layout: SpatialIndexLayout, index: String)]] = [:]
  private let plan: ColumnPlan

  /// - Parameters:
  ///   - tables: the tables of the roots, in the order of their numbers.
  ///   - joins: the join tables that each entity owns, by its position.
  init(_ plan: ColumnPlan, tables: [TableLayout], joins: [[JoinTableLayout]]) {
    self.plan = plan
    let roots = plan.numbering.members.filter { $0.parent == nil }
    for (root, table) in zip(roots, tables) {
      addForeignKeyIndexes(of: table)
      for position in root.position...root.last {
        let member = plan.numbering.members[position]
        for join in joins[position] { addIndexes(of: join) }
        if position == root.position { addEntityNumberIndex(of: table, root: member) }
        addFetchIndexes(of: member, table: table.name)
        addLocations(of: member, table: table.name)
        addUniquenessIndexes(of: member, table: table.name)
      }
    }
  }

  private mutating func addForeignKeyIndexes(of table: TableLayout) {
    for column in table.columns {
      switch column.role {
      case .foreignKey, .virtualForeignKey:
        add(
          StoreNames.index(on: table.name, columns: [column.name]), on: table.name,
          entity: table.rootEntity, .foreignKey, columns: [column.name])
      case .primaryKey, .entityNumber, .lockVersion, .attribute, .entityColumn, .orderKey,
        .virtualOrderKey:
        continue
      }
    }
  }

  private mutating func addIndexes(of join: JoinTableLayout) {
    let first = join.ownerColumn
    let second = join.inverseColumn
    addIndex(of: join, named: [second], columns: [second, first])
    let sides = [
      (join.ownerEntity, join.ownerRelationship, first, second, join.inverseOrderKey),
      (join.inverseEntity, join.inverseRelationship, second, first, join.ownerOrderKey),
    ]
    for (entity, relationship, own, member, orderKey) in sides {
      guard let orderKey, wantsOrderKeyIndexes(relationship, of: entity) else { continue }
      for columns in [[own, member, orderKey], [own, orderKey, member]] {
        addIndex(of: join, named: columns, columns: columns)
      }
    }
  }

  private func wantsOrderKeyIndexes(_ relationship: String, of entity: String) -> Bool {
    plan.numbering.position(of: entity).flatMap { plan.relationships[$0][relationship] }?
      .value.userInfo.contains {
        $0.key == "NSRelationshipDescriptionOrderKeyIndexOption" && $0.value == "YES"
      } ?? false
  }

  private mutating func addIndex(
    of join: JoinTableLayout, named: [String], columns: [String]
  ) {
    add(
      StoreNames.index(on: join.name, columns: named), on: join.name, entity: join.ownerEntity,
      .join, columns: columns)
  }

  private mutating func addEntityNumberIndex(
    of table: TableLayout, root: EntityNumbering.Member
  ) {
    let isOmitted = root.entity.userInfo.contains {
      $0.key == "_NSEntityOmitSubentityColumnIndex" && $0.value == "YES"
    }
    guard root.hasSubentities, !isOmitted else { return }
    add(
      StoreNames.index(on: table.name, columns: [StoreNames.entityNumber]), on: table.name,
      entity: table.rootEntity, .entityNumber, columns: [StoreNames.entityNumber])
  }

  private mutating func addFetchIndexes(of member: EntityNumbering.Member, table: String) {
    var seen: Set<String> = []
    for index in member.entity.fetchIndexes where seen.insert(index.name).inserted {
      let isRelationship =
        index.elements.count == 1
        && index.elements[0].property.map {
          plan.attribute(named: $0, of: member.position) == nil
        } ?? false
      guard !isRelationship else { continue }
      let name = StoreNames.fetchIndex(index.name, entity: member.entity.name)
      let elements = index.elements.compactMap { element in
        column(of: element.subject, entity: member.position).map { (column: $0, element: element) }
      }
      guard !elements.isEmpty else { continue }
      guard !elements.contains(where: { $0.element.kind == .rTree }) else {
        let spatial = SpatialIndexLayout(
          name: name, table: table, entity: member.entity.name, columns: elements.map(\.column))
        spatialIndexes[member.position, default: []].append((spatial, index.name))
        continue
      }
      add(
        name, on: table, entity: member.entity.name, .fetch,
        columns: elements.map {
          "\($0.column) COLLATE BINARY \($0.element.isAscending ? "ASC" : "DESC")"
        }, condition: condition(of: index, entity: member.position))
    }
  }

  /// Format: StoreFormat F127.
  private mutating func addLocations(of member: EntityNumbering.Member, table: String) {
    let own = member.entity.attributes.sorted { NameOrder.precedes($0.name, $1.name) }
    for attribute in own {
      guard let components = attribute.locationComponents else { continue }
      let spatial = SpatialIndexLayout(
        name: StoreNames.location(attribute.name, entity: member.entity.name), table: table,
        entity: member.entity.name,
        columns: components.compactMap { plan.attribute(named: $0, of: member.position) })
      spatialIndexes[member.position, default: []].append((spatial, attribute.name))
    }
  }

  private mutating func addUniquenessIndexes(of member: EntityNumbering.Member, table: String) {
    for constraint in member.entity.uniquenessConstraints {
      let columns = constraint.properties.compactMap { name in
        column(of: .property(name), entity: member.position).map { "\($0) COLLATE BINARY ASC" }
      }
      add(
        StoreNames.uniqueIndex(
          properties: constraint.properties, entity: member.entity.name),
        on: table, entity: member.entity.name, .uniqueness, columns: columns)
    }
  }

  /// The condition of a partial index, which ``LayoutSupport`` has checked.
  private func condition(of index: FetchIndex, entity: Int) -> String {
    guard let text = index.partialIndexPredicate,
      let predicate = try? PredicateText(text),
      let condition = try? predicate.sql(column: { (name) throws(PredicateProblem) in
        column(of: .property(name), entity: entity) ?? name
      })
    else { return "" }
    return " WHERE \(condition)"
  }

  private func column(of subject: FetchIndexElement.Subject, entity: Int) -> String? {
    switch subject {
    case .expression(let text, _):
      IndexedExpression(text)?.column
    case .property(let name):
      plan.attribute(named: name, of: entity)
        ?? plan.relationships[entity][name].flatMap { plan.toOnes[$0.id]?.foreignKey }
    }
  }

  private mutating func add(
    _ name: String, on table: String, entity: String, _ kind: IndexLayout.Kind,
    columns: [String], condition: String = ""
  ) {
    indexes.append(
      IndexLayout(
        name: name, table: table, entity: entity, kind: kind,
        body: "ON \(table) (\(columns.joined(separator: ", ")))\(condition)"))
  }
}
