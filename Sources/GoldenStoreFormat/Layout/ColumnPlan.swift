import GoldenStoreModel

/// A property by the entity that declares it.
struct PropertyID: Hashable {
  /// The declaring entity's position in the numbering.
  let entity: Int
  let name: String
}

/// The properties of an entity in name order, inherited and transient ones included.
struct EntityProperties {
  let attributes: [Attribute]
  let relationships: [Relationship]
}

/// The columns of a to-one, real or virtual.
struct ToOneColumns {
  let foreignKey: String
  let entityColumn: String?
  var orderKey: String?
}

/// The columns of all tables while they are being named, in creation order.
///
/// Format: StoreFormat F57, F58.
struct ColumnPlan {
  let numbering: EntityNumbering
  /// For each entity its relationships by name, inherited ones included, transient ones not.
  private(set) var relationships: [[String: (id: PropertyID, value: Relationship)]] = []
  /// The columns of each root's table in creation order, by the root's position.
  private var columns: [Int: [(layout: ColumnLayout, type: ColumnType)]] = [:]
  /// The columns of attributes; an element of a composite stands under its key path.
  private(set) var attributes: [PropertyID: String] = [:]
  /// The attributes that have columns, under the entity that declares them first.
  private(set) var attributeKeys: Set<PropertyID> = []
  var toOnes: [PropertyID: ToOneColumns] = [:]
  private var names: [Int: ColumnNameSpace] = [:]

  /// Names the columns of attributes and of to-ones: entity by entity, attributes first.
  init(_ numbering: EntityNumbering) {
    self.numbering = numbering
    for member in numbering.members {
      var known = member.parent.map { relationships[$0] } ?? [:]
      for relationship in member.entity.relationships where !relationship.isTransient {
        // A relationship that an ancestor declares too keeps the ancestor's columns.
        let id =
          known[relationship.name]?.id
          ?? PropertyID(entity: member.position, name: relationship.name)
        known[relationship.name] = (id, relationship)
      }
      relationships.append(known)
      addAttributes(of: member)
      addToOnes(of: member)
    }
  }

  /// Takes a column name in the family of an entity.
  mutating func uniqueName(_ name: String, inFamilyOf entity: Int) -> String {
    names[numbering.members[entity].root, default: ColumnNameSpace()].unique(name)
  }

  /// Appends a column to the table of an entity's family.
  mutating func add(_ name: String, _ type: ColumnType, _ role: ColumnRole, entity: Int) {
    columns[numbering.members[entity].root, default: []].append(
      (ColumnLayout(name: name, declaredType: type.declaration, role: role), type))
  }

  /// The columns of a root's table in the order of the table.
  ///
  /// Format: creation order within each group of types (StoreFormat F58).
  func sortedColumns(ofRoot root: Int) -> [ColumnLayout] {
    let created = columns[root] ?? []
    let groups = ColumnType.allCases.last.map { 0...$0.group } ?? 0...0
    return groups.flatMap { group in created.filter { $0.type.group == group }.map(\.layout) }
  }

  /// The column of an attribute, which may be inherited.
  func attribute(named name: String, of entity: Int) -> String? {
    var position: Int? = entity
    while let current = position {
      if let column = attributes[PropertyID(entity: current, name: name)] { return column }
      position = numbering.members[current].parent
    }
    return nil
  }

  /// The inverse of a relationship.
  func inverse(of relationship: Relationship) -> (id: PropertyID, value: Relationship)? {
    guard let name = relationship.inverse,
      let destination = numbering.position(of: relationship.destination)
    else { return nil }
    return relationships[destination][name]
  }

  private mutating func addAttributes(of member: EntityNumbering.Member) {
    let own = member.entity.attributes.filter { !$0.isTransient }
      .sorted { NameOrder.precedes($0.name, $1.name) }
    for attribute in own {
      for leaf in attribute.leaves {
        // An attribute that an ancestor declares too keeps the ancestor's column.
        guard let type = leaf.type.columnType,
          self.attribute(named: leaf.name, of: member.position) == nil
        else { continue }
        // A column is called after the element alone, whatever composite holds it.
        let lastName = leaf.name.split(separator: ".").last.map(String.init) ?? leaf.name
        let name = uniqueName(StoreNames.column(of: lastName), inFamilyOf: member.position)
        attributes[PropertyID(entity: member.position, name: leaf.name)] = name
        attributeKeys.insert(PropertyID(entity: member.position, name: attribute.name))
        add(
          name, type, .attribute(entity: member.entity.name, name: leaf.name),
          entity: member.position)
      }
    }
  }

  private mutating func addToOnes(of member: EntityNumbering.Member) {
    let own = member.entity.relationships.filter { !$0.isTransient && !$0.isToMany }
      .sorted { NameOrder.precedes($0.name, $1.name) }
    let entity = member.entity.name
    for relationship in own {
      let id = PropertyID(entity: member.position, name: relationship.name)
      guard relationships[member.position][relationship.name]?.id == id else { continue }
      let foreignKey = uniqueName(
        StoreNames.column(of: relationship.name), inFamilyOf: member.position)
      add(
        foreignKey, .integer, .foreignKey(entity: entity, relationship: relationship.name),
        entity: member.position)
      var entityColumn: String?
      if let position = numbering.position(of: relationship.destination),
        numbering.members[position].hasSubentities
      {
        let name = uniqueName(
          StoreNames.entityColumn(of: relationship.name, destination: position + 1),
          inFamilyOf: member.position)
        add(
          name, .integer, .entityColumn(entity: entity, relationship: relationship.name),
          entity: member.position)
        entityColumn = name
      }
      toOnes[id] = ToOneColumns(
        foreignKey: foreignKey, entityColumn: entityColumn)
    }
  }
}
