import Foundation
import GoldenStoreMigration

/// The moments of a migration in another process, one byte each in a file.
///
/// What a process has written to a file is there however it ends.
struct CrashTrail {
  /// What is written when the migration has returned.
  static let end: UInt8 = 255

  let path: String

  /// Makes the file, empty.
  func begin() throws {
    guard FileManager.default.createFile(atPath: path, contents: Data()) else {
      throw CrashFailure("cannot make '\(path)'")
    }
  }

  /// How many moments have begun.
  var count: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The moments, the last one being where the process is or was; nil stands for its end.
  func moments() throws -> [MigrationMoment?] {
    try Data(contentsOf: URL(fileURLWithPath: path)).map { MigrationMoment(rawValue: $0) }
  }
}

/// Where a process was killed.
enum CrashPlace: String, CaseIterable {
  case beforeStart = "before start"
  case copy
  case handler
  case transaction
  case checkpoint
  case swap
  case afterEnd = "after end"

  /// - Parameters:
  ///   - moments: What had begun.
  ///   - isCommitted: Whether the last transaction that was to be committed is.
  init(_ moments: [MigrationMoment?], isCommitted: Bool) {
    guard let last = moments.last else {
      self = .beforeStart
      return
    }
    self =
      switch last {
      case nil: .afterEnd
      case .open: .beforeStart
      case .copy: .copy
      case .handler: .handler
      case .transaction: .transaction
      // What follows a commit is SQLite's own checkpoint.
      case .commit: isCommitted ? .checkpoint : .transaction
      case .checkpoint: .checkpoint
      case .swap: .swap
      }
  }
}
