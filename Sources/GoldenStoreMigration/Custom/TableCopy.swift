import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// What SQLite copies from the old store into the new one, table by table, because no code has to
/// see it: the objects of mappings that keep every key, and the relationships between them.
///
/// Values are copied as they are. Whatever does not fit is left to the passes over the objects,
/// which give the same result, one object at a time.
struct TableCopy {
  /// The name under which the old store is attached to the connection of the new one.
  static let schema = "GOLDENSTORE_SOURCE"

  /// A relationship of the objects of a mapping.
  private struct Carried: Hashable {
    let mapping: Int
    let relationship: String
  }

  private let plan: CustomPlan
  /// The mappings whose objects are copied.
  private let mappings: Set<Int>
  private var toOnes: Set<Carried> = []
  private var finished: Set<Carried> = []
  /// The statements that fill join tables, to be run when all objects are there.
  private(set) var pairStatements: [SQL] = []

  init(_ plan: CustomPlan) throws {
    self.plan = plan
    mappings = Set(plan.mappings.indices.filter { Self.canCopy($0, plan) })
    for number in plan.mappings.indices where mappings.contains(number) {
      for relationship in plan.mappings[number].relationships
      where canCopyKey(relationship, of: number) {
        toOnes.insert(Carried(mapping: number, relationship: relationship.destination))
      }
    }
    finished = toOnes
    finishOrderedSides()
    addPairs()
  }

  func copies(_ mapping: Int) -> Bool { mappings.contains(mapping) }

  /// The relationships of a mapping that are left to be carried object by object.
  func remaining(_ mapping: Int) -> [CustomPlan.CarriedRelationship] {
    plan.mappings[mapping].relationships.filter {
      !finished.contains(Carried(mapping: mapping, relationship: $0.destination))
    }
  }

  // MARK: Objects

  private static func canCopy(_ number: Int, _ plan: CustomPlan) -> Bool {
    let mapping = plan.mappings[number]
    guard plan.keepsEveryKey(number), mapping.custom?.filter == nil,
      let destination = mapping.destination.flatMap({ plan.destination.entity(named: $0) }),
      mapping.attributes.allSatisfy(\.isCopied)
    else { return false }
    // A second object of one source object would take its key.
    let rivals = plan.mappings.filter {
      $0.source == mapping.source
        && $0.destination.flatMap { plan.destination.entity(named: $0) }?.rootName
          == destination.rootName
    }
    // Code may make unique what is not yet so when it is copied.
    let isUnique = plan.destination.indexes.contains {
      $0.isUnique && $0.table == destination.tableName
    }
    return rivals.count == 1 && !(isUnique && mapping.custom?.values != nil)
  }

  /// The statement that copies the objects of a mapping, with their to-ones.
  func statement(for number: Int) throws -> SQL {
    let mapping = plan.mappings[number]
    guard let source = mapping.source.flatMap({ plan.source.entity(named: $0) }),
      let destination = mapping.destination.flatMap({ plan.destination.entity(named: $0) })
    else { preconditionFailure("mapping '\(mapping.name)' has no two entities to copy between") }
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var cells: [SQL] = ["X.Z_PK", "\(raw: String(destination.number))", "1"]
    for (position, column) in destination.attributes.enumerated()
    where column.attribute.derivation == nil {
      let carried = mapping.attributes.first { $0.destinationPosition == position }
      let other = try DefaultValue.encoded(
        carried?.missing ?? column.attribute.defaultValue ?? .null, of: column.attribute,
        in: destination.name)
      columns.append(column.column)
      guard let carried else {
        cells.append("\(other)")
        continue
      }
      let cell: SQL = "X.\(identifier: source.attributes[carried.sourcePosition].column)"
      cells.append(other == .null ? cell : "COALESCE(\(cell), \(other))")
    }
    for relationship in mapping.relationships
    where toOnes.contains(Carried(mapping: number, relationship: relationship.destination)) {
      for (column, cell) in keyCells(relationship, source, destination) {
        columns.append(column)
        cells.append(cell)
      }
    }
    // The plus sign keeps SQLite from walking the index over Z_ENT.
    return """
      INSERT INTO main.\(identifier: destination.tableName) (\(identifiers: columns)) \
      SELECT \(SQL.list(cells)) FROM \(raw: Self.schema).\(identifier: source.tableName) AS X \
      WHERE +X.Z_ENT = \(raw: String(source.number))
      """
  }

