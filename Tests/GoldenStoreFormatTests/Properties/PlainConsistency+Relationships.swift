import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport

extension PlainConsistency {
  /// One row of a relationship: keys of both sides, and the place in the order if there is one.
  private struct Link {
    let owner: Int64
    let target: Int64
    let order: SQLValue
  }

  mutating func checkRelationships() throws {
    for entity in model.model.entities {
      for relationship in model.persistedRelationships(of: entity)
      where RandomLinks.origin(of: relationship.name, in: entity, model) == entity.name {
        guard let found = layout.entity(named: entity.name)?.relationship(named: relationship.name)
        else {
          report("'\(entity.name).\(relationship.name)' has no place")
          continue
        }
        switch found.storage {
        case .toOne(let key, let entityColumn, let orderKey):
          try checkToOne(relationship, of: entity, key, entityColumn, orderKey)
        case .toManyByForeignKey(let table, let key, let orderKey):
          try checkToMany(relationship, of: entity, table, key, orderKey)
        case .joinTable(let join, _, _, _):
          try checkJoin(join, relationship, of: entity)
        }
      }
    }
  }

  /// The numbers of an entity and its descendants that have objects, for a list in SQL.
  private func numbers(of entity: String) -> String {
    model.model.entities.filter { candidate in
      !candidate.isAbstract && model.lineage(of: candidate).contains { $0.name == entity }
    }.compactMap { numbering.numbers[$0.name] }.map { "\($0)" }.joined(separator: ", ")
  }

  private func table(of entity: Entity) -> String { "Z" + model.root(of: entity).name.uppercased() }

  /// The objects that have a relationship, with its targets.
  private func owners(
    _ relationship: Relationship, of entity: Entity
  ) -> [(object: StoredObject, targets: [ObjectReference])] {
    contents.entities.filter { candidate in
      model.entity(named: candidate.entity).map { found in
        model.lineage(of: found).contains { $0.name == entity.name }
      } ?? false
    }.flatMap(\.objects).map { ($0, $0.targets(of: relationship.name) ?? []) }
  }

  // MARK: Keys

  /// Every key leads to a row of an allowed entity; the other columns are NULL with the key.
  private mutating func checkToOne(
    _ relationship: Relationship, of entity: Entity, _ key: String, _ entityColumn: String?,
    _ orderKey: String?
  ) throws {
    let place = "'\(entity.name).\(relationship.name)'"
    let destination = model.destination(of: relationship)
    require(
      (entityColumn != nil) == !model.subentities(of: destination).isEmpty,
      "\(place): entity column \(entityColumn ?? "missing")")
    require(
      (orderKey != nil) == (model.inverse(of: relationship)?.isOrdered == true),
      "\(place): order key \(orderKey ?? "missing")")
    let number: SQL = entityColumn.map { " AND D.Z_ENT = S.\(identifier: $0)" } ?? ""
    let dangling = try connection.integer(
      """
      SELECT count(*) FROM \(identifier: table(of: entity)) AS S WHERE \(identifier: key) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM \(identifier: table(of: destination)) AS D
          WHERE D.Z_PK = S.\(identifier: key)
            AND D.Z_ENT IN (\(raw: numbers(of: destination.name)))\(number))
      """)
    require(dangling == 0, "\(place): \(dangling) keys lead nowhere")
    for column in [entityColumn, orderKey].compactMap({ $0 }) {
      let torn = try connection.integer(
        """
        SELECT count(*) FROM \(identifier: table(of: entity))
        WHERE (\(identifier: key) IS NULL) <> (\(identifier: column) IS NULL)
        """)
      require(torn == 0, "\(place): \(torn) rows with '\(column)' but no key, or the reverse")
    }
  }

  private mutating func checkToMany(
    _ relationship: Relationship, of entity: Entity, _ table: String, _ key: String,
    _ orderKey: String?
  ) throws {
    let place = "'\(entity.name).\(relationship.name)'"
    require(
      (orderKey != nil) == relationship.isOrdered, "\(place): order key \(orderKey ?? "missing")")
    let order: SQL = orderKey.map { "\(identifier: $0)" } ?? "NULL"
    let links = try links(
      """
      SELECT \(identifier: key), Z_PK, \(order) FROM \(identifier: table)
      WHERE \(identifier: key) IS NOT NULL
      """)
    let strangers = try connection.integer(
      """
      SELECT count(*) FROM \(identifier: table) WHERE \(identifier: key) IS NOT NULL
        AND Z_ENT NOT IN (\(raw: numbers(of: relationship.destination)))
      """)
    require(strangers == 0, "\(place): \(strangers) keys in rows of other entities")
    check(links, relationship.isOrdered, owners(relationship, of: entity), place)
  }

