/// Which goldens a run writes.
///
/// Sealed goldens are never rewritten, whatever the mode.
public enum RecordMode: String, Hashable, Sendable, CaseIterable, Codable {
  /// None: the default everywhere.
  case never
  /// Those that do not exist yet.
  case missing
  /// Those that do not exist yet, and drafts that would come out different.
  case changed
  /// Those that do not exist yet, and every draft.
  case all
}