  // MARK: To-ones

  private func canCopyKey(
    _ relationship: CustomPlan.CarriedRelationship, of number: Int
  ) -> Bool {
    guard let (old, new) = layouts(relationship, of: number),
      case .toOne(_, _, let oldOrder) = old.storage, case .toOne(_, _, let newOrder) = new.storage,
      newOrder == nil || oldOrder != nil
    else { return false }
    return copiesEvery(kindOf: old.relationship.destination, by: relationship.candidates)
  }

  /// Whether each object that a relationship of the source can lead to is copied, once.
  private func copiesEvery(kindOf entity: String, by candidates: [Int]) -> Bool {
    plan.source.entities.allSatisfy { kind in
      guard !kind.isAbstract, plan.source.model.isKind(kind.name, of: entity) else { return true }
      let makers = candidates.filter { plan.mappings[$0].source == kind.name }
      return makers.count == 1 && makers.allSatisfy(mappings.contains)
    }
  }

  private func layouts(
    _ relationship: CustomPlan.CarriedRelationship, of number: Int
  ) -> (old: RelationshipLayout, new: RelationshipLayout)? {
    let mapping = plan.mappings[number]
    guard
      let old = mapping.source.flatMap({ plan.source.entity(named: $0) })?
        .relationship(named: relationship.source),
      let new = mapping.destination.flatMap({ plan.destination.entity(named: $0) })?
        .relationship(named: relationship.destination)
    else { return nil }
    return (old, new)
  }

  /// The columns of a to-one and their cells; a key that leads nowhere is left out.
  private func keyCells(
    _ relationship: CustomPlan.CarriedRelationship, _ source: EntityLayout,
    _ destination: EntityLayout
  ) -> [(column: String, cell: SQL)] {
    guard let old = source.relationship(named: relationship.source),
      let new = destination.relationship(named: relationship.destination),
      case .toOne(let key, _, let order) = old.storage,
      case .toOne(let newKey, let newEntity, let newOrder) = new.storage,
      let targets = plan.source.entity(named: old.relationship.destination)
    else { return [] }
    func target(_ cell: SQL) -> SQL {
      """
      (SELECT \(cell) FROM \(raw: Self.schema).\(identifier: targets.tableName) AS Y \
      WHERE Y.Z_PK = X.\(identifier: key))
      """
    }
    var cells: [(column: String, cell: SQL)] = [(newKey, target("Y.Z_PK"))]
    if let newEntity {
      var number: SQL = "CASE Y.Z_ENT"
      for candidate in relationship.candidates {
        let maker = plan.mappings[candidate]
        guard let from = maker.source.flatMap({ plan.source.entity(named: $0) }),
          let to = maker.destination.flatMap({ plan.destination.entity(named: $0) })
        else { continue }
        number = "\(number) WHEN \(raw: String(from.number)) THEN \(raw: String(to.number))"
      }
      cells.append((newEntity, target("\(number) END")))
    }
    if let order, let newOrder { cells.append((newOrder, "X.\(identifier: order)")) }
    return cells
  }

  /// The ordered side of a relationship has nothing of its own where all keys and ranks of the
  /// other side are copied.
  private mutating func finishOrderedSides() {
    for number in plan.mappings.indices {
      for relationship in plan.mappings[number].relationships where relationship.isToMany {
        guard let (_, new) = layouts(relationship, of: number),
          case .toManyByForeignKey = new.storage, let inverse = new.relationship.inverse
        else { continue }
        let makers = plan.mappings.indices.filter {
          plan.destination.model.isKind(
            plan.mappings[$0].destination, of: new.relationship.destination)
            && plan.mappings[$0].source != nil
        }
        if makers.allSatisfy({
          toOnes.contains(Carried(mapping: $0, relationship: inverse))
        }) {
          finished.insert(Carried(mapping: number, relationship: relationship.destination))
        }
      }
    }
  }

  // MARK: Pairs

  private mutating func addPairs() {
    var carriers: [String: [Carried]] = [:]
    var order: [String] = []
    for number in plan.mappings.indices {
      for relationship in plan.mappings[number].relationships {
        guard let (_, new) = layouts(relationship, of: number),
          case .joinTable(let join, _, _, _) = new.storage
        else { continue }
        if carriers[join.name] == nil { order.append(join.name) }
        carriers[join.name, default: []].append(
          Carried(mapping: number, relationship: relationship.destination))
      }
    }
    for name in order {
      let group = carriers[name] ?? []
      guard let statement = pairStatement(group) else { continue }
      pairStatements.append(statement)
      finished.formUnion(group)
    }
  }

