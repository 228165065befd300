import GoldenStoreFormat

/// What happens to the table of a many-to-many relationship.
struct JoinMigration: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The table is new, and empty.
    case create
    /// The table is new; its pairs come from a foreign key.
    case fill(ForeignKeyPairs)
    /// The table stays, perhaps under another name and with other column names.
    case keep(JoinTableLayout, columns: [Rename])
    /// The table is made anew with its pairs, because an order key comes or goes.
    case rebuild(JoinTableLayout, columns: [JoinColumn])
  }

  let kind: Kind
  let destination: JoinTableLayout

  /// The table that the pairs come from.
  var source: JoinTableLayout? {
    switch kind {
    case .create, .fill: nil
    case .keep(let source, _), .rebuild(let source, _): source
    }
  }
}

/// A column of a rebuilt join table and the source column that it copies.
struct JoinColumn: Hashable, Sendable {
  let name: String
  let source: String
}

/// The pairs that a foreign key stands for: its row, and the row that it names.
struct ForeignKeyPairs: Hashable, Sendable {
  /// The source's table that holds the key.
  let table: String
  let foreignKey: String
  /// The source's numbers of the entities whose objects had the key and live on; none where all
  /// rows of the table are theirs.
  let entityNumbers: [Int]
  /// The column of the join table for the row that holds the key.
  let holderColumn: String
  /// The column of the join table for the row that the key names.
  let ownerColumn: String
  /// The column that ranks the holders of one owner, and what it is filled from.
  let holderOrderKey: JoinColumn?
  /// The column that ranks the owners of one holder, of which there is one only.
  let ownerOrderKey: String?

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
  /// The destination's table that gets the key.
  let targetTable: String
  let targetForeignKey: String
  let targetOrderKey: String?
}
