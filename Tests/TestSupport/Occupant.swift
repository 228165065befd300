import Foundation
package import GoldenStoreFormat

/// A process that has a database open until this goes away; the executable `StoreOccupant`.
package final class Occupant {
  /// The executable was not built, or did not do what it was to do.
  package struct Absence: Error {}

  private let process = Process()
  private let output = Pipe()

  /// Starts the process and waits until it has done what its mode says.
  package init(_ mode: String, _ files: StoreFiles) throws {
    guard let executable = BuiltExecutable.storeOccupant else { throw Absence() }
    process.executableURL = executable
    process.arguments = [mode, files.main]
    process.standardOutput = output
    try process.run()
    let word = output.fileHandleForReading.availableData
    guard String(decoding: word, as: UTF8.self) == "ready\n" else { throw Absence() }
  }

  /// Lets the process end as it wants to.
  package func leave() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Ends the process where it is.
  package func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { if process.isRunning { kill() } }
}
