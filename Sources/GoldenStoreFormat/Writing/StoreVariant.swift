/// In which files the rows of a new store are.
public enum StoreVariant: String, CaseIterable, Hashable, Sendable, Codable {
  /// Schema and metadata in the main file, every row in the `-wal`, as a running app leaves them.
  case hot
  /// The first half of the objects in the main file, everything else in the `-wal`.
  case half
  /// Everything in the main file, which is in WAL mode; no sidecars.
  case checkpointed
  /// Everything in the main file, with a rollback journal; no sidecars.
  case rollback
}
