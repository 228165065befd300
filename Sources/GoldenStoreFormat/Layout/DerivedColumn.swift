/// The column of a derived attribute, and where its values come from.
///
/// Format: StoreFormat F76 to F78.
package struct DerivedColumn: Hashable, Sendable {
  /// The declaring entity.
  package let entity: String
  package let attribute: String
  /// The table and the column of the derived values.
  package let table: String
  package let column: String
  /// The numbers of the entity and its descendants where other rows share the table.
  package let range: ClosedRange<Int>?
  package let source: Source

  /// What a value is computed of.
  package enum Source: Hashable, Sendable {
    /// A column of the row to which a foreign key leads.
    case keyPath(foreignKey: String, table: String, value: String)
    /// The number of the rows that hold the owner's key.
    case count(Targets)
    /// The sum over a column of the targets' rows.
    case sum(Targets, value: String)
    /// The smallest or largest value in a column of the targets' rows.
    case extreme(DerivationRule.Extreme, Targets, value: String)
    /// A function of a column of the same row.
    case function(DerivationRule.Function, value: String)
    case now
  }

  /// The rows that stand for the targets of a to-many.
  package struct Targets: Hashable, Sendable {
    /// The table of the targets, or a join table.
    package let table: String
    /// The column that holds the owner's key.
    package let key: String
    /// Whether the rows are pairs, which are made and deleted but never moved.
    package let isJoin: Bool
  }
}

extension DerivationRule.Function {
  /// The function that Core Data registers with SQLite.
  package var sqlName: String {
    switch self {
    case .canonical: "NSCoreDataCanonical"
    case .uppercase: "NSCoreDataToUpper"
    case .lowercase: "NSCoreDataToLower"
    }
  }
}

extension DerivationRule.Extreme {
  /// SQL's aggregate function.
  package var sqlName: String {
    switch self {
    case .minimum: "MIN"
    case .maximum: "MAX"
    }
  }
}
