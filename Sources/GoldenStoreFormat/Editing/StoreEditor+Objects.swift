import Foundation
package import GoldenStoreModel
import GoldenStoreSQLite

extension StoreEditor {
  /// Inserts an object whose attributes are given in the order of its shape, without targets.
  ///
  /// - Parameters:
  ///   - primaryKey: A key that is free; nil takes the next one.
  ///   - values: One value for each attribute; those of derived ones and counters are ignored.
  /// - Throws: `StoreError.unsuitableValue`, `.unsuitableObject`, `.uniquenessViolation`,
  ///   `.unknownEntity`.
  package func insert(
    _ entity: String, primaryKey: Int64?, values: [AttributeValue]
  ) throws -> ObjectReference {
    let plan = try plan(for: entity)
    guard !plan.entity.isAbstract else {
      throw StoreError.unsuitableObject(
        entity: entity, primaryKey: primaryKey ?? 0, problem: "the entity is abstract")
    }
    if let primaryKey { try use(primaryKey, of: plan.entity) }
    let key = try primaryKey ?? nextKey(of: plan.entity)
    let reference = ObjectReference(entity: entity, primaryKey: key)
    defer { plan.insertion.statement.reset() }
    try plan.insertion.statement.bind(key, at: 1)
    try plan.insertion.statement.bind(plan.entity.number, at: 2)
    try plan.insertion.statement.bind(1, at: 3)
    let object = plan.placeholder(key)
    var parameter = 4
    for (codec, value) in zip(plan.codecs, values) where !codec.attribute.isKeptByTriggers {
      try codec.bind(value, to: plan.insertion.statement, at: parameter, object: object)
      parameter += 1
    }
    try checkingUniqueness(of: reference, plan) { try plan.insertion.statement.run() }
    return reference
  }

  /// Inserts an object; attributes that are not named get their defaults.
  ///
  /// - Throws: As ``insert(_:primaryKey:values:)``; `ModelError.unknownProperty`; for targets as
  ///   ``update(_:values:targets:)``.
  @discardableResult
  package func insert(
    _ entity: String, primaryKey: Int64? = nil, values: [String: AttributeValue],
    targets: [String: [ObjectReference]]
  ) throws -> ObjectReference {
    let plan = try plan(for: entity)
    var all = plan.defaults
    for (name, value) in values { all[try plan.position(ofAttribute: name)] = value }
    let reference = try insert(entity, primaryKey: primaryKey, values: all)
    for (name, targets) in targets.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
      try setTargets(targets, of: plan.relationship(named: name), in: reference)
    }
    return reference
  }

  /// Changes properties of an object; its lock version rises by one.
  ///
  /// - Throws: `ModelError.unknownProperty`; `StoreError.objectMissing` for an object or a target
  ///   that is not there, `.unsuitableValue`, `.uniquenessViolation`.
  package func update(
    _ reference: ObjectReference, values: [String: AttributeValue],
    targets: [String: [ObjectReference]]
  ) throws {
    let plan = try plan(for: reference.entity)
    let changes = try values.map { (position: try plan.position(ofAttribute: $0.key), $0.value) }
      .sorted { $0.position < $1.position }
    let update = try plan.update(
      ofAttributes: changes.map(\.position), countsChange: countsChanges)
    if let box = update {
      defer { box.statement.reset() }
      for (offset, change) in changes.enumerated() {
        try plan.codecs[change.position].bind(
          change.1, to: box.statement, at: offset + 1,
          object: plan.placeholder(reference.primaryKey))
      }
      try box.statement.bind(reference.primaryKey, at: changes.count + 1)
      try box.statement.bind(plan.entity.number, at: changes.count + 2)
      try checkingUniqueness(of: reference, plan) { try box.statement.run() }
      guard connection.changes == 1 else { throw missing(reference) }
    } else {
      guard try exists(reference) else { throw missing(reference) }
    }
    for (name, targets) in targets.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
      try setTargets(targets, of: plan.relationship(named: name), in: reference)
    }
  }

  private func missing(_ reference: ObjectReference) -> StoreError {
    .objectMissing(entity: reference.entity, primaryKey: reference.primaryKey)
  }

  /// Names the properties of a constraint that a statement violates.
  func checkingUniqueness(
    of reference: ObjectReference, _ plan: EditingPlan, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as SQLiteError {
      guard case .failed(_, let code, let message, _) = error else { throw error }
      if code == Self.primaryKeyTaken {
        throw StoreError.unsuitableObject(
          entity: reference.entity, primaryKey: reference.primaryKey,
          problem: "its primary key is taken")
      }
      guard code == Self.uniqueViolated else { throw error }
      let columns = (message.components(separatedBy: ": ").last ?? "")
        .components(separatedBy: ", ").map { $0.split(separator: ".").last.map(String.init) ?? $0 }
      throw StoreError.uniquenessViolation(
        entity: reference.entity, primaryKey: reference.primaryKey,
        properties: columns.map { plan.property(ofColumn: $0) ?? $0 })
    }
  }

  /// SQLITE_CONSTRAINT_UNIQUE.
  private static let uniqueViolated: Int32 = 2067
  /// SQLITE_CONSTRAINT_PRIMARYKEY.
  private static let primaryKeyTaken: Int32 = 1555
}

extension EditingPlan {
  /// The property that a column holds.
  fileprivate func property(ofColumn column: String) -> String? {
    if let attribute = entity.attributes.first(where: { $0.column == column }) {
      return attribute.attribute.name
    }
    return relationships.first { $0.ownColumns?.foreignKey == column }?.name
  }
}
