import Foundation

extension StoreFiles {
  /// Sizes and dates of the files that a transaction changes: where two are equal, nobody has
  /// written between them.
  ///
  /// An empty sidecar holds nothing and counts as none, since readers make and delete them.
  package struct Stamp: Hashable, Sendable {
    private let facts: [Part: [Int]]

    init(_ files: StoreFiles) {
      var facts: [Part: [Int]] = [:]
      for part in [Part.main, .writeAheadLog, .rollbackJournal] {
        // A part that does not exist has no stamp.
        guard let status = try? FileStatus(files.path(of: part)), part == .main || status.bytes > 0
        else { continue }
        facts[part] = [Int(status.bytes)] + status.modified
      }
      self.facts = facts
    }
  }

  package func stamp() -> Stamp { Stamp(self) }

  /// The files that hold something of the database: an empty main file, as a store leaves it that
  /// was destroyed, is none.
  package var partsWithContent: [Part] {
    [Part.main, .writeAheadLog, .rollbackJournal].filter {
      ((try? FileStatus(path(of: $0)))?.bytes ?? 0) > 0
    }
  }
}
