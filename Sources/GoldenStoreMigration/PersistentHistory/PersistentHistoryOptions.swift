/// What may be lost of the persistent history of a store when the store is migrated.
///
/// Without any of these, a migration keeps what Core Data keeps, and code of custom stages is
/// refused in a store that keeps history.
public struct PersistentHistoryOptions: Hashable, Sendable {
  /// Whether only the changes of removed entities go, and all transactions stay.
  ///
  /// Otherwise the whole history goes up to the last transaction that touches a removed entity,
  /// and whoever reads it from a token before that point has to begin anew. Core Data's name is
  /// `NSPersistentHistoryAllowPartialHistoryMigration`; its default is false, too.
  ///
  /// Format: StoreFormat F182.
  public var allowsPartialMigration: Bool

  /// Whether code of a custom stage may work in a store that keeps history.
  ///
  /// Nothing records what that code does: the changes of handlers are missing in the history, and
  /// a store that is written anew begins one without changes, whose numbers go on.
  ///
  /// Format: StoreFormat F186.
  public var allowsGaps: Bool

  public init(allowsPartialMigration: Bool = false, allowsGaps: Bool = false) {
    self.allowsPartialMigration = allowsPartialMigration
    self.allowsGaps = allowsGaps
  }
}
