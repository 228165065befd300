import Foundation
import GoldenStoreFormat
import GoldenStoreMigration

/// The process that migrates and is killed.
enum CrashVictim {
  /// Migrates a store and says after each step where it is.
  static func run(_ path: CrashPath, store: String, trail: String) throws {
    // Whoever was to kill this process may have ended first.
    alarm(120)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: trail))
    func say(_ byte: UInt8) { handle.write(Data([byte])) }
    try path.migrate(StoreFiles(main: store)) { say($0.rawValue) }
    say(CrashTrail.end)
    // Kills that come late find somebody to hit.
    usleep(200_000)
  }
}
