import GoldenStoreModel
import GoldenStoreSQLite

/// Format: StoreFormat F88 to F90, F94, F150.
extension StoreEditor {
  private typealias ToOneColumns = EditedRelationship.ToOneColumns

  /// Sets all targets of a relationship, and the other side with them.
  func setTargets(
    _ targets: [ObjectReference], of relationship: EditedRelationship, in object: ObjectReference
  ) throws {
    try check(targets, of: relationship, in: object)
    switch relationship.storage {
    case .toOne: try setTarget(targets.first, of: relationship, in: object)
    case .toManyByForeignKey: try setMembers(targets, of: relationship, in: object)
    case .joinTable(let join, let own, let target, let orderKey):
      try setPairs(
        targets, of: relationship, in: object,
        JoinColumns(join: join, own: own, target: target, orderKey: orderKey))
    }
  }

  private func check(
    _ targets: [ObjectReference], of relationship: EditedRelationship, in object: ObjectReference
  ) throws {
    func unsuitable(_ problem: String) -> StoreError {
      .unsuitableValue(
        entity: object.entity, primaryKey: object.primaryKey, property: relationship.name,
        problem: problem)
    }
    guard relationship.isToMany || targets.count <= 1 else {
      throw unsuitable("has \(targets.count) targets, expected at most 1")
    }
    var seen: Set<ObjectReference> = []
    for target in targets {
      guard seen.insert(target).inserted else { throw unsuitable("lists \(target) twice") }
      guard let number = layout.entity(named: target.entity)?.number,
        relationship.destinations.name(ofNumber: Int64(number)) != nil
      else {
        throw unsuitable("refers to \(target), which is no '\(relationship.destinations.declared)'")
      }
      guard try exists(target) else {
        throw unsuitable("refers to \(target), which does not exist")
      }
    }
  }

  // MARK: To-one

  private func setTarget(
    _ target: ObjectReference?, of relationship: EditedRelationship, in object: ObjectReference
  ) throws {
    guard let columns = relationship.ownColumns else { return }
    let former = try key(in: columns, of: object.primaryKey)
    guard former != target?.primaryKey else { return }
    var order: Int64?
    if let inverse = relationship.targetColumns {
      // One to one: whoever was related to either side is not any more.
      if let former { try point(former, inverse, to: nil) }
      if let target {
        if let partner = try key(in: inverse, of: target.primaryKey),
          partner != object.primaryKey
        {
          try point(partner, columns, to: nil)
        }
        try point(target.primaryKey, inverse, to: object)
      }
    } else if let orderKey = columns.orderKey, let target {
      order = try nextOrderKey(
        orderKey, of: target, by: columns.foreignKey, columns.table, relationship)
    }
    try point(object.primaryKey, columns, to: target, order: order, isOwnRow: true)
  }

  private func key(in columns: ToOneColumns, of primaryKey: Int64) throws -> Int64? {
    try firstRow(
      """
      SELECT \(identifier: columns.foreignKey) FROM \(identifier: columns.table) WHERE Z_PK = ?
      """, [primaryKey])?.first ?? nil
  }

  /// Fills or clears the columns of a to-one in one row.
  ///
  /// - Parameter isOwnRow: Whether the row is that of the object whose change is counted already.
  private func point(
    _ primaryKey: Int64, _ columns: ToOneColumns, to target: ObjectReference?,
    order: Int64? = nil, isOwnRow: Bool = false
  ) throws {
    var names = [columns.foreignKey]
    var cells = [target?.primaryKey]
    if let column = columns.entityColumn {
      names.append(column)
      cells.append(
        target.flatMap { layout.entity(named: $0.entity) }.map { Int64($0.number) })
    }
    if let column = columns.orderKey {
      names.append(column)
      cells.append(order)
    }
    let count = countsChanges && !isOwnRow ? ", Z_OPT = Z_OPT + 1" : ""
    let row = ObjectReference(entity: columns.entity, primaryKey: primaryKey)
    try checkingUniqueness(of: row, plan(for: columns.entity)) {
      try run(
        """
        UPDATE \(identifier: columns.table) \
        SET \(raw: names.map { SQL.identifier($0) + " = ?" }.joined(separator: ", "))\(raw: count) \
        WHERE Z_PK = ?
        """, cells + [primaryKey])
    }
  }

  /// Clears the columns of a to-one in the row of another object than the one that changes.
  func clear(_ columns: EditedRelationship.ToOneColumns, of primaryKey: Int64) throws {
    try point(primaryKey, columns, to: nil)
  }