  /// The statement that copies the rows of a join table; nil where objects have to be asked.
  private func pairStatement(_ group: [Carried]) -> SQL? {
    var statement: SQL?
    for carried in group {
      guard mappings.contains(carried.mapping),
        let relationship = plan.mappings[carried.mapping].relationships.first(where: {
          $0.destination == carried.relationship
        }),
        let (old, new) = layouts(relationship, of: carried.mapping),
        let copy = pairStatement(old, new, relationship, of: carried.mapping)
      else { return nil }
      statement = statement ?? copy
    }
    return statement
  }

  private func pairStatement(
    _ old: RelationshipLayout, _ new: RelationshipLayout,
    _ relationship: CustomPlan.CarriedRelationship, of number: Int
  ) -> SQL? {
    guard case .joinTable(let oldJoin, let oldOwn, let oldTarget, let oldOrder) = old.storage,
      case .joinTable(let join, let own, let target, let newOrder) = new.storage,
      oldJoin.isReflexive == join.isReflexive, !isSetInCode(join),
      copiesEvery(kindOf: old.relationship.destination, by: relationship.candidates),
      copiesEveryOwner(of: oldJoin, column: oldOwn),
      let ownTable = plan.mappings[number].source.flatMap({ plan.source.entity(named: $0) })?
        .tableName,
      let targetTable = plan.source.entity(named: old.relationship.destination)?.tableName
    else { return nil }
    var columns = [own, target]
    var cells: [SQL] = ["X.\(identifier: oldOwn)", "X.\(identifier: oldTarget)"]
    if !join.isReflexive {
      let orders = [
        (oldOrder, newOrder),
        (order(ofInverseOf: old, in: plan.source), order(ofInverseOf: new, in: plan.destination)),
      ]
      for case (let old, let new?) in orders {
        guard let old else { return nil }
        columns.append(new)
        cells.append("X.\(identifier: old)")
      }
    }
    func exists(_ table: String, _ column: String) -> SQL {
      """
      EXISTS (SELECT 1 FROM \(raw: Self.schema).\(identifier: table) AS Y \
      WHERE Y.Z_PK = X.\(identifier: column))
      """
    }
    return """
      INSERT INTO main.\(identifier: join.name) (\(identifiers: columns)) \
      SELECT \(SQL.list(cells)) FROM \(raw: Self.schema).\(identifier: oldJoin.name) AS X \
      WHERE \(exists(ownTable, oldOwn)) AND \(exists(targetTable, oldTarget))
      """
  }

  /// Whether code of a mapping sets a relationship that a join table holds.
  private func isSetInCode(_ join: JoinTableLayout) -> Bool {
    plan.mappings.contains { mapping in
      let entity = mapping.destination.flatMap { plan.destination.entity(named: $0) }
      return mapping.custom?.setting.contains { name in
        if case .joinTable(let other, _, _, _)? = entity?.relationship(named: name)?.storage {
          other.name == join.name
        } else {
          false
        }
      } ?? false
    }
  }

  /// Whether the objects of every entity that has rows in a join table are copied.
  private func copiesEveryOwner(of join: JoinTableLayout, column: String) -> Bool {
    plan.source.entities.allSatisfy { entity in
      let isOwner = entity.relationships.contains {
        if case .joinTable(let other, let own, _, _) = $0.storage {
          other.name == join.name && own == column
        } else {
          false
        }
      }
      guard isOwner, !entity.isAbstract else { return true }
      return mappings.contains { plan.mappings[$0].source == entity.name }
    }
  }

  private func order(
    ofInverseOf layout: RelationshipLayout, in store: StoreLayout
  ) -> String? {
    guard let inverse = layout.relationship.inverse,
      case .joinTable(_, _, _, let order)? = store.entity(
        named: layout.relationship.destination)?.relationship(named: inverse)?.storage
    else { return nil }
    return order
  }
}

extension CarriedAttribute {
  /// Whether the cell of a value is the same in both types, and holds the value itself.
  fileprivate var isCopied: Bool {
    (source.type == destination.type || source.type.isWidened(by: destination.type))
      && !source.allowsExternalBinaryDataStorage && !destination.allowsExternalBinaryDataStorage
  }
}
