import GoldenStoreModel

/// The tables in which a store that tracks its history keeps changes and transactions.
///
/// Format: StoreFormat F75.
public struct HistoryLayout: Hashable, Sendable {
  /// An entity of Core Data's own, which is in no model and has no hash.
  public struct Entity: Hashable, Sendable {
    public let number: Int
    public let name: String
    public let table: String
  }

  /// The number of columns that keep values of deleted objects.
  public let tombstones: Int

  /// The entities, in the order of their rows in `Z_PRIMARYKEY`.
  public var entities: [Entity] {
    ["CHANGE", "TRANSACTION", "TRANSACTIONSTRING"].enumerated().map { offset, name in
      Entity(number: 16001 + offset, name: name, table: "A\(name)")
    }
  }

  /// The statements that make tables and indexes, in the order in which Core Data runs them.
  public var statements: [String] {
    let keys = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    let kept = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    let strings = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]
    return [
      "CREATE TABLE ACHANGE ( \(keys), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
        + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(kept) )",
      "CREATE TABLE ATRANSACTION ( \(keys), "
        + strings.map { "\($0) INTEGER, " }.joined()
        + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, "
        + "ZPROCESSID VARCHAR, ZQUERYGEN BLOB )",
      "CREATE TABLE ATRANSACTIONSTRING ( \(keys), ZNAME VARCHAR )",
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    ]
      + strings.map { "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))" } + [
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION "
          + "(ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION "
          + "(ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING "
          + "(ZNAME COLLATE BINARY ASC)",
      ]
  }

  /// As many tombstones as the entity with the most has attributes to keep.
  init(_ model: ValidatedModel) {
    tombstones =
      model.model.entities.map { entity in
        model.persistedAttributes(of: entity).count { $0.preservesValueInHistoryOnDeletion }
      }.max() ?? 0
  }
}
