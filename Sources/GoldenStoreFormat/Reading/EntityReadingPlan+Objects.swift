import GoldenStoreModel
import GoldenStoreSQLite

// How one row becomes an object. Everything here runs for every object.
extension EntityReadingPlan {
  /// Makes an object of the current row of a query for ``Columns/values``.
  ///
  /// - Parameter cursors: For each relationship; to-manys without one get no targets.
  func object(
    _ statement: borrowing Statement, row: Int64, cursors: [TargetCursor?]
  ) throws -> StoredObject {
    var values: [AttributeValue] = []
    values.reserveCapacity(codecs.count)
    for attribute in codecs.indices {
      let cell = statement.cell(at: firstAttribute + attribute)
      values.append(try codecs[attribute].value(cell, row: row))
    }
    var targets: [[ObjectReference]] = []
    targets.reserveCapacity(toOne.count)
    for relationship in toOne.indices {
      if let cursor = cursors[relationship] {
        targets.append(try cursor.targets(of: row))
      } else if let toOne = toOne[relationship],
        let target = try target(toOne, statement, row: row)
      {
        targets.append([target])
      } else {
        targets.append([])
      }
    }
    return StoredObject(shape: shape, primaryKey: row, values: values, targets: targets)
  }

  /// The target of a to-one in the current row; nil without one.
  func target(
    _ toOne: ToOne, _ statement: borrowing Statement, row: Int64
  ) throws -> ObjectReference? {
    let cell = statement.cell(at: toOne.index)
    guard let key = try key(cell, column: toOne.foreignKey, row: row) else { return nil }
    guard let entityColumn = toOne.entityColumn else {
      return ObjectReference(entity: toOne.targets.declared, primaryKey: key)
    }
    let number = statement.cell(at: toOne.index + 1)
    guard let found = try self.key(number, column: entityColumn, row: row),
      let entity = toOne.targets.name(ofNumber: found)
    else {
      throw StoreError.unexpectedValue(
        store: store, table: table, row: row, column: entityColumn,
        problem:
          "expected the number of '\(toOne.targets.declared)' or a subentity, found "
          + number.excerpt)
    }
    return ObjectReference(entity: entity, primaryKey: key)
  }

  /// A key, number or rank in the current row; nil for NULL.
  func key(_ cell: Cell, column: String, row: Int64) throws -> Int64? {
    switch cell.storage {
    case .null: return nil
    case .integer: return cell.integer
    default:
      throw StoreError.unexpectedType(
        store: store, table: table, row: row, column: column, expected: "INTEGER or NULL",
        found: cell.excerpt)
    }
  }
}