  // MARK: Join tables

  private mutating func checkJoin(
    _ join: JoinTableLayout, _ relationship: Relationship, of entity: Entity
  ) throws {
    let place = "'\(entity.name).\(relationship.name)', '\(join.name)'"
    let own = numbering.numbers[entity.name] ?? 0
    let destination = model.destination(of: relationship)
    let inverse = relationship.inverse ?? ""
    let origin = RandomLinks.origin(of: inverse, in: destination, model) ?? ""
    let other = numbering.numbers[origin] ?? 0
    let isReflexive = inverse == relationship.name && origin == entity.name
    // A column is named after the relationship that leads to the entity whose keys it holds.
    let names = ["Z_\(own)\(inverse.uppercased())", "Z_\(other)\(relationship.name.uppercased())"]
    let columns = names.map { name in join.columns.filter { Self.isSuffixed($0, name) } }
    let target = isReflexive ? "REFLEXIVE" : columns[1].first
    guard let ownColumn = columns[0].first, let target, join.columns.contains(target) else {
      report("\(place): has \(join.columns), expected \(names)")
      return
    }
    let orderKey = join.columns.first { Self.isSuffixed($0, "Z_FOK_" + names[1].dropFirst(2)) }
    require(
      (orderKey != nil) == relationship.isOrdered, "\(place): order key \(orderKey ?? "missing")")
    let order: SQL = orderKey.map { "\(identifier: $0)" } ?? "NULL"
    var links = try links(
      """
      SELECT \(identifier: ownColumn), \(identifier: target), \(order)
      FROM \(identifier: join.name)
      """)
    for (column, entity) in [(ownColumn, entity), (target, destination)] {
      let dangling = try connection.integer(
        """
        SELECT count(*) FROM \(identifier: join.name) AS J WHERE NOT EXISTS (
          SELECT 1 FROM \(identifier: table(of: entity)) AS D WHERE D.Z_PK = J.\(identifier: column)
            AND D.Z_ENT IN (\(raw: numbers(of: entity.name))))
        """)
      require(dangling == 0, "\(place): \(dangling) keys in '\(column)' lead nowhere")
    }
    if isReflexive {
      // One row a pair, the smaller key first, counts from both sides.
      require(links.allSatisfy { $0.owner <= $0.target }, "\(place): a pair stands reversed")
      links += links.filter { $0.owner != $0.target }.map {
        Link(owner: $0.target, target: $0.owner, order: .null)
      }
    }
    check(links, relationship.isOrdered, owners(relationship, of: entity), place)
  }

  /// Whether a column has a name, perhaps with the digits that make it unique.
  private static func isSuffixed(_ column: String, _ name: String) -> Bool {
    column.hasPrefix(name) && column.dropFirst(name.count).allSatisfy(\.isNumber)
  }

  // MARK: Links

  private func links(_ query: SQL) throws -> [Link] {
    try connection.rows(query) { row in
      try row.require(.integer, at: 0)
      try row.require(.integer, at: 1)
      return Link(
        owner: row.integer(at: 0), target: row.integer(at: 1), order: try row.value(at: 2))
    }
  }

  /// Compares the links of every owner with its targets, in order where that counts.
  private mutating func check(
    _ links: [Link], _ isOrdered: Bool,
    _ owners: [(object: StoredObject, targets: [ObjectReference])], _ place: String
  ) {
    var byOwner = Dictionary(grouping: links, by: \.owner)
    for (object, targets) in owners {
      let found = byOwner.removeValue(forKey: object.primaryKey) ?? []
      let expected = targets.map(\.primaryKey)
      guard isOrdered else {
        require(
          found.map(\.target).sorted() == expected.sorted(),
          "\(place): \(object.reference) has \(found.map(\.target)), expected \(expected)")
        continue
      }
      let keys = found.compactMap { link -> (key: Int64, target: Int64)? in
        if case .integer(let key) = link.order { (key, link.target) } else { nil }
      }.sorted { $0.key < $1.key }
      require(
        keys.map(\.target) == expected && found.count == expected.count,
        "\(place): \(object.reference) has \(keys), expected \(expected)")
      require(
        keys.map(\.key) == expected.indices.map { 2048 + 1024 * Int64($0) },
        "\(place): \(object.reference) has order keys \(keys.map(\.key))")
    }
    require(byOwner.isEmpty, "\(place): links of unknown objects \(byOwner.keys.sorted())")
  }
}
