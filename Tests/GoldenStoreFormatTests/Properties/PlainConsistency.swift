import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport

/// Checks a store with plain SQL, row by row, against the objects that it must hold.
///
/// Shares with the reader and the writer where the layout puts a property, and nothing else.
struct PlainConsistency {
  private(set) var problems: [String] = []
  let connection: Connection
  let layout: StoreLayout
  let contents: StoreContents
  let numbering: PlainNumbering
  var model: ValidatedModel { layout.model }

  init(_ connection: Connection, layout: StoreLayout, contents: StoreContents) throws {
    self.connection = connection
    self.layout = layout
    self.contents = contents
    numbering = PlainNumbering(layout.model.model)
    try checkIntegrity()
    try checkEntities()
    for table in layout.tables { try checkRows(of: table) }
    for entity in layout.entities where !entity.isAbstract { try checkObjects(of: entity) }
    try checkRelationships()
  }

  mutating func report(_ problem: String) {
    if problems.count < 20 { problems.append(problem) }
  }

  mutating func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { report(problem()) }
  }

  // MARK: The file

  private mutating func checkIntegrity() throws {
    let found = try connection.pragma("integrity_check")
    require(found == [.text("ok")], "integrity_check: \(found)")
    require(
      try connection.integer("SELECT count(*) FROM Z_METADATA WHERE Z_VERSION = 1") == 1,
      "Z_METADATA has other rows than one")
    require(
      try connection.integer("SELECT count(*) FROM Z_MODELCACHE WHERE length(Z_CONTENT) > 0") == 1,
      "Z_MODELCACHE has other rows than one")
  }

  /// One row an entity, with its number by the plain rule; the highest key with the root's row.
  private mutating func checkEntities() throws {
    let expected = numbering.rows.map { row -> String in
      let members = model.model.entities.filter { entity in
        model.lineage(of: entity).first?.name == row.name
      }
      let keys = members.flatMap { contents.objects(of: $0.name) }.map(\.primaryKey)
      return "\(row.number)|\(row.name)|\(row.superNumber)|\(keys.max() ?? 0)"
    }
    let found = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    ) { row in
      "\(row.integer(at: 0))|\(try row.text(at: 1))|\(row.integer(at: 2))|\(row.integer(at: 3))"
    }
    require(found == expected, "Z_PRIMARYKEY: expected \(expected), found \(found)")
  }

  // MARK: Rows

  /// Keys unique and within Z_MAX, entities concrete and of this table, as many as objects.
  private mutating func checkRows(of table: TableLayout) throws {
    let members = layout.entities.filter { $0.tableName == table.name }
    let concrete = members.filter { !$0.isAbstract }.compactMap { numbering.numbers[$0.name] }
    let root = numbering.numbers[table.rootEntity] ?? 0
    let bad = try connection.integer(
      """
      SELECT count(*) FROM \(identifier: table.name)
      WHERE Z_OPT IS NOT 1 OR Z_ENT IS NULL
        OR Z_ENT NOT IN (\(raw: concrete.map { "\($0)" }.joined(separator: ", ")))
        OR Z_PK < 1 OR Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root))
      """)
    require(bad == 0, "'\(table.name)': \(bad) rows with impossible Z_PK, Z_ENT or Z_OPT")
    let count = try connection.integer("SELECT count(*) FROM \(identifier: table.name)")
    let keys = try connection.integer(
      "SELECT count(DISTINCT Z_PK) FROM \(identifier: table.name)")
    let objects = members.reduce(0) { $0 + contents.objects(of: $1.name).count }
    require(
      count == objects && keys == objects,
      "'\(table.name)': \(count) rows with \(keys) keys, expected \(objects)")
  }

  /// Every cell of every row, and NULL in every column that is none of the entity's.
  private mutating func checkObjects(of entity: EntityLayout) throws {
    let table = entity.tableName
    let columns = layout.table(named: table)?.columns.map(\.name) ?? []
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    for object in contents.objects(of: entity.name) {
      let rows = try connection.rows(
        "SELECT \(raw: list) FROM \(identifier: table) WHERE Z_PK = \(object.primaryKey)"
      ) { row in try columns.indices.map { try row.value(at: $0) } }
      guard rows.count == 1 else {
        report("\(object.reference): \(rows.count) rows")
        continue
      }
      var cells = Dictionary(uniqueKeysWithValues: zip(columns, rows[0]))
      require(
        cells.removeValue(forKey: "Z_ENT")
          == numbering.numbers[entity.name].map { .integer(Int64($0)) },
        "\(object.reference): wrong Z_ENT")
      for key in ["Z_PK", "Z_OPT"] { cells[key] = nil }
      checkAttributes(of: object, entity, &cells)
      checkToOnes(of: object, entity, &cells)
      // What is left may hold order keys and virtual keys; those of others are checked there.
      let leading = Set(incomingColumns(of: entity))
      for (column, cell) in cells where !leading.contains(column) {
        require(
          cell == .null, "\(object.reference): '\(column)' is none of its own, found \(cell)")
      }
    }
  }

  private mutating func checkAttributes(
    of object: StoredObject, _ entity: EntityLayout, _ cells: inout [String: SQLValue]
  ) {
    for column in entity.attributes {
      let attribute = column.attribute
      let value = object.value(of: attribute.name) ?? .null
      let found = cells.removeValue(forKey: column.column)
      let expected = PlainCell.cell(of: value, isMarked: attribute.allowsExternalBinaryDataStorage)
      require(
        found.map { PlainCell.isEqual($0, expected) } == true,
        "\(object.reference).\(attribute.name): expected \(expected), found \(String(describing: found))"
      )
    }
  }

  private mutating func checkToOnes(
    of object: StoredObject, _ entity: EntityLayout, _ cells: inout [String: SQLValue]
  ) {
    for relationship in entity.relationships {
      guard case .toOne(let key, let entityColumn, _) = relationship.storage else { continue }
      let name = relationship.relationship.name
      let target = object.targets(of: name)?.first
      require(
        cells.removeValue(forKey: key) == target.map { .integer($0.primaryKey) } ?? .null,
        "\(object.reference).\(name): wrong key")
      guard let entityColumn else { continue }
      let number = target.flatMap { numbering.numbers[$0.entity] }
      require(
        cells.removeValue(forKey: entityColumn) == number.map { .integer(Int64($0)) } ?? .null,
        "\(object.reference).\(name): wrong entity number")
    }
  }

  /// The columns of an entity's rows that the other sides of relationships fill.
  private func incomingColumns(of entity: EntityLayout) -> [String] {
    let own = entity.relationships.compactMap { relationship -> String? in
      if case .toOne(_, _, let orderKey) = relationship.storage { orderKey } else { nil }
    }
    let incoming = layout.entities.flatMap(\.relationships).flatMap { relationship -> [String] in
      let range = layout.entity(named: relationship.relationship.destination)?.numberRange
      guard relationship.relationship.inverse == nil,
        case .toManyByForeignKey(_, let key, let orderKey) = relationship.storage,
        range?.contains(entity.number) == true
      else { return [] }
      return [key, orderKey].compactMap { $0 }
    }
    return own + incoming
  }
}
