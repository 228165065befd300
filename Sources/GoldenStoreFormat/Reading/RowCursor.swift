public import GoldenStoreModel
import GoldenStoreSQLite

/// The rows of one entity in ascending order of primary keys, of which nothing is decoded before
/// it is asked for.
///
/// For passes over many objects that need single values, or values without objects around them.
/// Attributes and relationships are named by their places in the shape; each is checked as
/// ``StoreReader/forEachObject(of:_:)`` checks it. Asking for a value as another type than the
/// attribute's is a mistake of the caller.
public struct RowCursor: ~Copyable {
  /// The properties of every row's object.
  public var shape: ObjectShape { plan.shape }
  /// The primary key of the current row.
  public private(set) var primaryKey: Int64 = 0

  private let plan: EntityReadingPlan
  private let statement: Statement
  private var hasRow = false

  init(
    _ plan: EntityReadingPlan, _ columns: EntityReadingPlan.Columns, connection: Connection
  ) throws {
    self.plan = plan
    statement = try StoreError.wrappingSQLite(plan.store) {
      try connection.prepare(plan.query(columns))
    }
  }

  /// Goes to the next row; false when there is none left.
  ///
  /// - Throws: `StoreError.unexpectedEntityNumber` for a row that belongs to no entity,
  ///   `.unexpectedType` or `.unexpectedValue` for a primary key that is none, or `.database`.
  public mutating func next() throws -> Bool {
    guard try StoreError.wrappingSQLite(plan.store, { try statement.step() }) else { return false }
    try takeKey(statement.cell(at: 0))
    if let index = plan.numberIndex {
      let number = statement.cell(at: index)
      guard case .integer = number.storage, number.integer == plan.number else {
        throw StoreError.unexpectedEntityNumber(
          store: plan.store, table: plan.table, row: primaryKey, found: number.excerpt)
      }
    }
    return true
  }

  /// Only a table without Core Data's key has other keys than numbers, and damaged pages alone
  /// give rows out of order, or again and again.
  private mutating func takeKey(_ key: Cell) throws {
    guard key.storage == .integer else {
      throw StoreError.unexpectedType(
        store: plan.store, table: plan.table, row: key.integer, column: StoreNames.primaryKey,
        expected: "INTEGER", found: key.excerpt)
    }
    guard !hasRow || key.integer > primaryKey else {
      throw StoreError.unexpectedValue(
        store: plan.store, table: plan.table, row: key.integer, column: StoreNames.primaryKey,
        problem: "comes after row \(primaryKey); the pages of the table are damaged")
    }
    primaryKey = key.integer
    hasRow = true
  }

  // MARK: Attributes

  /// Whether an attribute has no value.
  public func isNull(at attribute: Int) -> Bool { cell(attribute).isNull }

  /// The value of an attribute of any type; NULL is `.null`.
  ///
  /// - Throws: `StoreError.unexpectedType` or `.unexpectedValue` with table, row and column, as
  ///   all accessors do.
  public func value(at attribute: Int) throws -> AttributeValue {
    try plan.codecs[attribute].value(cell(attribute), row: primaryKey)
  }

  /// The value of an integer attribute of any width; nil for NULL.
  public func integer(at attribute: Int) throws -> Int64? {
    try read(attribute, .integer) {
      try $0.integer($1, row: $2)
    }
  }

  /// The value of a boolean attribute; nil for NULL.
  public func boolean(at attribute: Int) throws -> Bool? {
    try read(attribute, .boolean) { try $0.boolean($1, row: $2) }
  }

  /// The value of a double or float attribute; nil for NULL.
  public func real(at attribute: Int) throws -> Double? {
    try read(attribute, .real) { try $0.real($1, row: $2) }
  }

  /// The value of a date attribute, in seconds since 2001-01-01 00:00 UTC; nil for NULL.
  public func seconds(at attribute: Int) throws -> Double? {
    try read(attribute, .seconds) { try $0.seconds($1, row: $2) }
  }

  /// The value of a string or URI attribute; nil for NULL.
  public func text(at attribute: Int) throws -> String? {
    try read(attribute, .text) { try $0.text($1, row: $2) }
  }

  /// Passes the UTF-8 bytes of a string or URI attribute to a closure, without a copy; does
  /// nothing for NULL.
  public func withText(at attribute: Int, _ body: (Span<UInt8>) throws -> Void) throws {
    try read(attribute, .text) { try $0.withText($1, row: $2, body) }
  }

  private func cell(_ attribute: Int) -> Cell {
    statement.cell(at: plan.firstAttribute + attribute)
  }

  @discardableResult @inline(__always)
  private func read<Value>(
    _ attribute: Int, _ form: ValueCodec.Form,
    _ decode: (ValueCodec, Cell, Int64) throws -> Value
  ) rethrows -> Value? {
    precondition(plan.forms[attribute] == form, "an attribute is read as the type that it has")
    let cell = cell(attribute)
    return cell.isNull ? nil : try decode(plan.codecs[attribute], cell, primaryKey)
  }

  // MARK: Relationships

  /// The target of a to-one; nil without one.
  public func target(at relationship: Int) throws -> ObjectReference? {
    guard let toOne = plan.toOne[relationship] else {
      preconditionFailure("the row of an object holds the targets of its to-ones alone")
    }
    return try plan.target(toOne, statement, row: primaryKey)
  }

  /// The rank among the targets of a to-one's ordered inverse, which rises from target to target;
  /// nil where there is no target, no rank, or no ordered inverse.
  ///
  /// - Throws: `StoreError.unexpectedType`.
  public func place(at relationship: Int) throws -> Int64? {
    guard let order = plan.toOne[relationship]?.orderKey else { return nil }
    return try plan.key(statement.cell(at: order.index), column: order.column, row: primaryKey)
  }

  /// Makes an object of the current row.
  func object(_ cursors: [TargetCursor?]) throws -> StoredObject {
    try plan.object(statement, row: primaryKey, cursors: cursors)
  }
}
