import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Counter attributes: what they count is counted anew.
///
/// Format: StoreFormat F163.
extension InPlacePlan {
  /// Counts for every row that was there before, times the targets of its relationship.
  func computeCounters(_ script: inout SchemaScript) {
    for entity in planner.destination.entities {
      let table = tables.first { $0.destination?.name == entity.tableName }
      guard table?.source != nil else { continue }
      for column in entity.attributes {
        guard let counter = column.attribute.counter, declares(column.attribute.name, entity),
          let count = self.count(counter, of: entity)
        else { continue }
        var statement: SQL = """
          UPDATE \(identifier: entity.tableName) SET \(identifier: column.column) = \(count)
          """
        if entity.superNumber != 0 {
          statement = """
            \(statement) WHERE Z_ENT BETWEEN \(raw: String(entity.numberRange.lowerBound)) \
            AND \(raw: String(entity.numberRange.upperBound))
            """
        }
        script.append(.derive, statement)
      }
    }
  }

  /// Whether an entity is the topmost one with an attribute.
  private func declares(_ attribute: String, _ entity: EntityLayout) -> Bool {
    guard entity.superNumber != 0 else { return true }
    let parent = planner.destination.entities.first { $0.number == entity.superNumber }
    return parent?.attribute(named: attribute) == nil
  }

  private func count(_ counter: CounterRule, of entity: EntityLayout) -> SQL? {
    guard let relationship = entity.relationship(named: counter.relationship),
      let target = planner.destination.entity(named: relationship.relationship.destination)
    else { return nil }
    var condition: SQL
    switch relationship.storage {
    case .toOne(let key, _, _):
      condition = "Y.Z_PK = \(identifier: entity.tableName).\(identifier: key)"
    case .toManyByForeignKey(_, let key, _):
      condition = "Y.\(identifier: key) = \(identifier: entity.tableName).Z_PK"
    case .joinTable: return nil  // The layout refuses it.
    }
    for term in counter.terms {
      guard let column = target.attribute(named: term.attribute)?.column else { return nil }
      let number: SQL = "\(raw: String(term.number))"
      condition = """
        \(condition) AND Y.\(identifier: column) \(raw: term.isEqual ? "=" : "<>") \(number)
        """
    }
    return "(SELECT COUNT(*) FROM \(identifier: target.tableName) AS Y WHERE \(condition))"
  }
}
