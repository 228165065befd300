import Foundation
import GoldenStoreSQLite

/// Another process that has a database open: `StoreOccupant MODE PATH`.
///
/// Says `ready` when it has done what its mode says, and goes on until it is asked to terminate,
/// or for two minutes. The database has a table `T` whose rows have one `v` after every transaction.
@main enum StoreOccupant {
  /// What the process does with the database.
  enum Mode: String {
    /// Has it open and reads nothing any more.
    case open
    /// Is within a transaction that has changed all rows.
    case change
    /// The same, with so little memory that changed pages are in the file already.
    case spill
    /// Keeps everybody else out.
    case exclude
    /// Commits one change of all rows after the other.
    case write
  }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let mode = Mode(rawValue: arguments[1]) else { exit(2) }
    alarm(120)
    // Blocked, so that it can be waited for; only a writer ends in the middle of its work.
    var terminate = sigset_t()
    sigemptyset(&terminate)
    sigaddset(&terminate, SIGTERM)
    if mode != .write { sigprocmask(SIG_BLOCK, &terminate, nil) }
    let connection = try Connection(path: arguments[2], mode: .readWrite)
    // A log is emptied and begun anew all the time.
    try connection.pragma("wal_autocheckpoint = 20")
    // Other processes see what is written without waiting for the disk.
    try connection.pragma("synchronous = OFF")
    _ = try connection.integer("SELECT count(*) FROM T")
    switch mode {
    case .open: break
    case .change, .spill:
      if mode == .spill { try connection.pragma("cache_size = 2") }
      try connection.execute("BEGIN IMMEDIATE")
      try change(connection)
    case .exclude: try connection.execute("BEGIN EXCLUSIVE")
    case .write:
      announce()
      while true {
        try connection.transaction { try change(connection) }
        // A writer that never pauses keeps every reader with a journal out.
        usleep(2_000)
      }
    }
    announce()
    var signal: Int32 = 0
    sigwait(&terminate, &signal)
    if connection.isInTransaction { try connection.execute("ROLLBACK") }
    try connection.close()
  }

  private static func change(_ connection: Connection) throws {
    try connection.execute("UPDATE T SET v = v + 1, filling = randomblob(300)")
  }

  private static func announce() {
    FileHandle.standardOutput.write(Data("ready\n".utf8))
  }
}
