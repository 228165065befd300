package import GoldenStoreFormat
import GoldenStoreModel
package import GoldenStoreSQLite

/// Finds the objects of a store that Core Data would not save: without a mandatory value, with too
/// few or too many targets.
///
/// Format: StoreFormat F157.
package struct ObjectValidation {
  let layout: StoreLayout

  package init(layout: StoreLayout) { self.layout = layout }

  /// How many keys are told of each property.
  private static let limit = 5

  /// The properties in which objects are wrong, by entity and name.
  package func invalidProperties(_ connection: Connection) throws -> [InvalidProperty] {
    var invalid: [InvalidProperty] = []
    for entity in layout.entities where !entity.isAbstract {
      for (property, fault, condition) in rules(of: entity) {
        let objects: SQL = """
          FROM \(identifier: entity.tableName) AS O WHERE Z_ENT = \(entity.number) AND \(condition)
          """
        let count = try connection.integer("SELECT count(*) \(objects)")
        guard count > 0 else { continue }
        let keys = try connection.rows("SELECT Z_PK \(objects) ORDER BY Z_PK LIMIT \(Self.limit)") {
          $0.integer(at: 0)
        }
        invalid.append(
          InvalidProperty(
            entity: entity.name, property: property, fault: fault, objects: count,
            primaryKeys: keys))
      }
    }
    return invalid
  }

  private func rules(
    of entity: EntityLayout
  ) -> [(property: String, fault: InvalidProperty.Fault, condition: SQL)] {
    var rules: [(property: String, fault: InvalidProperty.Fault, condition: SQL)] = []
    for attribute in entity.attributes
    where !attribute.attribute.isOptional && attribute.attribute.derivation == nil {
      rules.append(
        (attribute.attribute.name, .missing, "\(identifier: attribute.column) IS NULL"))
    }
    for layout in entity.relationships {
      let relationship = layout.relationship
      guard let count = memberCount(layout) else {
        if !relationship.isOptional, case .toOne(let foreignKey, _, _) = layout.storage {
          rules.append((relationship.name, .missing, "\(identifier: foreignKey) IS NULL"))
        }
        continue
      }
      if relationship.minCount > 0 {
        // An optional relationship may be empty, whatever its minimum.
        let lowest = relationship.isOptional ? 1 : 0
        rules.append(
          (
            relationship.name, .tooFew(minimum: relationship.minCount),
            "\(count) BETWEEN \(lowest) AND \(relationship.minCount - 1)"
          ))
      }
      if relationship.maxCount > 1 {
        rules.append(
          (
            relationship.name, .tooMany(maximum: relationship.maxCount),
            "\(count) > \(relationship.maxCount)"
          ))
      }
    }
    return rules
  }

  /// The number of targets of an object `O` in a to-many; nil for a to-one.
  private func memberCount(_ layout: RelationshipLayout) -> SQL? {
    switch layout.storage {
    case .toOne: return nil
    case .toManyByForeignKey(let table, let foreignKey, _):
      return """
        (SELECT count(*) FROM \(identifier: table) AS M \
        WHERE M.\(identifier: foreignKey) = O.Z_PK)
        """
    case .joinTable(let join, let own, let target, _):
      let pairs: SQL = "(SELECT count(*) FROM \(identifier: join.name) WHERE"
      guard join.isReflexive else { return "\(pairs) \(identifier: own) = O.Z_PK)" }
      return """
        \(pairs) O.Z_PK IN (\(identifier: own), \(identifier: target)))
        """
    }
  }
}
