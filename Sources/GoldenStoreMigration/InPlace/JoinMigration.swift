import GoldenStoreFormat

/// What happens to the table of a many-to-many relationship.
struct JoinMigration: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The table is new, and empty.
    case create
    /// The table stays, perhaps under another name and with other column names.
    case keep(JoinTableLayout, columns: [Rename])
    /// The table is new, and gets pairs of the source.
    case fill([PairSource])
  }

  let kind: Kind
  let destination: JoinTableLayout

  /// The source's join tables that pairs come from.
  var sources: [JoinTableLayout] {
    switch kind {
    case .create: []
    case .keep(let source, _): [source]
    case .fill(let sources):
      sources.compactMap { if case .joinTable(let table) = $0.place { table } else { nil } }
    }
  }
}

/// Rows of the source that become pairs of a join table.
struct PairSource: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    case joinTable(JoinTableLayout)
    /// The table of a root entity, in one of whose columns the pairs are.
    case table(String)
  }

  /// A column of the join table, and what it is filled from.
  struct Cell: Hashable, Sendable {
    enum Origin: Hashable, Sendable {
      case column(String)
      /// A column, or the primary key where that is NULL.
      case rank(String)
      case number(Int)
    }

    let column: String
    let origin: Origin
  }

  /// What the rows have to meet.
  enum Condition: Hashable, Sendable {
    case isSet(String)
    /// The row is one of these entities, by their numbers in the source.
    case isOf([Int])
    /// The column names a row of these entities.
    case names(String, table: String, numbers: [Int])
  }

  let place: Place
  let cells: [Cell]
  let conditions: [Condition]

  /// The rank of the only owner of a holder.
  ///
  /// Format: StoreFormat F116.
  static let onlyRank = 2000
}

/// A foreign key of the destination that points the other way than that of the source.
struct ReversedForeignKey: Hashable, Sendable {
  let entity: String
  let relationship: String
  /// The source's table that holds the key.
  let table: String
  let foreignKey: String
  /// The source's numbers of the entities whose objects had the key and live on.
  var numbers: [Int]
  /// The destination's table that gets the key.
  let targetTable: String
  let targetForeignKey: String
  let targetOrderKey: String?
  /// The destination's entities whose rows get it.
  let targetEntities: [String]
}