  /// The key that ranks a new member behind all others of an owner.
  ///
  /// - Parameter relationship: That of the member, which leads to the owner.
  /// - Throws: `StoreError.unsuitableValue` where the highest key leaves no room for another.
  private func nextOrderKey(
    _ orderKey: String, of owner: ObjectReference, by column: String, _ table: String,
    _ relationship: EditedRelationship
  ) throws -> Int64 {
    let last =
      try firstRow(
        """
        SELECT max(\(identifier: orderKey)) FROM \(identifier: table) \
        WHERE \(identifier: column) = ?
        """, [owner.primaryKey])?.first ?? nil
    guard let last else { return OrderKey.first }
    let (next, isTooHigh) = last.addingReportingOverflow(OrderKey.step)
    guard !isTooHigh else {
      throw StoreError.unsuitableValue(
        entity: owner.entity, primaryKey: owner.primaryKey,
        property: relationship.relationship.inverse ?? relationship.name,
        problem: "has order key \(last), above which there is none; set the whole list in its order"
      )
    }
    return next
  }

  // MARK: To-many

  /// Sets the targets whose rows hold the owner's key.
  private func setMembers(
    _ targets: [ObjectReference], of relationship: EditedRelationship, in object: ObjectReference
  ) throws {
    guard let columns = relationship.targetColumns else { return }
    let former = Set(try relationship.targets(of: object.primaryKey))
    let wanted = Set(targets)
    for target in former.subtracting(wanted).sorted(by: ObjectReference.precedes) {
      try point(target.primaryKey, columns, to: nil)
    }
    for (place, target) in targets.enumerated() {
      let order = relationship.relationship.isOrdered ? OrderKey.value(at: place) : nil
      if !former.contains(target) {
        try point(target.primaryKey, columns, to: object, order: order)
      } else if let order, let orderKey = columns.orderKey {
        let count = countsChanges ? ", Z_OPT = Z_OPT + 1" : ""
        try run(
          """
          UPDATE \(identifier: columns.table) SET \(identifier: orderKey) = ?1\(raw: count) \
          WHERE Z_PK = ?2 AND \(identifier: orderKey) IS NOT ?1
          """, [order, target.primaryKey])
      }
    }
  }

  // MARK: Many-to-many

  private struct JoinColumns {
    let join: JoinTableLayout
    let own: String
    let target: String
    let orderKey: String?
  }

  private func setPairs(
    _ targets: [ObjectReference], of relationship: EditedRelationship, in object: ObjectReference,
    _ columns: JoinColumns
  ) throws {
    let former = Set(try relationship.targets(of: object.primaryKey).map(\.primaryKey))
    let wanted = Set(targets.map(\.primaryKey))
    for key in former.subtracting(wanted).sorted() {
      try deletePair(object.primaryKey, key, columns)
    }
    for (place, target) in targets.enumerated() {
      let order = columns.orderKey == nil ? nil : OrderKey.value(at: place)
      if !former.contains(target.primaryKey) {
        try insertPair(object.primaryKey, target, order, relationship, columns)
      } else if let order, let orderKey = columns.orderKey {
        try run(
          """
          UPDATE \(identifier: columns.join.name) SET \(identifier: orderKey) = ?1 \
          WHERE \(identifier: columns.own) = ?2 AND \(identifier: columns.target) = ?3 \
          AND \(identifier: orderKey) IS NOT ?1
          """, [order, object.primaryKey, target.primaryKey])
      }
    }
  }

  private func insertPair(
    _ owner: Int64, _ target: ObjectReference, _ order: Int64?,
    _ relationship: EditedRelationship, _ columns: JoinColumns
  ) throws {
    let key = target.primaryKey
    var names = [columns.own, columns.target]
    // A pair of a relationship that is its own inverse is one row, the lower key first.
    var cells: [Int64?] =
      columns.join.isReflexive ? [min(owner, key), max(owner, key)] : [owner, key]
    if let orderKey = columns.orderKey {
      names.append(orderKey)
      cells.append(order)
    }
    if !columns.join.isReflexive,
      case .joinTable(_, _, _, let orderKey?)? = relationship.inverse?.storage
    {
      names.append(orderKey)
      cells.append(
        try nextOrderKey(
          orderKey, of: target, by: columns.target, columns.join.name, relationship))
    }
    try run(
      """
      INSERT INTO \(identifier: columns.join.name) (\(identifiers: names)) \
      VALUES (\(raw: names.map { _ in "?" }.joined(separator: ", ")))
      """, cells)
  }

  private func deletePair(_ owner: Int64, _ target: Int64, _ columns: JoinColumns) throws {
    let direct: SQL = "(\(identifier: columns.own) = ?1 AND \(identifier: columns.target) = ?2)"
    let reversed: SQL = "(\(identifier: columns.own) = ?2 AND \(identifier: columns.target) = ?1)"
    let condition: SQL = columns.join.isReflexive ? "\(direct) OR \(reversed)" : direct
    try run(
      "DELETE FROM \(identifier: columns.join.name) WHERE \(condition)", [owner, target])
  }
}
