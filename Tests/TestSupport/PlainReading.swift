package import Foundation
package import GoldenStoreModel
package import GoldenStoreSQLite
import Testing

/// Reads the objects of a store with plain SQL, by the names that the format gives to columns.
///
/// Knows nothing of `StoreLayout`: columns are called after properties, suffixes counted in the
/// order of entities and names; join tables and order keys are looked up in the file.
package struct PlainReading {
  package struct Object: Hashable {
    package let primaryKey: Int64
    package var values: [String: AttributeValue] = [:]
    package var targets: [String: [ObjectReference]] = [:]

    package init(primaryKey: Int64) { self.primaryKey = primaryKey }
  }

  private let connection: Connection
  private let model: ValidatedModel
  private let numbering: PlainNumbering
  /// The folder of external values.
  private let supportFolder: URL
  /// The columns of each entity's properties, inherited ones included.
  private var columns: [String: [String: String]] = [:]
  /// The columns of each table, as the file has them.
  private var tables: [String: [String]] = [:]

  package init(_ connection: Connection, model: ValidatedModel, store: URL) throws {
    self.connection = connection
    self.model = model
    numbering = PlainNumbering(model.model)
    let name = store.deletingPathExtension().lastPathComponent
    supportFolder = store.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    for table in try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
      {
        try $0.text(at: 0)
      })
    {
      tables[table] = try connection.rows("SELECT name FROM pragma_table_info(\(table))") {
        try $0.text(at: 0)
      }
    }
    nameColumns()
  }

  /// Names columns entity by entity; later users of a name in one table get a digit.
  private mutating func nameColumns() {
    var uses: [String: [String: Int]] = [:]
    for row in numbering.rows {
      guard let entity = model.entity(named: row.name) else { continue }
      var own = entity.superentity.flatMap { columns[$0] } ?? [:]
      func add(_ property: String, _ name: String) {
        guard own[property] == nil else { return }
        let use = uses[table(of: entity), default: [:]][name, default: 0]
        uses[table(of: entity), default: [:]][name] = use + 1
        own[property] = use == 0 ? name : "\(name)\(use)"
      }
      let byName = { (left: String, right: String) in
        left.utf16.lexicographicallyPrecedes(right.utf16)
      }
      for attribute in entity.attributes.sorted(by: { byName($0.name, $1.name) }) {
        // A composite has a column for each leaf, called after the leaf alone.
        for leaf in attribute.leaves {
          add(leaf.name, "Z" + (leaf.name.split(separator: ".").last ?? "").uppercased())
        }
      }
      for relationship in entity.relationships.sorted(by: { byName($0.name, $1.name) })
      where !relationship.isTransient && !relationship.isToMany {
        add(relationship.name, "Z" + relationship.name.uppercased())
        let destination = model.destination(of: relationship)
        guard !model.subentities(of: destination).isEmpty else { continue }
        add(
          relationship.name + " entity",
          "Z\(number(of: destination.name))_\(relationship.name.uppercased())")
      }
      columns[entity.name] = own
    }
  }

  private func table(of entity: Entity) -> String { "Z" + model.root(of: entity).name.uppercased() }

  private func number(of entity: String) -> Int { numbering.numbers[entity] ?? 0 }

  private func entityName(_ number: Int64) throws -> String {
    try #require(numbering.rows.first { $0.number == number }?.name)
  }

  /// A column whose name the file gives to several.
  package struct AmbiguousColumn: Error {
    package let table: String
    package let found: [String]
  }

  /// The column of a table that has a name, perhaps with digits that make it unique; those of
  /// attributes and to-ones are known already.
  private func column(_ name: String, in table: String) throws -> String {
    let others = Set(
      columns.filter { entity, _ in
        model.entity(named: entity).map { self.table(of: $0) == table } ?? false
      }.flatMap(\.value.values))
    let found = (tables[table] ?? []).filter { column in
      column.hasPrefix(name) && column.dropFirst(name.count).allSatisfy(\.isNumber)
        && !others.contains(column)
    }
    guard found.count == 1 else { throw AmbiguousColumn(table: table, found: found) }
    return found[0]
  }

  // MARK: Objects

  /// The objects of an entity, subentities not included, by primary key.
  ///
  /// - Parameter ambiguous: Called for a relationship whose columns the file does not tell apart
  ///   from those of another one; its targets are left out.
  package func objects(
    of entity: Entity, ambiguous: (AmbiguousColumn) throws -> Void = { throw $0 }
  ) throws -> [Object] {
    let known = columns[entity.name] ?? [:]
    let attributes = model.persistedAttributes(of: entity)
    let names = try attributes.map { try #require(known[$0.name]) }
    let list = (["Z_PK"] + names).map { "\"\($0)\"" }.joined(separator: ", ")
    var objects = try connection.rows(
      """
      SELECT \(raw: list) FROM \(identifier: table(of: entity)) \
      WHERE Z_ENT = \(number(of: entity.name)) ORDER BY Z_PK
      """
    ) { row in
      var object = Object(primaryKey: row.integer(at: 0))
      for (place, attribute) in attributes.enumerated() {
        object.values[attribute.name] = try value(row, place + 1, attribute)
      }
      return object
    }
    for relationship in model.relationships(of: entity) where !relationship.isTransient {
      let targets: [Int64: [ObjectReference]]
      do {
        targets = try self.targets(of: relationship, of: entity)
      } catch let problem as AmbiguousColumn {
        try ambiguous(problem)
        continue
      }
      for place in objects.indices {
        objects[place].targets[relationship.name] = targets[objects[place].primaryKey] ?? []
      }
    }
    return objects
  }

  /// The value in a cell by the type of its attribute.
  private func value(
    _ row: borrowing Statement, _ index: Int, _ attribute: Attribute
  ) throws -> AttributeValue {
    if row.isNull(at: index) { return .null }
    let cell = try row.value(at: index)
    switch (attribute.type, cell) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      return .integer(number)
    case (.boolean, .integer(let number)): return .boolean(number == 1)
    case (.double, .real(let number)): return .double(number)
    case (.float, .real(let number)): return .float(number)
    case (.decimal, .real(let number)):
      return .decimal(try #require(DecimalNumber("\(number)")))
    case (.decimal, .integer(let number)):
      return .decimal(try #require(DecimalNumber("\(number)")))
    case (.date, .real(let seconds)): return .date(seconds)
    case (.date, .integer(let seconds)): return .date(Double(seconds))
    case (.string, .text(let text)): return .string(text)
    case (.uri, .text(let text)): return .uri(text)
    case (.uuid, .blob(let bytes)):
      let digits = bytes.map { String(format: "%02X", $0) }.joined()
      let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map { start, end in
        String(digits.dropFirst(start).prefix(end - start))
      }
      return .uuid(try #require(UUID(uuidString: parts.joined(separator: "-"))))
    case (.binary, .blob(let bytes)): return .binary(try content(bytes, attribute))
    case (.transformable, .blob(let bytes)): return .transformable(try content(bytes, attribute))
    default:
      Issue.record("'\(attribute.name)', a \(attribute.type.name), holds \(cell)")
      return .null
    }
  }

  /// Bytes after a marker that says whether they are the value or the name of a file.
  private func content(_ bytes: Data, _ attribute: Attribute) throws -> Data {
    guard attribute.allowsExternalBinaryDataStorage else { return bytes }
    switch bytes.first {
    case 1: return Data(bytes.dropFirst())
    case 2:
      let name = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
      return try Data(contentsOf: supportFolder.appendingPathComponent(name))
    default:
      Issue.record("'\(attribute.name)' has no storage marker")
      return bytes
    }
  }

  // MARK: Relationships

  private func targets(
    of relationship: Relationship, of entity: Entity
  ) throws -> [Int64: [ObjectReference]] {
    let inverse = model.inverse(of: relationship)
    if !relationship.isToMany { return try toOnes(relationship, of: entity) }
    let destination = model.destination(of: relationship)
    let table = table(of: destination)
    let origin = number(of: origin(of: relationship.name, in: entity))
    guard let inverse else {
      let key = "\(origin)\(relationship.name.uppercased())"
      return try toMany(
        relationship, table, try column("Z" + key, in: table), orderKey: "Z_FOK_" + key)
    }
    guard inverse.isToMany else {
      let key = try #require(columns[destination.name]?[inverse.name])
      return try toMany(relationship, table, key, orderKey: "Z_FOK_" + inverse.name.uppercased())
    }
    return try manyToMany(relationship, inverse, origin, to: destination)
  }

  /// The topmost entity that declares a relationship.
  private func origin(of relationship: String, in entity: Entity) -> String {
    model.lineage(of: entity).first { ancestor in
      ancestor.relationships.contains { $0.name == relationship }
    }?.name ?? entity.name
  }

  private func toOnes(
    _ relationship: Relationship, of entity: Entity
  ) throws -> [Int64: [ObjectReference]] {
    let known = columns[entity.name] ?? [:]
    let key = try #require(known[relationship.name])
    let number: SQL = known[relationship.name + " entity"].map { "\(identifier: $0)" } ?? "NULL"
    var targets: [Int64: [ObjectReference]] = [:]
    _ = try connection.rows(
      """
      SELECT Z_PK, \(identifier: key), \(number) FROM \(identifier: table(of: entity)) \
      WHERE \(identifier: key) IS NOT NULL
      """
    ) { row in
      let name =
        row.isNull(at: 2) ? relationship.destination : try entityName(row.integer(at: 2))
      targets[row.integer(at: 0)] = [
        ObjectReference(entity: name, primaryKey: row.integer(at: 1))
      ]
    }
    return targets
  }

  private func toMany(
    _ relationship: Relationship, _ table: String, _ key: String, orderKey: String
  ) throws -> [Int64: [ObjectReference]] {
    let order = relationship.isOrdered ? try column(orderKey, in: table) : "Z_PK"
    return try collect(
      relationship,
      """
      SELECT \(identifier: key), Z_PK, Z_ENT FROM \(identifier: table) \
      WHERE \(identifier: key) IS NOT NULL ORDER BY \(identifier: order)
      """)
  }

  private func manyToMany(
    _ relationship: Relationship, _ inverse: Relationship, _ own: Int, to destination: Entity
  ) throws -> [Int64: [ObjectReference]] {
    let other = number(of: origin(of: inverse.name, in: destination))
    let names = [
      "Z_\(own)\(relationship.name.uppercased())", "Z_\(other)\(inverse.name.uppercased())",
    ]
    let join = try #require(names.first { tables[$0] != nil })
    let isReflexive = inverse.name == relationship.name && own == other
    let ownColumn = try column("Z_\(own)\(inverse.name.uppercased())", in: join)
    let target =
      isReflexive
      ? "REFLEXIVE" : try column("Z_\(other)\(relationship.name.uppercased())", in: join)
    let order =
      relationship.isOrdered
      ? try column("Z_FOK_\(other)\(relationship.name.uppercased())", in: join) : target
    let pairs: SQL =
      isReflexive
      ? """
      (SELECT \(identifier: ownColumn), REFLEXIVE FROM \(identifier: join) UNION \
      SELECT REFLEXIVE, \(identifier: ownColumn) FROM \(identifier: join))
      """ : "\(identifier: join)"
    return try collect(
      relationship,
      """
      SELECT J.\(identifier: ownColumn), D.Z_PK, D.Z_ENT FROM \(pairs) AS J \
      JOIN \(identifier: table(of: destination)) AS D ON D.Z_PK = J.\(identifier: target) \
      ORDER BY J.\(identifier: order)
      """)
  }

  /// Rows of owner, key and entity number, in the order of the rows if the relationship has one.
  private func collect(
    _ relationship: Relationship, _ query: SQL
  ) throws -> [Int64: [ObjectReference]] {
    var targets: [Int64: [ObjectReference]] = [:]
    _ = try connection.rows(query) { row in
      targets[row.integer(at: 0), default: []].append(
        ObjectReference(
          entity: try entityName(row.integer(at: 2)), primaryKey: row.integer(at: 1)))
    }
    guard !relationship.isOrdered else { return targets }
    return targets.mapValues { list in
      list.sorted { left, right in
        left.entity == right.entity
          ? left.primaryKey < right.primaryKey
          : left.entity.utf16.lexicographicallyPrecedes(right.entity.utf16)
      }
    }
  }
}
