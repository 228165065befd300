import GoldenStoreModel
import GoldenStoreSQLite

// How the parts of one object go into the statements of a plan. Everything here runs for every
// object, so it looks up nothing by name and makes no copies; errors may be slow.
extension EntityWritingPlan {
  /// Checks what the file format relies on, before anything of an object is written.
  ///
  /// - Parameter known: The plan's shape, or an equal one of the object before: objects of a
  ///   source share theirs, so names are compared once.
  func check(
    _ object: StoredObject, _ known: inout ObjectShape, after previous: Int64
  ) throws {
    guard object.shape == known else {
      throw unsuitable(
        object, "it has properties \(names(object.shape)), expected \(names(shape))")
    }
    known = object.shape
    guard object.primaryKey > previous else {
      throw unsuitable(
        object,
        previous == 0
          ? "primary keys begin at 1" : "it comes after \(previous); expected ascending keys")
    }
    for position in destinations.indices {
      for target in object.targets[position]
      where destinations[position].number(of: target.entity) == nil {
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: object.primaryKey,
          property: shape.relationships[position],
          problem: "refers to \(target), which is no '\(destinations[position].name)'")
      }
    }
  }

  private func names(_ shape: ObjectShape) -> String {
    "[" + (shape.attributes + shape.relationships).joined(separator: ", ")
      + "] of '\(shape.entity)'"
  }

  private func unsuitable(_ object: StoredObject, _ problem: String) -> StoreError {
    .unsuitableObject(entity: entity.name, primaryKey: object.primaryKey, problem: problem)
  }

  /// Runs the insertion for one object.
  func insert(_ object: StoredObject, _ statement: borrowing Statement) throws {
    try statement.bind(object.primaryKey, at: 1)
    try statement.bind(entity.number, at: 2)
    try statement.bind(1, at: 3)
    var parameter = 4
    for index in codecs.indices {
      try codecs[index].codec.bind(
        object.values[codecs[index].position], to: statement, at: parameter, object: object)
      parameter += 1
    }
    for toOne in toOnes {
      let targets = object.targets[toOne.position]
      guard targets.count <= 1 else {
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: object.primaryKey,
          property: shape.relationships[toOne.position],
          problem: "has \(targets.count) targets, expected at most 1")
      }
      try bind(targets.first?.primaryKey, statement, &parameter)
      if toOne.hasEntityColumn {
        let number = targets.first.flatMap { destinations[toOne.position].number(of: $0.entity) }
        try bind(number, statement, &parameter)
      }
    }
    try statement.run()
  }

  private func bind(
    _ number: Int64?, _ statement: borrowing Statement, _ parameter: inout Int
  ) throws {
    if let number {
      try statement.bind(number, at: parameter)
    } else {
      try statement.bind(nil, at: parameter)
    }
    parameter += 1
  }

  /// Runs the statements of a further pass for the targets of one relationship of an object.
  func write(
    _ dependent: Dependent, _ targets: [ObjectReference], of primaryKey: Int64,
    _ statement: borrowing Statement, _ connection: Connection
  ) throws {
    var place = 0
    for target in targets {
      let order = OrderKey.value(at: place)
      place += 1
      if dependent.skips(target, of: primaryKey) { continue }
      switch dependent.kind {
      case .order, .joinOrder:
        try statement.bind(order, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        try statement.bind(primaryKey, at: 3)
      case .virtualKey(let isOrdered):
        try statement.bind(primaryKey, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        try statement.bind(destinations[dependent.position].number(of: target.entity) ?? 0, at: 3)
        if isOrdered { try statement.bind(order, at: 4) }
      case .joinRow(let isOrdered, _):
        try statement.bind(primaryKey, at: 1)
        try statement.bind(target.primaryKey, at: 2)
        if isOrdered { try statement.bind(order, at: 3) }
      }
      try statement.run()
      guard connection.changes == 1 else { throw lostTarget(target, of: primaryKey, dependent) }
    }
  }

  private func lostTarget(
    _ target: ObjectReference, of primaryKey: Int64, _ dependent: Dependent
  ) -> StoreError {
    let relationship = entity.relationships[dependent.position].relationship
    return .unsuitableValue(
      entity: entity.name, primaryKey: primaryKey, property: relationship.name,
      problem: relationship.inverse.map {
        "lists \(target), whose '\($0)' does not lead back"
      } ?? "lists \(target), which does not exist or belongs to another object already")
  }

  /// Checks that the targets of to-ones without inverse exist; others are balanced by the inverse.
  func requireTargets(_ connection: Connection) throws {
    for (position, relationship) in entity.relationships.enumerated() where pairs[position] == nil {
      guard case .toOne(let foreignKey, let entityColumn, _) = relationship.storage,
        let destination = layout.entity(named: relationship.relationship.destination)
      else { continue }
      let number: SQL = entityColumn.map { "S.\(identifier: $0)" } ?? "\(destination.number)"
      let query: SQL = """
        SELECT Z_PK, \(identifier: foreignKey), \(number) \
        FROM \(identifier: entity.tableName) AS S \
        WHERE Z_ENT = \(entity.number) AND \(identifier: foreignKey) IS NOT NULL AND NOT EXISTS \
        (SELECT 1 FROM \(identifier: destination.tableName) AS D \
        WHERE D.Z_PK = S.\(identifier: foreignKey) AND D.Z_ENT = \(number)) LIMIT 1
        """
      _ = try connection.firstRow(query) { statement in
        let number = statement.integer(at: 2)
        let target = layout.entities.first { $0.number == number } ?? destination
        throw StoreError.unsuitableValue(
          entity: entity.name, primaryKey: statement.integer(at: 0),
          property: relationship.relationship.name,
          problem: "refers to \(target.name) \(statement.integer(at: 1)), which does not exist")
      }
    }
  }
}
