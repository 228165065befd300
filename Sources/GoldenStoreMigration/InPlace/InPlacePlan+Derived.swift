import GoldenStoreFormat
import GoldenStoreModel
import GoldenStoreSQLite

/// Derived attributes: their triggers go first and come last, their values are computed between.
///
/// Format: StoreFormat F141.
extension InPlacePlan {
  /// Drops all triggers that the source's model describes, but those of spatial indexes that stay.
  func dropTriggers(_ script: inout SchemaScript) {
    let described = Set(planner.source.triggers.map(\.name)).subtracting(keptTriggers)
    for trigger in planner.schema.triggers where described.contains(trigger.name) {
      script.append(.dropTriggers, "DROP TRIGGER \(identifier: trigger.name)")
    }
  }

  private var keptTriggers: [String] { keptSpatialIndexes.flatMap(\.triggerNames) }

  /// Computes every derived value of rows that were there before, times apart that are known.
  func computeDerivedValues(_ script: inout SchemaScript) {
    for derived in planner.destination.derivedColumns {
      let table = tables.first { $0.destination?.name == derived.table }
      guard table?.source != nil, !keepsValue(derived) else { continue }
      var statement: SQL = """
        UPDATE \(identifier: derived.table) \
        SET \(identifier: derived.column) = \(derived.value)
        """
      if let range = derived.range {
        statement = """
          \(statement) WHERE Z_ENT BETWEEN \(raw: String(range.lowerBound)) \
          AND \(raw: String(range.upperBound))
          """
      }
      script.append(.derive, statement)
    }
  }

  func createTriggers(_ script: inout SchemaScript) {
    let kept = Set(keptTriggers)
    for trigger in planner.destination.triggers where !kept.contains(trigger.name) {
      script.append(.createTriggers, SQL(raw: trigger.createStatement))
    }
  }

  /// A migration changes no object, so a time of the last change that is there stays.
  private func keepsValue(_ derived: DerivedColumn) -> Bool {
    guard derived.source == .now, let pair = planner.pair(to: derived.entity),
      let mapping = pair.mapping.attributes.first(where: { $0.destination == derived.attribute }),
      let source = mapping.source.flatMap({ pair.source.attribute(named: $0) }),
      let destination = pair.destination.attribute(named: derived.attribute)
    else { return false }
    return source.attribute.derivation?.predicateFormat
      == destination.attribute.derivation?.predicateFormat
  }
}

extension DerivedColumn {
  /// The value of a row in SQL.
  fileprivate var value: SQL {
    switch source {
    case .now: return "NSCoreDataNow()"
    case .function(let function, let value):
      return "\(raw: function.sqlName)(\(identifier: value))"
    case .keyPath(let foreignKey, let target, let value):
      return """
        (SELECT Y.\(identifier: value) FROM \(identifier: target) AS Y \
        WHERE Y.Z_PK = \(identifier: table).\(identifier: foreignKey))
        """
    case .count(let targets): return aggregate("COUNT(*)", targets)
    case .sum(let targets, let value):
      return aggregate("IFNULL(SUM(Y.\(identifier: value)), 0)", targets)
    case .extreme(let extreme, let targets, let value):
      return aggregate("\(raw: extreme.sqlName)(Y.\(identifier: value))", targets)
    }
  }

  private func aggregate(_ value: SQL, _ targets: Targets) -> SQL {
    """
    (SELECT \(value) FROM \(identifier: targets.table) AS Y \
    WHERE Y.\(identifier: targets.key) = \(identifier: table).Z_PK)
    """
  }
}
